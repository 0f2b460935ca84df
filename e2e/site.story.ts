import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { pictureOf } from "#tests/fixtures/pictures.ts";

import { enterAsAdministrator } from "./support/back-office.ts";
import { takeExclusiveSite } from "./support/other-sites.ts";
import { desktop, expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";

/** What is published here would change the pages of other stories. */
const site = await takeExclusiveSite();

const textOf = async (path: string) => (await fetch(`${site.url}${path}`)).text();

async function fillEntry(page: Page, number: number, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    await page.locator(`[name="claims.testimonials.${number}.${name}"]`).fill(value);
  }
}

async function saveDraft(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Enregistrer le brouillon" }).click();
  await page.getByText("Brouillon enregistré. Rien n’est encore en ligne.").waitFor();
}

async function publish(page: Page, reason: string): Promise<void> {
  await page.getByLabel("Pourquoi ce changement").fill(reason);
  await page.getByRole("button", { name: "Publier" }).click();
  await page.getByText("C’est publié").waitFor();
}

test("An owner changes what is dated and a testimonial, sees it, publishes it, and takes it back", async () => {
  const page = await newVisitor({ siteUrl: site.url });
  await enterAsAdministrator(page, site.admin, "/admin/site");
  await page.getByText("Version 1 en ligne, aucun brouillon").waitFor();

  await page.locator('[name="offers.promotion.to"]').fill("2025-11-15");
  await page.getByRole("button", { name: "Conférences", exact: true }).click();
  await page.getByText("Édition 1", { exact: true }).click();
  await page.getByLabel(/^Lieu, ligne par ligne/).fill("Théâtre du Fil\n3 place des Ondes\n69001 Lyon");
  await page.getByRole("button", { name: "Témoignages", exact: true }).click();
  await page.getByRole("button", { name: /^Ajouter/ }).click();
  await fillEntry(page, 0, {
    text: "Plus un appel perdu depuis la rentrée.",
    name: "Noémie Carrel",
    role: "Gérante",
    source: "entretien du 3 octobre",
    date: "2025-10-03",
    consent: "accord écrit",
  });
  await page.getByText("3 changements non enregistrés").waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);
  await saveDraft(page);
  await page.getByRole("list", { name: "Ce qui change" }).getByText("Théâtre du Fil").waitFor();
  expect(await textOf("/conferences")).not.toContain("Théâtre du Fil");

  await page.getByLabel("Page", { exact: true }).selectOption("/conferences");
  await page.getByLabel("Jour", { exact: true }).fill("2025-11-20");
  await page.getByRole("button", { name: "Aperçu" }).click();
  const preview = page.getByRole("link", { name: /20 novembre 2025/ });
  expect(await textOf((await preview.getAttribute("href")) ?? "")).toContain("Théâtre du Fil");

  await page.setViewportSize(desktop.viewport);
  await expectAccessible(page);
  await publish(page, "Promotion prolongée, conférence à Lyon");
  await expect.poll(() => textOf("/conferences")).toContain("Théâtre du Fil");
  await expect.poll(() => textOf("/")).toContain("Noémie Carrel");
  await expect.poll(() => textOf("/secretariat")).toContain("15\u00a0novembre");

  await page.getByRole("button", { name: "Revenir à cette version" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Pourquoi ce changement").fill("La salle n’est pas libre");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Revenir à cette version" }).click();
  await page.getByText("Le site dit de nouveau ce que disait la version 1.").waitFor();
  await page.getByText("Retour à la version 1").waitFor();
  await expect.poll(() => textOf("/conferences")).not.toContain("Théâtre du Fil");
  expect(await textOf("/")).not.toContain("Noémie Carrel");
});

