import { mkdtempSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, expect, test, vi } from "vitest";

import { syncFolder } from "./sync-folder.ts";

const folder = mkdtempSync(join(tmpdir(), "sync-"));
const handle = await open(folder);
const FileHandle = Object.getPrototypeOf(handle) as typeof handle;
await handle.close();

afterEach(() => vi.restoreAllMocks());
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each(["EIO", "ENOSPC", "EDQUOT"])("A disk that answers %s to a sync is told of", async (code) => {
  vi.spyOn(FileHandle, "sync").mockRejectedValue(Object.assign(new Error(code), { code }));
  await expect(syncFolder(tmpdir())).rejects.toThrow(code);
});

test.each(["EINVAL", "EPERM"])("A system that cannot sync folders (%s) is left as it is", async (code) => {
  vi.spyOn(FileHandle, "sync").mockRejectedValue(Object.assign(new Error(code), { code }));
  await expect(syncFolder(tmpdir())).resolves.toBeUndefined();
});
