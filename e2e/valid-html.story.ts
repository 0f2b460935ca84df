import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { expect, inject, test } from "vitest";

import { hiddenPaths, readSitemap, unknownPath } from "./support/site-map.ts";

const jar = fileURLToPath(new URL("build/dist/vnu.jar", import.meta.resolve("vnu-jar/package.json")));
const hasJava = spawnSync("java", ["-version"]).status === 0;

/** Beside the public pages. */
const otherPaths = ["/admin", "/demo", "/demo/paiement/closing"];

test.skipIf(!hasJava)("The Nu HTML checker finds no error and no warning in any page or drawing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pages-"));
  try {
    const addresses = await savePages(folder);
    const messages = await check([...addresses.keys()]);
    const lines = messages.map(
      ({ url, message, extract = "" }) => `${addresses.get(fileURLToPath(url))}: ${message} ${extract}`,
    );
    expect(lines).toEqual([]);
    expect(addresses.size).toBeGreaterThan(30);
  } finally {
    await rm(folder, { recursive: true });
  }
});

/** @returns the address each file was asked for at */
async function savePages(folder: string): Promise<Map<string, string>> {
  const siteUrl = inject("siteUrl");
  const addresses = new Map<string, string>();
  const drawings = new Set<string>();
  const save = async (path: string, extension: string) => {
    const text = await (await fetch(siteUrl + path)).text();
    const file = join(folder, `${addresses.size}.${extension}`);
    addresses.set(file, path);
    await writeFile(file, text);
    return text;
  };

  for (const path of [...(await readSitemap()), ...hiddenPaths, unknownPath, ...otherPaths]) {
    const html = await save(path, "html");
    for (const [, drawing = ""] of html.matchAll(/(?:src|href)="(\/[^"]+\.svg)"/g)) drawings.add(drawing);
  }
  for (const path of drawings) await save(path, "svg");
  return addresses;
}

/** CSS View Transitions, level 2, is younger than the checker. A test of the pages compares the rule itself. */
const unknownToTheChecker = "CSS: Unrecognized at-rule “@view-transition”";

type Message = { type: string; subType?: string; url: string; message: string; extract?: string };

async function check(files: string[]): Promise<Message[]> {
  // Of a short life: what it compiles well and cleans in parallel costs more than it gains. Its schemas nest deep.
  const options = [
    "-Xss4m",
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-jar",
    jar,
    "--format",
    "json",
    "--exit-zero-always",
    "--also-check-svg",
    ...files,
  ];
  const { stderr } = await promisify(execFile)("java", options, { maxBuffer: 64 * 1024 * 1024 });
  const { messages } = JSON.parse(stderr) as { messages: Message[] };
  return messages.filter(
    ({ type, subType, message }) => (type !== "info" || subType === "warning") && message !== unknownToTheChecker,
  );
}
