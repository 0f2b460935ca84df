import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { saySystemError } from "./say-system-error.ts";

const folder = mkdtempSync(join(tmpdir(), "errors-"));
afterAll(() => rmSync(folder, { recursive: true }));

function caught(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

test("What the system refuses is said with its place, and without its code", () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  const below = join(file, "backup");
  expect(saySystemError(caught(() => writeFileSync(below, "")))).toBe(
    `${below} stands below a file: name a place in a folder.`,
  );
  expect(saySystemError(caught(() => readFileSync(folder)))).toBe("A folder is named where a file has to be.");
  expect(saySystemError(caught(() => mkdirSync(folder)))).toBe(`${folder} exists already.`);
  const none = join(folder, "none");
  expect(saySystemError(caught(() => readFileSync(none)))).toBe(`There is no ${none}.`);
});

test.skipIf(!existsSync("/dev/full"))("A disk that is full is said to be", () => {
  expect(saySystemError(caught(() => writeFileSync("/dev/full", "x")))).toBe("No space is left on the disk.");
});

test("An address where nothing listens is named", async () => {
  const socket = connect(1, "127.0.0.1");
  const [error] = await once(socket, "error");
  expect(saySystemError(error)).toBe("Nothing answers at 127.0.0.1:1.");
});

test("A fault of our own is left as it is", () => {
  expect(saySystemError(new TypeError("x is undefined"))).toBeUndefined();
  expect(saySystemError("text")).toBeUndefined();
});
