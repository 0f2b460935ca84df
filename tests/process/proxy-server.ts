import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { vi } from "vitest";

import { makeSelfSigned } from "#tests/outbox/self-signed.ts";
import { exchange } from "#tests/support/http-client.ts";

const nginx = ["/usr/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"].find(existsSync);

export type Proxy = { kill(): Promise<void> };

type Ports = { http: number; https: number; site: number };

/** Our example of a proxy as it stands, but for its ports, name and certificate. */
export async function startProxy(folder: string, ports: Ports): Promise<Proxy> {
  if (nginx === undefined)
    throw new Error("nginx is not installed here: apt-get install nginx, or brew install nginx.");
  writeConfiguration(folder, ports);
  const server = spawn(nginx, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")]);
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

function writeConfiguration(folder: string, { http, https, site }: Ports): void {
  const { key, cert } = makeSelfSigned();
  writeFileSync(join(folder, "key.pem"), key);
  writeFileSync(join(folder, "cert.pem"), cert);
  mkdirSync(join(folder, "temporary"));
  const example = readFileSync("deploy/nginx.conf", "utf8")
    .replaceAll(/^\s*listen \[::\].*$/gm, "")
    .replace(/^( *)listen 80;/m, `$1listen 127.0.0.1:${http};`)
    .replace(/^( *)listen 443 /m, `$1listen 127.0.0.1:${https} `)
    .replace("server 127.0.0.1:3000;", `server 127.0.0.1:${site};`)
    .replaceAll("/etc/letsencrypt/live/site.exemple.example/fullchain.pem", join(folder, "cert.pem"))
    .replaceAll("/etc/letsencrypt/live/site.exemple.example/privkey.pem", join(folder, "key.pem"))
    .replace("https://site.exemple.example$request_uri", `https://localhost:${https}$request_uri`);
  writeFileSync(join(folder, "site.conf"), example);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, "temporary", kind)};`,
  );
  // A server started by root hands its work to an account that may not write here.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  writeFileSync(
    join(folder, "nginx.conf"),
    `${user} daemon off; pid ${join(folder, "nginx.pid")}; worker_processes 1; events {}
     http { ${temporary.join(" ")} include ${join(folder, "site.conf")}; }`,
  );
}
