import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { adminNavigation } from "#content/admin-navigation.ts";
import { adminScreens } from "#domain/site/admin-screens.ts";
import { funnelStateKey } from "#domain/site/storage-keys.ts";
import { type FunnelState, freshState } from "#subjects/funnel/rules/answers.ts";
import { dayInParis } from "#kit/civil-date.ts";
import { type FunnelOffer, funnelOffers } from "#domain/kernel/lead.ts";
import { optionalFields } from "#server/doctor/check-left-out.ts";
import { leastConfig, offersOn, wholeConfig, wholePaymentLinks } from "#tests/support/company-config.ts";
import { atDepth, sampleOf } from "#tests/support/depth.ts";
import { findFaults, findTextFaults } from "#tests/support/production-rules.ts";

import { enterAsAdministrator, goToScreen } from "./support/back-office.ts";
import { type CompanyFiles, type CompanySite, foundCompany, linksIn, type Seen } from "./support/company-site.ts";
import {
  giveAccount,
  giveConfiguration,
  giveFollowUpAnswers,
  giveInformation,
  giveMarketingAnswers,
  openFunnel,
  type Person,
  submitConfiguration,
} from "./support/funnel.ts";
import { fillClosing, fillConference, openClosing, openConference, orderButton } from "./support/orders.ts";
import { desktop, newVisitor } from "./support/pages.ts";

const today = dayInParis(new Date());
const offers = offersOn(today);

let company: Awaited<ReturnType<typeof foundCompany>>;
beforeAll(async () => {
  company = await foundCompany(today);
});
afterAll(() => company.close());

/** Words of an offer that only its days allow. */
const promised = /premier mois offert|mois d.essai gratuit|deuxième mois|990.€|onfiguration gratuite/i;

/** What is said of each thing that a configuration may leave out, where it is there. */
const signs: Record<string, string> = {
  "contact.testLine": "01 42 68 53 01",
  "contact.bookingUrl": "https://agenda.zephyr-standard.fr/30",
  "contact.address.lines": "7 rue du Calme",
  "contact.address.mapUrl": "https://plans.zephyr-standard.fr/nantes",
  "contact.social": "https://reseau.zephyr-standard.fr",
  "security.contact": "securite@zephyr-standard.fr",
  "payment.card": "Une carte est demandée à la commande.",
  customerPortal: "https://caisse.zephyr-standard.fr/factures",
  people: "Maud Kervern",
  authors: "Maud Kervern, direction",
  "claims.testimonials": "/#temoignages",
  "claims.clients": "Imprimerie Saillé",
  "offers.promotion": "Premier mois offert",
  "offers.closingFreeSetUp": "990 €",
  "offers.conferences": 'href="/conferences"',
  "offers.conferences.seats": "48 places",
  "offers.conferences.venue": "Salle des Brumes",
  "offers.conferences.terms": "Remboursée jusqu’à trois jours avant.",
  calendars: "Google Agenda",
  companyRegister: "annuaire.zephyr-standard.fr",
  "trackers.marketing": "Régie de l’Ouest",
  "trackers.analytics": "Mesure de l’Ouest",
  attribution: 'data-consent="',
  "legal.dataProtectionOfficer": "dpo@zephyr-standard.fr",
  "legal.mediator.name": "Médiation de l’Ouest",
  "legal.host.country": "Luxembourg",
  "legal.accessibilityAudit": "au vu de l’audit ci-dessous",
  "media.marketingFilm": addressOf(wholeConfig.media.marketingFilm.file),
  // The doctor speaks of these by other names.
  "claims.companies": "Plus de 180 petites et moyennes entreprises",
  "claims.trainingOrganisations": "Plus de 60 organismes de formation",
  "claims.madeInFrance": "100 % française",
  "claims.mostPopular": "Le plus populaire",
  "claims.fewerMissedCalls": "Moins d’appels perdus",
  "electronicInvoicing.issue": "Factures de l’Ouest",
  "media.recordings": "Un rendez-vous à l’atelier",
  "media.voices": addressOf(wholeConfig.media.voices.feminin.file),
  "media.film": addressOf(wholeConfig.media.film.file),
  paymentLinks: "https://caisse.zephyr-standard.fr/secretariat-50",
};

function addressOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("base64url").slice(0, 16);
}

/** What visitors are shown, as they read it and as it is written. */
function everyWord({ pages, files, mails }: Seen): string {
  const drawn = [...pages.values()];
  const all = [...drawn, ...drawn.map(textOf), ...files.values(), ...mails.values()].join("\n");
  return all.replaceAll(/[\u00a0\u202f]/g, " ");
}

/** Without the data that scripts compute days from. */
function textOf(html: string): string {
  return html
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll(/\s+/g, " ");
}

const shownIn = (seen: Seen) => {
  const words = everyWord(seen);
  return Object.keys(signs).filter((field) => words.includes(signs[field] ?? ""));
};

