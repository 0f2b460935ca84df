import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { HtmlValidate } from "html-validate";
import { expect, onTestFinished, test } from "vitest";

import { activities, processingRegister } from "#subjects/legal/words/processing-register.ts";
import { processorRoles } from "#subjects/legal/words/processors.ts";
import { retentionRows } from "#subjects/legal/words/retention-rows.ts";
import { createTestContext } from "#tests/support/context.ts";

import { printDocument } from "./print-document.ts";
import { writeDocuments } from "./write-documents.ts";

const { site } = createTestContext({ db: undefined as never }).settings;
const now = new Date("2026-11-23T23:30:00Z");

function write(legal: Partial<typeof site.legal> = {}): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "documents-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const files = writeDocuments({ ...site, legal: { ...site.legal, ...legal } }, join(folder, "new"), now);
  return Object.fromEntries(files.map((file) => [file.slice(file.lastIndexOf("/") + 1), readFileSync(file, "utf8")]));
}

test("Three documents are written, each right in HTML, with the day in Paris and nothing fetched", async () => {
  const written = write();
  expect(Object.keys(written)).toEqual([
    "registre-des-traitements.html",
    "procedure-violation-de-donnees.html",
    "notification-cnil.html",
  ]);
  const validator = new HtmlValidate({ extends: ["html-validate:standard"] });
  for (const [name, html] of Object.entries(written)) {
    expect([name, (await validator.validateString(html)).results.flatMap(({ messages }) => messages)]).toEqual([
      name,
      [],
    ]);
    expect(html).toContain("24\u00a0novembre 2026");
    expect(html).toContain(site.legal.company);
    expect(html).not.toMatch(/<script|src=|href=|@import|undefined|\[object/);
  }
});

test("The register has every line of the terms and every kind of processor", () => {
  const kept = new Set(activities.flatMap(({ keeps }) => keeps));
  // What clients entrust has a section of its own.
  expect(Object.keys(retentionRows).filter((key) => !kept.has(key as never))).toEqual(["entrusted"]);
  const recipients = new Set(activities.flatMap((activity) => activity.recipients));
  expect(Object.keys(processorRoles).filter((role) => !recipients.has(role as never))).toEqual(["assistant"]);
});

test("The register lists all configured parties: processors, host, guarantee of a transfer, officer", () => {
  const processors = Object.keys(processorRoles).map((role, number) => ({
    role: role as never,
    name: `Prestataire <${number}> & Cie`,
    country: number === 0 ? "US" : "FR",
    transferGuarantee: number === 0 ? "clauses types de 2021" : "",
  }));
  const html = write({ processors, dataProtectionOfficer: "dpo@exemple.example" })["registre-des-traitements.html"]!;
  for (const number of processors.keys()) expect(html).toContain(`Prestataire &lt;${number}&gt; &amp; Cie`);
  expect(html).toContain("clauses types de 2021");
  expect(html).toContain("États-Unis");
  expect(html).toContain("dpo@exemple.example");
  expect(html).not.toContain("Prestataire <");
});

test("What the configuration leaves empty is marked, not left out", () => {
  const html = printDocument(processingRegister({ ...site, legal: { ...site.legal, siren: "" } }), "jour");
  expect(html).toContain("<dt>SIREN</dt><dd><mark>[à compléter]</mark></dd>");
});

test("The notice has what article 33 asks for, and the procedure its 72 hours", () => {
  const { "notification-cnil.html": notice, "procedure-violation-de-donnees.html": procedure } = write();
  for (const part of [
    "Nature",
    "Nombre approximatif de personnes",
    "Point de contact",
    "Conséquences probables",
    "Prises pour y remédier",
  ]) {
    expect(notice).toContain(part);
  }
  expect(procedure).toContain("72 heures");
  expect(procedure).toContain("Registre des violations");
});
