import { chmodSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { findFreePort } from "#tests/support/free-port.ts";

import { type Bench, makeFolder } from "../benchmark.ts";
import { startProcess } from "./processes.ts";
import { findProgram } from "./programs.ts";

/** What nginx says in its own words, or must not say twice. */
const ownHeaders = new Set(["content-length", "content-type", "connection", "keep-alive", "date", "transfer-encoding"]);

/**
 * An nginx with one worker that answers `/` with this body under these headers, from a file it keeps open.
 *
 * @returns its address
 */
export async function startNginx(bench: Bench, body: Buffer, headers: Record<string, string>): Promise<string> {
  const folder = makeFolder(bench);
  chmodSync(folder, 0o755); // its worker is "nobody" when we are root
  writeFileSync(join(folder, "page"), body, { mode: 0o644 });
  const port = await findFreePort();
  writeFileSync(join(folder, "nginx.conf"), describe(folder, port, headers));

  const program = findProgram("nginx");
  const server = startProcess(bench, program, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"]);
  while (!(await isListening(port))) {
    if (server.hasEnded()) throw new Error(`nginx did not start:\n${server.complaints()}`);
    await wait(25);
  }
  return `http://127.0.0.1:${port}/`;
}

function describe(folder: string, port: number, headers: Record<string, string>): string {
  const added = Object.entries(headers).filter(([name]) => !ownHeaders.has(name));
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
    daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr crit;
    events { worker_connections 1024; }
    http {
      access_log off; server_tokens off; etag off;
      sendfile on; tcp_nopush on; tcp_nodelay on;
      open_file_cache max=16 inactive=1h; open_file_cache_valid 1h; open_file_cache_min_uses 1;
      keepalive_timeout 5s 5s; keepalive_requests 1000000000;
      ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(" ")}
      types {} default_type "${headers["content-type"]}";
      server {
        listen 127.0.0.1:${port}; root ${folder};
        location = / {
          try_files /page =404;
          add_header last-modified "";
          ${added.map(([name, value]) => `add_header ${name} "${value.replaceAll('"', '\\"')}";`).join("\n          ")}
        }
      }
    }`;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
