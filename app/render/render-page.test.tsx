import { existsSync } from "node:fs";

import { HtmlValidate } from "html-validate";
import { describe, expect, test } from "vitest";

import { funnelOffers } from "#domain/kernel/lead.ts";
import { signUpAddress } from "#domain/site/offer-addresses.ts";
import { pageTransition } from "#domain/site/page-transition.ts";
import { legalVersions } from "#subjects/legal/words/legal-versions.ts";
import type { SiteOnDay } from "#domain/site/site-settings.ts";
import { civilDate } from "#kit/civil-date.ts";
import { drawPage as render, duringPromotion } from "#tests/support/drawn-page.ts";
import { sampleOf } from "#tests/support/depth.ts";
import { assetsForTests, siteForTests } from "#tests/support/site.ts";

import { findPagePath, isPrivatePage, listFiles, listPagePaths, renderPage, renderPreview } from "./render-page.tsx";

const lastDayOfPromotion = civilDate("2025-10-30");
const afterPromotion = civilDate("2025-10-31");

/** What a reader sees: no tags, no attributes; islands' props live in attributes. */
function textOf(html: string): string {
  return html
    .replaceAll(/<script.*?<\/script>/g, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
}

/** How often a page says that what it shows is made up. */
function timesInvented(path: string, site: SiteOnDay): number {
  return textOf(render(path, { site })).match(/sont inventés/g)?.length ?? 0;
}

const validator = new HtmlValidate({
  extends: ["html-validate:recommended", "html-validate:document"],
  rules: {
    // React writes these forms; both are valid HTML.
    "attr-case": "off",
    "void-style": "off",
    "doctype-style": "off",
    "attribute-boolean-style": "off",
    "attribute-empty-style": "off",
    // React's own ids begin with a sign.
    "valid-id": ["error", { relaxed: true }],
    // A sentence may be longer than 70 characters.
    "long-title": "off",
    // Telephone numbers break where the styles say.
    "tel-non-breaking": "off",
    // Integrity is for files of other hosts; ours are under our own name.
    "require-sri": "off",
  },
});

const publicPaths = listPagePaths(siteForTests).filter((path) => path !== "/admin");

test("Words with a hyphen, telephones and numbers stay on one line", () => {
  const html = renderPage("/mentions-legales", { site: siteForTests, today: duringPromotion, assets: assetsForTests });
  const kept = [...html.matchAll(/<span class="unbroken">([^<]*)<\/span>/g)].map(([, text]) => text);
  expect(kept).toEqual(expect.arrayContaining(["111 111 111", "01 99 00 11 11", "69001 Lyon"]));
});

const validated = sampleOf(publicPaths, 10);
describe.each(publicPaths)("%s", (path) => {
  test("has one h1, a title with the brand and a description", () => {
    const html = render(path);

    expect(html.match(/<h1[ >]/g)).toHaveLength(1);
    expect(html).toMatch(
      path.startsWith("/blog/") ? /<title>[^<]+ \| Blog<\/title>/ : /<title>[^<]*Zeta[^<]*<\/title>/,
    );
    expect(html).toMatch(/<meta name="description" content="[^"]+"/);
    expect(html).toMatch(/^<!doctype html><html lang="fr"[ >]/);
  });

  test.skipIf(!validated.includes(path))("is valid HTML", async () => {
    const report = await validator.validateString(render(path));

    const problems = report.results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
    );
    expect(problems).toEqual([]);
  });

  test("shows the brand, never its placeholder nor another brand", () => {
    const html = render(path);

    expect(html).not.toMatch(/\{brand\}|\{product\}|undefined|\[object/);
    expect(html).not.toMatch(/Ariane/i);
  });
});

test.each(listPagePaths(siteForTests))("%s has no script or style in it that the content policy refuses", (path) => {
  const html = render(path, { site: { ...siteForTests, demo: { asOf: duringPromotion } } });

  // Blocks of data are not run: the policy has nothing against them.
  expect(html).not.toMatch(/<script(?![^>]* src=)(?! type="application\/ld\+json">)/);
  expect(html.match(/<style.*?<\/style>/g)).toEqual([`<style>${pageTransition}</style>`]);
  expect(html).not.toMatch(/\sstyle=|\son[a-z]+=/);
});

test("Funnels, returns, errors and the admin are hidden from search engines; the others name their address", () => {
  const hidden = listPagePaths(siteForTests).filter((path) => render(path).includes('name="robots" content="noindex"'));
  const versions = Object.entries(legalVersions).flatMap(([path, list]) => list.map(({ day }) => `${path}/${day}`));

  expect(hidden.filter((path) => !versions.includes(path)).toSorted()).toEqual([
    "/404",
    "/admin",
    "/commande-validee",
    "/compte/adresse",
    "/compte/mot-de-passe",
    "/dashboard",
    ...funnelOffers.map(signUpAddress).toSorted(),
    "/merci",
  ]);
  expect(render("/")).toContain('<link rel="canonical" href="https://zeta.example/"/>');
  expect(render("/inscription")).toContain('<link rel="canonical" href="https://zeta.example/inscription"/>');
});

test("Every page but the admin carries the loader and the address of the API", () => {
  const scriptsOf = (html: string) => [...html.matchAll(/<script[^>]*src="([^"]+)"/g)].map((match) => match[1]);
  for (const path of listPagePaths(siteForTests).filter((each) => each !== "/admin")) {
    expect(scriptsOf(render(path))).toEqual([assetsForTests.loaderScript]);
    expect(render(path)).toContain('data-api="{&quot;url&quot;:&quot;&quot;');
  }
});

test("Islands of a page have different id prefixes", () => {
  const prefixes = [...render("/").matchAll(/data-id-prefix="([^"]+)"/g)].map((match) => match[1]);

  expect(prefixes.length).toBeGreaterThanOrEqual(3);
  expect(new Set(prefixes).size).toBe(prefixes.length);
});

test("Every link of the site leads to a page or a section of the home page", () => {
  const home = render("/");
  const files = listFiles({ site: siteForTests, assets: assetsForTests, today: lastDayOfPromotion });
  const leadsSomewhere = (target: string): boolean => {
    const { pathname, hash } = new URL(target, siteForTests.origin);
    if (pathname === "/" && hash !== "") return home.includes(`id="${hash.slice(1)}"`);
    const isFile =
      files.some(({ path }) => path === pathname) ||
      (pathname.startsWith("/app/assets/") && existsSync(`.${pathname}`));
    return isFile || findPagePath(pathname, siteForTests) !== "/404";
  };

  const links = publicPaths.flatMap((path) =>
    [...render(path).matchAll(/<a [^>]*?href="(\/[^"]*)"/g)].map(([, target = ""]) => ({ path, target })),
  );

  expect(links.length).toBeGreaterThan(20);
  expect(links.filter(({ target }) => !leadsSomewhere(target))).toEqual([]);
});

describe("What customers say", () => {
  const pages = ["/", "/secretariat", "/suivi-client", "/marketing", "/marketing/organismes-de-formation"];

  test.each([
    ["/", 7],
    ["/secretariat", 6],
    ["/suivi-client", 6],
    ["/marketing", 5],
    ["/marketing/organismes-de-formation", 5],
  ])("on %s comes from %i different people, the one who is quoted large among them", (path, count) => {
    const heard = render(path).split('id="temoignages"')[1]?.split("<footer")[0] ?? "";
    const people = [...heard.matchAll(/<b class="block">([^<]*)<\/b>/g)].map(([, name]) => name);

    expect(people).toHaveLength(count);
    expect(new Set(people).size).toBe(people.length);
  });

  test("is of the offer of the page first, then of none, and never of another", () => {
    const heard = render("/suivi-client").split('id="temoignages"')[1]?.split("<footer")[0] ?? "";
    const people = [...heard.matchAll(/<b class="block">([^<]*)<\/b>/g)].map(([, name]) => name);
    expect(people).toEqual(["Karim L.", "Bruno G.", "Estelle M.", "Denis F.", "Nadia F.", "Odile C."]);
  });

  test("is left out where nothing supports it, and marked in a demonstration", () => {
    const unsupported = { ...siteForTests, testimonials: [], clients: [] };
    const testimonials = siteForTests.testimonials.map((each) => ({ ...each, isInvented: true as const }));
    const demo = { ...siteForTests, demo: { asOf: duringPromotion }, testimonials };
    for (const path of [...pages, "/conferences"]) {
      const html = render(path, { site: unsupported });
      expect(html.split("<main")[1]).not.toMatch(/class="[^"]*big-quote|Yann K\.|Malik B\.|Claire D\./);
    }
    for (const path of pages) {
      const html = render(path, { site: unsupported });
      expect(html).not.toMatch(/temoignages|Témoignages|LogoStrip/);
    }
    expect(textOf(render("/", { site: unsupported }))).toContain("Plus de 150 petites et moyennes entreprises");
    expect(timesInvented("/", demo)).toBe(1);
    expect(timesInvented("/conferences", demo)).toBe(1);
    for (const site of [unsupported, siteForTests]) expect(timesInvented("/conferences", site)).toBe(0);
  });

  test.each([...pages, "/closing"])("on %s a demonstration says once that its customers are invented", (path) => {
    const clients = siteForTests.clients.map((each) => ({ ...each, isInvented: true as const }));
    expect(timesInvented(path, { ...siteForTests, clients })).toBe(1);
    expect(timesInvented(path, siteForTests)).toBe(0);
  });

  test("has beside large words the town, the figure and the way to the case, where they are known", () => {
    const known = { town: "Nantes", figure: { number: "40", unit: "appels par semaine" }, caseUrl: "/blog/cas" };
    const testimonials = siteForTests.testimonials.map((each) => (each.quotes.home ? { ...each, ...known } : each));
    const quoteOf = (site: SiteOnDay) => render("/", { site }).split("big-quote outer")[1]?.split("</section>")[0];
    const quote = quoteOf({ ...siteForTests, testimonials }) ?? "";
    expect(textOf(quote)).toContain("Nantes");
    expect(textOf(quote)).toMatch(/40 appels par semaine/);
    expect(quote).toContain('href="/blog/cas"');
    const unknown = siteForTests.testimonials.map(({ name, role, text, pages, quotes }) => ({
      name,
      role,
      text,
      pages,
      quotes,
    }));
    expect(quoteOf({ ...siteForTests, testimonials: unknown })).not.toMatch(/<a |tabular/);
  });

  test("has the configured picture over the initials", () => {
    const picture = { src: "/photos/1.avif" };
    const testimonials = siteForTests.testimonials.map((each) =>
      each.name === "Sophie R." ? { ...each, picture } : each,
    );
    const site = { ...siteForTests, testimonials };
    expect(render("/", { site })).toMatch(/>SR<img[^>]* src="\/photos\/1.avif"/);
  });
});

