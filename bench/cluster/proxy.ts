import { findFreePort } from "#tests/support/free-port.ts";
import { writeHaproxyExample, writeNginxExample } from "#tests/support/proxy-examples.ts";

import { type Bench, makeFolder } from "../benchmark.ts";
import { startProcess } from "../support/processes.ts";
import { findProgram } from "../support/programs.ts";
import { waitUntil } from "./postgres-pair.ts";
import { ask, openConnections } from "./visitors.ts";

/**
 * HAProxy in front of these two ports, as `deploy/haproxy.cfg` has it. @returns its port
 */
export async function startProxy(bench: Bench, ports: number[], port?: number): Promise<number> {
  const own = port ?? (await findFreePort());
  const file = writeHaproxyExample(makeFolder(bench), { http: own, sites: ports });
  const program = startProcess(bench, findProgram("haproxy"), ["-db", "-f", file]);
  await waitUntil(async () => {
    if (program.hasEnded()) throw new Error(`HAProxy did not start:\n${program.complaints()}`);
    return fetch(`http://127.0.0.1:${own}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  });
  return own;
}

/** nginx in front of these ports, with TLS, as `deploy/nginx.conf` has it. @returns its address */
export async function startNginxProxy(bench: Bench, ports: number[]): Promise<string> {
  const folder = makeFolder(bench);
  const https = await findFreePort();
  const file = writeNginxExample(folder, { http: await findFreePort(), https, sites: ports });
  const program = startProcess(bench, findProgram("nginx"), ["-p", folder, "-c", file, "-e", "stderr"]);
  const url = `https://127.0.0.1:${https}`;
  const agent = openConnections(url);
  await waitUntil(async () => {
    if (program.hasEnded()) throw new Error(`nginx did not start:\n${program.complaints()}`);
    return (await ask(agent, `${url}/readyz`)).status === 200;
  });
  agent.destroy();
  return url;
}
