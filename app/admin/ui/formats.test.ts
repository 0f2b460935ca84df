import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { describe, expect, test } from "vitest";

import { sayAnswer } from "#subjects/funnel/words/answer-words.ts";
import { type LeadRow, readLeadRow } from "#subjects/leads/rules/lead-row.ts";

import {
  followUpVolume,
  longDate,
  longInstant,
  formatOpeningHours,
  originOf,
  dialHref,
  secretariatVolume,
  shortInstant,
  shortVolume,
} from "./formats.ts";

const now = new Date("2026-11-20T12:00:00Z");

function lead(columns: Record<string, unknown>): LeadRow {
  const row = readLeadRow(columns);
  if (!row) throw new Error("This row should be readable.");
  return row;
}

/** Intl's spaces depend on its data; words and digits are what is promised. */
function plain(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, " ");
}

describe("An instant", () => {
  test.each([
    ["2026-11-20T08:12:00Z", "20 nov., 09:12"],
    ["2026-07-01T22:30:00+00:00", "2 juil., 00:30"],
    ["2025-12-31T23:30:00Z", "1er janv., 00:30"],
    ["2025-11-20T08:12:00Z", "20 nov. 2025, 09:12"],
    [null, "–"],
    ["soon", "–"],
  ])("%s reads %s in a list, in Paris", (instant, text) => {
    expect(plain(shortInstant(instant, now))).toBe(text);
  });

  test("is told in full in a file", () => {
    expect(plain(longInstant("2025-11-01T08:12:00Z"))).toBe("1er novembre 2025, 09:12");
    expect(plain(longDate("2026-03-29T23:00:00Z"))).toBe("30 mars 2026");
    expect(longInstant(null)).toBe("–");
  });
});

test.each([
  [{ funnel_origin: "conferences", extra_answers: { commentaire: "Deux places ?" } }, "Conférences"],
  [{ funnel_origin: "conferences", extra_answers: { kind: "waitlist" } }, "Conférences, liste d’attente"],
  [{ funnel_origin: "closing", extra_answers: { kind: "waitlist" } }, "Closing"],
  [{ funnel_origin: "conferences", extra_answers: null }, "Conférences"],
  [{}, "–"],
])("A lead of %j comes from « %s »", (columns, text) => {
  expect(originOf(lead(columns))).toBe(text);
});

describe("A volume", () => {
  test.each([
    [{ funnel_origin: "secretariat", calls_per_month: 50 }, "50 appels/j"],
    [{ funnel_origin: "suiviclient", active_clients_per_month: 200 }, "200 clients"],
    [{ funnel_origin: "marketing", prospects_per_month: "1000-5000" }, "De 1 000 à 5 000"],
    [{ funnel_origin: "marketing", prospects_per_month: "beaucoup" }, "beaucoup"],
    [{ funnel_origin: "closing", prospects_count: "2 000 appels" }, "2 000 appels"],
    [{ funnel_origin: "secretariat" }, "–"],
    [{ funnel_origin: "general", calls_per_month: 50 }, "–"],
    [{}, "–"],
  ])("of %j is %s in a list", (columns, text) => {
    expect(plain(shortVolume(lead(columns)))).toBe(text);
  });

  test("comes with its price, when we sell it", () => {
    expect(plain(secretariatVolume(lead({ funnel_origin: "secretariat", calls_per_month: 50 }), firstPrices))).toBe(
      "50 appels par jour, 597 € HT",
    );
    expect(plain(secretariatVolume(lead({ funnel_origin: "secretariat", calls_per_month: 7 }), firstPrices))).toBe(
      "7 appels par jour",
    );
    expect(
      plain(followUpVolume(lead({ funnel_origin: "suiviclient", active_clients_per_month: 500 }), firstPrices)),
    ).toBe("500 clients actifs, 1 290 € HT");
    const trainees = lead({ funnel_origin: "suiviclient", active_clients_per_month: 50, audience: "formation" });
    expect(plain(followUpVolume(trainees, firstPrices))).toBe("50 stagiaires suivis, 350 € HT");
    expect(secretariatVolume(lead({}), firstPrices)).toBe("–");
  });
});

describe("Answers", () => {
  test("are shown in the words of the form, others as stored", () => {
    expect(sayAnswer("intention", "rdv")).toBe("Prendre des rendez-vous");
    expect(sayAnswer("voice", "robot")).toBe("robot");
    expect(sayAnswer("voice", "constructor")).toBe("constructor");
  });

  test.each([
    [["24h"], "Disponibilité tous les jours 24h/24"],
    [["autres", "8h-12h"], "8h-12h"],
    [["autres"], "Autres créneaux"],
    [[], "–"],
  ])("hours %j read %s", (business_hours, text) => {
    expect(formatOpeningHours(lead({ business_hours }))).toBe(text);
  });
});

describe("What can be called", () => {
  test.each([
    ["06 39 98 20 16", "tel:+33639982016"],
    ["+33 (6) 39.98.20.16", "tel:+33639982016"],
    ["javascript:alert(1)", undefined],
    ["12", undefined],
    ["1+234", undefined],
    [null, undefined],
  ])("phone %j dials %j", (phone, href) => {
    expect(dialHref(phone)).toBe(href);
  });
});
