import { createHmac } from "node:crypto";
import { readFile } from "node:fs/promises";

import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { openLead, searchLeads, enterAsAdministrator } from "./support/back-office.ts";
import { newPerson, type Person, reachSummary } from "./support/funnel.ts";
import { desktop, expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";
import { stripeSecret } from "./support/site.ts";

type Seal = { key?: string; at?: number };

/** The provider's scheme, written out: the time and the body, under the shared secret. */
function send(event: unknown, { key = stripeSecret, at = Date.now() }: Seal = {}): Promise<Response> {
  const [body, time] = [JSON.stringify(event), Math.floor(at / 1000)];
  const signature = createHmac("sha256", key).update(`${time}.${body}`).digest("hex");
  return fetch(`${inject("siteUrl")}/functions/v1/payment-events`, {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": `t=${time},v1=${signature}` },
    body,
  });
}

/** Of an order for the secretariat: nothing is due before the end of the trial. */
function paymentOf(reference: string, id: string, paid: Record<string, unknown> = {}) {
  const session = {
    object: "checkout.session",
    client_reference_id: reference,
    payment_status: "no_payment_required",
    amount_total: 0,
    currency: "eur",
    ...paid,
  };
  return { id, object: "event", type: "checkout.session.completed", data: { object: session } };
}

/** From an empty browser to the payment page. */
async function reachPayment(page: Page, person: Person): Promise<string> {
  await reachSummary(page, person);
  await page.getByRole("button", { name: "Confirmer et payer" }).click();
  await page.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();
  return new URL(page.url()).searchParams.get("client_reference_id") ?? "";
}

async function openBackOffice(): Promise<Page> {
  const page = await newVisitor(desktop);
  await enterAsAdministrator(page);
  return page;
}

async function paymentStatus(page: Page, person: Person): Promise<string | null> {
  await page.reload();
  await page.getByText(/^Affichage de \d+ leads$/).waitFor();
  await searchLeads(page, person.lastName);
  await page.getByText("Affichage de 1 leads").waitFor();
  const row = page.getByRole("row").filter({ hasText: person.lastName });
  return row
    .getByText(/^(Payé|Non payé)$/)
    .first()
    .textContent();
}

test("Who pays in the demonstration is paid in the back office, and reads what comes next", async () => {
  const person = newPerson("Claire");
  const visitor = await newVisitor();
  const reference = await reachPayment(visitor, person);
  await visitor.getByRole("button", { name: "Confirmer", exact: true }).click();
  await visitor.getByRole("heading", { name: "Merci" }).waitFor();

  const admin = await openBackOffice();
  expect(await paymentStatus(admin, person)).toBe("Payé");

  await visitor.getByRole("link", { name: "Voir les prochaines étapes" }).click();
  await visitor.getByRole("heading", { name: /^Commande validée\. Merci d'avoir choisi .+ !$/ }).waitFor();
  for (const width of [320, 390, 768, 1440]) {
    await visitor.setViewportSize({ width, height: 900 });
    await expectNoOverflow(visitor);
    if (width === 390 || width === 1440) await expectAccessible(visitor);
  }
  const [calendar] = await Promise.all([
    visitor.waitForEvent("download"),
    visitor.getByRole("button", { name: "Ajouter à mon agenda" }).click(),
  ]);
  expect(await readFile(await calendar.path(), "utf8")).toMatch(/^BEGIN:VCALENDAR\r\n[^]+DTSTART;VALUE=DATE:\d{8}\r\n/);

  await openSpaceFromMail(visitor, person);
  await changeGreeting(visitor, "Menuiserie Kerbrat, bonsoir.");
  await searchLeads(admin, person.lastName);
  await openLead(admin, `${person.firstName} ${person.lastName}`);
  await admin.getByText("Menuiserie Kerbrat, bonsoir.").first().waitFor();
  await admin.getByText("Réponses modifiées par la personne").waitFor();

  const month = paymentOf(reference, `evt_${reference}_month`, { payment_status: "paid", amount_total: 116_40 });
  expect((await send(month)).status).toBe(200);
  await attachSecondPayment(admin, person);
  await printReceipt(visitor);
  await openInvoice(visitor, admin, reference);
});

/** An order is paid once: another checkout of it waits for the team, which takes it here. */
async function attachSecondPayment(admin: Page, { firstName, lastName }: Person): Promise<void> {
  await admin.goto("/admin/paiements");
  const second = admin.getByRole("list", { name: "Payé une seconde fois" }).getByRole("listitem");
  const payment = second.filter({ hasText: lastName });
  await payment.getByText("116,40 €", { exact: true }).waitFor();
  await expectAccessible(admin);
  await payment.getByRole("button", { name: /^Rattacher à ce lead/ }).click();
  await admin.getByText(`Paiement rattaché à ${firstName} ${lastName}.`).waitFor();
  await admin.goBack();
}

/** Of the first month after the trial, which the stand-in of the provider charges when it is told to. */
async function openInvoice(page: Page, admin: Page, reference: string): Promise<void> {
  await page.goto("/demo");
  const payments = page.getByRole("region", { name: "Paiements" }).getByRole("group");
  const payment = payments.filter({ hasText: reference }).first();
  await payment.getByText("Secrétariat", { exact: false }).first().click();
  await expectAccessible(page);
  await payment.getByRole("button", { name: "Débiter l’échéance suivante" }).click();
  await page.goto("/dashboard");
  const invoice = page.getByRole("link", { name: /^Voir la facture du / });
  await invoice.waitFor();
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page);
  }
  await expectAccessible(page);
  const number = await page.getByText(/^Facture [0-9A-F]{8}-0002$/).textContent();

  await admin.reload();
  await admin.getByRole("link", { name: number ?? "" }).waitFor();
  await expectAccessible(admin);

  await invoice.click();
  await page.getByRole("heading", { name: number ?? "" }).waitFor();
  await page.getByText("L’entreprise est fictive, rien n’a été débité.", { exact: false }).waitFor();
  await page.getByText("116,40 €", { exact: true }).waitFor();
  await expectAccessible(page);
  await expectNoOverflow(page);
  expectProblem(/status of 404/);
  await page.goto(page.url().replace(/in_.*$/, "in_gone"));
  await page.getByRole("heading", { name: "Cette facture n’est plus là." }).waitFor();
}

/** Of the only payment that was of anything. */
async function printReceipt(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await page.reload();
  await page.getByText("Commande confirmée, aucun débit").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Imprimer le reçu" }).click();
  await page.locator("html[data-printed]").waitFor();
  const receipt = page.getByRole("region", { name: "Reçu de paiement" });
  expect(await receipt.isVisible()).toBe(false);

  await page.emulateMedia({ media: "print" });
  for (const words of [
    "97 €",
    "19,40 €",
    "116,40 €",
    "Démonstration : l’entreprise est fictive, rien n’a été débité.",
  ]) {
    await receipt.getByText(words, { exact: true }).waitFor();
  }
  expect(await page.getByRole("heading", { level: 1 }).allTextContents()).toContain("Reçu de paiement");
  expect(await page.getByRole("button", { name: "Se déconnecter" }).isVisible()).toBe(false);
  await expectAccessible(page);
  await page.emulateMedia({ media: "screen" });
}

/** By the link of the mail about the payment, with a password chosen at once: it serves once. */
async function openSpaceFromMail(page: Page, person: Person): Promise<void> {
  const read = async () => {
    const mails = await (await fetch(`${inject("siteUrl")}/demo/mail.json`)).json();
    const texts = (mails as { to: string; text: string }[]).filter(({ to }) => to === person.email);
    return texts.flatMap(({ text }) => /https?:\S+\/compte\/mot-de-passe#acces=\S+/.exec(text) ?? [])[0];
  };
  await expect.poll(read).toBeTruthy();
  const link = (await read()) ?? "";
  await page.goto(link);
  await page.getByRole("heading", { name: "Ouvrez votre espace client" }).waitFor();
  await page.getByText(person.email).waitFor();
  await expectAccessible(page);
  await page.getByLabel("Nouveau mot de passe").fill("Genêt-du-soir-82");
  await page.getByRole("button", { name: "Enregistrer le mot de passe" }).click();
  await page.getByRole("link", { name: "Ouvrir mon espace client" }).click();
  await page.getByRole("heading", { name: `Bonjour ${person.firstName}.` }).waitFor();

  expectProblem(/status of 409/);
  const late = await newVisitor();
  await late.goto(link);
  await late.getByText("Ce lien a déjà servi. Connectez-vous avec le mot de passe que vous avez choisi.").waitFor();
}

async function changeGreeting(page: Page, greeting: string): Promise<void> {
  const order = page.getByRole("region", { name: "Secrétariat" });
  await order.getByText("Commande confirmée").first().waitFor();
  await order.getByRole("button", { name: "Modifier mes réponses" }).click();
  await expectAccessible(page);
  await order.getByLabel("Phrase d’accueil").fill(greeting);
  await order.getByRole("button", { name: "Enregistrer" }).click();
  await order.getByText("C’est noté : l’équipe applique ce changement à votre service.").waitFor();
  await order.getByText(`« ${greeting} »`).waitFor();
  await expectNoOverflow(page);
}

fullTest("Who refuses to pay stays unpaid, and no address of the site changes that", async () => {
  const person = newPerson();
  const visitor = await newVisitor();
  await reachPayment(visitor, person);
  await visitor.getByRole("button", { name: "Refuser le paiement" }).click();
  await visitor.getByRole("heading", { name: "Paiement refusé." }).waitFor();
  await visitor.goto("/merci?offre=secretariat");
  await visitor.goto("/commande-validee");

  const admin = await openBackOffice();
  expect(await paymentStatus(admin, person)).toBe("Non payé");
});

fullTest("Forged, old and wrong payments pay nothing; a right one pays once, even when it is replayed", async () => {
  const person = newPerson();
  const visitor = await newVisitor();
  const event = paymentOf(await reachPayment(visitor, person), "evt_story");
  const admin = await openBackOffice();

  expect((await send(event, { key: "whsec_guessed" })).status).toBe(400);
  expect((await send(event, { at: Date.now() - 301_000 })).status).toBe(400);
  expect(await paymentStatus(admin, person)).toBe("Non payé");

  const tooLittle = { payment_status: "paid", amount_total: 1, currency: "usd" };
  const ofCheapest = { metadata: { offer: "secretariat", volume: "10" } };
  for (const [index, paid] of [tooLittle, ofCheapest].entries()) {
    expect((await send(paymentOf(event.data.object.client_reference_id, `evt_wrong_${index}`, paid))).status).toBe(200);
  }
  expect(await paymentStatus(admin, person)).toBe("Non payé");

  expect((await send(event)).status).toBe(200);
  expect(await paymentStatus(admin, person)).toBe("Payé");
  expect(await (await send(event)).json()).toEqual({ received: true });
  expect(await paymentStatus(admin, person)).toBe("Payé");
});

fullTest("A payment that the site knows before the answers waits for them", async () => {
  const person = newPerson();
  const visitor = await newVisitor();
  expectProblem(/Failed to load resource/);
  await visitor.route("**/rest/v1/rpc/create_lead_without_auth*", (route) => route.abort());
  const reference = await reachPayment(visitor, person);
  expect((await send(paymentOf(reference, "evt_early"))).status).toBe(200);

  await visitor.unroute("**/rest/v1/rpc/create_lead_without_auth*");
  await visitor.goto("/");
  const waiting = () => visitor.evaluate(() => localStorage.getItem("pending_submissions"));
  await expect.poll(waiting).toBeNull();
  const admin = await openBackOffice();
  expect(await paymentStatus(admin, person)).toBe("Payé");
});