describe("A preview", () => {
  const root = "/apercu/jeton";
  const demo = { asOf: lastDayOfPromotion };
  const preview = (path: string, day = lastDayOfPromotion) =>
    renderPreview(path, { site: { ...siteForTests, demo }, assets: assetsForTests }, { asOf: day, root });

  test.each(publicPaths.filter((path) => !isPrivatePage(path) && path !== "/404"))(
    "of %s says its day, runs no script, and leads to previews only",
    (path) => {
      const html = preview(path) ?? "";
      expect(textOf(html)).toContain("Aperçu du 30 octobre 2025");
      expect(textOf(html)).not.toContain("Démonstration : le site");
      expect(html).not.toMatch(/<script|data-api=/);
      const links = [...html.matchAll(/<a\b[^>]*\shref="([^"]*)"/g)].map(([, target = ""]) => target);
      expect(links.filter((target) => /^\/(?!\/)/.test(target) && !target.startsWith(`${root}/`))).toEqual([]);
    },
  );

  test("has its icon within it, in signs that an address may hold", () => {
    const address = /<link rel="icon" href="(data:image\/svg\+xml,[^"]+)"/.exec(render("/"))?.[1] ?? "";
    expect(address.replaceAll("&#x27;", "'")).toMatch(/^[\w:/?#@!$&'()*+,;=%.~-]{100,}$/);
  });

  test("waits for no script to say that it is painted; the page itself does", () => {
    expect(preview("/")).toMatch(/<html[^>]* data-painted=/);
    expect(render("/")).toMatch(/<html(?![^>]* data-painted)/);
  });

  test("is of its day: what is dated comes and goes", () => {
    expect(preview("/secretariat")).not.toBe(preview("/secretariat", afterPromotion));
    const dated = (day: typeof afterPromotion) =>
      textOf(preview("/secretariat", day) ?? "")
        .replaceAll(/Aperçu du [^:]*/g, "")
        .replaceAll(/\d+(er)?\s\p{L}+\s\d{4}/gu, "un jour");
    expect(dated(afterPromotion)).toBe(dated(civilDate("2025-11-15")));
    expect(dated(lastDayOfPromotion)).not.toBe(dated(afterPromotion));
  });

  test.each([
    "/admin",
    "/dashboard",
    "/compte/adresse",
    "/compte/mot-de-passe",
    "/404",
    "/nulle-part",
    "/blog/nulle-part",
    "/admin/dashboard",
  ])("there is none of %s", (path) => expect(preview(path)).toBeUndefined());
});

