import { newSecret } from "#tests/support/webhook-secret.ts";
import { type ChaosReceiver, startChaosReceiver } from "#tests/outbox/chaos-receiver.ts";
import { findFreePort } from "#tests/support/free-port.ts";

import type { Bench } from "../benchmark.ts";
import { type Pooler, prepareForPooler, startPooler } from "./pooler.ts";
import { addStandby, type PostgresNode, startPrimary } from "./postgres-pair.ts";
import { type Product, startProduct } from "./product.ts";
import { startProxy } from "./proxy.ts";

/** Two processes of the product behind a proxy, on one database behind a pooler, all on the loopback. */
export type Machines = {
  /** Of the proxy: what visitors see. */
  url: string;
  primary: PostgresNode;
  standby: PostgresNode | undefined;
  pooler: Pooler;
  products: [Product, Product];
  /** What both were started with. */
  environment: Record<string, string>;
  receiver: ChaosReceiver;
};

export async function startMachines(
  bench: Bench,
  { hasStandby = false, environment: added = {} }: { hasStandby?: boolean; environment?: Record<string, string> } = {},
): Promise<Machines> {
  const primary = await startPrimary(bench);
  await prepareForPooler((database, text) => primary.query(database, text));
  const standby = hasStandby ? await addStandby(bench, primary) : undefined;
  const pooler = await startPooler(bench, primary.port);
  const receiver = await startChaosReceiver();
  bench.atEnd(() => receiver.close());
  const proxyPort = await findFreePort();
  const url = `http://127.0.0.1:${proxyPort}`;
  const environment = {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: pooler.directUrl,
    SITE_URL: url,
    WEBHOOK_LEAD_URL: receiver.url("/lead"),
    WEBHOOK_SIGNIN_URL: receiver.url("/sign-in"),
    WEBHOOK_SECRET: newSecret(),
    ...added,
  };
  const products: [Product, Product] = [
    await startProduct(bench, { environment }),
    await startProduct(bench, { environment }),
  ];
  await startProxy(
    bench,
    products.map(({ port }) => port),
    proxyPort,
  );
  return { url, primary, standby, pooler, products, environment, receiver };
}
