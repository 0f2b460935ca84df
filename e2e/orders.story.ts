import type { Page } from "playwright-core";
import { expect, inject, onTestFinished, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";
import { fullTest } from "#tests/support/full-test.ts";

import { findLead } from "./support/back-office.ts";
import { newPerson } from "./support/funnel.ts";
import {
  fillClosing,
  fillConference,
  openClosing,
  openConference,
  orderButton,
  placeButton,
} from "./support/orders.ts";
import { openProductionSite } from "./support/other-sites.ts";
import { desktop, expectAccessible, expectNoOverflow, expectProblem, keepFrom, newVisitor } from "./support/pages.ts";
import { startSite } from "./support/site.ts";
import { webhooksAbout } from "./support/webhooks.ts";

test.each(sampleOf(["/closing", "/conferences"], 1))(
  "After its dates %s is as accessible, and as narrow as its screen",
  async (route) => {
    const { url: siteUrl } = await openProductionSite();
    const page = await newVisitor({ siteUrl });
    await page.goto(route);
    await expectAccessible(page);
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoOverflow(page);
    }
  },
);

/** What has moved by itself since the page was opened. */
function layoutShiftOf(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries()) sum += "value" in shift ? Number(shift.value) : 0;
        }).observe({ type: "layout-shift", buffered: true });
        setTimeout(() => resolve(sum), 200);
      }),
  );
}

/** Runs in the page: what it has loaded of script, compressed. */
function readScriptBytes(): number {
  const files = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  return files.filter(({ name }) => name.endsWith(".js")).reduce((sum, file) => sum + file.encodedBodySize, 0);
}

/** Runs in the page: what moves on the ticket. */
function readLastLamp(): string[] {
  const jacks = document.querySelector(".order-ticket-jacks");
  const moved = (element: Element | null | undefined, part?: string) =>
    element ? getComputedStyle(element, part).animationName : "";
  return [moved(jacks, "::before"), moved(jacks?.lastElementChild)];
}

test("A company orders calls and pays; the receiver and an administrator know what it wants", async () => {
  const person = newPerson("Claire");
  const visitor = await newVisitor();
  await openClosing(visitor);
  await expect
    .poll(() =>
      visitor
        .getByLabel("Prénom")
        .boundingBox()
        .then((box) => box && box.y < 844),
    )
    .toBe(true);
  await fillClosing(visitor, person);
  await orderButton(visitor).click();

  await visitor.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();
  const { searchParams, pathname } = new URL(visitor.url());
  expect([pathname, searchParams.get("prefilled_email")]).toEqual(["/demo/paiement/closing", person.email]);
  await visitor.getByText(/^500\s€\sHT/).waitFor();
  await visitor.getByText(/^ ?600\s€\sTTC/).waitFor();
  expect(await visitor.evaluate(() => localStorage.getItem("pending_submissions"))).toBeNull();
  await visitor.getByRole("button", { name: "Payer", exact: true }).click();
  await visitor.getByRole("heading", { name: "Merci" }).waitFor();
  const ticket = visitor.getByRole("region", { name: "Votre commande" });
  await ticket.getByText("2 000 appels").waitFor();
  await ticket.getByText(searchParams.get("client_reference_id")!).waitFor();
  await ticket.getByText(`${person.firstName}, ${person.email}`).waitFor();
  await visitor.getByRole("link", { name: "Appelez votre assistante de test" }).waitFor();
  expect(await layoutShiftOf(visitor)).toBe(0);
  expect(await visitor.evaluate(readScriptBytes)).toBeLessThanOrEqual(4096);
  expect(await visitor.evaluate(readLastLamp)).toEqual(["cord-arrives", "last-lamp"]);
  await expectAccessible(visitor);

  await expect.poll(async () => (await webhooksAbout(person.email)).length).toBe(1);
  const [webhook] = await webhooksAbout(person.email);
  expect(webhook?.isSignatureValid).toBe(true);
  const { consents, timestamp, ...body } = webhook!.body;
  expect(body).toEqual({
    event: "closing.registered",
    reference: searchParams.get("client_reference_id"),
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    phone: "06 39 98 77 31",
    companyName: person.company,
    businessType: "",
    funnel: "closing",
    role: "Directrice commerciale",
    prospectsCount: "environ 2 000",
    objectives: ["meetings"],
    source: `${inject("siteUrl")}/closing`,
  });
  expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(consents).toMatchObject({
    terms: { granted: true },
    certification: { granted: true },
    calls: { granted: false },
  });

  const admin = await findLead(person);
  const file = admin.getByRole("complementary");
  // The history holds the same words, folded.
  for (const answer of ["Directrice commerciale", "environ 2 000", "Prendre des rendez-vous"]) {
    await file.getByText(answer).filter({ visible: true }).first().waitFor();
  }
});

