import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { makeSelfSigned } from "#tests/outbox/self-signed.ts";

type Ports = { http: number; https: number; sites: readonly number[] };

/**
 * `deploy/nginx.conf` as it stands, but for its ports, name and certificate; of several sites, with the lines that it
 * has for them. @returns the file that `nginx -c` takes, with that folder as `-p`
 */
export function writeNginxExample(folder: string, { http, https, sites }: Ports): string {
  const { key, cert } = makeSelfSigned();
  writeFileSync(join(folder, "key.pem"), key);
  writeFileSync(join(folder, "cert.pem"), cert);
  mkdirSync(join(folder, "temporary"));
  const example = nameSites(readFileSync("deploy/nginx.conf", "utf8"), sites)
    .replaceAll(/^\s*listen \[::\].*$/gm, "")
    .replace(/^( *)listen 80;/m, `$1listen 127.0.0.1:${http};`)
    .replace(/^( *)listen 443 /m, `$1listen 127.0.0.1:${https} `)
    .replaceAll("/etc/letsencrypt/live/site.exemple.example/fullchain.pem", join(folder, "cert.pem"))
    .replaceAll("/etc/letsencrypt/live/site.exemple.example/privkey.pem", join(folder, "key.pem"))
    .replace("https://site.exemple.example$request_uri", `https://localhost:${https}$request_uri`);
  writeFileSync(join(folder, "site.conf"), example);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${join(folder, "temporary", kind)};`,
  );
  // A server started by root hands its work to an account that may not write here.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  const file = join(folder, "nginx.conf");
  writeFileSync(
    file,
    `${user} daemon off; pid ${join(folder, "nginx.pid")}; worker_processes 1; events {}
     http { ${temporary.join(" ")} include ${join(folder, "site.conf")}; }`,
  );
  return file;
}

function nameSites(example: string, [first, ...others]: readonly number[]): string {
  if (others.length === 0) return example.replace("server 127.0.0.1:3000;", `server 127.0.0.1:${first};`);
  const ports = [first, ...others];
  return example
    .replace(/^ *server 127\.0\.0\.1:3000;\n/m, "")
    .replaceAll(/# (server 127\.0\.0\.1:)300([12])( max_fails=0;)/g, (_, before, number, after) =>
      [before, ports[Number(number) - 1], after].join(""),
    );
}

/** `deploy/haproxy.cfg` as it stands, but for its ports and certificate. @returns the file that `haproxy -f` takes */
export function writeHaproxyExample(folder: string, { http, sites }: Omit<Ports, "https">): string {
  const example = readFileSync("deploy/haproxy.cfg", "utf8")
    .replace(/^ *bind :443 .*\n/m, "")
    .replace(/^ *http-request redirect scheme.*\n/m, "")
    .replace("bind :80", `bind 127.0.0.1:${http}`)
    .replaceAll(/10\.0\.0\.2([12]):3000/g, (_, number) => `127.0.0.1:${sites[Number(number) - 1]}`);
  const file = join(folder, "haproxy.cfg");
  writeFileSync(file, example);
  return file;
}
