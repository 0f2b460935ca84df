import { expect, test } from "vitest";

import { enterAsAdministrator } from "./support/back-office.ts";
import { expectAccessible, expectNoOverflow, newVisitor } from "./support/pages.ts";

/** As a French Excel saves it: semicolons, one byte for each letter. */
function fileOf(person: string): Buffer {
  const lines = [
    "Prénom;Nom;Courriel;Téléphone;À rappeler le",
    `Élodie;${person};${person}@exemple.fr;;`,
    `Élodie;${person};${person.toUpperCase()}@exemple.fr;;`,
    `Zoé;${person};;12;46352`,
  ];
  return Buffer.from(lines.join("\r\n"), "latin1");
}

test("A file is tried, imported once, and the whole import is taken back", async () => {
  const page = await newVisitor();
  await enterAsAdministrator(page, undefined, "/admin/importer");
  const person = `import${Date.now()}`;
  const file = { name: `${person}.csv`, mimeType: "text/csv", buffer: fileOf(person) };
  await page.getByLabel("Fichier CSV").setInputFiles(file);
  await page.getByText("3 lignes, 5 colonnes").waitFor();
  await page.getByText("Ligne 4, Rappeler le : date au format interne d’Excel").waitFor();
  await page.getByText("1 ligne en double").first().waitFor();
  await page.getByLabel("D’où vient ce fichier").fill("Salon de Lyon");
  await page.getByRole("button", { name: "Essayer sans rien enregistrer" }).click();
  await page.getByText("Essai terminé : 1 lead à créer, rien n’est enregistré.").waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);

  await page.getByRole("button", { name: "Importer 1 lead" }).click();
  await page.getByText("Import terminé : 1 lead créé, 1 ligne en double passée.").waitFor();
  await page.getByRole("button", { name: `Annuler cet import (${file.name})` }).click();
  await page.getByRole("button", { name: "Annuler l’import" }).click();
  await page.getByText("Import annulé : 1 lead retiré.").waitFor();
  expect(await page.getByRole("button", { name: `Annuler cet import (${file.name})` }).count()).toBe(0);
});