fullTest("The browser alone stops an incomplete order, before anything is sent", async () => {
  const visitor = await newVisitor();
  const calls: string[] = [];
  visitor.on("request", (request) => request.url().includes("/functions/v1/register-") && calls.push(request.url()));
  await openClosing(visitor);

  await orderButton(visitor).click();
  const isFocused = () => visitor.getByLabel("Prénom").evaluate((field) => field === document.activeElement);
  await expect.poll(isFocused).toBe(true);
  await fillClosing(visitor, newPerson());
  await visitor.getByLabel(/^Je certifie disposer/).uncheck();
  await visitor.getByLabel("E-mail").fill("sans-arobase");
  await orderButton(visitor).click();
  await visitor.getByLabel("E-mail").fill("avec@arobase.example");
  await orderButton(visitor).click();
  expect(new URL(visitor.url()).pathname).toBe("/closing");
  expect(calls).toEqual([]);
});

fullTest("An order is made with the keyboard alone", async () => {
  const person = newPerson();
  const visitor = await newVisitor(desktop);
  await openClosing(visitor);
  await visitor.getByLabel("Prénom").focus();
  const typed = [person.firstName, person.lastName, "Gérant", person.company, person.email, "0639987731"];
  for (const text of typed) {
    await visitor.keyboard.type(text);
    await visitor.keyboard.press("Tab");
  }
  await visitor.keyboard.press("Tab"); // past the call-back box, which stays empty
  await visitor.keyboard.type("500");
  await visitor.keyboard.press("Tab");
  await visitor.keyboard.press("ArrowDown");
  await visitor.keyboard.press("Tab");
  await visitor.keyboard.press("Space");
  await visitor.keyboard.press("Tab"); // the link to the terms
  await visitor.keyboard.press("Tab");
  await visitor.keyboard.press("Space");
  await visitor.keyboard.press("Tab");
  await visitor.keyboard.press("Enter");

  await visitor.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();
  await expect.poll(async () => (await webhooksAbout(person.email)).length).toBe(1);
  expect((await webhooksAbout(person.email))[0]?.body).toMatchObject({
    role: "Gérant",
    prospectsCount: "500",
    objectives: ["meetings"],
  });
});

fullTest("With the network cut the order says 'Une erreur est survenue' and gives its button back", async () => {
  const person = newPerson();
  const visitor = await newVisitor();
  expectProblem(/Failed to load resource/);
  await openClosing(visitor);
  await fillClosing(visitor, person);
  await visitor.route("**/functions/v1/register-closing", (route) => route.abort());
  await orderButton(visitor).click();
  await visitor.getByRole("alert").getByText("Une erreur est survenue").waitFor();
  await expectAccessible(visitor);

  await visitor.unroute("**/functions/v1/register-closing");
  await orderButton(visitor).click();
  await visitor.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();
});

fullTest("A slow answer shows 'Traitement en cours...', and a server's own message is read as it is", async () => {
  const visitor = await newVisitor();
  expectProblem(/status of 400/);
  expectProblem(/The server refused the answers/);
  await openClosing(visitor);
  await fillClosing(visitor, newPerson());
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await visitor.route("**/functions/v1/register-closing", async (route) => {
    await isAnswered;
    await route.fulfill({ status: 400, json: { error: "Ce numéro ne répond pas." } });
  });
  await orderButton(visitor).click();
  const busy = visitor.getByRole("button", { name: "Traitement en cours..." });
  expect(await busy.getAttribute("aria-disabled")).toBe("true");
  answer();
  await visitor.getByRole("alert").getByText("Ce numéro ne répond pas.").waitFor();
  await orderButton(visitor).waitFor();
});

