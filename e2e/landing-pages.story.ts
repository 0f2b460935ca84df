import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { desktop, expectAccessible, expectNoOverflow, newVisitor } from "./support/pages.ts";

const siteUrl = inject("siteUrl");

/** The consent banner is another story. */
const answeredConsent = async () => {
  const page = await newVisitor(desktop);
  await page.addInitScript(() => localStorage.setItem("cookieConsent", "rejected"));
  return page;
};

/** A key pressed before the script has come is the browser's own. */
const comeAlive = (page: Page, island: string) => page.locator(`[data-island="${island}"][data-hydrated]`).waitFor();
const region = (page: Page, name: string) => page.getByRole("region", { name });

test("A visitor chooses 200 calls a day by keyboard, and the choice travels to the funnel", async () => {
  const page = await answeredConsent();
  await page.goto("/secretariat");
  const board = region(page, "Votre volume, votre prix");
  const slider = page.getByRole("slider", { name: "Appels par jour" });
  await board.getByText("Palier retenu : 50 appels par jour").waitFor();

  await slider.focus();
  await comeAlive(page, "CallVolume");
  expect(await slider.getAttribute("aria-valuetext")).toMatch(/^50 appels par jour/);
  await page.keyboard.press("PageUp");
  await page.keyboard.press("PageUp");
  await board.getByText("Palier retenu : 200 appels par jour").waitFor();
  await board.getByText("1 597 €").first().waitFor();
  await page.keyboard.press("ArrowRight");
  expect(await slider.inputValue()).toBe("205");
  await board.getByText("Palier retenu : 200 appels par jour").waitFor();
  await page.keyboard.press("Home");
  await board.getByText("Palier retenu : 10 appels par jour").waitFor();
  await page.keyboard.press("End");
  await board.getByText("Au-delà de 1000 appels par jour :").waitFor();
  expect(await board.getByRole("link", { name: "parlons-en", exact: true }).getAttribute("href")).toMatch(
    /^https:\/\/rendez-vous\./,
  );
  await expectAccessible(page);

  await board.getByRole("group", { name: "Paliers" }).getByRole("button", { name: "200", exact: true }).click();
  const trial = page.getByRole("main").getByRole("link", { name: "Essayer gratuitement" });
  await expect.poll(() => trial.getAttribute("href")).toBe("/inscription-secretariat?volume=200");
  const choose = board.getByRole("link", { name: "Choisir ce volume" });
  expect(await choose.getAttribute("href")).toBe("/inscription-secretariat?volume=200");
  await choose.click();
  await page.waitForURL(/\/inscription-secretariat/);
});

fullTest("A slider of trainees moved before its script came keeps its place too", async () => {
  const page = await answeredConsent();
  await page.goto("/marketing/organismes-de-formation");
  await page.getByRole("slider").evaluate((input: HTMLInputElement) => {
    input.value = "2";
  });
  await page.mouse.move(400, 400);
  await region(page, "Vos stagiaires, chaque mois").getByText("790 €", { exact: true }).waitFor();
});

fullTest("A slider moved before its script came keeps the place it was given", async () => {
  const page = await answeredConsent();
  await page.goto("/secretariat");
  const slider = page.getByRole("slider", { name: "Appels par jour" });
  await slider.evaluate((input: HTMLInputElement) => {
    input.value = "80";
  });
  await page.mouse.move(400, 400);
  await region(page, "Votre volume, votre prix").getByText("Palier retenu : 100 appels par jour").waitFor();
  expect(await slider.inputValue()).toBe("80");
});

fullTest("3000 contacts fall to 2000 at 600 €, and travel to the marketing funnel", async () => {
  const page = await answeredConsent();
  await page.goto("/marketing");
  const board = region(page, "Vos prospects, chaque mois");
  const slider = page.getByRole("slider", { name: "Contacts par mois" });
  await slider.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await board.getByText("Palier retenu : 2 000 contacts").waitFor();
  expect(await slider.inputValue()).toBe("3000");
  await board.getByText("600 €").first().waitFor();
  expect(await board.getByRole("link", { name: "Choisir ce volume" }).getAttribute("href")).toBe(
    "/inscription-marketing?volume=2000",
  );
  await expectAccessible(page);
});

fullTest("A training organisation chooses 500 trainees; the choice travels to the follow-up funnel", async () => {
  const page = await answeredConsent();
  await page.goto("/marketing");
  await page.getByRole("link", { name: "Voir l’offre formation" }).click();
  await page.waitForURL(/organismes-de-formation$/);
  const board = region(page, "Vos stagiaires, chaque mois");
  await board.getByText("350 €", { exact: true }).waitFor();
  await page.getByRole("slider", { name: "Stagiaires suivis par mois" }).focus();
  await page.keyboard.press("End");
  await board.getByText("1 290 €", { exact: true }).waitFor();
  expect(await board.getByRole("link", { name: "Choisir ce volume" }).getAttribute("href")).toBe(
    "/inscription-suiviclient?variante=formation&volume=500",
  );
  await expectAccessible(page);
});

