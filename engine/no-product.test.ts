import { globSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { importsOf } from "../build/rooms/import-graph.ts";

const isTest = (file: string) => file.endsWith(".test.ts");
const files = globSync("engine/**/*.{ts,md}").filter((file) => !isTest(file));

/** What is sold, to whom and by whom; words of the French that visitors read. */
const productWords = new Set(
  (
    "lead leads funnel funnels secretariat newsletter newsletters conference conferences prospect prospects " +
    "suivi relance stripe invoice invoices siren ariane compte inscription adresse connexion bonjour vous votre"
  ).split(" "),
);

/** The verb, what an advisory lock answers, and names that stored rows and older backups bear. */
const otherMeanings =
  /\bleads? (?:to|out)\b|\b(?:it|mail|who|moved|that|may) leads?\b|\bas leads\b|\bleads: boolean|\.leads\b|\blead_id\b|ariane-(?:backup|\$|\\d)/g;

function findProductWords(text: string): string[] {
  return text.split("\n").filter((line) => {
    const words = line.replaceAll(otherMeanings, "").match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
    return words.some((word) => productWords.has(word.toLowerCase()));
  });
}

test("A word of the product is found, also within a name, and the verb is not", () => {
  const found = findProductWords(
    "const leadId = 1;\n// where a mail leads to\nread(openLeads);\nmailableAddress\nisLeader\nfunnel_steps",
  );
  expect(found).toEqual(["const leadId = 1;", "read(openLeads);", "funnel_steps"]);
});

test("The engine holds no word of the product", () => {
  const found = files.flatMap((file) =>
    findProductWords(readFileSync(file, "utf8")).map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
  expect(files.length).toBeGreaterThan(150);
});

test("The engine imports nothing but itself and the kit", () => {
  const outside = files
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => importsOf(file, readFileSync(file, "utf8")).map((to) => `${file} → ${to}`))
    .filter((arrow) => !/ → (?:engine|kit)\//.test(arrow));
  expect(outside).toEqual([]);
});
