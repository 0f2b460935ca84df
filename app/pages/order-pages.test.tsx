import { describe, expect, test } from "vitest";

import { renderPage } from "#app/render/render-page.tsx";
import { civilDate } from "#kit/civil-date.ts";
import { assetsForTests, siteForTests } from "#tests/support/site.ts";

function render(path: string, day: string, changes: Partial<typeof siteForTests> = {}): string {
  const page = { site: { ...siteForTests, ...changes }, today: civilDate(day), assets: assetsForTests };
  return renderPage(path, page);
}

/** What a reader sees: no tags, no attributes, no data for machines; every kind of space is one. */
function textOf(html: string): string {
  return html
    .replaceAll(/<script.*?<\/script>/gs, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ");
}

const propsOf = (html: string, island: string): Record<string, unknown> => {
  const [, attribute = "{}"] = new RegExp(`data-island="${island}"[^>]*data-props="([^"]*)"`).exec(html) ?? [];
  return JSON.parse(attribute.replaceAll("&quot;", '"').replaceAll("&#x27;", "'").replaceAll("&amp;", "&"));
};

describe("/closing", () => {
  test("says what it sells, at which price, and how many calls at once within the law", () => {
    const text = textOf(render("/closing", "2026-11-20"));

    expect(text).toContain("appellent vos prospects, les qualifient, posent le diagnostic et concluent");
    expect(text).toContain("250 € HT (300 € TTC) pour 1 000 appels sortants, soit 0,25 € HT par appel");
    expect(text).toContain("20 000 appels simultanés dans le respect de la réglementation sur le démarchage");
    expect(text).toContain("jusqu’à 20 000 dans le respect de la réglementation sur le démarchage");
    expect(text).toMatch(/Secteurs exclus Rénovation énergétique, adaptation du logement, .*CPF/);
    expect(text).toContain("Total TTC 300 €");
  });

  test("has its form at closing-form, framed by the law, and the test line with its disclosure", () => {
    const html = render("/closing", "2025-10-15");
    const text = textOf(html);

    expect(html).toContain('id="closing-form"');
    expect(html).toContain('href="#closing-form"');
    expect(text).toContain(
      "Je certifie disposer, pour chaque personne à appeler, de l'accord préalable (particuliers)",
    );
    expect(text).toContain("Zeta SAS utilise ces informations pour répondre à votre demande");
    expect(text).toContain("Toute sollicitation commerciale par téléphone suppose votre consentement préalable");
    expect(html).toContain('href="tel:+33199002222"');
    expect(text).toContain("Voix générée par une IA");
  });

  test("offers set-up until the last day of its window, and leaves no trace of it the day after", () => {
    for (const day of ["2025-09-01", "2025-10-30"]) {
      const text = textOf(render("/closing", day));
      expect(text).toContain("Configuration gratuite jusqu'au 30 octobre");
      expect(text).toContain("Configuration gratuite jusqu'au 30 octobre Appels simultanés");
    }
    for (const day of ["2025-08-31", "2025-10-31", "2026-10-15"]) {
      expect(textOf(render("/closing", day))).not.toMatch(/30 octobre|Configuration|gratuite jusqu/);
    }
  });

  test("takes its payment link along when there is one", () => {
    const link = "https://pay.example/closing";
    const payments = { ...siteForTests.payments, closing: link };
    expect(propsOf(render("/closing", "2025-10-15", { payments }), "ClosingOrderForm")).toMatchObject({
      site: { paymentLink: link },
    });
    expect(propsOf(render("/closing", "2025-10-15"), "ClosingOrderForm").site).not.toHaveProperty("paymentLink");
  });

  test("breaks nothing without contacts", () => {
    const contact = { ...siteForTests.contact, phone: "", email: "", testLine: "", bookingUrl: "" };
    expect(render("/closing", "2025-10-15", { contact })).not.toMatch(/href="(tel:|mailto:|undefined|)"/);
  });
});

describe("/conferences", () => {
  test("states date, place, price and hours", () => {
    const text = textOf(render("/conferences", "2025-10-15"));

    expect(text).toContain("2 décembre 2025 , Paris");
    expect(text).toContain("9 h à 17 h 30");
    expect(text).toContain("190 € HT (228 € TTC)");
    expect(text).toContain("Date 2 décembre 2025 Lieu Paris");
    expect(text).toMatch(/9 h Accueil.* 17 h 30 Fin de la journée/);
  });

  test("the date is one setting", () => {
    const offers = {
      ...siteForTests.offers,
      conferences: [{ registrationUntil: civilDate("2027-03-31"), heldOn: civilDate("2027-04-01") }],
    };
    const text = textOf(render("/conferences", "2027-01-01", { offers }));
    expect(text).toContain("1er avril 2027");
    expect(text).toContain("Conférence du 1er avril");
    expect(text).not.toMatch(/décembre|2025/);
  });

  test("takes registrations up to the last day", () => {
    const html = render("/conferences", "2025-12-01");

    expect(textOf(html)).toContain("Réserver ma place, 190 € HT");
    expect(textOf(html)).not.toMatch(/Inscriptions closes|Édition passée|prochaine édition/);
    expect(propsOf(html, "ConferenceRegistrationForm")).toMatchObject({
      isWaitlist: false,
      price: expect.stringMatching(/^190\s€$/),
    });
  });

  test.each([
    ["2025-12-02", "Inscriptions closes"],
    ["2025-12-03", "Édition passée"],
    ["2026-11-20", "Édition passée"],
  ])("on %s says « %s », keeps the facts and sells nothing", (day, label) => {
    const html = render("/conferences", day);
    const text = textOf(html);

    expect(text).toContain(label);
    expect(text).toContain("Être prévenu de la prochaine édition");
    expect(text).toContain("2 décembre 2025");
    expect(text).toContain("190 € HT (228 € TTC)");
    expect(text).not.toMatch(/Réserver|S’inscrire 'S|Total TTC|paiement se fait/);
    expect(propsOf(html, "ConferenceRegistrationForm")).toMatchObject({ isWaitlist: true });
  });
});