/** By the helpers that fill the forms: what was typed is the visitor's. */
const typedPhones = /06 39 98 (20 16|77 31)/g;

/** What a visit sees, by where it sees it. */
class Views {
  /** Of visitors. */
  readonly screens = new Map<string, string>();
  readonly desk = new Map<string, string>();
  /** Mails, and what else has no structure. */
  readonly texts = new Map<string, string>();

  async look(page: Page, where: string, kind: "screens" | "desk" = "screens"): Promise<void> {
    this[kind].set(where, (await page.content()).replaceAll(typedPhones, ""));
  }
}

type Visit = (site: CompanySite, views: Views) => Promise<void>;
type Walked = Seen & { faults: string[] };

/** Opens the company's site with these files, and all that it serves. */
async function walk(files: CompanyFiles, visit: Visit): Promise<Walked> {
  const views = new Views();
  const served = await company.open(files, async (site) => {
    await visit(site, views);
    return [...views.screens.values(), ...views.desk.values()].flatMap(linksIn);
  });
  const seen = {
    ...served,
    pages: new Map([...served.pages, ...views.screens]),
    mails: new Map([...served.mails, ...views.texts]),
  };
  const faults = (found: (text: string) => string[], texts: Iterable<[string, string]>) =>
    Array.from(texts).flatMap(([where, text]) => found(text).map((fault) => `${where}: ${fault}`));
  return {
    ...seen,
    faults: [
      ...faults(
        (html) => findFaults(html, seen),
        [...seen.pages, ...views.desk].filter(isJudged([...seen.pages.keys()])),
      ),
      ...faults((text) => findTextFaults(text, seen), [...seen.files, ...seen.mails]),
    ],
  };
}

const isArticle = (path: string) => path.startsWith("/blog/") && !path.startsWith("/blog/sujets/");

/** What was judged under another form, which its links are asked of again. */
const judged = new Set<string>();

/** Articles are made alike, and few follow the settings; a page that is the same letter for letter is judged once. */
function isJudged(paths: readonly string[]) {
  const chosen = sampleOf(paths.filter(isArticle), 2);
  return ([path, html]: readonly [string, string]) => {
    if ((isArticle(path) && !chosen.includes(path)) || judged.has(html)) return false;
    judged.add(html);
    return true;
  };
}

const forms = {
  none: { shows: [], visit: comeBack },
  open: {
    shows: ["offers.promotion", "offers.closingFreeSetUp", "offers.conferences"],
    visit: comeBack,
  },
  ended: { shows: ["offers.conferences"], visit: fillEverything },
};

// « None » comes first: its desk has no lead yet, and no conference. « Ended » sends what the others only come back to.
describe.each(atDepth<readonly (keyof typeof forms)[]>(["ended"], ["none", "open", "ended"]))(
  "A company that states what is required, its offers %s",
  (form) => {
    test("serves no trace of the demonstration, and no heading and no link over nothing", async () => {
      const { shows, visit } = forms[form];
      const seen = await walk({ config: { ...leastConfig, offers: offers[form] } }, visit);

      expect(seen.faults).toEqual([]);
      expect(seen.pages.size).toBeGreaterThan(40);
      expect(shownIn(seen)).toEqual(shows);
      expect([...seen.pages.values()].join("")).not.toMatch(/bandeau-cookies|data-consent=|Gérer mes cookies/);
      expect(promised.test(everyWord(seen))).toBe(form === "open");
      expect(seen.pages.has("/conferences")).toBe(form !== "none");
    });
  },
);

test("The same company, with all that it may state, shows all of it", async () => {
  expect(optionalFields.map(({ field }) => field).filter((field) => !(field in signs))).toEqual([]);
  const visit: Visit = atDepth(async () => {}, comeBack);
  const seen = await walk({ config: wholeConfig, payments: wholePaymentLinks }, visit);
  expect(seen.faults).toEqual([]);
  expect(shownIn(seen)).toEqual(Object.keys(signs));
});

const personOf = (name: string): Person => ({
  firstName: "Lucie",
  lastName: "Aubert",
  email: `${name}@reliure-aubert.fr`,
  company: "Reliure Aubert",
});

type StepThree = { heading: string | RegExp; answer: (page: Page) => Promise<void> };

const particularSteps: Partial<Record<FunnelOffer, StepThree>> = {
  secretariat: { heading: "Configurez votre assistante", answer: giveConfiguration },
  marketing: {
    heading: "Préparez vos campagnes",
    answer: (page) => giveMarketingAnswers(page, "De 1 000 à 5 000"),
  },
  suiviclient: { heading: "Préparez votre suivi", answer: giveFollowUpAnswers },
};

/** Of an offer that asks for texts alone. */
const plainStep: StepThree = {
  heading: /^(?!Vos informations|Création|Récapitulatif)/,
  async answer(page) {
    for (const text of await page.locator("textarea[required]").all()) await text.fill("Bonjour.");
  },
};

