import { expect, test } from "vitest";

import { newPerson, openFunnel, storedFunnel } from "./support/funnel.ts";
import { desktop, expectAccessible, newVisitor } from "./support/pages.ts";
import { webhooksAbout } from "./support/webhooks.ts";

test("Google brings the visitor back to step 2 with the address kept, and one sign-in event leaves", async () => {
  const { email } = newPerson();
  const page = await newVisitor(desktop);
  await openFunnel(page);
  await page.getByRole("button", { name: "Continuer avec Google" }).click();
  await page.getByRole("heading", { name: "Choisissez un compte" }).waitFor();
  await expectAccessible(page);
  await page.getByLabel("Une autre adresse e-mail").fill(email);
  await page.getByRole("button", { name: "Continuer", exact: true }).click();

  await page.getByRole("heading", { name: "Vos informations" }).waitFor();
  expect(new URL(page.url()).searchParams.has("step")).toBe(false);
  expect(new URL(page.url()).searchParams.has("code")).toBe(false);
  await expect.poll(async () => (await storedFunnel(page))?.email).toBe(email);

  await page.reload();
  await page.getByRole("heading", { name: "Vos informations" }).waitFor();
  const signIns = async () => (await webhooksAbout(email)).filter(({ topic }) => topic === "sign-in").length;
  await expect.poll(signIns).toBe(1);
  await page.getByRole("button", { name: "Se déconnecter" }).click();
  await page.waitForURL("**/inscription");
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test("`step=2` without a session shows step 1 and leaves the address", async () => {
  const page = await newVisitor();
  await openFunnel(page, "/inscription-secretariat?step=2");
  await page.getByRole("heading", { name: "Votre inscription" }).waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe("");
});
