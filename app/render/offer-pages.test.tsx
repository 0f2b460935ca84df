import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { describe, expect, test } from "vitest";

import { formatCount, formatEuros } from "#app/ui/format.ts";
import { civilDate } from "#kit/civil-date.ts";
import { followUpTiers, pricePerClient } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { marketingPrice, marketingVolumes } from "#subjects/offers/rules/marketing/contact-volumes.ts";
import { pricePerCall, secretariatTiers } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";
import { demoPaymentLinks } from "#server/settings/demo-payment-links.ts";
import { drawPage } from "#tests/support/drawn-page.ts";
import { siteForTests } from "#tests/support/site.ts";

const eve = civilDate("2025-08-31");
const firstDay = civilDate("2025-09-01");
const lastDay = civilDate("2025-10-30");
const dayAfter = civilDate("2025-10-31");

/** Sells every volume but the largest of the secretariat. */
const selling = { ...siteForTests, payments: demoPaymentLinks("https://pay.example") };
const render: typeof drawPage = (path, options) => drawPage(path, { site: selling, ...options });

/** What a reader sees, with plain spaces. */
function textOf(html: string): string {
  return html
    .replaceAll(/<script.*?<\/script>/gs, " ")
    .replaceAll(/<span class="unbroken">(.*?)<\/span>/g, "$1")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
}

const plain = (text: string) => text.replaceAll(/\s/g, " ");

/** Where each mark stands in the page; a missing one stands nowhere. */
function placesOf(html: string, marks: string[]): number[] {
  return marks.map((mark) => html.indexOf(mark));
}

/** Rows of the folded table of prices, as numbers and words a reader sees. */
function pricesOf(path: string): string[] {
  const table = render(path).split("<tbody>")[1]?.split("</tbody>")[0] ?? "";
  return [...table.matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = ""]) => textOf(row).trim());
}

