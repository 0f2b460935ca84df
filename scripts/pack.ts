// npm run pack
// Writes what a machine without npm needs to run the site: an archive with its own Node, the list of what it is made of
// (CycloneDX) and their checksums, into dist/. The same sources give the same bytes.
import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, readFileSync, writeFileSync } from "node:fs";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";

import { packTar, type TarSource } from "modern-tar/fs";

import { writeBillOfMaterials } from "../build/pack/bill-of-materials.ts";
import { listBuiltFiles, listContents, type PackedFile } from "../build/pack/contents.ts";
import type { Manifest } from "../build/pack/launcher.ts";
import { saySystemError } from "#server/settings/say-system-error.ts";

import { fail } from "./fail.ts";

/** When nothing of the pack was made: a time of their own would make two packs differ. */
const madeAt = new Date("2000-01-01T00:00:00Z");

if (process.platform === "win32") fail("A pack is made and run on Linux or macOS; on Windows, use npm start.");
const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const name = `${manifest.name}-${manifest.version}-${process.platform}-${process.arch}`;
const archive = `${name}.tar.gz`;
const bill = `${name}.cdx.json`;

try {
  await writePack();
} catch (error) {
  const said = saySystemError(error);
  if (said === undefined) throw error;
  fail(said);
}

async function writePack(): Promise<void> {
  const contents = listContents(manifest);
  const materials = writeBillOfMaterials(manifest, contents);
  const listed: PackedFile = { path: "bom.cdx.json", text: materials };
  const files = [...contents.files, ...listBuiltFiles(), listed].toSorted((a, b) => (a.path < b.path ? -1 : 1));
  await writeArchive(files);
  writeFileSync(`dist/${bill}`, materials);
  const sums = [archive, bill].map(async (file) => `${await checksumOf(`dist/${file}`)}  ${file}\n`);
  writeFileSync("dist/SHA256SUMS", (await Promise.all(sums)).join(""));
  console.log(`dist/${archive}: ${files.length} files, ${contents.shipped.length} packages.`);
  console.log(`What it is made of is in it, bom.cdx.json, and beside it, ${bill}, with SHA256SUMS.`);
}

async function writeArchive(files: readonly PackedFile[]): Promise<void> {
  const entries = files.map(asEntry);
  const compressed = createGzip({ level: constants.Z_BEST_COMPRESSION });
  await pipeline(packTar(entries), compressed, createWriteStream(`dist/${archive}`));
}

function asEntry(file: PackedFile): TarSource {
  const mode = file.isProgram ? 0o755 : 0o644;
  const common = { target: `${name}/${file.path}`, mode, mtime: madeAt, uid: 0, gid: 0, uname: "", gname: "" };
  return "text" in file
    ? { ...common, type: "content", content: file.text }
    : { ...common, type: "file", source: file.source };
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
}
