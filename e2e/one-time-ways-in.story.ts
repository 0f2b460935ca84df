import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { newPerson } from "./support/funnel.ts";
import { expectAccessible, expectNoOverflow, newVisitor } from "./support/pages.ts";

type Mail = { to: string; subject: string; text: string };
type Text = { to: string; otp: string };

const siteUrl = inject("siteUrl");

async function listed<Entry>(path: string): Promise<Entry[]> {
  return (await (await fetch(`${siteUrl}/demo/${path}`)).json()) as Entry[];
}

/** As any client of the service asks, with the public key of the page that is open. */
function ask(page: Page, path: string, body: object): Promise<{ status: number; text: string }> {
  return page.evaluate(
    async ([address, text]) => {
      const { publishableKey } = JSON.parse(document.documentElement.dataset.api ?? "");
      const headers = { "content-type": "application/json", apikey: publishableKey };
      const answer = await fetch(address, { method: "POST", headers, body: text });
      return { status: answer.status, text: await answer.text() };
    },
    [`/auth/v1${path}`, JSON.stringify(body)] as const,
  );
}

test("A link asked on one device opens the account on another; whose link was opened types its digits", async () => {
  const { email } = newPerson("Claire");
  const computer = await newVisitor();
  await computer.goto("/compte/mot-de-passe");
  const { status } = await ask(computer, `/otp?redirect_to=${siteUrl}/compte/mot-de-passe`, { email });
  expect(status).toBe(200);
  const mailsTo = async () => (await listed<Mail>("mail.json")).filter((mail) => mail.to === email);
  await expect.poll(mailsTo).toHaveLength(1);
  const [mail] = await mailsTo();
  expect(mail?.subject).toContain("Votre lien de connexion");
  const link = /https?:\S+\/auth\/v1\/verify\S+/.exec(mail?.text ?? "")?.[0] ?? "";
  const code = /^\d{8}$/m.exec(mail?.text ?? "")?.[0] ?? "";

  const telephone = await newVisitor();
  await telephone.goto(link);
  await telephone.getByText(email).first().waitFor();

  const late = await newVisitor();
  await late.goto(link);
  expect(late.url()).toContain("error_code=otp_expired");
  const typed = await ask(computer, "/verify", { type: "email", email, token: code });
  expect(typed.status).toBe(200);
  expect(typed.text).toContain(email);
});

fullTest("A code for a phone is shown in the workshop, and a cut wire keeps it until it is mended", async () => {
  const phone = `33639${String(Date.now()).slice(-6)}`;
  const visitor = await newVisitor();
  await visitor.goto("/demo");
  await visitor.getByRole("combobox", { name: "SMS" }).selectOption({ label: "L’envoi est en panne (503)" });
  await visitor.getByRole("button", { name: "Appliquer" }).click();
  await visitor.goto("/");
  expect((await ask(visitor, "/otp", { phone: `+${phone}` })).status).toBe(200);
  const textsTo = async () => (await listed<Text>("sms.json")).filter((text) => text.to === phone);
  expect(await textsTo()).toEqual([]);

  await visitor.goto("/demo");
  await visitor.getByRole("combobox", { name: "SMS" }).selectOption({ label: "Les téléphones reçoivent" });
  await visitor.getByRole("button", { name: "Appliquer" }).click();
  await expect.poll(textsTo).toHaveLength(1);
  const [text] = await textsTo();
  await visitor.goto("/demo");
  await visitor.getByText(phone).click();
  await visitor.getByText(new RegExp(`^${text?.otp} est votre code`)).waitFor();
  await expectNoOverflow(visitor);
  await expectAccessible(visitor);
  await visitor.goto("/");
  const verified = await ask(visitor, "/verify", { type: "sms", phone, token: text?.otp ?? "" });
  expect(verified.status).toBe(200);
});
