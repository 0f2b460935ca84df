import { globSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { findModuleState } from "./module-state.ts";

/** State that is one for a process whatever the context, with the reason. */
const allowed: Record<string, string> = {
  "engine/auth/passwords/password-rules.ts common": "a file of the program, read at its first use",
  "engine/db/embedded-worker.ts previous": "the main program of a thread: the thread is the context",
  "engine/db/folder-lock.ts held": "locks belong to the process; the kernel frees them with it",
  "server/site/memory-files.ts knownEncodings": "a bounded memory of a pure function",
};

test("Each kind of state at the top of a module is found, and no constant", () => {
  const text = `
    let count = 0; export let other: string;
    const byContext = new WeakMap<Context, Keys>(); export const seen = new Set();
    const rows: string[] = []; const jobs = new Map<string, Set<string>>();
    const limiter = createLimiter(db);
    const table = new Map([["a", 1]]); function remember() { table.set("b", 2); }
    const words = new Set(["eq"]); const limits = { most: 1 }; const isWord = words.has("eq");
    function createKeys() { const keys = new Map(); let last; }`;
  expect(findModuleState("a.ts", text).map(({ name }) => name)).toEqual([
    "count",
    "other",
    "byContext",
    "seen",
    "rows",
    "jobs",
    "limiter",
    "table",
  ]);
});

test("No module of the server holds state: services are made once, with the context", () => {
  const files = globSync("{engine,server,subjects/*/server}/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  const found = files.flatMap((file) => findModuleState(file, readFileSync(file, "utf8")));

  expect(found.map(({ file, name }) => `${file} ${name}`).toSorted()).toEqual(Object.keys(allowed).toSorted());
  expect(files.length).toBeGreaterThan(100);
});
