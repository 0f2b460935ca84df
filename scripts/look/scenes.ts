import type { Page } from "playwright-core";

import {
  giveAccount,
  giveConfiguration,
  giveInformation,
  openFunnel,
  submitConfiguration,
} from "#e2e/support/funnel.ts";

import { type AdminScreen, adminScreens } from "#domain/site/admin-screens.ts";

import { customer, newcomer } from "./customers.ts";

export type Scene = {
  name: string;
  /** It leaves something in the database. */
  isWriting?: boolean;
  play(page: Page, picture: Picture): Promise<void>;
};

/** Takes one, of this state of the scene; the pointer is moved away unless it is part of the state. */
export type Picture = (state?: string, isPointed?: boolean) => Promise<void>;

const hiddenPaths = ["/merci", "/merci?offre=secretariat", "/commande-validee", "/nulle-part", "/admin", "/dashboard"];
const stands = ["/demo/paiement/secretariat/50", "/demo/paiement/closing", "/demo/idp/auth"];

/** Every address of the site map, then the states that an address alone does not show. */
export async function listScenes(siteUrl: string): Promise<Scene[]> {
  return [...(await listAddresses(siteUrl)), ...states, ...office, ...walks];
}

/** Every address that a visitor may come to. */
export async function listAddresses(siteUrl: string): Promise<Scene[]> {
  const sitemap = await (await fetch(`${siteUrl}/sitemap.xml`)).text();
  const indexed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
  return [...indexed, ...hiddenPaths, ...stands].map(atRest);
}

function atRest(path: string): Scene {
  return { name: path, play: (page, picture) => open(page, path).then(() => picture()) };
}

/** With the banner answered, so that it covers nothing. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: "networkidle" });
  const refuse = page.getByRole("region", { name: "Choix des cookies" }).getByRole("button", { name: "Refuser" });
  if (await refuse.isVisible()) await refuse.click();
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Mot de passe", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Se connecter", exact: true }).click();
}

const states: Scene[] = [
  {
    name: "consent banner",
    async play(page, picture) {
      await page.goto("/merci", { waitUntil: "networkidle" });
      await picture();
      await page.getByRole("button", { name: "Gérer mes cookies" }).first().click();
      await picture("settings");
    },
  },
  {
    name: "menu",
    async play(page, picture) {
      await open(page, "/");
      const menu = page.getByRole("button", { name: /menu/i });
      if (await menu.isVisible()) await menu.click();
      await picture("open");
    },
  },
  {
    name: "pointer and focus",
    async play(page, picture) {
      await open(page, "/");
      for (const name of [/Essayer/, /Se connecter/]) {
        const link = page.getByRole("link", { name }).and(page.locator(":visible")).first();
        if ((await link.count()) === 0) continue;
        await link.hover();
        await picture(`hover ${name.source}`, true);
        await link.focus();
        await page.keyboard.press("Shift+Tab");
        await picture(`focus before ${name.source}`);
      }
    },
  },
  {
    name: "large volume",
    async play(page, picture) {
      for (const path of ["/secretariat", "/marketing", "/suivi-client", "/marketing/organismes-de-formation"]) {
        await open(page, path);
        const slider = page.getByRole("slider").first();
        if ((await slider.count()) === 0) continue;
        await slider.focus();
        await page.waitForSelector(".island[data-hydrated]");
        await page.keyboard.press("End");
        await picture(path);
      }
    },
  },
  ...[
    { path: "/closing", button: "Commander mes appels" },
    { path: "/conferences", button: /^Réserver ma place/ },
  ].map(({ path, button }) => ({
    name: `${path} refused`,
    async play(page: Page, picture: Picture) {
      await open(page, path);
      await page
        .locator("form")
        .last()
        .evaluate((form: HTMLFormElement) => (form.noValidate = true));
      await page.getByLabel("Prénom").fill("Yann");
      await page.getByRole("button", { name: button }).click();
      await page.locator("[aria-invalid=true], [role=alert]:visible").first().waitFor();
      await picture();
    },
  })),
  {
    name: "forgotten password",
    async play(page, picture) {
      await open(page, "/compte/mot-de-passe");
      await picture();
      await page.getByRole("button", { name: "Recevoir le lien" }).click();
      await page.getByText("Saisissez votre adresse e-mail").waitFor();
      await picture("refused");
      await open(page, "/compte/mot-de-passe#access_token=no&type=recovery");
      await picture("dead link");
    },
  },
  {
    name: "customer",
    async play(page, picture) {
      await open(page, "/dashboard");
      await signIn(page, { ...customer, password: "mauvais mot" });
      await page.getByText("Email ou mot de passe incorrect").waitFor();
      await picture("refused");
      await signIn(page, newcomer);
      await page.getByRole("heading", { name: "Aucune demande pour l’instant." }).waitFor();
      await picture("without an order");
      await page.getByRole("button", { name: "Se déconnecter" }).click();
      await page.getByText("Votre session est fermée").waitFor();
      await picture("signed out");
    },
  },
  {
    name: "customer with an order",
    async play(page, picture) {
      await open(page, "/dashboard");
      await signIn(page, customer);
      await page.getByRole("heading", { name: "Bonjour Yann." }).waitFor();
      await picture();
      await page.getByRole("button", { name: "Supprimer mon compte" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.waitFor();
      await picture("delete");
      await dialog.getByRole("button", { name: "Supprimer mon compte" }).click();
      await dialog.getByText("Saisissez l’adresse").waitFor();
      await picture("delete refused");
    },
  },
];

/** What they say depends on the order of the scenes and the time of a change; leads have their own pictures. */
const changingScreens = new Set<AdminScreen>(["dashboard", "journal", "sante"]);

