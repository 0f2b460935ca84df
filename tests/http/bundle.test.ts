import { readdirSync, readFileSync, statSync } from "node:fs";
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

type Manifest = Record<string, { file: string; imports?: string[] }>;

describe("Scripts", () => {
  const manifest = JSON.parse(readFileSync(join(root, ".vite/manifest.json"), "utf8")) as Manifest;
  const entry = "app/admin/shell/main.tsx";

  /** In Brotli, where a file is large enough to be compressed. */
  function weigh(file: string): number {
    const compressed = `${file}.br`;
    return statSync(join(root, files.includes(compressed) ? compressed : file)).size;
  }

  /** What comes with these sources, without what they ask for later. */
  function filesOf(sources: string[]): Set<string> {
    const found = new Set<string>();
    const visit = (source: string) => {
      const { file, imports = [] } = manifest[source] ?? { file: `no ${source} in the build` };
      if (found.has(file)) return;
      found.add(file);
      for (const imported of imports) visit(imported);
    };
    for (const source of sources) visit(source);
    return found;
  }

  function weighAll(sources: string[]): number {
    const scripts = [...filesOf(sources)];
    expect(scripts.length).toBeGreaterThan(3);
    return scripts.reduce((sum, file) => sum + weigh(file), 0);
  }

  test.each(["today/today-screen", "list/leads-screen", "board/board-screen"])(
    "of the desk are at most 250 KB before %s",
    (screen) => {
      expect(weighAll([entry, `subjects/leads/desk/${screen}.tsx`])).toBeLessThanOrEqual(250_000);
    },
  );

  test("that islands and funnels share are at most 84 KB: React, rules of offers, form fields", () => {
    const shared = Object.keys(manifest).filter((name) => name.startsWith("_islands-"));
    expect(shared).toHaveLength(1);
    expect(weighAll(shared)).toBeLessThanOrEqual(84_000);
  });
});