test("A lawyer registers, reads that it worked, and is at the payment page 2 s later", async () => {
  const person = newPerson("Claire");
  const visitor = await newVisitor();
  await openConference(visitor);
  await fillConference(visitor, person);
  await visitor.getByLabel(/Commentaire/).fill("Sans gluten, merci.");
  await visitor.getByLabel(/lettre d'information/).check();
  await placeButton(visitor).click();

  await visitor.getByRole("heading", { name: "Inscription réussie !" }).waitFor();
  await visitor.getByRole("heading", { name: "Paiement de démonstration" }).waitFor();
  await visitor.getByText(/^190\s€\sHT/).waitFor();
  // With tax, which is also what is due today.
  await expect.poll(() => visitor.getByText(/^ ?228\s€/).count()).toBe(2);
  const { searchParams } = new URL(visitor.url());
  expect(searchParams.get("prefilled_email")).toBe(person.email);

  await expect.poll(async () => (await webhooksAbout(person.email)).length).toBe(1);
  const { consents, timestamp: _, ...body } = (await webhooksAbout(person.email))[0]!.body;
  expect(body).toEqual({
    event: "conference.registered",
    reference: searchParams.get("client_reference_id"),
    firstName: person.firstName,
    lastName: person.lastName,
    email: person.email,
    phone: "",
    companyName: person.company,
    businessType: "lawyer",
    funnel: "conferences",
    commentaire: "Sans gluten, merci.",
    newsletter: true,
    source: `${inject("siteUrl")}/conferences`,
  });
  expect(consents).toMatchObject({ newsletter: { granted: true }, calls: { granted: false } });
});

fullTest("What a registered lawyer reads before the payment page is accessible", async () => {
  const visitor = await newVisitor();
  await keepFrom(visitor, "**/demo/paiement/**");
  await openConference(visitor);
  await fillConference(visitor, newPerson());
  await placeButton(visitor).click();
  await visitor.getByRole("heading", { name: "Inscription réussie !" }).waitFor();
  await expectAccessible(visitor);
});

fullTest("Who leaves within the 2 s is not brought to the payment page", async () => {
  const visitor = await newVisitor(desktop);
  await openConference(visitor);
  await fillConference(visitor, newPerson());
  await placeButton(visitor).click();
  await visitor.getByRole("heading", { name: "Inscription réussie !" }).waitFor();
  await visitor.getByRole("contentinfo").getByRole("link", { name: "Appels sortants" }).click();
  await visitor.getByRole("heading", { name: "Votre commande" }).waitFor();
  const addresses: string[] = [];
  visitor.on("framenavigated", (frame) => addresses.push(frame.url()));
  await expect.poll(() => visitor.evaluate(() => performance.now())).toBeGreaterThan(3000);
  expect(addresses).toEqual([]);
});

fullTest(
  "After the conference the same form asks to be told of the next one, without payment; free set-up is gone",
  async () => {
    const person = newPerson();
    const late = await startSite({ environment: { PREVIEW_DATE: "2025-12-03" } });
    onTestFinished(() => late.stop());
    const visitor = await newVisitor({ siteUrl: late.url });
    await openConference(visitor);
    await visitor.getByText("Édition passée").first().waitFor();
    await visitor.getByText("190 € HT (228 € TTC)").first().waitFor();
    await fillConference(visitor, person);
    await visitor.getByRole("button", { name: "Me prévenir" }).click();
    await visitor
      .getByRole("heading", { name: "C'est noté ! Nous vous préviendrons de la prochaine édition." })
      .waitFor();
    await expectAccessible(visitor);
    expect(await visitor.getByRole("link", { name: /page de paiement/ }).count()).toBe(0);

    await expect.poll(async () => (await webhooksAbout(person.email, late.url)).length).toBe(1);
    expect((await webhooksAbout(person.email, late.url))[0]?.body).toMatchObject({
      kind: "waitlist",
      funnel: "conferences",
    });

    await visitor.goto("/closing");
    expect(await visitor.getByText(/30 octobre/).count()).toBe(0);
  },
);
