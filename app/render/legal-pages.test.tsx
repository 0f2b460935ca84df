import { globSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { findPagePath } from "#app/render/render-page.tsx";
import { criteriaCount, selfAssessment } from "#subjects/legal/rules/accessibility.ts";
import { legalVersions } from "#subjects/legal/words/legal-versions.ts";
import { legalVersionPath } from "#subjects/legal/words/version-address.ts";
import type { LegalIdentity } from "#domain/site/legal-identity.ts";
import type { SiteOnDay } from "#domain/site/site-settings.ts";
import { civilDate } from "#kit/civil-date.ts";
import { drawPage, duringPromotion } from "#tests/support/drawn-page.ts";
import { siteForTests } from "#tests/support/site.ts";

const notice = "/mentions-legales";
const privacy = "/politique-de-confidentialite";
const terms = "/conditions-generales-utilisation";
const accessibility = "/accessibilite";
const paths = [notice, privacy, terms, accessibility] as const;

const demoSite: SiteOnDay = {
  ...siteForTests,
  demo: { asOf: duringPromotion },
  legal: { ...siteForTests.legal, host: { ...siteForTests.legal.host, phone: "" } },
};

function render(path: string, site = siteForTests): string {
  return drawPage(path, { site });
}

function withLegal(changes: Partial<LegalIdentity>): SiteOnDay {
  return { ...siteForTests, legal: { ...siteForTests.legal, ...changes } };
}

/** What is read between the header and the footer of the site; no-break spaces as plain ones. */
function textOf(html: string): string {
  const main = html.split("<main")[1]?.split("</main>")[0] ?? "";
  return main
    .replace(/^[^>]*>/, "")
    .replaceAll(/<(?!\/?(?:a|strong|code|time|mark)\b)[^>]*>/g, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll("&#x27;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
}

function titlesOf(html: string): string[] {
  const main = html.split("<main")[1]?.split("</main>")[0] ?? "";
  return [...main.matchAll(/<h2[^>]*>([^<]*)<\/h2>/g)].map(([, title = ""]) => title);
}

/** The text of one section, found by its anchor. */
function sectionOf(path: string, id: string, site = siteForTests): string {
  const section = render(path, site)
    .split(new RegExp(`<section[^>]*><h2[^>]* id="${id}"[^>]*>`))[1]
    ?.split("</section>")[0];
  if (section === undefined) throw new Error(`${path} has no section ${id}.`);
  return textOf(`<main>${section}</main>`);
}

test("The legal notice has its six sections", () => {
  expect(titlesOf(render(notice))).toEqual([
    "Éditeur du site",
    "Hébergement",
    "Propriété intellectuelle",
    "Données personnelles",
    "Cookies",
    "Contact",
  ]);
});

test("The privacy policy has its ten sections, in order", () => {
  expect(titlesOf(render(privacy))).toEqual([
    "Responsable du traitement",
    "Données collectées",
    "Finalités",
    "Bases légales",
    "Destinataires",
    "Durées de conservation",
    "Hébergement et transferts",
    "Sécurité",
    "Vos droits",
    "Mises à jour",
  ]);
});

test("The terms have their twelve sections, in order", () => {
  expect(titlesOf(render(terms))).toEqual([
    "Objet",
    "Définitions",
    "Accès et compte",
    "Offres et prix",
    "Commande et paiement",
    "Essai et promotions",
    "Obligations du client",
    "Données",
    "IA et AI Act",
    "Propriété",
    "Responsabilité, suspension, résiliation",
    "Droit applicable et litiges",
  ]);
});

test.each([notice, privacy, terms])("%s shows the day of its version, or of the newer facts of the site", (path) => {
  expect(textOf(render(path))).toContain("Dernière mise à jour : 25 juin 2025");
  const newer = withLegal({ updatedOn: civilDate("2025-10-01") });
  expect(textOf(render(path, newer))).toContain("Dernière mise à jour : 1er octobre 2025");
  expect(textOf(render(path, newer))).toContain("propres à l’entreprise ont été mises à jour le 1er octobre 2025.");
  expect(textOf(render(path, withLegal({ updatedOn: civilDate("2026-01-01") })))).toContain(
    "Dernière mise à jour : 25 juin 2025",
  );
});

describe.each(paths)("%s", (path) => {
  test("says when it was last changed, word for word, its plain space too", () => {
    expect(render(path)).toContain("Dernière mise à jour : <time");
  });

  test("keeps each version at an address of its own, which no search engine shows", () => {
    for (const { day } of legalVersions[path]) {
      const html = render(legalVersionPath(path, day));
      expect(html).toContain(`Dernière mise à jour : <time dateTime="${day}">`);
      expect(html).toContain('name="robots" content="noindex"');
    }
    expect(render(path)).toContain(`href="${path}/2025-06-25"`);
  });

  test("lists each of its sections in its table of contents, in order, and leads to it", () => {
    const html = render(path);
    const contents = html.split(/class="[^"]*legal-contents"/)[1]?.split("</nav>")[0] ?? "";
    const entries = [...contents.matchAll(/href="#([^"]+)"[^>]*>([^<]+)</g)].map(([, id, title]) => [id, title]);

    expect(entries.map(([, title]) => title)).toEqual(titlesOf(html));
    for (const [id] of entries) expect(html).toMatch(new RegExp(`<h2[^>]* id="${id}"`));
  });

  test("gives each anchor once", () => {
    const ids = [...render(path).matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("leads only to anchors that exist in the other texts", () => {
    const links = [...render(path).matchAll(/href="(\/[a-z-]+)#([^"]+)"/g)].filter(([, page = ""]) =>
      paths.some((each) => each === page),
    );
    for (const [, page = "", anchor] of links) expect(render(page)).toContain(` id="${anchor}"`);
  });

  test("marks itself among the four texts, and has the others beside it", () => {
    const tabs =
      render(path)
        .split(/class="[^"]*legal-tabs"/)[1]
        ?.split("</nav>")[0] ?? "";
    expect([...tabs.matchAll(/href="([^"]+)"/g)].map(([, target]) => target)).toEqual(paths);
    expect(tabs).toMatch(new RegExp(`<a[^>]* href="${path}" aria-current="page"`));
  });

  test("has nothing left to fill in once the configuration is complete", () => {
    expect(render(path)).not.toMatch(/compléter\]|<mark|\bXX+\b|lorem/i);
  });

  test("claims neither that no data leaves the Union, nor a certification", () => {
    expect(textOf(render(path))).not.toMatch(/aucune donnée ne quitte|ISO 27001|certifié RGPD|100 % sécuris/i);
  });

  test("shows an empty required value as a mark, never as an empty link or word", () => {
    const contact = { ...siteForTests.contact, phone: "", email: "" };
    const html = render(path, { ...siteForTests, contact });
    expect(html).not.toMatch(/href="(tel:|mailto:|undefined|)"|undefined/);
  });
});

describe("The legal notice", () => {
  test("has exactly one placeholder in the demonstration, the host's telephone, and none once it is set", () => {
    const html = render(notice, demoSite);

    expect(html.match(/\[à compléter\]/g)).toHaveLength(1);
    expect(sectionOf(notice, "hebergement", demoSite)).toContain("Téléphone [à compléter]");
    expect(render(notice)).not.toContain("[à compléter]");
    expect(sectionOf(notice, "hebergement")).toContain("01 99 00 33 33");
  });

  test("names publisher and host from the settings", () => {
    const publisher = sectionOf(notice, "editeur");
    for (const fact of [
      "Zeta SAS",
      "Société par actions simplifiée",
      "2 500 euros",
      "1 rue du Test, 69001 Lyon",
      "RCS Lyon, SIREN 111 111 111",
      "FR 11 111111111",
      "01 99 00 11 11",
      "bonjour@zeta.example",
      "Dominique Testeur",
    ]) {
      expect(publisher).toContain(fact);
    }
    const host = sectionOf(notice, "hebergement");
    expect(host).toContain("France ou dans l’Union européenne");
    expect(host).toContain("Hébergeur Zeta");
    expect(host).toContain("2 rue des Baies, 67000 Strasbourg");
  });

  test("states a capital of 1 000 euros when it is so", () => {
    expect(sectionOf(notice, "editeur", withLegal({ capitalEuros: 1000 }))).toContain("Capital social 1 000 euros");
  });

  test("says that a demonstration is one, and says nothing of it elsewhere", () => {
    expect(textOf(render(notice, demoSite))).toContain("Ce site est une démonstration.");
    expect(textOf(render(notice))).not.toContain("démonstration. L’entreprise");
  });

  test("has a way to report a content", () => {
    expect(render(notice)).toContain("mailto:bonjour@zeta.example?subject=Signalement");
  });
});

describe("The privacy policy", () => {
  test("says how long each kind of data is kept", () => {
    const durations = sectionOf(privacy, "durees");
    for (const words of [
      "6 mois au plus après le dernier contact",
      "Journaux techniques 7 jours",
      "Durée fixée par le client",
      "10 ans",
      "puis 5 ans",
      "90 jours",
      "30 jours au plus (8 heures pour un administrateur)",
      "7 jours après leur livraison ; 30 jours",
      "Notes, rappels, corrections et historique d’une demande La même que celle de la demande",
      "sans aucun identifiant 25 mois",
      "Journal des actions des administrateurs, sans le contenu des fiches 12 mois",
    ]) {
      expect(durations).toContain(words);
    }
  });

  test("names every key the site writes in the browser, and how long it stays", () => {
    const data = sectionOf(privacy, "donnees");
    for (const [key, duration] of [
      ["funnel_state", "30 jours"],
      ["pending_submissions", "7 jours"],
      ["sb-auth-token", "30 jours"],
      ["cookieConsent", "6 mois"],
      ["cookieConsentChoices", "6 mois"],
      ["attribution", "fermeture de l’onglet"],
    ]) {
      expect(data).toMatch(new RegExp(`${key} (?:(?!funnel_state|Traceur).)*${duration}`));
    }
  });

  test("names each configured recipient with its role and country", () => {
    const recipients = sectionOf(privacy, "destinataires");
    for (const row of [
      /Hébergeur Zeta .* 2 rue des Baies/,
      /Courrier Zeta Envoi de nos e-mails .* France/,
      /Relais Zeta .* à chaque connexion, votre adresse e-mail.* Allemagne/,
      /Caisse Zeta Paiement.* Irlande/,
      /Identité Zeta .* États-Unis/,
    ]) {
      expect(recipients).toMatch(row);
    }
  });

  test("names each transfer outside the European Economic Area with its guarantee, and only those", () => {
    const transfers = sectionOf(privacy, "hebergement");
    expect(transfers).toContain("Identité Zeta (États-Unis) : décision d’adéquation Zeta.");
    expect(transfers).not.toContain("Caisse Zeta");

    const inside = siteForTests.legal.processors.filter(({ country }) => country !== "US");
    expect(sectionOf(privacy, "hebergement", withLegal({ processors: inside }))).not.toContain("États-Unis");
  });

  test("names the trackers that are configured, and says when there is none", () => {
    const tracker = {
      partner: "Mesureur",
      url: "https://m.example/p",
      policyUrl: "https://m.example/vie-privee",
      lifeMonths: 9,
      cookies: ["_m"],
    };
    const consent = { ...siteForTests.consent, trackers: { analytics: tracker } };

    expect(sectionOf(privacy, "donnees", { ...siteForTests, consent })).toMatch(
      /Traceur de Mesureur : _m .* 9 mois au plus/,
    );
    const without = { ...siteForTests, consent: { ...consent, trackers: {} } };
    expect(sectionOf(privacy, "donnees", without)).toContain("Aucun partenaire de mesure ou de publicité");
  });

  test("mentions the identity provider only when there is one", () => {
    expect(sectionOf(privacy, "donnees")).toContain("Continuer avec Google");
    expect(sectionOf(privacy, "donnees", { ...siteForTests, hasGoogleSignIn: false })).not.toContain("Google");
  });

  test("says that the company is a processor for its customers' data, and where complaints go", () => {
    expect(sectionOf(privacy, "responsable")).toContain("sous-traitant");
    expect(sectionOf(privacy, "droits")).toContain("CNIL, 3 place de Fontenoy, 75007 Paris, cnil.fr");
    expect(sectionOf(privacy, "droits")).toContain("sous 1 mois");
  });

  test("names the data protection officer, or says why there is none", () => {
    expect(sectionOf(privacy, "responsable")).toContain("article 37 du RGPD");
    expect(sectionOf(privacy, "responsable")).not.toContain("n’impose");
    expect(sectionOf(privacy, "responsable", withLegal({ dataProtectionOfficer: "dpo@zeta.example" }))).toContain(
      "dpo@zeta.example",
    );
  });

  test("quotes the law and the boxes of the forms word for word", () => {
    const data = sectionOf(privacy, "donnees");
    expect(data).toContain(
      "Toute sollicitation commerciale par téléphone suppose votre consentement préalable, sauf dans le cadre d'un contrat en cours.",
    );
    expect(data).toContain("J'accepte d'être appelé(e) par Zeta SAS au sujet de ses offres.");
    expect(data).toContain("J'accepte de recevoir la lettre d'information de Zeta par e-mail");
  });
});

describe("The versions of the terms", () => {
  const drawn = (path: string, today: string) => textOf(drawPage(path, { today: civilDate(today) }));
  const applied = "applicables depuis le 2 août 2026";
  const awaited = "applicables à compter du 2 août 2026";

  test.each([
    ["2025-10-15", awaited, "25 juin 2025"],
    ["2026-08-01", awaited, "25 juin 2025"],
    ["2026-08-02", applied, "2 août 2026"],
    ["2026-11-27", applied, "2 août 2026"],
  ])("On %s the page says « %s », of the version of %s", (today, words, day) => {
    const text = drawn(terms, today);
    expect(text).toContain(words);
    expect(text).toContain(`Dernière mise à jour : ${day}`);
    expect(text).not.toContain(words === applied ? awaited : applied);
  });

  test("The history lists those that have begun, newest first, with what they changed", () => {
    expect(drawn(terms, "2025-10-15")).toContain("Version du 25 juin 2025 : Première version.");
    expect(drawn(terms, "2025-10-15")).not.toContain("Version du 2 août 2026");
    expect(drawn(terms, "2026-11-27")).toMatch(/Version du 2 août 2026 : .*sont applicables.*Version du 25 juin 2025/);
  });

  test("An address says whether its version is in force, replaced or announced", () => {
    const first = legalVersionPath(terms, "2025-06-25");
    const second = legalVersionPath(terms, "2026-08-02");
    expect(drawn(first, "2025-10-15")).toContain("Version du 25 juin 2025, en vigueur.");
    expect(drawn(second, "2025-10-15")).toContain("Version applicable à compter du 2 août 2026.");
    expect(drawn(first, "2026-11-27")).toContain("Version du 25 juin 2025, remplacée le 2 août 2026.");
    expect(drawn(first, "2026-11-27")).toContain(awaited);
    expect(drawn(second, "2026-11-27")).toContain("Version du 2 août 2026, en vigueur.");
  });

  test("A day without a version has no page", () => {
    expect(findPagePath(legalVersionPath(terms, "2025-06-26"), siteForTests)).toBe("/404");
  });

  test("What confirms an order accepts the version in force", () => {
    for (const path of ["/inscription-secretariat", "/closing", "/dashboard"]) {
      const version = (today: string) =>
        /&quot;termsVersion&quot;:&quot;([\d-]+)&quot;/.exec(drawPage(path, { today: civilDate(today) }))?.[1];
      expect([version("2025-10-15"), version("2026-11-27")]).toEqual(["2025-06-25", "2026-08-02"]);
    }
  });
});

describe("The terms", () => {
  test("carry the AI Act commitments word for word, in a subsection of « IA et AI Act »", () => {
    const section = sectionOf(terms, "ia-et-ai-act");
    expect(section).toContain("(AI Act)");
    expect(section).toContain(
      "Dès le début de chaque appel ou message, l'assistant indique qu'il est une intelligence artificielle et au nom de qui il agit. L'appelant peut demander une personne. Les voix et messages générés sont signalés comme artificiels. Aucun clonage de la voix d'une personne sans son accord écrit. Aucune reconnaissance des émotions.",
    );
  });

  test("suspend an account after 48 hours' notice, at once for a serious breach, and set no long commitment", () => {
    const section = sectionOf(terms, "responsabilite-suspension-resiliation");
    expect(section).toContain("préavis de 48 heures");
    expect(section).toContain("immédiate");
    expect(section).toContain("sans engagement");
  });

  test("have an annex with what article 28 of the GDPR asks of a processor", () => {
    const section = sectionOf(terms, "donnees");
    expect(section).toContain("Annexe : sous-traitance des données personnelles (article 28 du RGPD)");
    for (const term of [
      "Objet et finalité",
      "Durée",
      "Nature",
      "Instructions",
      "Confidentialité",
      "Sécurité",
      "Sous-traitants ultérieurs",
      "Assistance",
      "Sort des données",
      "Audit",
    ]) {
      expect(section).toContain(term);
    }
    expect(section).toMatch(/6 mois.*7 jours.*Durée fixée par le Client/);
  });

  test("bind outbound calls word for word, and name the excluded sectors", () => {
    const section = sectionOf(terms, "obligations-du-client");
    expect(section).toContain(
      "Appels sortants par IA : uniquement vers des professionnels informés et non opposés, ou des particuliers ayant donné leur accord préalable. Vous restez responsable de vos listes ; nous refusons les listes sans preuve d'accord. Appels du lundi au vendredi, 10 h-13 h et 14 h-20 h. L'agent se présente comme une IA.",
    );
    expect(section).toContain(
      "Je certifie disposer, pour chaque personne à appeler, de l'accord préalable (particuliers)",
    );
    expect(section).toMatch(/rénovation énergétique, de l’adaptation du logement et du compte personnel de formation/);
    expect(section).toContain("exclus de toute prospection de particuliers : appels, SMS, e-mails, messageries et");
    expect(section).toContain("STOP");
  });

  test("state the price of each volume, and no discount for early payment", () => {
    const scale = sectionOf(terms, "offres-et-prix");
    for (const row of [
      "Secrétariat, 5 appels par jour 97 € par mois",
      "Suivi client, 50 clients actifs par mois 350 € par mois",
      "Marketing, 20 000 contacts par mois 6 000 € par mois",
      "250 € en une fois",
      "Conférence, par participant 190 € en une fois",
    ]) {
      expect(scale).toContain(row);
    }
    expect(sectionOf(terms, "commande-et-paiement")).toContain("Aucun escompte n’est accordé pour paiement anticipé.");
  });

  test("The excluded sectors are named where campaigns are sold, for messages as well as calls", () => {
    for (const path of ["/marketing", "/closing"]) {
      expect(textOf(render(path))).toMatch(/CPF\)[^<]*[Nn]ous n’appelons ni n’écrivons pour eux/);
    }
    expect(textOf(render("/marketing"))).toContain("exclus, pour les messages comme pour les appels");
  });

  test("Prices without tax are said to be for professionals", () => {
    for (const path of [
      "/",
      "/secretariat",
      "/suivi-client",
      "/marketing",
      "/closing",
      "/conferences",
      "/inscription",
    ]) {
      expect(textOf(render(path))).toContain("Réservé aux professionnels.");
    }
  });

  test("name the mediator only when there is one", () => {
    const mediator = { name: "Médiation Zeta", address: "3 rue Calme, 69002 Lyon", url: "https://mediation.example/" };
    expect(sectionOf(terms, "droit-applicable-et-litiges")).toContain("n’est pas soumis à la médiation");
    expect(sectionOf(terms, "droit-applicable-et-litiges", withLegal({ mediator }))).toContain(
      "Médiation Zeta, 3 rue Calme, 69002 Lyon, mediation.example.",
    );
  });
});

describe("The accessibility statement", () => {
  const audited = (ratePercent: number) =>
    withLegal({ accessibilityAudit: { on: civilDate("2026-02-03"), by: "Cabinet Clair", ratePercent } });

  const grid = readFileSync("docs/rgaa.md", "utf8");
  const judged = [...grid.matchAll(/^\| (\d+\.\d+) .*\| (C|NC|NA) \|/gm)].map(([, criterion, result]) => ({
    criterion,
    result,
  }));
  const judgedAs = (result: string) =>
    judged.filter((each) => each.result === result).map(({ criterion }) => criterion);

  test("states what the grid of the 106 criteria found, each judged once, in order", () => {
    const themes = [9, 2, 3, 13, 8, 2, 5, 10, 4, 14, 13, 11, 12];
    expect(judged.map(({ criterion }) => criterion)).toEqual(
      themes.flatMap((count, theme) => Array.from({ length: count }, (_, index) => `${theme + 1}.${index + 1}`)),
    );
    expect(judged).toHaveLength(criteriaCount);
    expect(judgedAs("C")).toHaveLength(selfAssessment.met);
    expect(judgedAs("NC")).toEqual(selfAssessment.failed);
    expect(grid).toContain(`**${judgedAs("C").length} C, ${judgedAs("NC").length} NC, ${judgedAs("NA").length} NA**`);

    const applicable = judgedAs("C").length + judgedAs("NC").length;
    const rate = (Math.floor((1000 * judgedAs("C").length) / applicable) / 10).toLocaleString("fr-FR");
    const text = textOf(render(accessibility)).replaceAll("\u00a0", " ");
    expect(text).toContain(
      `Critères respectés ${rate} %, soit ${judgedAs("C").length} des ${applicable} critères applicables`,
    );
    expect(text).toContain(`Critères non applicables ${judgedAs("NA").length} sur 106`);
    expect(text).toContain("(auto-évaluation) Date 27 novembre 2026");
    for (const criterion of judgedAs("NC")) expect(text).toContain(`(critère ${criterion}).`);
  });

  test("stands on files that are there: each that the grid names as evidence", () => {
    const files = globSync("{app,content,design,domain,e2e,server,subjects}/**/*.{ts,tsx,css}").map(
      (file) => `/${file}`,
    );
    const quoted = [...grid.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
    const named = new Set(quoted.filter((name) => /^[\w-]+\/|\.(?:tsx?|css)$/.test(name)));
    const isThere = (name: string) =>
      files.some((file) => file.endsWith(`/${name}`) || file.includes(`/${name.replace(/\/$/, "")}/`));
    expect([...named].filter((name) => !isThere(name))).toEqual([]);
    expect(named.size).toBeGreaterThan(50);
  });

  test("says « partiellement conforme » by its own assessment, here and in every footer", () => {
    expect(textOf(render(accessibility))).toContain("Accessibilité : partiellement conforme.");
    for (const path of ["/", "/merci", "/404", ...paths]) {
      expect(render(path)).toMatch(/<a[^>]* href="\/accessibilite"[^>]*>Accessibilité : partiellement conforme<\/a>/);
    }
  });

  test("said « non conforme » before the first assessment, and says since when it is replaced", () => {
    const before = textOf(render(`${accessibility}/2025-06-25`));
    expect(before).toContain("aucun audit de conformité n’a été réalisé");
    expect(before).toContain("Version du 25 juin 2025, remplacée le 27 novembre 2026.");
  });

  test.each([
    [49.96, "49,9 %", "non"],
    [74, "74 %", "partiellement"],
    [100, "100 %", "totalement"],
  ])("follows an audit at %s %%, written %s: « %s conforme »", (ratePercent, written, status) => {
    const html = render(accessibility, audited(ratePercent));
    expect(textOf(html)).toContain(`Accessibilité : ${status} conforme.`);
    expect(textOf(html)).toContain(`Date 3 février 2026 Critères respectés ${written}`);
    expect(html.split("<footer")[1]).toContain(`Accessibilité : ${status} conforme`);
  });

  test("says how to be answered within 7 days, and where to complain for free", () => {
    expect(sectionOf(accessibility, "contact")).toContain("bonjour@zeta.example, réponse sous 7 jours");
    expect(sectionOf(accessibility, "recours")).toContain("Défenseur des droits, Libre réponse 71120, 75342 Paris");
  });
});

test("Every footer leads to the four texts", () => {
  for (const path of ["/", "/merci", "/404", ...paths]) {
    const footer = render(path).split("<footer")[1] ?? "";
    for (const target of paths) expect(footer).toContain(`href="${target}"`);
  }
});

test("The sign-up links its notices to the terms and the privacy policy", () => {
  const html = render("/inscription-secretariat").replaceAll("&quot;", '"');
  expect(html).toContain(`"legalPages":{"terms":"${terms}","privacy":"${privacy}"}`);
  expect(html).toContain(`href="${privacy}"`);
});

describe("The page on security and data", () => {
  const security = "/securite-et-donnees";

  test("says what the legal texts say, from the same lists", () => {
    const tables = (path: string) => [...render(path).matchAll(/<table.*?<\/table>/g)].map(([table]) => table);

    expect(tables(security)).toHaveLength(2);
    for (const table of tables(security)) expect(tables(privacy)).toContain(table);
    expect(sectionOf(security, "ia")).toContain(
      "Dès le début de chaque appel ou message, l'assistant indique qu'il est une intelligence artificielle",
    );
    expect(sectionOf(security, "mesures")).toContain("Argon2id");
  });

  test("names the configured host and processors, and those outside Europe with what protects the data", () => {
    const text = textOf(render(security));

    for (const name of ["Hébergeur Zeta", "67000 Strasbourg", "Courrier Zeta", "Caisse Zeta"])
      expect(text).toContain(name);
    expect(text).toContain("4, tous nommés");
    expect(text).toContain("Dont 1 hors de l’Espace économique européen");
    expect(text).toContain("décision d’adéquation Zeta");
    expect(textOf(render(security, withLegal({ processors: [] })))).toContain("Aucun en dehors de l’hébergeur");
  });

  test("tells a demonstration from a real site, and nothing unset from what is set", () => {
    expect(textOf(render(security, demoSite))).toContain("Ce site est une démonstration.");
    expect(textOf(render(security))).not.toContain("Ce site est une démonstration.");
    expect(textOf(render(security))).toContain("Prestataires du site");
    expect(textOf(render(security))).toContain("est remise avec la commande, et avant sur simple demande");
    const named = withLegal({
      processors: [{ role: "assistant", name: "Voix Zeta", country: "FR", transferGuarantee: "" }],
    });
    expect(textOf(render(security, named))).toContain("Voix Zeta");
    expect(textOf(render(security, named))).not.toContain("est remise avec la commande");
  });

  test("is led to by every footer", () => {
    for (const path of ["/", notice, "/blog"]) expect(render(path).split("<footer")[1]).toContain(`href="${security}"`);
  });
});
