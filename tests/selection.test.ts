import { globSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { extraProofs, projectsOf } from "./promises.ts";
import { type Engine, engineRules, engines, enginesFor, isProvedOnly, isQuick } from "./selection.ts";

const files = globSync("tests/*/**/*.test.ts").map((file) => file.replaceAll("\\", "/"));

describe("The engines of a file", () => {
  test("has a rule for every file of integration tests, and for no file that is gone", () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((file) => enginesFor(file).length > 0).length).toBeGreaterThan(files.length * 0.9);
    for (const { path } of engineRules)
      expect([path, files.some((file) => file.startsWith(path))]).toEqual([path, true]);
  });

  test("has one rule for each path", () => {
    expect(new Set(engineRules.map(({ path }) => path)).size).toBe(engineRules.length);
  });

  test("runs what is tried on one engine only, on that engine", () => {
    const asks = (file: string, engine: Engine) => readFileSync(file, "utf8").includes(`testEngine === "${engine}"`);
    const chosen = files.filter((file) => enginesFor(file).length > 0);
    const missed = engines.flatMap((engine) =>
      chosen.filter((file) => asks(file, engine) && !enginesFor(file).includes(engine)).map((file) => [file, engine]),
    );
    expect(missed).toEqual([]);
  });

  test("leaves nothing out that `npm run prove` does not run on both", () => {
    const everything = extraProofs.find(({ id }) => id === "engines")!.proofs[0]!;
    expect(projectsOf(everything)).toEqual(engines);
    expect(everything).toMatchObject({ files: ["tests/"] });
    expect(everything).not.toHaveProperty("only");
    const stories = extraProofs.find(({ id }) => id === "stories")!.proofs[0]!;
    expect(stories).toEqual({ files: ["e2e/"] });
    expect(globSync("e2e/*.story.ts").some((file) => isProvedOnly(file.replaceAll("\\", "/")))).toBe(true);
  });

  test.each<[string, readonly Engine[]]>([
    ["tests/rest/hostile.test.ts", ["postgres"]],
    ["tests/rest/reads.test.ts", ["embedded", "postgres"]],
    ["tests/db/embedded-folder.test.ts", ["embedded"]],
  ])("takes the longest rule that fits: %s", (file, expected) => {
    expect(enginesFor(file)).toEqual(expected);
  });

  test("refuses a file that it does not know", () => {
    expect(() => enginesFor("tests/new/thing.test.ts")).toThrow("tests/new/thing.test.ts");
  });
});

describe("A quick run", () => {
  test("has what stands beside its source, and some files of integration on one engine", () => {
    expect(isQuick("kit/civil-date.test.ts", "unit")).toBe(true);
    expect(isQuick("app/render/render-page.test.tsx", "unit")).toBe(false);
    const quick = (project: string) => files.filter((file) => isQuick(file, project));
    expect(quick("embedded").length).toBeGreaterThan(5);
    expect(quick("postgres")).toEqual([]);
    expect(isQuick("e2e/main-job.story.ts", "e2e")).toBe(false);
  });
});
