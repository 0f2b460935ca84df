import { createHmac, randomUUID } from "node:crypto";

import { expect, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { goToScreen, enterAsAdministrator } from "./support/back-office.ts";
import { takeExclusiveSite } from "./support/other-sites.ts";
import { desktop, expectAccessible, expectNoOverflow, newVisitor } from "./support/pages.ts";
import { publishableKey, stripeSecret } from "./support/site.ts";

/** The back office counts all that went wrong on it. */
const site = await takeExclusiveSite();

function send(path: string, body: unknown, headers: Record<string, string> = {}) {
  return fetch(`${site.url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", apikey: publishableKey, ...headers },
    body: JSON.stringify(body),
  });
}

async function submitLead(firstName: string, lastName: string, email: string): Promise<string> {
  const path = "/rest/v1/rpc/create_lead_without_auth";
  const reference = randomUUID();
  const answers = {
    first_name_param: firstName,
    last_name_param: lastName,
    calls_per_month_param: 500,
    idempotency_key_param: reference,
  };
  const sent = await send(path, { email_param: email, funnel_origin_param: "secretariat", ...answers });
  expect(sent.status).toBe(200);
  return reference;
}

async function pay(reference: string, email: string, paid: Record<string, unknown> = {}): Promise<void> {
  const session = {
    object: "checkout.session",
    client_reference_id: reference,
    payment_status: "paid",
    amount_total: 71_640,
    currency: "eur",
    customer_details: { email },
    ...paid,
  };
  const event = {
    id: `evt_${randomUUID()}`,
    object: "event",
    type: "checkout.session.completed",
    data: { object: session },
  };
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac("sha256", stripeSecret)
    .update(`${time}.${JSON.stringify(event)}`)
    .digest("hex");
  const answer = await send("/functions/v1/payment-events", event, { "stripe-signature": `t=${time},v1=${signature}` });
  expect(answer.status).toBe(200);
}

type Posted = { webhookId: string; status: number; body: unknown };

/** What the receiver was sent about this address. */
async function received(email: string): Promise<Posted[]> {
  const posted = (await (await fetch(`${site.url}/demo/webhooks.json`)).json()) as Posted[];
  return posted.filter(({ body }) => JSON.stringify(body).includes(email));
}

test("A delivery that gave up is sent again from « Livraisons », once, and then everything has left", async () => {
  await site.pull({ webhooks: "410" });
  await submitLead("Hélène", "Ravel", "helene@ravel.example");
  await expect.poll(async () => (await received("helene@ravel.example")).length).toBeGreaterThan(0);

  const page = await newVisitor({ siteUrl: site.url });
  await enterAsAdministrator(page, site.admin);
  await goToScreen(page, "Livraisons", 1);
  const given = page.getByRole("list", { name: "Abandonnées" }).getByRole("listitem");
  await given.getByText("Le destinataire a demandé de ne plus rien recevoir").waitFor();
  await given.getByRole("link", { name: "Hélène Ravel" }).waitFor();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.setViewportSize(desktop.viewport);
  await expectAccessible(page);

  await site.pull({ webhooks: "ok" });
  await given.getByRole("button", { name: /^Renvoyer/ }).click();
  await page.getByText("La livraison est de nouveau en route.").waitFor();
  await page.getByText("Tout est parti.").waitFor();
  await expectAccessible(page);
  const questionnaires = await received("helene@ravel.example");
  expect(questionnaires.map(({ status }) => status)).toEqual([200, 410]);
  expect(new Set(questionnaires.map(({ webhookId }) => webhookId)).size).toBe(1);
  await page.getByRole("link", { name: "Livraisons", exact: true }).waitFor();
});

fullTest("A payment without a lead is attached to the lead it is for, and leaves the list", async () => {
  await submitLead("Claire", "Marsault", "claire@marsault.example");
  await pay("commande_42", "claire@marsault.example");
  const page = await newVisitor({ siteUrl: site.url });
  await enterAsAdministrator(page, site.admin);
  await goToScreen(page, "Paiements", 1);
  const payment = page.getByRole("list", { name: "Payé, sans lead" }).getByRole("listitem").first();
  await payment.getByText("commande_42").waitFor();
  await payment.getByRole("button", { name: /^Rattacher à un lead/ }).press("Enter");
  const choose = payment.getByRole("button", { name: "Rattacher à Claire Marsault, Secrétariat" });
  await choose.waitFor();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.setViewportSize(desktop.viewport);
  await expectAccessible(page);

  await choose.click();
  await page.getByText("Paiement rattaché à Claire Marsault.").waitFor();
  await page.getByText("Tout est rattaché.").waitFor();
  await page.getByRole("link", { name: "Leads", exact: true }).click();
  await page.getByRole("switch", { name: "Paiement de Claire Marsault", checked: true }).waitFor();
});

fullTest(
  "A payment that is not what its lead owes waits, with both figures, until an administrator takes it",
  async () => {
    const email = "paul@figuier.example";
    const reference = await submitLead("Paul", "Figuier", email);
    await pay(reference, email, { amount_total: 1, currency: "usd" });
    const page = await newVisitor({ siteUrl: site.url });
    await enterAsAdministrator(page, site.admin);
    await page.getByRole("switch", { name: "Paiement de Paul Figuier", checked: false }).waitFor();
    await goToScreen(page, "Paiements", 1);
    const payment = page.getByRole("list", { name: "Différent de la commande" }).getByRole("listitem").first();
    for (const fact of [/^0,01\s\$US$/, /^0,00\s€ ou 4\s796,40\s€$/, "Une commande se règle en euros."]) {
      await payment.getByText(fact).waitFor();
    }
    await payment.getByRole("button", { name: /^Choisir un autre lead/ }).click();
    await payment.getByRole("button", { name: "Rattacher à Paul Figuier, Secrétariat" }).waitFor();
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoOverflow(page);
      await expectAccessible(page);
    }

    await payment.getByRole("button", { name: /^Rattacher à ce lead/ }).click();
    await page.getByText("Paiement rattaché à Paul Figuier.").waitFor();
    await page.getByText("Tout est rattaché.").waitFor();
    await page.getByRole("link", { name: "Leads", exact: true }).click();
    await page.getByRole("switch", { name: "Paiement de Paul Figuier", checked: true }).waitFor();
  },
);
