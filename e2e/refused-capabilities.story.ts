import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { findLead } from "./support/back-office.ts";
import { newPerson, reachSummary } from "./support/funnel.ts";
import { fillClosing, openClosing, orderButton } from "./support/orders.ts";
import { expectAccessible, expectProblem, newVisitor } from "./support/pages.ts";
import { type RunningSite, startSite } from "./support/site.ts";

/** Its wires are cut: one story after the other. */
let site: RunningSite;

beforeAll(async () => {
  site = await startSite();
});

afterEach(() => site.pull({ api: "ok" }));
afterAll(() => site.stop());

const refusal = /^Vos réponses n'ont pas pu être enregistrées : écrivez-nous à .+@/;

test("In a browser that keeps no site data the lead arrives and is paid for", async () => {
  const person = newPerson();
  const visitor = await newVisitor({ siteUrl: site.url, keepsNothing: true });
  await visitor.goto("/");
  const refused = await visitor.evaluate(async () => {
    const nameOf = (cause: Error) => cause.name;
    const storage = await new Promise((resolve) => resolve(localStorage.length)).catch(nameOf);
    return [storage, await navigator.locks.request("any", () => "granted").catch(nameOf)];
  });
  expect(refused, "nothing is kept here").toEqual(["SecurityError", "SecurityError"]);

  await reachSummary(visitor, person);
  await visitor.getByText("Réponses enregistrées").waitFor();
  await expectAccessible(visitor);
  await visitor.getByRole("button", { name: "Confirmer et payer" }).click();
  await visitor.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();
  await findLead(person, site);
});

fullTest("Nothing is paid for answers that neither the server nor the browser keeps", async () => {
  const person = newPerson();
  const visitor = await newVisitor({ siteUrl: site.url, keepsNothing: true });
  expectProblem(/status of 503/);
  await site.pull({ api: "down" });
  await reachSummary(visitor, person);
  await visitor.getByText("Enregistrement en cours…").waitFor();
  await visitor.getByRole("button", { name: "Confirmer et payer" }).click();
  await visitor.getByRole("status").getByText(refusal).waitFor();
  await expectAccessible(visitor);

  await site.pull({ api: "ok" });
  await visitor.getByText("Réponses enregistrées").waitFor();
  await visitor.getByRole("button", { name: "Confirmer et payer" }).click();
  await visitor.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();
  await findLead(person, site);
});

fullTest("Answers that the browser keeps are paid for while the server is away", async () => {
  const visitor = await newVisitor({ siteUrl: site.url });
  expectProblem(/status of 503/);
  await site.pull({ api: "down" });
  await reachSummary(visitor, newPerson());
  await visitor.getByText("Enregistrement en cours…").waitFor();
  await visitor.getByRole("button", { name: "Confirmer et payer" }).click();
  await visitor.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();
});

fullTest("Nothing is paid for answers that the server refused", async () => {
  const visitor = await newVisitor({ siteUrl: site.url });
  expectProblem(/status of 422|The server refused the answers/);
  await visitor.route(/create_lead_without_auth/, (route) => route.fulfill({ status: 422, json: {} }));
  await reachSummary(visitor, newPerson());
  await visitor.getByRole("status").getByText(refusal).waitFor();
  await visitor.getByRole("button", { name: "Confirmer et payer" }).click();
  await visitor.getByRole("button", { name: "Confirmer et payer" }).waitFor();
  expect(new URL(visitor.url()).pathname).toBe("/inscription-secretariat");
  await visitor.getByRole("status").getByText(refusal).waitFor();
});

fullTest("The closing order arrives from a browser that keeps no site data", async () => {
  const person = newPerson();
  const visitor = await newVisitor({ siteUrl: site.url, keepsNothing: true });
  await openClosing(visitor);
  await fillClosing(visitor, person);
  await orderButton(visitor).click();
  await visitor.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();
  await findLead(person, site);
});
