import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { describe, expect, onTestFinished, test } from "vitest";

import { isFull } from "#tests/support/depth.ts";
import { writeHaproxyExample, writeNginxExample } from "#tests/support/proxy-examples.ts";

const ports = { http: 8080, https: 8443, sites: [3001, 3002] };

// The programs are on few machines, so npm test leaves this to npm run prove proxies.
describe.runIf(isFull)("The file of deploy/ is taken by", () => {
  test.each<[string, string, (folder: string) => string[]]>([
    ["nginx", "nginx", (folder) => ["-t", "-p", folder, "-c", writeNginxExample(folder, ports), "-e", "stderr"]],
    ["HAProxy", "haproxy", (folder) => ["-c", "-f", writeHaproxyExample(folder, ports)]],
    ["Caddy", "caddy", () => ["validate", "--config", "deploy/Caddyfile", "--adapter", "caddyfile"]],
  ])("%s", (_name, program, wordsOf) => {
    const folder = mkdtempSync(join(tmpdir(), "proxy-files-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder };
    const { error, status, stdout, stderr } = spawnSync(program, wordsOf(folder), { env, encoding: "utf8" });
    if (error) throw new Error(`${program} is missing: apt install ${program}.`);
    expect([status, stdout + stderr]).toEqual([0, expect.any(String)]);
    console.log(`proxies: ${program} takes its file`);
  });
});
