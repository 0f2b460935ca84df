import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";

import { listFiles, listPagePaths } from "#app/render/render-page.tsx";
import { adminScreens } from "#domain/contracts/admin-screens.ts";
import type { SiteConfig } from "#domain/contracts/site-config.ts";
import { dayInParis } from "#kit/civil-date.ts";
import { readSettings } from "#server/settings/settings.ts";
import { leastConfig, offersOn, wholeConfig } from "#tests/support/company-config.ts";
import { sampleOf } from "#tests/support/depth.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { findFaults, findTextFaults, type Production } from "#tests/support/production-rules.ts";
import { assetsForTests } from "#tests/support/site.ts";

import { signInAsAdministrator } from "./support/back-office.ts";
import {
  giveAccount,
  giveConfiguration,
  giveInformation,
  openFunnel,
  type Person,
  submitConfiguration,
} from "./support/funnel.ts";
import { type MailServer, startMailServer } from "./support/mail-server.ts";
import { fillClosing, fillConference, openClosing, openConference, orderButton } from "./support/orders.ts";
import { desktop, newVisitor } from "./support/pages.ts";
import { startSite } from "./support/site.ts";

const today = dayInParis(new Date());
const offers = offersOn(today);
const folder = mkdtempSync(join(tmpdir(), "company-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Words of an offer that only its days allow. */
const promised = /premier mois offert|mois d.essai gratuit|deuxième mois|990.€|onfiguration gratuite/i;
const stated = {
  companies: "Plus de 180 petites et moyennes entreprises",
  trainingOrganisations: "Plus de 60 organismes de formation",
  madeInFrance: "française.",
  mostPopular: "Le plus populaire",
  fewerMissedCalls: "Moins d’appels perdus",
  testimonials: "Lucie A.",
  clients: "Reliure Aubert",
  people: "Maud Kervern",
  banner: "Zéphyr et ses partenaires utilisent des traceurs",
};

type Walk = Production & {
  url: string;
  admin: { email: string; password: string };
  mails: MailServer;
  /** Every page by its path, as it is served. */
  pages: ReadonlyMap<string, string>;
  /** Every file for machines. */
  files: ReadonlyMap<string, string>;
  stop(): Promise<void>;
};

/** Starts the production build with a company's own configuration, and opens all that it serves. */
async function walk(name: string, config: SiteConfig): Promise<Walk> {
  const mails = await startMailServer();
  const port = String(await findFreePort());
  const origin = `http://localhost:${port}`;
  const file = join(folder, `${name}.ts`);
  writeFileSync(file, `export default ${JSON.stringify(config)};`);
  const environment = {
    NODE_ENV: "production",
    BRAND_NAME: "Zéphyr",
    PORT: port,
    SITE_URL: origin,
    AUTH_SECRET: "bruyere7matin2lande9genet4ajonc1",
    SMTP_URL: mails.url,
    MAIL_FROM: "Zéphyr <bonjour@zephyr-standard.fr>",
    SITE_CONFIG: file,
    ADMIN_SECOND_FACTOR: "optional",
    ADMIN_EMAIL: "chef@zephyr-standard.fr",
    ADMIN_PASSWORD: "Bruyère-Matin-57",
  };
  const running = await startSite({ environment });
  const { site } = readSettings({ environment, config, demoSecret: () => "" });
  const read = async (path: string) => (await fetch(origin + path)).text();

  const pages = new Map<string, string>();
  for (const path of listPagePaths(site)) pages.set(path, await read(path));
  const files = new Map<string, string>();
  const drawn = listFiles({ site, today, assets: assetsForTests }).map(({ path }) => path);
  for (const path of [...drawn, "/.well-known/security.txt"]) files.set(path, await read(path));

  const linked = [...pages.values()].flatMap((html) =>
    [...html.matchAll(/<a\b[^>]*?\shref="(\/[^"#?]*)/g)].map(([, path = ""]) => path),
  );
  const there = new Set([...pages.keys(), ...files.keys()]);
  for (const path of new Set(linked)) {
    if (!there.has(path) && (await fetch(origin + path, { method: "HEAD" })).ok) there.add(path);
  }
  return {
    origin,
    url: origin,
    admin: { email: environment.ADMIN_EMAIL, password: environment.ADMIN_PASSWORD },
    mails,
    hosts: [...JSON.stringify(config).matchAll(/https?:\/\/([^/"]+)/g)].map(([, host = ""]) => host),
    isThere: (path) => there.has(path),
    pageAt: (path) => pages.get(path),
    pages,
    files,
    async stop() {
      await running.stop();
      await mails.stop();
    },
  };
}

const isArticle = (path: string) => path.startsWith("/blog/") && !path.startsWith("/blog/sujets/");

/** What is wrong, each with where it is. @param articles how many: they are made alike, and few follow the settings */
function faultsOf(site: Walk, articles = 2): string[] {
  const chosen = new Set(sampleOf([...site.pages.keys()].filter(isArticle), articles));
  const pages = [...site.pages].filter(([path]) => !isArticle(path) || chosen.has(path));
  return [
    ...pages.flatMap(([path, html]) => findFaults(html, site).map((fault) => `${path}: ${fault}`)),
    ...[...site.files].flatMap(([path, text]) => findTextFaults(text, site).map((fault) => `${path}: ${fault}`)),
  ];
}

/** As people read it: without the data that scripts compute days from. */
const textOf = (html: string) =>
  html
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
const everyWord = (site: Walk) => [...[...site.pages.values()].map(textOf), ...site.files.values()].join("\n");

describe.each(sampleOf(["ended", "open", "none"], 1))(
  "A company that states what is required, its offers %s",
  (form) => {
    test("serves no trace of the demonstration, and no heading and no link over nothing", async () => {
      const site = await walk(form, { ...leastConfig, offers: offers[form] });
      try {
        expect(site.pages.size).toBeGreaterThan(40);
        expect(faultsOf(site, form === "none" ? Infinity : undefined)).toEqual([]);

        const words = everyWord(site);
        for (const [claim, sentence] of Object.entries(stated))
          expect([claim, words.includes(sentence)]).toEqual([claim, false]);
        expect([...site.pages.values()].join("")).not.toMatch(/bandeau-cookies|data-consent=|Gérer mes cookies/);
        expect(promised.test(words)).toBe(form === "open");
        expect(site.pages.has("/conferences")).toBe(form !== "none");
        expect([...site.pages.values()].join("").includes('href="/conferences"')).toBe(form !== "none");
        if (form === "ended") await walkForms(site);
      } finally {
        await site.stop();
      }
    });
  },
);

test("The same company, with all that it may state, shows all of it", async () => {
  const site = await walk("whole", { ...wholeConfig, offers: offers.open });
  try {
    expect(faultsOf(site)).toEqual([]);
    const words = everyWord(site);
    for (const [claim, sentence] of Object.entries(stated))
      expect([claim, words.includes(sentence)]).toEqual([claim, true]);
    expect(site.pages.get("/")).toContain("/#temoignages");
    expect(promised.test(words)).toBe(true);
  } finally {
    await site.stop();
  }
});

/** By the helpers that fill the forms: what was typed is the visitor's. */
const typedPhones = /06 39 98 (20 16|77 31)/g;

/** The steps of the funnels, the forms, the mails they send, and every screen of the desk. */
async function walkForms(site: Walk): Promise<void> {
  const faults: string[] = [];
  const look = async (page: Page, where: string) => {
    const html = (await page.content()).replaceAll(typedPhones, "");
    faults.push(...findFaults(html, site).map((fault) => `${where}: ${fault}`));
    if (promised.test(textOf(html))) faults.push(`${where}: promises what is over`);
  };
  const personOf = (name: string): Person => ({
    firstName: "Lucie",
    lastName: "Aubert",
    email: `${name}@reliure-aubert.fr`,
    company: "Reliure Aubert",
  });
  const person = personOf("secretariat");

  const comeAnew = () => newVisitor({ ...desktop, siteUrl: site.url });
  let visitor = await comeAnew();
  await openFunnel(visitor);
  await look(visitor, "secretariat, step 1");
  await giveAccount(visitor, person);
  await look(visitor, "secretariat, step 2");
  await giveInformation(visitor, person);
  await look(visitor, "secretariat, step 3");
  await giveConfiguration(visitor);
  await submitConfiguration(visitor);
  await look(visitor, "secretariat, step 5");

  for (const [offer, heading] of Object.entries({
    marketing: "Préparez vos campagnes",
    suiviclient: "Préparez votre suivi",
  })) {
    visitor = await comeAnew();
    await openFunnel(visitor, `/inscription-${offer}`);
    await giveAccount(visitor, personOf(offer));
    await look(visitor, `${offer}, step 2`);
    await giveInformation(visitor, personOf(offer), heading);
    await look(visitor, `${offer}, step 3`);
  }

  visitor = await comeAnew();
  await openClosing(visitor);
  await fillClosing(visitor, personOf("closing"));
  await orderButton(visitor).click();
  await visitor.getByText("Cette offre n'est pas encore disponible").waitFor();
  await look(visitor, "closing, ordered");
  await openConference(visitor);
  await fillConference(visitor, personOf("conference"));
  await visitor.getByRole("button", { name: "Me prévenir" }).click();
  await visitor.getByText(/^C'est noté/).waitFor();
  // The panel is one sentence, drawn as a heading.
  const told = textOf(await visitor.content());
  faults.push(...findTextFaults(told, site).map((fault) => `conference, on the list: ${fault}`));

  for (const name of ["secretariat", "closing", "conference"]) {
    const { email } = personOf(name);
    await expect.poll(() => site.mails.textsTo(email).length).toBeGreaterThan(0);
    for (const mail of site.mails.textsTo(email)) {
      faults.push(...findTextFaults(mail, site).map((fault) => `mail of ${name}: ${fault}`));
      const over = promised.exec(mail);
      if (over) faults.push(`mail of ${name}: promises what is over: ${over[0]}`);
    }
  }

  const office = await comeAnew();
  await signInAsAdministrator(office, site.admin);
  for (const screen of adminScreens) {
    await office.goto(`/admin/${screen}`);
    await office.getByRole("heading", { level: 1 }).waitFor();
    await office
      .getByText(/^(Chargement|Examen|Recherche)\b.*…$/)
      .first()
      .waitFor({ state: "hidden" });
    const html = (await office.content()).replaceAll(typedPhones, "");
    faults.push(...findTextFaults(textOf(html), site).map((fault) => `desk, ${screen}: ${fault}`));
  }
  expect(faults).toEqual([]);
}
