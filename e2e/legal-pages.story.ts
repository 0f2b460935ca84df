import { expect, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";
import { fullTest } from "#tests/support/full-test.ts";

import { desktop, newVisitor } from "./support/pages.ts";

const texts = [
  { route: "/mentions-legales", title: "Mentions légales", sections: 6 },
  { route: "/politique-de-confidentialite", title: "Politique de confidentialité", sections: 10 },
  { route: "/conditions-generales-utilisation", title: "Conditions générales d’utilisation", sections: 12 },
  { route: "/accessibilite", title: "Accessibilité", sections: 6 },
];

test.each(sampleOf(texts, 1))(
  "The contents of $route lead to each of its sections, below the header",
  async ({ route, sections }) => {
    const page = await newVisitor(desktop);
    await page.goto(route);
    const entries = page.getByRole("navigation", { name: "Sommaire" }).getByRole("link");
    expect(await entries.count()).toBe(sections);

    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const entry of await entries.all()) {
      const name = (await entry.textContent()) ?? "";
      await entry.click();
      const heading = page.getByRole("main").getByRole("heading", { level: 2, name, exact: true });
      const header = await page.getByRole("banner").boundingBox();
      await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(header?.height ?? 0);
      await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeLessThan(900);
    }
  },
);

fullTest("The section being read is the one marked in the contents", async () => {
  const page = await newVisitor(desktop);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/conditions-generales-utilisation#offres-et-prix");
  const contents = page.getByRole("navigation", { name: "Sommaire" });

  await expect.poll(() => contents.locator("[aria-current]").allTextContents()).toEqual(["Offres et prix"]);
  await contents.getByRole("link", { name: "Propriété" }).click();
  await expect.poll(() => contents.locator("[aria-current]").allTextContents()).toEqual(["Propriété"]);
});

test("One placeholder is left in the demonstration: the host's telephone", async () => {
  const page = await newVisitor();
  await page.goto("/mentions-legales");
  expect(await page.getByText("[à compléter]").count()).toBe(1);
  const [host, ...others] = await page.getByRole("main").locator("section", { hasText: "[à compléter]" }).all();
  expect(others).toEqual([]);
  await host?.getByRole("heading", { level: 2, name: "Hébergement" }).waitFor();
  await page.getByText("Dernière mise à jour : 25 juin 2025").waitFor();
});

fullTest("The four texts lead to one another, and every footer to them", async () => {
  const page = await newVisitor();
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  for (const name of texts.slice(0, 3).map(({ title }) => title)) {
    await footer.getByRole("link", { name, exact: true }).waitFor();
  }
  await footer.getByRole("link", { name: "Accessibilité : partiellement conforme" }).click();
  const tabs = page.getByRole("navigation", { name: "Textes légaux" });
  for (const { route, title } of texts) {
    await tabs.getByRole("link", { name: title }).click();
    await page.waitForURL((url) => url.pathname === route);
    expect(await tabs.getByRole("link", { name: title }).getAttribute("aria-current")).toBe("page");
  }
});

fullTest("The sign-up leads to the privacy policy", async () => {
  const page = await newVisitor();
  await page.goto("/inscription-secretariat");
  await page.getByRole("link", { name: "politique de confidentialité", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Politique de confidentialité" }).waitFor();
});

fullTest("« Imprimer » prints", async () => {
  const page = await newVisitor();
  await page.addInitScript(() => {
    globalThis.print = () => document.documentElement.setAttribute("data-printed", "");
  });
  await page.goto("/mentions-legales");
  await page.getByRole("button", { name: "Imprimer" }).click();
  expect(await page.locator("html[data-printed]").count()).toBe(1);
});

test.each(sampleOf(texts, 1))(
  "On paper $route is black on white, with the text alone and the addresses of its links",
  async ({ route }) => {
    const page = await newVisitor();
    await page.goto(route);
    await page.emulateMedia({ media: "print" });

    for (const role of ["banner", "contentinfo", "navigation"] as const) {
      for (const part of await page.getByRole(role, { includeHidden: true }).all()) {
        expect(await part.isVisible()).toBe(false);
      }
    }
    const colours = await page.evaluate(() => {
      const grey = (element: Element) => getComputedStyle(element).color;
      const main = document.querySelector("main");
      const words = [...(main?.querySelectorAll("h1, h2, h3, p, li, td, th, dt, dd, mark") ?? [])];
      return { words: [...new Set(words.map(grey))], ground: getComputedStyle(document.body).backgroundColor };
    });
    expect(colours).toEqual({ words: ["rgb(0, 0, 0)"], ground: "rgb(255, 255, 255)" });

    const outside = await page.evaluate(() =>
      [...document.querySelectorAll('main a[href^="http"]')].map((link) => getComputedStyle(link, "::after").content),
    );
    expect(outside.every((content) => content.includes("http") || content.includes("attr(href)"))).toBe(true);
  },
);

test("Without script the text is whole, and its button is not shown", async () => {
  const page = await newVisitor({ javaScriptEnabled: false });
  await page.goto("/conditions-generales-utilisation");
  await page.getByRole("heading", { name: "Droit applicable et litiges" }).waitFor();
  expect(await page.getByRole("button", { name: "Imprimer" }).isVisible()).toBe(false);
});
