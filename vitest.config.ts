import { globSync, readFileSync } from "node:fs";

import { defineConfig } from "vitest/config";

import { LongestFirst } from "./tests/support/longest-first.ts";
import { patienceMs } from "./tests/support/patience.ts";
import { shortLivedFlags } from "./tests/support/short-lived.ts";
import site from "./vite.config.ts";

const besideSources = [
  "{app,build,content,design,domain,engine,kit,server,scripts,subjects}/**/*.test.{ts,tsx}",
  "tests/*.test.ts",
];
/** Those that say on their first line that they need a document. */
const withDocument = globSync(besideSources).filter((file) =>
  readFileSync(file, "utf8").startsWith("// @vitest-environment happy-dom"),
);

/** Tests compile the sources as the site is built. */
export default defineConfig({
  ...site,
  test: {
    // Most tests wait for a database or a browser: more of them than cores.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    setupFiles: "tests/support/patient-waits.ts",
    expect: { poll: { timeout: patienceMs.wait } },
    projects: [
      {
        extends: true,
        // React as visitors meet it: of each element the other build keeps where it was made, two thirds of its time.
        oxc: { jsx: { development: false } },
        test: {
          name: "unit",
          env: { NODE_ENV: "production" },
          // No module of the sources keeps anything (build/rooms/module-state.test.ts): each is read once for many files.
          isolate: false,
          include: besideSources,
          exclude: withDocument,
          testTimeout: patienceMs.unit,
        },
      },
      {
        extends: true,
        test: {
          name: "unit-document",
          // Each file in a context of its own, not in a process: a third less of processor.
          pool: "vmThreads",
          include: withDocument,
          setupFiles: "tests/support/document-setup.ts",
          testTimeout: patienceMs.unit,
        },
      },
      {
        extends: true,
        test: {
          name: "embedded",
          // One process opens the engine once for many files: see tests/support/shared-database.ts.
          isolate: false,
          include: ["tests/*/**/*.test.ts"],
          // They go from one engine to the other, and begin at a server.
          exclude: ["tests/backup/**"],
          env: { TEST_ENGINE: "embedded" },
          execArgv: shortLivedFlags,
          globalSetup: "tests/support/global-setup.ts",
          testTimeout: patienceMs.integration,
          hookTimeout: patienceMs.integration,
        },
      },
      {
        extends: true,
        test: {
          name: "postgres",
          isolate: false,
          include: ["tests/*/**/*.test.ts"],
          env: { TEST_ENGINE: "postgres" },
          // Backups go from one engine to the other.
          execArgv: shortLivedFlags,
          globalSetup: "tests/support/global-setup.ts",
          testTimeout: patienceMs.integration,
          hookTimeout: patienceMs.integration,
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          // One browser for all stories of a process: see e2e/support/pages.ts.
          isolate: false,
          include: ["e2e/**/*.story.ts"],
          globalSetup: "e2e/support/global-setup.ts",
          setupFiles: "e2e/support/setup.ts",
          // Five browsers on two cores. What passes at its second try is told with « retry »: a fault to find.
          retry: 1,
          testTimeout: patienceMs.story,
          hookTimeout: patienceMs.story,
        },
      },
    ],
  },
});