/** The back office, on the leads of the demonstration. */
const office: Scene[] = [
  {
    name: "office refused",
    async play(page, picture) {
      await page.goto("/admin");
      await page.getByLabel("E-mail").fill("admin@ariane.example");
      await page.getByLabel("Mot de passe").fill("mauvais mot de passe");
      await page.getByRole("button", { name: "Se connecter", exact: true }).click();
      await page.getByText("Email ou mot de passe incorrect. Veuillez réessayer.").waitFor();
      await picture();
    },
  },
  {
    name: "office",
    async play(page, picture) {
      await enterOffice(page);
      await picture("leads");
      await page.getByRole("searchbox", { name: "Rechercher" }).fill("personne de ce nom");
      await page.getByText("Affichage de 0 leads").waitFor();
      await picture("nobody");
      for (const screen of adminScreens.filter((name) => !changingScreens.has(name))) {
        await openScreen(page, screen);
        await picture(screen);
      }
      await page.goto("/admin/nulle-part");
      await page.getByRole("heading", { level: 1 }).waitFor();
      await picture("nowhere");
    },
  },
  {
    name: "office payments",
    async play(page, picture) {
      await enterOffice(page);
      await openScreen(page, "paiements");
      await page.getByText("evt_of_nobody").waitFor();
      await page.locator("main [aria-expanded=false]").last().click();
      await page.getByText(/^Aucun lead trouvé/).waitFor();
      await picture("choice");
    },
  },
  {
    name: "office lead",
    async play(page, picture) {
      await enterOffice(page);
      await page.getByRole("button", { name: "Ouvrir la fiche de Yann Kerbrat" }).first().click();
      await page.getByRole("heading", { name: "Coordonnées" }).waitFor();
      await picture("file");
      await page.getByRole("button", { name: "Supprimer le contact" }).click();
      await page.getByText(/^Compte de connexion/).waitFor();
      await picture("delete");
    },
  },
  {
    name: "office selection",
    async play(page, picture) {
      await enterOffice(page);
      const boxes = page.getByRole("checkbox").and(page.locator(":visible"));
      if ((await boxes.count()) > 2) await boxes.nth(2).check();
      await picture();
    },
  },
];

/** What README.md shows. */
export const readmeScenes: Scene[] = [
  { ...atRest("/"), name: "home" },
  {
    name: "desk",
    async play(page, picture) {
      await enterOffice(page);
      await picture();
    },
  },
];

async function enterOffice(page: Page): Promise<void> {
  await page.goto("/admin");
  await signIn(page, { email: "admin@ariane.example", password: "un-mot-de-passe-de-test" });
  await page.getByRole("heading", { level: 1, name: "Aujourd’hui" }).waitFor();
  await openScreen(page, "dashboard");
  await page.getByText(/^Affichage de \d+ leads$/).waitFor();
}

async function openScreen(page: Page, screen: AdminScreen): Promise<void> {
  await page.goto(`/admin/${screen}`);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page
    .getByText(/^Chargement/)
    .first()
    .waitFor({ state: "hidden" });
}

const person = {
  firstName: "Maëlle",
  lastName: "Le Goff",
  email: "maelle@cabinet.example",
  company: "Cabinet Le Goff",
};

/** The five steps of each funnel. */
const walks: Scene[] = [
  walkFunnel("/inscription-secretariat", giveConfiguration),
  walkFunnel("/inscription-marketing", async (page) => {
    await page.getByRole("radio", { name: "De 5 000 à 20 000" }).check();
    await page
      .getByRole("radiogroup", { name: "Clients actuels" })
      .getByRole("radio", { name: "De 100 à 1 000" })
      .check();
    await page.getByLabel("Besoins marketing spécifiques").fill("Relancer les devis de l’hiver.");
  }),
  walkFunnel("/inscription-suiviclient", async (page) => {
    for (const group of await page.getByRole("radiogroup").all()) await group.getByRole("radio").first().check();
    for (const box of await page.getByRole("textbox").all()) await box.fill("Relancer les devis de l’hiver.");
  }),
];

function walkFunnel(path: string, configure: (page: Page) => Promise<void>): Scene {
  const submit = (page: Page) => page.getByRole("button", { name: "Continuer", exact: true }).click();
  return {
    name: path,
    isWriting: true,
    async play(page, picture) {
      await open(page, path);
      await openFunnel(page, path);
      await page.waitForSelector(".island[data-hydrated]");
      await picture("1 account");
      await submit(page);
      await page.locator("[aria-invalid=true]").first().waitFor();
      await picture("1 refused");
      await page.getByRole("link", { name: "Se connecter" }).first().click();
      await page.getByRole("heading", { name: "Connectez-vous" }).waitFor();
      await picture("1 sign in");
      await openFunnel(page, path);
      await page.waitForSelector(".island[data-hydrated]");
      await giveAccount(page, person);
      await picture("2 information");
      await submit(page);
      await page.locator("[aria-invalid=true]").first().waitFor();
      await picture("2 refused");
      await giveInformation(page, person).catch(() => undefined);
      await picture("3 configuration");
      await submit(page);
      await page.locator("[aria-invalid=true], [role=alert]").first().waitFor();
      await picture("3 refused");
      await configure(page);
      await picture("3 answered");
      await submitConfiguration(page);
      await page.getByText("Réponses enregistrées").waitFor();
      await picture("5 summary");
    },
  };
}
