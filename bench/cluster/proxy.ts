import { writeFileSync } from "node:fs";
import { join } from "node:path";

import { findFreePort } from "#tests/support/free-port.ts";

import { type Bench, makeFolder } from "../benchmark.ts";
import { startProcess } from "../support/processes.ts";
import { findProgram } from "../support/programs.ts";
import { waitUntil } from "./postgres-pair.ts";

/** How often each process is asked, in milliseconds: what it is asked for is in docs/runbook.md. */
export const checkEveryMs = 250;

/**
 * HAProxy in front of these ports, each request to the next one, without sticky sessions. Where none is ready (the
 * database is away) those that live still answer: pages from memory, and 503 with Retry-After for the rest.
 *
 * @returns its port
 */
export async function startProxy(bench: Bench, ports: number[], port?: number): Promise<number> {
  const folder = makeFolder(bench);
  const own = port ?? (await findFreePort());
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, describe(own, ports));
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

function describe(port: number, ports: number[]): string {
  const servers = ports.map(
    (each) => `  server product-${each} 127.0.0.1:${each} check inter ${checkEveryMs}ms fall 2 rise 1`,
  );
  const backend = (name: string, path: string) => `
backend ${name}
  balance roundrobin
  option httpchk GET ${path}
  http-check expect status 200
  retries 3
  option redispatch 1
  retry-on conn-failure
${servers.join("\n")}`;
  return `
global
  maxconn 4000
  log stderr format raw local0 err

defaults
  mode http
  option forwardfor
  timeout connect 1s
  timeout client 30s
  timeout server 30s
  timeout queue 2s
  timeout check 5s

frontend site
  bind 127.0.0.1:${port}
  use_backend living if { nbsrv(ready) eq 0 }
  default_backend ready
${backend("ready", "/readyz")}
${backend("living", "/healthz")}
`;
}