test("An owner sends a picture for a testimonial, and the pages show it", async () => {
  const page = await newVisitor({ siteUrl: site.url });
  await enterAsAdministrator(page, site.admin, "/admin/site?partie=temoignages");
  await page.getByRole("button", { name: /^Ajouter/ }).click();
  await fillEntry(page, 0, {
    text: "Elle décroche, je travaille.",
    name: "Noémie Carrel",
    role: "Gérante",
    source: "entretien du 3 octobre",
    date: "2025-10-03",
    consent: "accord écrit",
  });
  const picture = page.locator('[name="claims.testimonials.0.picture"]');
  expectProblem(/status of 415/);
  await picture.setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<!doctype html>") });
  await page.getByText("Ce fichier n’est pas une image").waitFor();
  const photo = await pictureOf(600, 600).jpeg().toBuffer();
  await picture.setInputFiles({ name: "photo.jpg", mimeType: "image/jpeg", buffer: photo });
  await page.getByText("Image envoyée").waitFor();
  await page.getByRole("button", { name: "Enregistrer le brouillon" }).click();
  await page.getByText("Décrivez l’image en quelques mots").first().waitFor();
  await page.getByLabel("Ce que montre l’image").fill("Noémie Carrel dans son atelier");
  await expectAccessible(page);
  await expectNoOverflow(page);
  await saveDraft(page);
  await publish(page, "Un témoignage de plus");

  const visitor = await newVisitor({ siteUrl: site.url });
  await expect.poll(() => textOf("/")).toContain("Noémie Carrel dans son atelier");
  await visitor.goto("/");
  const shown = visitor.getByRole("img", { name: "Noémie Carrel dans son atelier" });
  await shown.scrollIntoViewIfNeeded();
  const drawn = () => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.currentSrc]);
  await expect.poll(drawn).toEqual([240, expect.stringMatching(/\/images\/[0-9a-f]{32}\/240\.avif$/)]);
  await expectAccessible(visitor);
});

test("An owner writes an article, looks at it, publishes it, and gives it another address", async () => {
  const page = await newVisitor({ siteUrl: site.url });
  await enterAsAdministrator(page, site.admin, "/admin/site?partie=articles");
  await page.getByRole("button", { name: "Écrire un article" }).click();
  await page.getByLabel("Titre").fill("Tenir le téléphone en août");
  await page.getByLabel("Résumé").fill("Quand l’équipe est à moitié là.");
  await page.getByLabel("Description").fill("Trois façons de répondre en été.");
  await page.getByLabel("Texte").fill("## Avant de partir\n\nUn [lien](nulle-part).");
  await expectAccessible(page);
  await expectNoOverflow(page);
  expectProblem(/status of 400/);
  await page.getByRole("button", { name: "Mettre dans le brouillon" }).click();
  await page.getByText("le lien « nulle-part » ne mène à aucune page").waitFor();
  const text = "## Avant de partir\n\nUn [lien](secretariat), et :\n\n> **11** appels sans suite.";
  await page.getByLabel("Texte").fill(text);
  await page.getByRole("button", { name: "Mettre dans le brouillon" }).click();
  await page.getByText("L’article est dans le brouillon").waitFor();
  await saveDraft(page);
  expect((await fetch(`${site.url}/blog/tenir-le-telephone-en-aout`, { redirect: "manual" })).status).toBe(302);

  await page.getByLabel("Page", { exact: true }).selectOption("/blog");
  await page.getByRole("button", { name: "Aperçu" }).click();
  const preview = page.getByRole("link", { name: /Ouvrir «\sBlog/ });
  expect(await textOf((await preview.getAttribute("href")) ?? "")).toContain("Tenir le téléphone en août");
  await publish(page, "Un article pour l’été");

  const reader = await newVisitor({ siteUrl: site.url });
  await expect.poll(() => textOf("/blog")).toContain("Tenir le téléphone en août");
  await reader.goto("/blog/tenir-le-telephone-en-aout");
  await reader.getByRole("heading", { name: "Avant de partir" }).waitFor();
  await expectAccessible(reader);
  await expectNoOverflow(reader);

  await page.getByRole("button", { name: /^Modifier/ }).click();
  await page.getByLabel("Adresse", { exact: false }).fill("repondre-en-ete");
  await page.getByRole("button", { name: "Mettre dans le brouillon" }).click();
  await saveDraft(page);
  await publish(page, "Une adresse plus courte");
  await expect.poll(() => textOf("/blog")).toContain("/blog/repondre-en-ete");
  const moved = await fetch(`${site.url}/blog/tenir-le-telephone-en-aout`, { redirect: "manual" });
  expect([moved.status, moved.headers.get("location")]).toEqual([308, "/blog/repondre-en-ete"]);
});
