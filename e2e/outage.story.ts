import { afterAll, beforeAll, expect, test } from "vitest";

import { openLead, searchLeads, signInAsAdministrator } from "./support/back-office.ts";
import { newPerson, reachSummary } from "./support/funnel.ts";
import { desktop, expectProblem, newVisitor } from "./support/pages.ts";
import { type RunningSite, startSite } from "./support/site.ts";

let site: RunningSite;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.stop());

test("With the API down the steps still come, and the lead arrives by itself when it is back", async () => {
  const person = newPerson();
  const visitor = await newVisitor({ siteUrl: site.url });
  expectProblem(/503/);
  expectProblem(/status of 503/);
  await site.pull({ api: "down" });
  await reachSummary(visitor, person);
  await visitor.getByText("Enregistrement en cours…").waitFor();

  await site.pull({ api: "ok" });
  await visitor.getByText("Réponses enregistrées").waitFor({ timeout: 45_000 });
  await expect.poll(() => visitor.evaluate(() => localStorage.getItem("pending_submissions"))).toBeNull();

  const admin = await newVisitor({ ...desktop, siteUrl: site.url });
  await signInAsAdministrator(admin, site.admin);
  await searchLeads(admin, person.lastName);
  await admin.getByText("Affichage de 1 leads").waitFor();
});

test("What waited when the page was closed arrives at the next visit, to any page", async () => {
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
  await expect
    .poll(() => nextVisit.evaluate(() => localStorage.getItem("pending_submissions")), { timeout: 30_000 })
    .toBeNull();
  const admin = await newVisitor({ ...desktop, siteUrl: site.url });
  await signInAsAdministrator(admin, site.admin);
  await searchLeads(admin, person.lastName);
  await openLead(admin, `${person.firstName} ${person.lastName}`);
});

test("A process killed right after the answer has the lead after its restart, and its event is delivered", async () => {
  const first = await startSite({ environment: {} });
  const person = newPerson();
  const visitor = await newVisitor({ siteUrl: first.url });
  await reachSummary(visitor, person);
  await visitor.getByText("Réponses enregistrées").waitFor();
  await first.kill();

  const again = await startSite({ dataDir: first.dataDir, environment: { PORT: new URL(first.url).port } });
  try {
    const admin = await newVisitor({ ...desktop, siteUrl: again.url });
    await signInAsAdministrator(admin, again.admin);
    await searchLeads(admin, person.lastName);
    await admin.getByText("Affichage de 1 leads").waitFor();
  } finally {
    await again.stop();
  }
});