test("A recorded call plays at a click, its words beside it, and requests nothing before", async () => {
  const page = await answeredConsent();
  const recordings: string[] = [];
  page.on("request", (request) => {
    if (/\.(ogg|mp3)/.test(request.url())) recordings.push(request.url());
  });
  await page.goto("/secretariat");
  await page.getByText("Répondre à une question").click();
  await page.getByText("Quels papiers dois-je apporter ?").waitFor();
  await expectAccessible(page);
  expect(recordings).toEqual([]);

  await page.getByRole("button", { name: "Écouter : Répondre à une question" }).click();
  await page.getByRole("button", { name: "Mettre en pause : Répondre à une question" }).click();
  expect(recordings.length).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Écouter : Répondre à une question" }).waitFor();
});

test.each([
  {
    path: "/suivi-client",
    figure: "Formation Horizon, le suivi de Claire",
    words: "Vous avez fini le troisième module mardi, bravo !",
    title: "le message de la semaine",
    file: "/message-hebdomadaire",
  },
  {
    path: "/closing",
    figure: "Exemple : le début d’un appel",
    words: "Vous avez demandé à être rappelée",
    title: "le début d’un appel",
    file: "/appel-sortant",
  },
])("On $path, $title plays at a click, and requests nothing before", async ({ path, figure, words, title, file }) => {
  const page = await answeredConsent();
  const recordings: string[] = [];
  page.on("request", (request) => {
    if (/\.(ogg|mp3)/.test(request.url())) recordings.push(request.url());
  });
  await page.goto(path);
  const message = page.getByRole("figure", { name: figure });
  await message.getByText(words).waitFor();
  await message.getByText("Voix générée par une IA").waitFor();
  expect(recordings).toEqual([]);

  await message.getByRole("button", { name: `Écouter : ${title}` }).click();
  await message.getByRole("button", { name: `Mettre en pause : ${title}` }).click();
  await message.getByRole("button", { name: `Écouter : ${title}` }).waitFor();
  expect(recordings.every((each) => each.includes(file))).toBe(true);
  expect(recordings).not.toEqual([]);
});

test("A night of calls is a list, a week and three messages, in one row on a telephone", async () => {
  const page = await answeredConsent();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/secretariat");
  const night = region(page, "Sa nuit, votre matin.");
  await night.scrollIntoViewIfNeeded();
  expect(await night.getByRole("figure").count()).toBe(3);
  await night.getByRole("listitem").filter({ hasText: "Hélène Ravel" }).getByText("Rendez-vous, jeudi").waitFor();
  const [log, phone] = [night.getByRole("figure").first(), night.getByRole("figure").last()];
  expect((await phone.boundingBox())?.y).toBe((await log.boundingBox())?.y);
  await expectNoOverflow(page);
});

fullTest("The film of Marketing is a picture until it is clicked, and ends on the number and its funnel", async () => {
  const page = await answeredConsent();
  const files: string[] = [];
  page.on("request", (request) => {
    if (/\.(webm|mp4|vtt)$/.test(request.url())) files.push(request.url());
  });
  await page.goto("/marketing");
  const film = region(page, "Vidéo");
  await film.scrollIntoViewIfNeeded();
  expect(files).toEqual([]);
  await film.getByRole("button").press("Enter");
  const player = film.locator("video");
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.duration > 20)).toBe(true);
  expect(files.every((file) => file.startsWith(siteUrl) && file.includes("/marketing"))).toBe(true);
  await expectNoOverflow(page);

  await player.evaluate((video: HTMLVideoElement) => (video.currentTime = video.duration - 0.2));
  await film.getByRole("heading", { name: "Et vos prospects, qui les relance ?" }).waitFor();
  expect(await film.getByRole("link", { name: /^Appelez-la au/ }).getAttribute("href")).toMatch(/^tel:/);
  expect(await film.getByRole("link", { name: "Lancer ma campagne" }).getAttribute("href")).toBe(
    "/inscription-marketing",
  );
  await page.keyboard.press("Tab");
  await film.getByRole("button", { name: "Fermer la vidéo" }).press("Enter");
  await expect.poll(() => film.getByRole("button").evaluate((node) => node === document.activeElement)).toBe(true);
});

fullTest(
  "A visitor counts missed calls, shares the result by its address, and takes the volume to the funnel",
  async () => {
    const page = await answeredConsent();
    await page.goto("/");
    const calculator = region(page, "Calculez vos appels perdus.");
    await calculator.getByLabel("Appels reçus par jour").fill("45");
    await calculator.getByLabel("Dont manqués").fill("9");
    await calculator.getByText("180 appels manqués,").waitFor();
    await expectAccessible(page);
    const address = await calculator.getByRole("link", { name: "Adresse de ce calcul" }).getAttribute("href");
    expect(address).toBe("#calcul=45,9,450");

    await page.goto(`/secretariat${address}`);
    await calculator.getByText("180 appels manqués,").waitFor();
    expect(await calculator.getByLabel("Dont manqués").inputValue()).toBe("9");
    await expect.poll(() => calculator.evaluate((node) => node.getBoundingClientRect().top)).toBeLessThan(300);
    await calculator.getByRole("link", { name: "Essayer avec ce volume" }).click();
    await page.waitForURL(/\/inscription-secretariat/);
  },
);