describe("Sections stand in the specified order", () => {
  test.each([
    [
      "/secretariat",
      [
        'data-island="CallVolume"',
        "logos-window",
        ' reasons"',
        "<audio",
        ' steps"',
        'id="questions"',
        'id="temoignages"',
        'id="apropos"',
        'class="final-call',
        "<footer",
      ],
    ],
    [
      "/suivi-client",
      [
        "<h1",
        "logos-window",
        ' reasons"',
        ' steps"',
        'id="temoignages"',
        'id="apropos"',
        'class="final-call',
        "<footer",
      ],
    ],
    [
      "/marketing",
      [
        'data-island="ContactVolume"',
        "logos-window",
        'data-island="VideoFacade"',
        ' steps"',
        'id="temoignages"',
        'id="apropos"',
        'class="final-call',
        "<footer",
      ],
    ],
  ])("on %s", (path, marks) => {
    const places = placesOf(render(path), marks);

    expect(places.every((place) => place > 0)).toBe(true);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });

  test.each([
    ["/secretariat", 3],
    ["/suivi-client", 3],
    ["/marketing", 4],
    ["/marketing/organismes-de-formation", 3],
  ])("%s has %i steps", (path, count) => {
    expect(render(path).match(/class="[^"]*step-jack"/g)).toHaveLength(count);
  });
});

describe("Every volume has on its page the price of the price book", () => {
  test("calls", () => {
    expect(pricesOf("/secretariat")).toEqual(
      secretariatTiers(firstPrices).map((tier) =>
        plain(
          [formatCount(tier.callsPerDay), formatEuros(tier.monthlyExcludingTax), formatEuros(pricePerCall(tier))].join(
            " ",
          ),
        ),
      ),
    );
    expect(pricesOf("/secretariat")).toContain("20 297 € 0,50 €");
  });

  test("contacts", () => {
    expect(pricesOf("/marketing")).toEqual(
      marketingVolumes.map((volume) =>
        plain(`${formatCount(volume)} ${formatEuros(marketingPrice(volume, firstPrices))} 0,30 €`),
      ),
    );
    expect(pricesOf("/marketing")).toContain("20 000 6 000 € 0,30 €");
  });

  test("trainees, and followed clients", () => {
    expect(pricesOf("/marketing/organismes-de-formation")).toEqual([
      "50 350 € 7 €",
      "100 490 € 4,90 €",
      "200 790 € 3,95 €",
      "500 1 290 € 2,58 €",
    ]);

    const followUp = textOf(render("/suivi-client"));
    for (const tier of followUpTiers(firstPrices)) {
      expect(followUp).toContain(
        `${tier.activeClientsPerMonth} clients actifs ${plain(formatEuros(tier.monthlyExcludingTax))} HT par mois`,
      );
      expect(followUp).toContain(`soit ${plain(formatEuros(pricePerClient(tier)))} par client`);
    }
  });
});

describe("Before any script, a page shows the first position of its slider", () => {
  test("50 calls a day cost 597 €, 0,40 € each", () => {
    const html = render("/secretariat");
    const text = textOf(html);

    expect(html).toMatch(/type="range" min="10" max="1000" step="5"[^>]*value="50"/);
    expect(text).toContain("Palier retenu : 50 appels par jour");
    expect(text).toContain("597 € HT par mois, soit 0,40 € par appel");
    expect(text).toContain("+1000");
    expect(text).not.toContain("parlons-en");
    expect(html).toContain('href="/inscription-secretariat?volume=50"');
  });

  test("5000 contacts cost 1 500 €", () => {
    const html = render("/marketing");
    const text = textOf(html);

    expect(html).toMatch(/type="range" min="1000" max="20000" step="1000"[^>]*value="5000"/);
    expect(text).toContain("Palier retenu : 5 000 contacts par mois");
    expect(text).toContain("1 500 € HT par mois");
    expect(text).toContain("Soit 0,30 € HT par contact du palier, chaque mois.");
    expect(html).toContain('href="/inscription-marketing?volume=5000"');
  });

  test("50 trainees cost 350 €", () => {
    const html = render("/marketing/organismes-de-formation");

    expect(textOf(html)).toContain("350 € HT par mois, soit 7 € par stagiaire");
    expect(html).toContain('href="/inscription-suiviclient?variante=formation&amp;volume=50"');
  });
});

test("Every way into a funnel leads to the page's own", () => {
  const own = {
    "/secretariat": "secretariat",
    "/suivi-client": "suiviclient",
    "/marketing": "marketing",
    "/marketing/organismes-de-formation": "suiviclient",
  };

  for (const [path, funnel] of Object.entries(own)) {
    const main = render(path).split("<main")[1]?.split("</main>")[0] ?? "";
    const targets = [...main.matchAll(/href="\/inscription-?([a-z]*)/g)].map((match) => match[1]);
    expect(targets.length).toBeGreaterThanOrEqual(3);
    expect(new Set(targets)).toEqual(new Set([funnel]));
  }
});

test("The button of the testimonials leads to the choice of an offer on the home page, elsewhere to the page's funnel", () => {
  const targetOf = (path: string) => /<a[^>]* href="([^"]+)"[^>]*>(?:<span[^>]*>)?S’inscrire/.exec(render(path))?.[1];
  expect(targetOf("/")).toBe("/inscription");
  expect(targetOf("/secretariat")).toBe("/inscription-secretariat");
});

describe("The promotion of the secretariat", () => {
  test.each([firstDay, lastDay])("is told whole on %s", (today) => {
    const text = textOf(render("/secretariat", { today }));

    expect(text).toContain("Offre valable jusqu’au 30 octobre.");
    expect(text).toContain("un mois d'essai gratuit sans engagement");
    expect(text).toContain("deuxième mois à 97 € HT quel que soit le volume");
    expect(text).toContain("mise en service offerte au lieu de 990 € HT");
    expect(text).toContain("Remplace l'essai de 15 jours pour toute commande passée jusqu’au 30 octobre inclus.");
    expect(text).toMatch(/Premier mois offert 0 € .*Deuxième mois, quel que soit le volume 97 € HT/);
    expect(text.toLowerCase()).toContain("support technique illimité");
  });

  test.each([eve, dayAfter])("has left no trace on %s", (today) => {
    const html = render("/secretariat", { today });
    const text = textOf(html.replace(/<details class="tier-table".*?<\/details>/, ""));

    expect(text).not.toMatch(/30 octobre|990 €|97 € HT quel|Premier mois|Deuxième mois|un mois d'essai/);
    expect(text).toMatch(
      /15 jours d’essai gratuit, à compter de la commande 0 € .*Puis chaque mois, sans engagement 597 € HT/,
    );
    expect(text.toLowerCase()).toContain("support technique illimité");
  });

  test("is not told on the pages of the other offers, to which it does not apply", () => {
    for (const path of ["/suivi-client", "/marketing", "/marketing/organismes-de-formation"]) {
      expect(textOf(render(path))).not.toMatch(/30 octobre|990 €/);
    }
  });
});

describe("The schedule of payments", () => {
  const listsOn = (path: string) =>
    [...render(path).matchAll(/<ol[^>]*data-schedule[^>]*>(.*?)<\/ol>/gs)].map(([, list = ""]) =>
      list
        .split("</li>")
        .slice(0, -1)
        .map((line) => plain(textOf(line)).replaceAll(/\s+/g, " ").replace(" ,", ",").trim()),
    );
  const today = "Aujourd’hui, 15 octobre 2025";
  const twice = (amount: string) => [
    `${today} Premier mois ${amount}`,
    `15 novembre 2025 Puis chaque mois, sans engagement ${amount}`,
  ];

  test("of the conference and of outbound calls is one payment, above the button that orders it", () => {
    expect(listsOn("/conferences")).toEqual([[`${today} À la commande 190 € HT 228 € TTC`]]);
    expect(listsOn("/closing")).toEqual([[`${today} À la commande 250 € HT 300 € TTC`]]);
  });

  test("stands under each tier of the follow-up, and is due with the order", () => {
    expect(listsOn("/suivi-client")).toEqual([
      twice("350 € HT 420 € TTC"),
      twice("490 € HT 588 € TTC"),
      twice("790 € HT 948 € TTC"),
      twice("1 290 € HT 1 548 € TTC"),
    ]);
  });

  test("and the page on security and data are named on every price board", () => {
    const boards = ["/secretariat", "/marketing", "/marketing/organismes-de-formation"].map((path) => render(path));
    for (const html of boards) expect(html.split("rate-order")[1]).toMatch(/^.{0,9000}href="\/securite-et-donnees"/s);
    const [list = ""] = /id="tarifs".*?<\/section>/s.exec(render("/suivi-client")) ?? [];
    expect(list).toContain('href="/securite-et-donnees"');
  });
});

describe("Questions about an offer", () => {
  const offerPaths = [
    "/secretariat",
    "/suivi-client",
    "/marketing",
    "/marketing/organismes-de-formation",
    "/closing",
    "/conferences",
  ];
  const dataOf = (html: string) => {
    const [, json = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
    const things: Record<string, any>[] = JSON.parse(json)["@graph"];
    return things.find((thing) => thing["@type"] === "FAQPage");
  };

  test.each(["/", ...offerPaths])(
    "are answered on %s without a script, and told to machines in the same words",
    (path) => {
      const html = render(path);
      const section = html.split('id="questions"')[1]?.split("</section>")[0] ?? "";
      const shown = [
        ...section.matchAll(/<details class="[^"]*\bquestion"><summary[^>]*>(.*?)<\/summary><p[^>]*>(.*?)<\/p>/g),
      ];
      const told = dataOf(html)?.["mainEntity"];

      expect(textOf(section)).toContain("Questions fréquentes");
      expect(shown.length).toBeGreaterThanOrEqual(5);
      expect(shown.map(([, question = "", answer = ""]) => [textOf(question).trim(), textOf(answer).trim()])).toEqual(
        told.map(({ name, acceptedAnswer }: any) =>
          [name, acceptedAnswer.text].map((text: string) => plain(text).trim()),
        ),
      );
      expect(section).toContain('href="/securite-et-donnees"');
    },
  );

  test.each([
    ["what lies above the tier", /dépasse[^]*rien n’est facturé en plus/],
    ["who takes over", /veut parler à une personne/],
    ["one's number", /garde mon numéro/],
    ["leaving, at the configured address", /e-mail à bonjour@zeta\.example suffit[^]*fin du mois payé/],
    ["accents", /accents/],
    ["mistakes", /se trompe/],
    [
      "where data live, with the configured host and the terms kept",
      /chez Hébergeur Zeta\. [^]*6 mois au plus[^]*7 jours/,
    ],
  ])("of the secretariat speak of %s", (_, words) => {
    expect(textOf(render("/secretariat").split('id="questions"')[1]?.split("</section>")[0] ?? "")).toMatch(words);
  });

  test.each(["/secretariat", "/suivi-client", "/marketing", "/marketing/organismes-de-formation", "/closing"])(
    "on %s speak of accents and of leaving",
    (path) => {
      const section = render(path).split('id="questions"')[1]?.split("</section>")[0] ?? "";
      expect(section).toMatch(/Comprend-(il|elle) les accents/);
      expect(textOf(section)).toMatch(/Comment arrêter \?[^]*e-mail à bonjour@zeta\.example suffit/);
    },
  );

  test.each([
    ["2025-12-01", ["où a\u2011t\u2011elle lieu", "Jusqu’à quand peut-on s’inscrire"], /eu lieu|ont fermé/],
    [
      "2025-12-02",
      ["Quand et où a\u2011t\u2011elle lieu", "ont fermé le 1er décembre 2025"],
      /eu lieu|se fait en ligne/,
    ],
    [
      "2025-12-03",
      ["Quand et où a\u2011t\u2011elle eu lieu", "Combien coûtait une place"],
      /se fait en ligne|peut-on s’inscrire/,
    ],
  ])("of the conference speak of it as of %s", (today, said, notSaid) => {
    const section = render("/conferences", { today: civilDate(today) }).split('id="questions"')[1] ?? "";
    const text = plain(textOf(section.split("</section>")[0] ?? ""));
    for (const words of said) expect(text).toContain(words);
    expect(text).not.toMatch(notSaid);
  });

  test("are on no page that sells nothing", () => {
    for (const path of ["/blog", "/securite-et-donnees"]) expect(dataOf(render(path))).toBeUndefined();
  });
});

describe("The secretariat's page", () => {
  test("describes the offer, and what is promised with its limits", () => {
    const text = textOf(render("/secretariat"));

    for (const sentence of [
      "y compris en dehors de vos horaires",
      "les messages et les rendez-vous",
      "Transfère les appels",
      "Ligne téléphonique dédiée",
      "24h/24",
      "l’essai redevient de 15 jours",
      "Compte créé sous 72h après la commande ; paramétrage initial en moins de 48h une fois vos éléments reçus.",
    ]) {
      expect(text).toContain(sentence);
    }
  });

  test("has recorded calls with their words, announced as made by a machine", () => {
    const html = render("/secretariat");
    const text = textOf(html);

    expect(html.match(/<audio[^>]*>/g)?.length).toBeGreaterThanOrEqual(1);
    expect(html).toContain('preload="none"');
    expect(text).toContain("Votre navigateur ne supporte pas l'élément audio.");
    expect(text).toContain("Exemple : menuiserie, 21 h 42. Voix générée par une IA");
    expect(text).toContain("Je suis l’assistante vocale de l’atelier, une intelligence artificielle.");
  });

  test.each([
    ["the booking page", {}, "https://rendez-vous.example/zeta"],
    ["the mail without a booking page", { bookingUrl: "" }, "mailto:bonjour@zeta.example"],
    ["no contact without either", { bookingUrl: "", email: "" }, undefined],
  ])("sends those beyond the last tier to %s", (_, contact, expected) => {
    const html = render("/secretariat", {
      site: { ...siteForTests, contact: { ...siteForTests.contact, ...contact } },
    });
    const props =
      /data-island="CallVolume"[^>]*data-props="([^"]*)"/.exec(html)?.[1]?.replaceAll("&quot;", '"') ?? "{}";

    expect(JSON.parse(props).contactHref).toBe(expected);
  });
});

test("The follow-up's page shows eight weeks and describes the offer", () => {
  const html = render("/suivi-client");
  const text = textOf(html);

  expect(text.match(/Semaine \d/g)).toHaveLength(8);
  for (const sentence of [
    "Un message par semaine, vocal ou écrit",
    "sur la messagerie de vos clients",
    "Le suivi des progrès",
    "statistiques",
    "Tous les canaux",
  ]) {
    expect(text).toContain(sentence);
  }
});

test("The marketing page says who writes and how to stop, and leads to its training variant", () => {
  const html = render("/marketing");
  const text = textOf(html);

  expect(text).toContain("e-mail, SMS et WhatsApp");
  expect(text).toContain("Chaque message dit qui l’envoie et permet de se désinscrire : répondre STOP suffit.");
  expect(text).toContain("Plus de 50 organismes de formation");
  expect(html).toContain('href="/marketing/organismes-de-formation"');
});

test("The training variant speaks of reminders, voice messages, its claim and thirty days", () => {
  const text = textOf(render("/marketing/organismes-de-formation"));

  for (const sentence of [
    "Les rappels",
    "Les messages vocaux",
    "stagiaire",
    "Plus de 50 organismes de formation",
    "Essai gratuit de 30 jours",
  ]) {
    expect(text).toContain(sentence);
  }
});

test("The home page's cards and every footer lead to the offers' pages", () => {
  const html = render("/");
  const [cards = "", footer = ""] = [html.split('id="services"')[1]?.split("</section>")[0], html.split("<footer")[1]];

  for (const path of ["/secretariat", "/suivi-client", "/marketing", "/closing"]) {
    expect(cards).toContain(`href="${path}"`);
    expect(footer).toContain(`href="${path}"`);
  }
  expect(footer).toContain('href="/marketing/organismes-de-formation"');
});

describe("Recordings of the owner's", () => {
  const own = {
    title: "Une nuit de garde",
    scene: "6 h 05",
    isSynthetic: false,
    durationSeconds: 18.3,
    loudness: [0, 100],
    sources: [{ src: "/media/x.mp3", type: "audio/mpeg" }],
    turns: [{ by: "assistant" as const, speaker: "Léa", text: "Clinique du Lez.", atSeconds: 2 }],
  };
  const withMedia = (media: NonNullable<typeof siteForTests.media>) =>
    render("/secretariat", { site: { ...selling, media } });

  test("take the place of the demonstration's, and no voice of a person is said to be a machine's", () => {
    const html = withMedia({ recordings: { urgence: own }, voices: {} });
    const row = html.slice(html.indexOf("Une nuit de garde"), html.indexOf("</summary>", html.indexOf("Une nuit")));

    expect(html).toContain("/media/x.mp3");
    expect(html).not.toContain("Transférer une urgence");
    expect(row).not.toContain("Voix générée par une IA");
  });

  test("that cannot be played are one sentence, and the rest of the page stands", () => {
    const text = textOf(withMedia({ recordings: { "rendez-vous": null, urgence: own }, voices: {}, film: null }));

    expect(text.match(/Cet enregistrement n’est pas disponible pour le moment\./g)).toHaveLength(1);
    expect(text).toMatch(/Répondre à une question .* \d:\d\d /);
    expect(text).toContain("Essayez-la avec votre entreprise.");
  });

  test("Marketing shows the owner's own film, else their presentation, else its own of the demonstration", () => {
    const film = {
      durationSeconds: 61,
      isSynthetic: false,
      sources: [],
      captions: "/media/x.vtt",
      turns: [],
      poster: "/media/x.avif",
    };
    const marketingFilm = { ...film, poster: "/media/y.avif" };
    const postersWith = (media: object) =>
      [
        ...render("/marketing", { site: { ...selling, media: { recordings: {}, voices: {}, ...media } } }).matchAll(
          /<img src="([^"]+\.avif)"/g,
        ),
      ].map(([, poster]) => poster);

    expect(postersWith({ film, marketingFilm })).toEqual(["/media/y.avif"]);
    expect(postersWith({ film })).toEqual(["/media/x.avif"]);
    expect(postersWith({})).toEqual([expect.stringMatching(/marketing/)]);
    expect(postersWith({ film, marketingFilm: null })).toEqual([]);
  });

  test("A film that cannot be played is one sentence", () => {
    const html = render("/", { site: { ...selling, media: { recordings: {}, voices: {}, film: null } } });

    expect(textOf(html)).toContain("Cette vidéo n’est pas disponible pour le moment.");
    expect(html).not.toContain('data-island="VideoFacade"');
  });
});
