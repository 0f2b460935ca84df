import { afterEach, expect, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";
import { fullTest } from "#tests/support/full-test.ts";

import { findLead } from "./support/back-office.ts";
import { newPerson, openFunnel, reachSummary } from "./support/funnel.ts";
import {
  fillClosing,
  fillConference,
  openClosing,
  openConference,
  orderButton,
  placeButton,
} from "./support/orders.ts";
import { takeExclusiveSite } from "./support/other-sites.ts";
import { expectAccessible, expectProblem, newVisitor } from "./support/pages.ts";
import { webhooksAbout } from "./support/webhooks.ts";

/** The site whose wires are cut: one story after the other. */
const site = await takeExclusiveSite();

afterEach(() => site.pull({ api: "ok", identity: "ok" }));

test("With the API down the steps still come, and the lead arrives by itself when it is back", async () => {
  const person = newPerson();
  const visitor = await newVisitor({ siteUrl: site.url });
  expectProblem(/503/);
  expectProblem(/status of 503/);
  await site.pull({ api: "down" });
  await reachSummary(visitor, person);
  await visitor.getByText("Enregistrement en cours…").waitFor();

  await site.pull({ api: "ok" });
  await visitor.getByText("Réponses enregistrées").waitFor();
  await expect.poll(() => visitor.evaluate(() => localStorage.getItem("pending_submissions"))).toBeNull();

  await findLead(person, site);
});

fullTest("What waited when the page was closed arrives at the next visit, to any page", async () => {
  const person = newPerson();
  const visitor = await newVisitor({ siteUrl: site.url });
  expectProblem(/503/);
  await site.pull({ api: "down" });
  await reachSummary(visitor, person);
  await visitor.getByText("Enregistrement en cours…").waitFor();
  const context = visitor.context();
  await visitor.close();
  await site.pull({ api: "ok" });

  const nextVisit = await context.newPage();
  await nextVisit.goto(`${site.url}/`);
  await expect.poll(() => nextVisit.evaluate(() => localStorage.getItem("pending_submissions"))).toBeNull();
  await findLead(person, site);
});

test("With the API down the order says so and keeps everything; it leaves by itself, and a second try pays for the same one", async () => {
  const person = newPerson();
  const visitor = await newVisitor({ siteUrl: site.url });
  expectProblem(/status of 503/);
  await openClosing(visitor);
  await fillClosing(visitor, person);
  await site.pull({ api: "down" });
  await orderButton(visitor).click();
  await visitor
    .getByRole("alert")
    .getByText(/momentanément/)
    .waitFor();
  await visitor.getByText(/seront renvoyées automatiquement/).waitFor();
  expect(await visitor.getByLabel("Fonction").inputValue()).toBe("Directrice commerciale");
  await expectAccessible(visitor);

  await site.pull({ api: "ok" });
  const waiting = () => visitor.evaluate(() => localStorage.getItem("pending_submissions"));
  await expect.poll(waiting).toBeNull();
  await orderButton(visitor).click();
  await visitor.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();

  await findLead(person, site);
  await expect.poll(async () => (await webhooksAbout(person.email, site.url)).length).toBe(1);
});

fullTest(
  "With the API down the registration still comes to its panel and payment; it leaves from the next page opened",
  async () => {
    const person = newPerson();
    const visitor = await newVisitor({ siteUrl: site.url });
    expectProblem(/status of 503/);
    await openConference(visitor);
    await fillConference(visitor, person);
    await site.pull({ api: "down" });
    await placeButton(visitor).click();
    await visitor.getByRole("heading", { name: "Inscription réussie !" }).waitFor();
    await visitor.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();

    await site.pull({ api: "ok" });
    await visitor.getByRole("button", { name: "Payer", exact: true }).click();
    await visitor.getByRole("heading", { name: "Merci" }).waitFor();
    const waiting = () => visitor.evaluate(() => localStorage.getItem("pending_submissions"));
    await expect.poll(waiting).toBeNull();
    await findLead(person, site);
  },
);

test.each(
  sampleOf(
    [
      ["refuse", "Erreur lors de la connexion avec Google"],
      ["error", "Une erreur inattendue est survenue avec Google"],
    ],
    1,
  ),
)("When the identity provider answers %s, step 1 says '%s'", async (state, sentence) => {
  await site.pull({ identity: state });
  const page = await newVisitor({ siteUrl: site.url });
  await openFunnel(page);
  await page.getByRole("button", { name: "Continuer avec Google" }).click();
  await page.getByText(sentence).waitFor();
  await page.getByRole("heading", { name: "Votre inscription" }).waitFor();
});
