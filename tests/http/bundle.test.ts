import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

import { describe, expect, test } from "vitest";

const root = "dist/client";
/** The build's own list of them is not served: see server/site/site.test.ts. */
const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => !file.startsWith(".vite"));
const texts = files.filter((file) => [".js", ".css", ".html", ".json", ".svg", ".txt"].includes(extname(file)));

describe("What browsers are given", () => {
  test("holds no key, secret, address of a server or word of the back of the house", () => {
    const forbidden =
      /sb_secret_|sb_publishable_|whsec_|AUTH_SECRET|SECRET_KEY|DATABASE_URL|SMTP_URL|service_role|postgres(?:ql)?:\/\/|BEGIN [A-Z ]*PRIVATE KEY|\bprivate\.(?:submissions|deliveries|receivers)/;
    expect(texts.length).toBeGreaterThan(5);
    for (const file of texts)
      expect([file, forbidden.exec(readFileSync(join(root, file), "utf8"))?.[0]]).toEqual([file, undefined]);
    console.log(`S-25: ${texts.length} files of the bundle, 0 secrets`);
  });

  test("has no source map and names no source file's place", () => {
    expect(files.filter((file) => file.endsWith(".map") || file.endsWith(".ts") || file.endsWith(".tsx"))).toEqual([]);
    for (const file of texts) {
      const text = readFileSync(join(root, file), "utf8");
      expect([file, /sourceMappingURL|sourcesContent|file:\/\/|node_modules\//.exec(text)?.[0]]).toEqual([
        file,
        undefined,
      ]);
    }
  });
});