test("Unknown paths get the not-found page, screens of the admin get the admin", () => {
  expect(findPagePath("/nulle-part", siteForTests)).toBe("/404");
  expect(findPagePath("/inscription-inconnue", siteForTests)).toBe("/404");
  expect(findPagePath("/administration", siteForTests)).toBe("/404");
  for (const screen of ["", "dashboard", "dashboard/", "livraisons", "paiements"]) {
    expect(findPagePath(`/admin/${screen}`, siteForTests)).toBe("/admin");
  }
  for (const unknown of ["inconnu", "dashboard/inconnu", "dashboard//", "Dashboard"]) {
    expect(findPagePath(`/admin/${unknown}`, siteForTests)).toBe("/404");
  }
});

test("The not-found page says what the specification asks, straight apostrophes included", () => {
  const html = render("/404").replaceAll("&#x27;", "'");

  expect(html.replaceAll(/<[^>]*>/g, "")).toContain("Oups, quelque chose s'est mal passé...");
  expect(html).toContain("La page que vous recherchez n'existe pas ou a été déplacée.");
});

const withCalendars: SiteOnDay = {
  ...siteForTests,
  calendars: [
    { name: "Zagenda", connectedBy: "you" },
    { name: "Zimbra", connectedBy: "you" },
  ],
};

