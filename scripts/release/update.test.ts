import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createHash } from "node:crypto";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { findFreePort } from "#tests/support/free-port.ts";

import type { Place } from "./restarts.ts";
import { rollBack, updateTo } from "./update.ts";

/** Instead of a site: answers as one of its release does, or ends at once. */
const site = (version: string, fate: "ready" | "ends" | "hangs") => `
import { createServer } from "node:http";
if (${JSON.stringify(fate)} === "ends") process.exit(1);
createServer((request, response) => {
  if (request.url === "/metrics") return response.end('site_build_info{version="${version}",commit="c${version}"} 1');
  response.writeHead(${fate === "hangs" ? 503 : 200}).end();
}).listen(Number(process.env.PORT), "127.0.0.1");
`;

let folder: string;
let link: string;
let place: Place;
const said: string[] = [];

beforeEach(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "releases-")));
  link = join(folder, "ariane");
  mkdirSync(join(folder, "ariane-1"));
  writeRelease(join(folder, "ariane-1"), "1.0.0", "ready");
  writeFileSync(join(folder, "ariane-1/.env"), "AUTH_SECRET=kept", { mode: 0o600 });
  symlinkSync(join(folder, "ariane-1"), link);
  process.env.ARIANE_LINK = link;
  process.env.PORT = String(await findFreePort());
  place = { host: "127.0.0.1", port: Number(process.env.PORT), secretKey: "key", commands: [], waitSeconds: 20 };
  said.length = 0;
});
afterEach(() => {
  delete process.env.ARIANE_LINK;
  delete process.env.PORT;
  rmSync(folder, { recursive: true });
});

function writeRelease(to: string, version: string, fate: "ready" | "ends" | "hangs", refusal = ""): void {
  writeFileSync(join(to, "package.json"), JSON.stringify({ version, commit: `c${version}`, type: "module" }));
  writeFileSync(join(to, "site.js"), site(version, fate));
  const refuses = refusal === "" ? "" : `[ "$1" != check:settings ] || { echo "${refusal}" >&2; exit 1; }`;
  writeFileSync(
    join(to, "ariane"),
    `#!/bin/sh\n${refuses}\n[ "$1" != start ] || exec "${process.execPath}" "$(dirname "$0")/site.js"\n`,
  );
  chmodSync(join(to, "ariane"), 0o755);
}

function makePack(version: string, fate: "ready" | "ends" | "hangs" = "ready", refusal = ""): string {
  const top = join(folder, "made", `ariane-${version}-linux-x64`);
  mkdirSync(top, { recursive: true });
  writeRelease(top, version, fate, refusal);
  execFileSync("tar", ["-czf", `${top}.tar.gz`, "-C", dirname(top), basename(top)]);
  rmSync(top, { recursive: true });
  return `${top}.tar.gz`;
}

const update = (pack: string) =>
  updateTo(pack, { place, backUp: () => Promise.resolve("/backups/before"), say: (line) => said.push(line) });
const back = () => rollBack({ place, say: (line) => said.push(line) });
const runs = () => JSON.parse(readFileSync(join(link, "package.json"), "utf8")).version as string;

test("An update keeps the settings, backs up, and is ready before it counts; a rollback is its way back", async () => {
  await update(makePack("2.0.0"));
  expect(runs()).toBe("2.0.0");
  expect(readFileSync(join(link, ".env"), "utf8")).toBe("AUTH_SECRET=kept");
  expect(said).toContain("Backed up: /backups/before");
  expect(said.at(-1)).toBe("2.0.0 (c2.0.0) is ready: start it. Before it: 1.0.0 (c1.0.0).");

  await back();
  expect(runs()).toBe("1.0.0");
  await back();
  expect(runs()).toBe("2.0.0");
});

