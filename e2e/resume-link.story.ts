import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import {
  giveAccount,
  giveConfiguration,
  newPerson,
  openFunnel,
  type Person,
  storedFunnel,
  submitConfiguration,
} from "./support/funnel.ts";
import { expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";

type Mail = { to: string; subject: string; text: string };

async function readLink({ email }: Person, about = "Reprenez votre inscription"): Promise<string> {
  const mailTo = async () => {
    const mails = (await (await fetch(`${inject("siteUrl")}/demo/mail.json`)).json()) as Mail[];
    return mails.find(({ to, subject }) => to === email && subject.startsWith(about));
  };
  await expect.poll(mailTo).toBeDefined();
  return /^http\S+#reprise=\S+$/m.exec((await mailTo())?.text ?? "")?.[0] ?? "";
}

async function askForLink(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Recevoir un lien pour reprendre plus tard" }).press("Enter");
  await page.getByRole("status").getByText("un lien valable 30 jours arrive").waitFor();
}

/** Keeps a copy of every address the browser asks for. */
function watchAddresses(page: Page): string[] {
  const addresses: string[] = [];
  page.on("request", (request) => addresses.push(request.url()));
  return addresses;
}

test("Left at step 2, a sign-up goes on in another browser from the mailed link, and is submitted there", async () => {
  const person = newPerson();
  const first = await newVisitor();
  await openFunnel(first);
  await giveAccount(first, person);
  await first.getByLabel("Prénom").fill(person.firstName);
  await first.getByLabel("Nom", { exact: true }).fill(person.lastName);
  await first.getByLabel("Nom commercial").fill(person.company);
  await askForLink(first);
  await expectAccessible(first);
  await expectNoOverflow(first);

  const link = await readLink(person);
  expect(link.length).toBeLessThan(2000);
  const second = await newVisitor();
  const addresses = watchAddresses(second);
  await second.goto(link);
  await second.getByText("Vos réponses sont reprises").waitFor();
  await second.getByRole("heading", { name: "Vos informations" }).waitFor();
  expect(await second.getByLabel("Nom commercial").inputValue()).toBe(person.company);
  expect(second.url()).toBe(`${inject("siteUrl")}/inscription-secretariat?etape=2`);
  expect(
    addresses.filter(
      (address) => new URL(address).pathname.includes("reprise") || new URL(address).search.includes("reprise"),
    ),
  ).toEqual([]);
  expect(JSON.stringify(await storedFunnel(second))).not.toContain(link.split("#reprise=")[1]);

  await second.getByLabel("Téléphone").fill("06 39 98 20 16");
  await second.getByLabel("Activité entreprise").fill("menuiserie");
  await second.getByRole("button", { name: "Continuer" }).click();
  await giveConfiguration(second);
  await submitConfiguration(second);
  await second.getByText("Réponses enregistrées").waitFor();

  // And the mail that confirms it opens its summary anywhere, with its own way to the payment.
  const third = await newVisitor();
  await third.goto(await readLink(person, "Votre demande est bien arrivée"));
  await third.getByRole("heading", { name: "Récapitulatif" }).waitFor();
  await third.getByText(person.company).waitFor();
  const [sent, opened] = await Promise.all([storedFunnel(second), storedFunnel(third)]);
  expect(opened?.idempotencyKeys).toEqual(sent?.idempotencyKeys);
  await third.context().close();

  // The first browser is ahead by other answers: it is asked, with what it shows still there.
  await first.getByLabel("Prénom").fill("Anna");
  await first.goto(link);
  const question = first.getByRole("region", { name: "Quelles réponses voulez-vous garder ?" });
  await question.waitFor();
  expect(await first.getByLabel("Prénom").inputValue()).toBe("Anna");
  await expectAccessible(first);
  await question.getByRole("button", { name: "Reprendre celles du lien" }).click();
  await expect.poll(() => first.getByLabel("Prénom").inputValue()).toBe(person.firstName);
});

fullTest(
  "A link cut by a mail program opens the funnel as usual and says why; without network nothing is lost",
  async () => {
    expectProblem(/status of 400/);
    expectProblem(/Failed to load resource/);
    const person = newPerson();
    const page = await newVisitor();
    await page.goto("/inscription-marketing#reprise=Ab9RrrUSQLAN0owyp2lrlqhljL3N9XeYlKus");
    await page.getByRole("status").getByText("Ce lien n’est plus valable ou il est incomplet").waitFor();
    await page.getByRole("heading", { name: "Votre inscription" }).waitFor();
    expect(page.url()).toBe(`${inject("siteUrl")}/inscription-marketing`);
    await expectAccessible(page);

    await giveAccount(page, person);
    await page.getByLabel("Prénom").fill(person.firstName);
    await page.context().setOffline(true);
    await page.getByRole("button", { name: "Recevoir un lien pour reprendre plus tard" }).click();
    await page.getByRole("status").getByText("Le lien n’a pas pu partir").waitFor();
    expect(await page.getByLabel("Prénom").inputValue()).toBe(person.firstName);
    await expectAccessible(page);
    await page.context().setOffline(false);
  },
);