describe("The home page", () => {
  test("has its sections in the specified order", () => {
    const html = render("/");
    const marks = [
      'class="frame hero"',
      "logos-window",
      'id="services"',
      'id="fonctionnement"',
      'id="temoignages"',
      'id="tarifs"',
      'id="integrations"',
      'id="apropos"',
      'id="blog"',
      'class="final-call',
      "<footer",
    ];

    const places = marks.map((mark) => html.indexOf(mark));

    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test("compares the secretariat with what an owner has, in a table of three rows and no figure of others", () => {
    const table = /<table class="[^"]*comparison.*?<\/table>/.exec(render("/"))?.[0] ?? "";
    const rows = [...table.matchAll(/<th[^>]*scope="row">(.*?)<\/th>/g)].map(([, name = ""]) => name);
    expect(rows).toEqual(["Un répondeur", "Un télésecrétariat", "Une embauche"]);
    expect(table.match(/scope="col"/g)).toHaveLength(4);
    expect(table).toContain("<caption");
    expect(textOf(table).replace("24h/24", "")).not.toMatch(/\d/);
  });

  test("answers six questions of an owner, in the words of the secretariat's page", () => {
    const questionsOn = (path: string) => {
      const section = render(path, { site: withCalendars }).split('id="questions"')[1]?.split("</section>")[0] ?? "";
      return [...section.matchAll(/<details class="[^"]*\bquestion".*?<\/details>/g)].map(([found]) => textOf(found));
    };
    const onSecretariat = questionsOn("/secretariat");
    expect(questionsOn("/")).toHaveLength(6);
    for (const question of questionsOn("/")) expect(onSecretariat).toContain(question);
  });

  test.each(["/", "/secretariat"])("%s names the calendars it reads and who connects them, or says nothing", (path) => {
    const named = textOf(render(path, { site: withCalendars }));
    expect(named).toMatch(/[Ll]it votre agenda \(Zagenda ou Zimbra\)/);
    expect(named).toContain("Quel agenda peut-elle lire ?");
    expect(named).toContain("Vous le connectez vous-même");
    expect(textOf(render(path))).not.toMatch(/lit votre agenda|Quel agenda/i);
  });

  test("says the trial's words of one address alone, header included", () => {
    const links = [...render("/").matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)];
    const trials = links.filter(([, , words = ""]) => textOf(words).includes("Essayer gratuitement"));
    expect(trials.length).toBeGreaterThan(2);
    expect(new Set(trials.map(([, address]) => address))).toEqual(new Set(["/inscription-secretariat"]));
  });

  test("shows the three advertised prices, excluding tax", () => {
    const text = textOf(render("/"));

    expect(text).toContain("à partir de 0,30 € HT par contact");
    expect(text).toContain("à partir de 0,25 € HT par appel");
    expect(text).toContain("à partir de 9 € HT par client et par mois");
  });

  test("says what the specification asks for", () => {
    const text = textOf(render("/"));

    for (const sentence of [
      "Essai gratuit de 15 jours",
      "Plus de 150 PME",
      "Plus de 150 petites et moyennes entreprises",
      "48 h",
      "24h/24",
      "Sans engagement, résiliation simple",
      "Support technique illimité",
      "Voix générée par une IA",
      "Le plus populaire",
    ]) {
      expect(text).toContain(sentence);
    }
    expect(render("/").replaceAll(/<[^>]*>/g, "")).toContain("100% française");
  });

  test("announces the promotion to its last day, and leaves no trace of it the day after", () => {
    const lastDay = textOf(render("/", { today: lastDayOfPromotion }));
    const dayAfter = textOf(render("/", { today: afterPromotion }));

    expect(lastDay).toContain("Secrétariat, jusqu’au 30 octobre : premier mois offert");
    expect(lastDay).toContain("un mois d'essai gratuit sans engagement");
    expect(lastDay).toContain("mise en service offerte au lieu de 990 € HT");
    expect(lastDay).toContain("Remplace l'essai de 15 jours pour toute commande passée jusqu’au 30 octobre inclus.");
    expect(lastDay).toContain("Premier mois offert Essayer gratuitement");
    expect(dayAfter).toContain("15 jours d’essai gratuit Essayer gratuitement");
    const article = "/blog/repondeur-combien-coute-un-appel-manque";
    expect(textOf(render(article, { today: lastDayOfPromotion }))).toContain("le secrétariat pendant un mois.");
    expect(textOf(render(article, { today: afterPromotion }))).toContain("le secrétariat pendant 15 jours.");
    expect(dayAfter).not.toMatch(/octobre|990|97 € HT quel|un mois d'essai/);
    expect(dayAfter).toContain("Support technique illimité");
  });

  test("sends the custom assistant to the configured payment page, and keeps the card without one", () => {
    const { custom: _, ...payments } = siteForTests.payments;
    const withoutLink = render("/", { site: { ...siteForTests, payments } });

    expect(render("/")).toContain('href="https://pay.example/custom"');
    expect(withoutLink).toContain("Assistante sur mesure");
    expect(textOf(withoutLink)).not.toContain("Commander");
  });

  test("has six testimonials, each with its words, name, trade and initials", () => {
    const carousel = render("/").split('data-island="Carousel"')[1]?.split("</ol>")[0] ?? "";

    expect(carousel.match(/<blockquote[ >]/g)).toHaveLength(6);
    expect(carousel.match(/class="[^"]*avatar" aria-hidden="true">[A-Z]{2}</g)).toHaveLength(6);
  });

  test.each(["/", "/secretariat"])("%s explains without a script what missed calls cost, with an example", (path) => {
    const text = textOf(render(path)).replaceAll(/\s/g, " ");

    expect(text).toContain("Calculez vos appels perdus.");
    expect(text).toMatch(/Hypothèses prudentes.*40 % des appels manqués.*un sur 3 ne rappelle pas ; un sur 4/);
    expect(text).toMatch(/Exemple : 60 appels manqués dans le mois et une première vente de 450 € font 900 €/);
    expect(render(path)).toContain('href="/blog/repondeur-combien-coute-un-appel-manque"');
  });

  test("names the configured people, and says when they are a demonstration's", () => {
    const people = [
      { name: "Ada <Lovelace>", role: "Direction" },
      { name: "🦊", role: "Accueil", picture: { src: "/photos/1.avif" } },
    ];
    const team = (site: SiteOnDay) =>
      render("/", { site }).split('<section class="section" aria-label="Qui nous sommes."')[1]?.split("</section>")[0];

    expect(team(siteForTests)).toBeUndefined();
    expect(team({ ...siteForTests, people })).toMatch(
      />A&lt;<.*Ada &lt;Lovelace&gt;.*>🦊<img src="\/photos\/1.avif" alt=""/,
    );
    expect(timesInvented("/", { ...siteForTests, people })).toBe(0);
    const invented = people.map((person) => ({ ...person, isInvented: true as const }));
    expect(timesInvented("/", { ...siteForTests, people: invented })).toBe(1);
  });

  test("lists eight integrations, none of which is a control", () => {
    const section = render("/").split('id="integrations"')[1]?.split("</section>")[0] ?? "";

    expect(section.match(/<li[ >]/g)).toHaveLength(8);
    expect(section).not.toMatch(/<a |<button/);
  });

  test("calls the test line in its hero, and has contacts, map and three social links in its footer", () => {
    const html = render("/");
    const [hero = "", footer = ""] = [html.split('id="services"')[0], html.split("<footer")[1]];

    expect(hero).toContain('href="tel:+33199002222"');
    expect(footer).toContain('href="tel:+33199001111"');
    expect(footer).toContain('href="mailto:bonjour@zeta.example"');
    expect(footer).toContain('href="https://cartes.example/zeta"');
    expect(footer.match(/href="https:\/\/(video|reseau|photos)\.example/g)).toHaveLength(3);
  });
});

describe("The offer chooser", () => {
  test("asks its question and leads to the three funnels and the booking page", () => {
    const html = render("/inscription");

    expect(textOf(html)).toContain("Quel est votre besoin avec Zeta ?");
    expect(textOf(html)).toContain("Je ne sais pas ? Aidez-moi à choisir !");
    for (const target of ["/inscription-secretariat", "/inscription-suiviclient", "/inscription-marketing"]) {
      expect(html).toContain(`href="${target}"`);
    }
    expect(html).toContain('href="https://rendez-vous.example/zeta"');
  });

  test("sends to the contact address when there is no booking page", () => {
    const contact = { ...siteForTests.contact, bookingUrl: "" };

    expect(render("/inscription", { site: { ...siteForTests, contact } })).toContain(
      'href="mailto:bonjour@zeta.example"',
    );
  });
});

test("The thank-you page thanks and never claims that a payment succeeded", () => {
  const text = textOf(render("/merci"));

  expect(text).toContain("Merci");
  expect(text).toContain("Votre paiement est en cours de confirmation ; vous recevrez un e-mail.");
  expect(text).not.toMatch(/paiement (a été )?(accepté|reçu|validé|réussi)/i);
});

test("The order-confirmed page promises the account within 72h, then three steps in their order", () => {
  const html = render("/commande-validee");
  const text = textOf(html);

  expect(html.replaceAll("&#x27;", "'").replaceAll(/<[^>]*>/g, "")).toContain(
    `Commande validée. Merci d'avoir choisi ${siteForTests.brand} !`,
  );
  expect(text).toMatch(/Votre compte sera créé sous 72\sh/u);
  const steps = [...html.matchAll(/<h3>([^<]+)<\/h3>/g)].map((match) => match[1]);
  expect(steps).toEqual(["Nous préparons votre compte", "Un e-mail vous prévient", "Vous vous connectez"]);
  expect(html).toContain(`href="mailto:${siteForTests.contact.email}"`);
});

test("A site with no contact at all breaks no page and links to nothing undefined", () => {
  const empty: SiteOnDay = {
    ...siteForTests,
    contact: { phone: "", email: "", testLine: "", address: { lines: [], mapUrl: "" }, bookingUrl: "", social: [] },
    payments: { secretariat: {} },
  };

  for (const path of ["/", "/inscription", "/merci", "/commande-validee", "/404"]) {
    expect(render(path, { site: empty })).not.toMatch(/href="(tel:|mailto:|undefined|)"/);
  }
});

test("Demonstrations carry the ribbon with their day on every page; other sites never do", () => {
  const demo = { ...siteForTests, demo: { asOf: duringPromotion } };

  for (const path of publicPaths) {
    expect(textOf(render(path, { site: demo }))).toContain("Démonstration : le site tel qu'au 15 octobre 2025");
    expect(render(path)).not.toContain("/demo");
  }
});