const stepThreeOf = (offer: FunnelOffer) => particularSteps[offer] ?? plainStep;

/** Fills the funnels to their end and the forms, waits for their mails, and opens the desk. */
async function fillEverything(site: CompanySite, views: Views): Promise<void> {
  const visitor = await come(site);
  const filled = sampleOf(funnelOffers, 1);
  for (const offer of filled) {
    const { heading, answer } = stepThreeOf(offer);
    await openFunnel(visitor, `/inscription-${offer}`);
    await views.look(visitor, `${offer}, step 1`);
    await giveAccount(visitor, personOf(offer));
    await views.look(visitor, `${offer}, step 2`);
    await giveInformation(visitor, personOf(offer), heading);
    await views.look(visitor, `${offer}, step 3`);
    await answer(visitor);
    await submitConfiguration(visitor, () => views.look(visitor, `${offer}, step 4`));
    await views.look(visitor, `${offer}, step 5`);
    // The next one is somebody else.
    await visitor.evaluate(() => localStorage.clear());
  }

  await openClosing(visitor);
  await fillClosing(visitor, personOf("closing"));
  await orderButton(visitor).click();
  await visitor.getByText("Cette offre n'est pas encore disponible").waitFor();
  await views.look(visitor, "closing, ordered");
  await openConference(visitor);
  await fillConference(visitor, personOf("conference"));
  await visitor.getByRole("button", { name: "Me prévenir" }).click();
  await visitor.getByText(/^C'est noté/).waitFor();
  // The panel is one sentence, drawn as a heading.
  views.texts.set("conference, on the list", textOf(await visitor.content()));

  for (const name of [...filled, "closing", "conference"]) {
    const { email } = personOf(name);
    await expect.poll(() => site.mails.textsTo(email).length).toBeGreaterThan(0);
    site.mails.textsTo(email).forEach((mail, index) => views.texts.set(`mail ${index} of ${name}`, mail));
  }
  await openDesk(visitor, site, views);
}

/** The steps as somebody finds them who comes back to them, and the desk. */
async function comeBack(site: CompanySite, views: Views): Promise<void> {
  const visitor = await come(site);
  for (const offer of funnelOffers) {
    await openFunnel(visitor, `/inscription-${offer}`);
    for (const step of [2, 3, 5] as const) {
      await stepIn(visitor, { ...answeredState(offer), step });
      await visitor.getByRole("heading", { level: 1, name: stepHeadings(offer)[step] }).waitFor();
      await views.look(visitor, `${offer}, step ${step}`);
    }
  }
  await visitor.evaluate(() => localStorage.clear());
  await openDesk(visitor, site, views);
}

/** As another tab of the same visitor does. */
async function stepIn(visitor: Page, state: FunnelState): Promise<void> {
  await visitor.evaluate(
    ([key, newValue]) => {
      localStorage.setItem(key, newValue);
      dispatchEvent(new StorageEvent("storage", { key, newValue }));
    },
    [funnelStateKey, JSON.stringify(state)] as const,
  );
}

const stepHeadings = (offer: FunnelOffer) => ({
  2: "Vos informations",
  3: stepThreeOf(offer).heading,
  5: "Récapitulatif",
});

function answeredState(offer: FunnelOffer): FunnelState {
  const { firstName, lastName, email, company: companyName } = personOf(offer);
  return {
    ...freshState(offer, { now: new Date(), newKey: crypto.randomUUID() }),
    firstName,
    lastName,
    email,
    companyName,
    phone: "06 39 98 20 16",
    businessType: "reliure",
    voice: "feminin",
    welcomeMessage: "Bonjour, je suis l’assistant vocal de l’atelier.",
    intention: "rdv",
    businessHours: ["24h"],
    prospectsPerMonth: "1000-5000",
    currentClients: "100-1000",
    marketingNeeds: "Relancer les devis de l’hiver.",
    clientFollowupGoals: "Garder le lien.",
  };
}

const come = ({ url: siteUrl }: CompanySite) => newVisitor({ ...desktop, siteUrl, reducedMotion: "reduce" });

/** Each screen, by its entry in the menus. */
async function openDesk(office: Page, site: CompanySite, views: Views): Promise<void> {
  await enterAsAdministrator(office, site.admin);
  for (const screen of sampleOf(adminScreens, 5)) {
    await goToScreen(office, adminNavigation.screens[screen]);
    await office.waitForURL(`**/admin/${screen}`);
    await office.getByRole("heading", { level: 1, name: adminNavigation.screens[screen] }).waitFor();
    await office
      .getByText(/^(Chargement|Examen|Recherche)\b.*…$/)
      .first()
      .waitFor({ state: "hidden" });
    await views.look(office, `desk, ${screen}`, "desk");
  }
  // Screens ask for news as long as they are open, and the server stops.
  await office.close();
}
