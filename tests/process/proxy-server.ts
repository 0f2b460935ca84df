import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";

import { vi } from "vitest";

import { exchange } from "#tests/support/http-client.ts";
import { writeNginxExample } from "#tests/support/proxy-examples.ts";

const nginx = ["/usr/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"].find(existsSync);

export type Proxy = { kill(): Promise<void> };

type Ports = { http: number; https: number; site: number };

/** Our example of a proxy as it stands, but for its ports, name and certificate. */
export async function startProxy(folder: string, ports: Ports): Promise<Proxy> {
  if (nginx === undefined)
    throw new Error("nginx is not installed here: apt-get install nginx, or brew install nginx.");
  const file = writeNginxExample(folder, { ...ports, sites: [ports.site] });
  const server = spawn(nginx, ["-p", folder, "-c", file, "-e", join(folder, "error.log")]);
  let said = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(server, "close");
  await vi.waitFor(async () => {
    if (server.exitCode !== null) throw new Error(`nginx did not start: ${said}`);
    const { end } = await exchange(ports.http, "GET / HTTP/1.0\r\n\r\n");
    if (end !== "answered") throw new Error("nginx does not answer yet.");
  }, 20_000);
  return {
    async kill() {
      server.kill("SIGTERM");
      await ended;
    },
  };
}
