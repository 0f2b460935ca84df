import { existsSync, globSync, readFileSync, statSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { extraProofs, type Proof, promises } from "./promises.ts";

/** As the specification counts them. */
const ranges = { R: 19, S: 29, P: 7, A: 4 };
const all = [...promises, ...extraProofs];

/** The files that are named one by one or by their folder. */
function filesOf(proof: Proof): string[] {
  if ("program" in proof) return [proof.program];
  const { files, config } = proof;
  const named = files.flatMap((path) => (path.endsWith("/") ? globSync(`${path}**/*.{test,story}.ts`) : [path]));
  return config ? [...named, config] : named;
}

describe("The table of promises", () => {
  test("has each of the 59, once, in their order", () => {
    const expected = Object.entries(ranges).flatMap(([letter, count]) =>
      Array.from({ length: count }, (_, index) => `${letter}-${String(index + 1).padStart(2, "0")}`),
    );
    expect(promises.map(({ id }) => id)).toEqual(expected);
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  });

  test.each(all)("$id has a proof that is there, and says in words what is promised", ({ proofs, says, figure }) => {
    expect(says.length * figure.length).toBeGreaterThan(0);
    expect(proofs.length).toBeGreaterThan(0);
    for (const file of proofs.flatMap(filesOf)) expect([file, existsSync(file)]).toEqual([file, true]);
    for (const proof of proofs) expect(filesOf(proof)).not.toHaveLength(0);
  });

  test("names only titles that stand in their files", () => {
    const missing = all.flatMap(({ id, proofs }) =>
      proofs.flatMap((proof) => {
        const text = filesOf(proof)
          .map((file) => readFileSync(file, "utf8"))
          .join("\n");
        const titles = "only" in proof ? (proof.only ?? []) : [];
        return titles.filter((title) => !text.includes(title)).map((title) => `${id}: ${title}`);
      }),
    );
    expect(missing).toEqual([]);
  });

  test("has every file that prints the figure of a promise among the proofs of that promise", () => {
    const sources = globSync("{tests,e2e,server,app,build,domain}/**/*.{ts,tsx}").filter((file) =>
      statSync(file).isFile(),
    );
    const printed = sources.flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/console\.(?:log|info)\(\s*[`"]([A-Z]-\d\d): /g)].map(([, id = ""]) => ({
        id,
        file: file.replaceAll("\\", "/"),
      })),
    );
    expect(printed.length).toBeGreaterThan(10);
    const strayed = printed.filter(
      ({ id, file }) => !promises.some((each) => each.id === id && each.proofs.flatMap(filesOf).includes(file)),
    );
    expect(strayed).toEqual([]);
  });
});
