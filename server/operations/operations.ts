import { Hono, type Context, type MiddlewareHandler } from "hono";
import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import * as z from "zod";

import { administratorProblems, createAdministrator } from "#server/auth/accounts/accounts.ts";
import { inviteAdministrator } from "#server/auth/accounts/invite-administrator.ts";
import { isSameText } from "#server/auth/sessions/same-text.ts";
import { signingKeysOf } from "#server/auth/sessions/signing-keys.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";
import type { WriteObstacle } from "#server/db/database.ts";
import { checkDatabase } from "#server/doctor/check-database.ts";
import { readJsonBody } from "#server/http/json-body.ts";
import { isLoopback } from "#server/network/client-address.ts";
import { listOpenDeliveries, listReceivers } from "#server/outbox/open-deliveries.ts";
import { replayDeliveries, replayProblems } from "#server/outbox/replay-deliveries.ts";

type Probe = { isOutboxRunning: () => boolean };

/** What a supervisor asks: is the process up, is it ready, how is it doing. */
export function createOperations(context: ServerContext, { isOutboxRunning }: Probe): Hono<AppEnv> {
  const operations = new Hono<AppEnv>();
  const metrics = createMetrics(context);

  operations.get("/healthz", (c) => c.json({ status: "up" }));

  operations.get("/readyz", async (c) => {
    const database = await context.db.findWriteObstacle().then(
      (obstacle) => (obstacle ? obstacles[obstacle] : "reachable"),
      () => "unreachable",
    );
    const outbox = isOutboxRunning() ? "running" : "stopped";
    const isReady = database === "reachable" && outbox === "running";
    if (!isReady) c.header("retry-after", "1");
    return c.json({ status: isReady ? "ready" : "not ready", database, outbox }, isReady ? 200 : 503);
  });

  operations.get("/metrics", async (c) => {
    const isOpen = context.settings.mode === "demo" && isLocal(c);
    if (!isOpen && !hasSecretKey(c)) return c.json({ error: "SECRET_KEY is needed as bearer token." }, 401);
    return c.text(await metrics.metrics(), 200, { "content-type": metrics.contentType });
  });

  // What the programs of this machine ask of the process that holds the embedded database.
  const forThisMachine: MiddlewareHandler<AppEnv> = async (c, next) =>
    isLocal(c) && hasSecretKey(c) ? next() : c.json({ error: "SECRET_KEY is needed, from this machine." }, 401);

  // What `npm run admin` asks.
  operations.post("/operations/administrators", forThisMachine, async (c) => {
    const body = await readJsonBody(c.req.raw);
    if (!body.ok) return c.json({ error: "The body is no JSON of ours." }, body.problem.status);
    const administrator = newAdministratorShape.safeParse(body.value);
    if (!administrator.success) return c.json({ error: "An e-mail is needed, and a password unless it is mailed an invitation." }, 400); // prettier-ignore
    const { email, password } = administrator.data;
    const { brand } = context.settings.site;
    const created =
      password === undefined
        ? await inviteAdministrator(context, email)
        : await createAdministrator(context.db, { email, password, brand }, context.passwords);
    return created.ok ? c.json({}, 201) : c.json({ error: administratorProblems[created.problem] }, 400);
  });

  operations.post("/operations/signing-keys", forThisMachine, async (c) => {
    const body = await readJsonBody(c.req.raw);
    const rotation = keyRotationShape.safeParse(body.ok ? body.value : undefined);
    if (!rotation.success) return c.json({ error: "The body is no JSON of ours." }, 400);
    const keys = signingKeysOf(context);
    await (rotation.data.now ? keys.retire() : keys.rotate());
    return c.json({});
  });

  // What `npm run doctor` asks.
  operations.get("/operations/findings", forThisMachine, async (c) => {
    return c.json({ findings: await checkDatabase(context.db) });
  });

  // What `npm run deliveries` asks.
  operations.get("/operations/deliveries", forThisMachine, async (c) => {
    return c.json(
      await context.db.asServer(async (tx) => ({
        receivers: await listReceivers(tx),
        deliveries: await listOpenDeliveries(tx),
      })),
    );
  });
  operations.post("/operations/replays", forThisMachine, async (c) => {
    const body = await readJsonBody(c.req.raw);
    if (!body.ok) return c.json({ error: "The body is no JSON of ours." }, body.problem.status);
    const target = replayTargetShape.safeParse(body.value);
    if (!target.success) return c.json({ error: "The id of a delivery or of a receiver is needed." }, 400);
    const replay = { now: context.now(), actor: null };
    const replayed = await context.db.asServer((tx) => replayDeliveries(tx, target.data.target, replay));
    return replayed.ok
      ? c.json({ replayed: replayed.value })
      : c.json({ error: replayProblems[replayed.problem] }, 409);
  });

  /** Asked by a program of this machine, for itself: a proxy that runs here too says that it passes something on. */
  function isLocal(c: Context<AppEnv>): boolean {
    const isPassedOn = forwardingHeaders.some((name) => c.req.header(name) !== undefined);
    return isLoopback(c.get("clientAddress")) && !isPassedOn;
  }

  function hasSecretKey(c: Context<AppEnv>): boolean {
    const token = c.req.header("authorization")?.replace(/^Bearer /i, "") ?? "";
    return isSameText(token, context.settings.secretKey);
  }

  return operations;
}

const forwardingHeaders = ["forwarded", "via", "x-forwarded-for", "x-real-ip"];

/** In the words of `/readyz`: the database answers, and takes nothing. */
const obstacles = { disk_full: "short of space", read_only: "read-only" } satisfies Record<WriteObstacle, string>;

const newAdministratorShape = z.object({ email: z.string(), password: z.string().optional() });

const keyRotationShape = z.strictObject({ now: z.boolean() });

const replayTargetShape = z.object({
  target: z.union([
    z.literal("all"),
    z.strictObject({ delivery: z.guid() }),
    z.strictObject({ receiver: z.union([z.guid(), z.literal("mail")]) }),
  ]),
});

function createMetrics({ db }: ServerContext): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const deliveries = new Gauge({
    name: "site_deliveries",
    help: "Webhooks and mails by status",
    labelNames: ["status"],
    registers: [registry],
    async collect() {
      const { rows } = await db.asServer((tx) =>
        tx.query<{ status: string; count: number }>(
          "select status, count(*)::int as count from private.deliveries group by status",
        ),
      );
      // A status that nobody has any more has no row: without this it would keep its last figure for ever.
      for (const status of ["waiting", "delivered", "dead"]) deliveries.set({ status }, 0);
      for (const { status, count } of rows) deliveries.set({ status }, count);
    },
  });
  return registry;
}
