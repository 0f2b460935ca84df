import { generateKeyPairSync, randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { defineConfig, defineProject } from "vitest/config";

import { SuiteReport } from "./report.ts";

const folder = layOut();

/** The suite as its authors have it: `test` beside `src`, which is the installed client's. */
function layOut(): string {
  const made = mkdtempSync(join(tmpdir(), "auth-suite-"));
  cpSync("tests/fixtures/auth-js/test", join(made, "test"), { recursive: true });
  cpSync("node_modules/@supabase/auth-js/src", join(made, "src"), { recursive: true });
  for (const file of readdirSync(made, { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".ts.txt")) renameSync(join(made, file), join(made, file.slice(0, -".txt".length)));
  }
  // As their generate-signing-keys.js does.
  const key = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ format: "jwk" });
  const jwk = { ...key, kid: randomUUID(), key_ops: ["sign", "verify"], alg: "RS256" };
  writeFileSync(join(made, "test/supabase/signing_keys.json"), JSON.stringify([jwk]));
  return made;
}

const onEngine = (name: "embedded" | "postgres") =>
  defineProject({
    resolve: {
      alias: {
        jsonwebtoken: resolve("tests/auth-suite/json-web-token.ts"),
        "@faker-js/faker": resolve("tests/auth-suite/faker.ts"),
      },
    },
    plugins: [
      {
        name: "require-inside-a-case",
        enforce: "pre",
        transform(code, id) {
          if (!id.startsWith(folder) || !code.includes("require(")) return undefined;
          const jwt = code.replaceAll("require('jsonwebtoken')", "(await import('jsonwebtoken')).default");
          return jwt.replaceAll("require('./lib/clients')", "(await import('./lib/clients'))");
        },
      },
    ],
    test: {
      name,
      dir: folder,
      include: ["test/**/*.test.ts"],
      globals: true,
      globalSetup: resolve("tests/support/global-setup.ts"),
      setupFiles: resolve("tests/auth-suite/setup.ts"),
      env: { TEST_ENGINE: name },
      provide: { suiteFolder: folder },
      // Their cases share users and run in a row.
      fileParallelism: false,
      testTimeout: 30_000,
      hookTimeout: 120_000,
      sequence: { hooks: "list" },
    },
  });

export default defineConfig({
  test: {
    projects: [onEngine("embedded"), onEngine("postgres")],
    reporters: [new SuiteReport(), "json"],
    silent: true,
  },
});