test("Without a script every price can be read and every funnel reached", async () => {
  const page = await newVisitor({ javaScriptEnabled: false });
  await page.goto("/secretariat");
  await page.getByText("Tous les paliers, en un tableau").click();
  await page.getByRole("row", { name: /^1.000 7.997.€ 0,27.€$/ }).waitFor();
  expect(await page.getByRole("link", { name: "Choisir ce volume" }).getAttribute("href")).toBe(
    "/inscription-secretariat?volume=50",
  );
  await page.getByText("Répondre à une question").click();
  expect(await page.getByRole("link", { name: "Écouter : Répondre à une question" }).getAttribute("href")).toMatch(
    /\.mp3$/,
  );
  await page.getByText("Est-ce que je garde mon numéro").click();
  await page.getByText("Le renvoi se règle chez votre opérateur").waitFor();
  await page.getByText("Comment c’est calculé").click();
  await page.getByText("Exemple : 60 appels manqués dans le mois").waitFor();
});

fullTest(
  "Testimonials stand still under a pointer, or around a focus, that was there before their script",
  async () => {
    for (const rest of ["pointer", "keyboard"] as const) {
      const page = await answeredConsent();
      await page.clock.install();
      await page.goto("/");
      const carousel = page.locator('[data-island="Carousel"]');
      const previous = carousel.getByRole("button", { name: "Témoignages précédents" });
      await carousel.scrollIntoViewIfNeeded();
      if (rest === "pointer") await previous.hover();
      else {
        await previous.focus();
        await page.keyboard.press("Shift");
      }
      await comeAlive(page, "Carousel");
      await page.clock.runFor(9000);
      expect(await carousel.getByText(/^\d sur \d$/).textContent()).toMatch(/^1 sur/);

      // Left alone, it moves: the clock does run.
      if (rest === "pointer") await page.mouse.move(0, 0);
      else await previous.blur();
      await page.clock.runFor(4000);
      await carousel.getByText(/^2 sur/).waitFor();
    }
  },
);

fullTest("A visitor tries her with their own company, and step 3 opens with these settings", async () => {
  const page = await answeredConsent();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.url()} ${request.postData() ?? ""}`));
  await page.goto("/");
  // The last thing the script does on its own.
  await page.locator("#manifest[rel=manifest]").waitFor({ state: "attached" });
  expect(requests.filter((each) => /try-out|react/.test(each))).toEqual([]);

  await page.getByRole("button", { name: "Essayez avec votre nom" }).click();
  const tryOut = page.locator("#essayer");
  await tryOut.getByLabel("Nom de votre entreprise").fill("Garage <b>Le Goff</b> 🔧");
  await tryOut.getByLabel("Ville").fill("Le Mans");
  await tryOut.getByLabel("Métier").selectOption("Garage");
  await tryOut.getByLabel("Masculine").check();
  await tryOut.getByText(/Le Goff<\/b> 🔧\S? \S?au Mans\S?, bonjour. Je suis l’assistant vocal/).waitFor();
  // This browser speaks no French: what it plays was recorded, and says so.
  await tryOut.getByText("Dans l’enregistrement, sans votre nom.").waitFor();
  expect(requests.filter((each) => /\.(ogg|mp3)/.test(each))).toEqual([]);
  await tryOut.getByRole("button", { name: "Écouter l’appel" }).click();
  await tryOut.getByRole("button", { name: "Mettre en pause" }).waitFor();
  expect(requests.filter((each) => /\/essai-garage-masculin\S*\.(ogg|mp3)/.test(each))).not.toEqual([]);
  await tryOut.getByRole("button", { name: "Mettre en pause" }).click();
  await expectAccessible(page);
  await expectNoOverflow(page);

  await tryOut.getByRole("button", { name: "Garder ces réglages" }).click();
  await page.getByRole("heading", { name: "Configurez votre assistante" }).waitFor();
  expect(requests.filter((each) => /Goff|Mans/.test(decodeURIComponent(each)))).toEqual([]);
  expect(page.url()).toMatch(/\/inscription-secretariat\?etape=3$/);
  expect(await page.getByLabel("Masculine", { exact: true }).isChecked()).toBe(true);
  const greeting = await page.getByLabel("Phrase d'accueil").inputValue();
  expect(greeting).toMatch(/^Garage <b>Le Goff<\/b> 🔧 au Mans, bonjour/);
  // Listening to a voice chooses nothing.
  await page.getByRole("button", { name: "Écouter un extrait : voix féminine" }).click();
  await page.getByRole("button", { name: "Mettre l’extrait en pause : voix féminine" }).waitFor();
  expect(await page.getByLabel("Masculine", { exact: true }).isChecked()).toBe(true);

  // Who it is for is asked next, and the settings are still there.
  await page.getByRole("button", { name: "Continuer" }).click();
  await page.getByRole("heading", { name: "Votre inscription" }).waitFor();
});