test.each(["ends", "hangs"] as const)(
  "A pack whose site %s is taken back, and what ran is ready again",
  async (fate) => {
    // As long for what ran before, which on a busy machine takes some seconds to start.
    place = { ...place, waitSeconds: 8 };
    await expect(update(makePack("2.0.0", fate))).rejects.toThrow(
      /2\.0\.0 \(c2\.0\.0\) did not start: .* is back, and ready/,
    );
    expect(runs()).toBe("1.0.0");
    expect(existsSync(`${link}.previous`)).toBe(false);
    await expect(back()).rejects.toThrow("Nothing ran before");
  },
);

test("A pack that refuses the settings is told in its own sentences, before anything is backed up", async () => {
  await expect(update(makePack("2.0.0", "ready", "SITE_URL is missing."))).rejects.toThrow(
    "2.0.0 refuses these settings:\nSITE_URL is missing.",
  );
  expect(runs()).toBe("1.0.0");
  expect(said.filter((line) => line.startsWith("Backed up"))).toEqual([]);
});

test("What is no pack, was changed on its way, runs already or is not there is refused", async () => {
  const pack = makePack("2.0.0");
  writeFileSync(join(folder, "made/SHA256SUMS"), `${"0".repeat(64)}  ${basename(pack)}\n`);
  await expect(update(pack)).rejects.toThrow("is not the file that SHA256SUMS beside it names");
  const sum = createHash("sha256").update(readFileSync(pack)).digest("hex");
  writeFileSync(join(folder, "made/SHA256SUMS"), `${sum}  ${basename(pack)}\n`);
  await update(pack);
  await expect(update(pack)).rejects.toThrow("2.0.0 (c2.0.0) is what runs already.");

  writeFileSync(join(folder, "text.tar.gz"), "no archive");
  await expect(update(join(folder, "text.tar.gz"))).rejects.toThrow("is no pack");
  await expect(update(join(folder, "none.tar.gz"))).rejects.toThrow(/^There is no /);
  expect(runs()).toBe("2.0.0");
});

test("Of two updates at once one is refused; a killed one leaves no lock that counts", async () => {
  const pack = makePack("2.0.0");
  const [one, other] = await Promise.allSettled([update(pack), update(pack)]);
  expect([one.status, other.status].toSorted()).toEqual(["fulfilled", "rejected"]);
  writeFileSync(`${link}.updating`, "999999999");
  await back();
  expect(runs()).toBe("1.0.0");
});

test("A folder that is no link, and a site that runs without a known restart, are told what to do", async () => {
  const pack = makePack("2.0.0");
  process.env.ARIANE_LINK = join(folder, "ariane-1");
  await expect(update(pack)).rejects.toThrow("an update lets a link lead to another one");
  delete process.env.ARIANE_LINK;
  await expect(update(pack)).rejects.toThrow("This is for a pack.");
  process.env.ARIANE_LINK = link;
  const { createServer } = await import("node:http");
  const running = createServer((_, response) => response.end()).listen(place.port, "127.0.0.1");
  await expect(update(pack)).rejects.toThrow("RESTART_COMMAND does not say how it is started anew");
  await new Promise((resolve) => running.close(resolve));
});

test("Processes are started anew one after the other, each asked at the port that its name bears", async () => {
  const ports = [await findFreePort(), await findFreePort()];
  const log = join(folder, "restarted");
  const restart = join(folder, "restart");
  writeFileSync(
    restart,
    `#!/bin/sh\necho "$1" >> "${log}"\nPORT=\${1#*@} "${link}/ariane" start & echo $! >> "${folder}/pids"\n`,
  );
  chmodSync(restart, 0o755);
  place = { ...place, commands: ports.map((port) => `${restart} ariane@${port}`) };
  try {
    await update(makePack("2.0.0"));
    expect(readFileSync(log, "utf8")).toBe(ports.map((port) => `ariane@${port}\n`).join(""));
  } finally {
    for (const pid of readFileSync(join(folder, "pids"), "utf8").trim().split("\n")) process.kill(Number(pid));
  }
});
