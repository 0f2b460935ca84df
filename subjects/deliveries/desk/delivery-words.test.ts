import { describe, expect, test } from "vitest";

import { amountOf } from "#subjects/payments/desk/payment-amount.ts";
import type { DeliveryLine, Receiver } from "#subjects/leads/contract/desk-lists.ts";
import { mailTexts } from "#content/mails.ts";

import { nameOfEvent, nameOfReceiver, problemOf, progressOf, stateOfReceiver } from "./delivery-words.ts";

const nowMs = Date.parse("2026-11-20T10:00:00Z");
const delivery: DeliveryLine = {
  delivery_id: "d",
  topic: "lead",
  host: "hook.example",
  number: null,
  event: "questionnaire.submitted",
  status: "waiting",
  attempts: 0,
  last_status: null,
  last_error: null,
  next_try_at: "2026-11-20T10:00:00Z",
  is_replayable: true,
  created_at: "2026-11-20T09:00:00Z",
  lead_id: null,
  lead_name: null,
  recipient: null,
  is_waiting_list: false,
  last_answer: null,
};

describe("What the last try met", () => {
  test("is nothing before the first", () => {
    expect(problemOf(delivery)).toBeUndefined();
  });

  test.each<[Partial<DeliveryLine>, RegExp]>([
    [{ last_status: 422, last_error: "http_422" }, /refusé l’envoi \(réponse 422\)/],
    [{ last_status: 500, last_error: "http_500" }, /en panne \(réponse 500\)/],
    [{ last_status: 429, last_error: "http_429" }, /attendre/],
    [{ last_status: 301, last_error: "http_301" }, /adresse a changé/],
    [{ last_status: 410, last_error: "gone" }, /ne plus rien recevoir/],
    [{ last_status: 500, last_error: "too_old" }, /Trois jours/],
    [{ last_error: "timeout" }, /pas répondu à temps/],
    [{ last_error: "enotfound" }, /n’existe pas/],
    [{ last_error: "depth_zero_self_signed_cert" }, /certificat/],
    [{ last_error: "econnrefused" }, /injoignable/],
    [{ topic: "send_sms", last_error: "expired" }, /n’était plus valable/],
    [{ topic: "mail", last_error: "econnrefused" }, /serveur d’e-mail ne répond pas/],
    [{ topic: "mail", last_status: 550, last_error: "eenvelope" }, /refusé ce message\.$/],
    [{ topic: "mail", last_status: 451, last_error: "eenvelope" }, /pour l’instant/],
    [{ topic: "mail", last_status: 535, last_error: "eauth" }, /n’accepte pas les envois du site/],
    [{ topic: "mail", last_error: "bad_header" }, /tel quel/],
  ])("%j is said in words", (facts, words) => {
    expect(problemOf({ ...delivery, ...facts })).toMatch(words);
  });
});

test.each<[Partial<DeliveryLine>, string]>([
  [{}, "envoi en cours"],
  [{ attempts: 1, next_try_at: "2026-11-20T10:00:30Z" }, "1 essai, prochain essai dans moins d’une minute"],
  [{ attempts: 3, next_try_at: "2026-11-20T10:03:10Z" }, "3 essais, prochain essai dans 4\u00a0min"],
  [{ attempts: 7, next_try_at: "2026-11-20T20:00:00Z" }, "7 essais, prochain essai dans 10\u00a0h"],
  [{ attempts: 7, next_try_at: null }, "7 essais"],
  [{ attempts: 10, status: "dead", next_try_at: null }, "10 essais"],
])("%j reads « %s »", (facts, words) => {
  expect(progressOf({ ...delivery, ...facts }, nowMs)).toBe(words);
});

test("A receiver is named by what it gets and by its host; alike ones by a number", () => {
  expect(nameOfReceiver({ topic: "lead", host: "hook.example", number: null })).toBe("Leads, hook.example");
  expect(nameOfReceiver({ topic: "sign_in", host: "hook.example", number: 2 })).toBe("Connexions, hook.example (2)");
  expect(nameOfReceiver({ topic: "mail", host: null, number: null })).toBe("E-mails, serveur d’envoi");
});

test("A receiver works, rests, is gone, or is no longer named", () => {
  const receiver = { disabled_reason: null, paused_until: null } as Receiver;
  expect(stateOfReceiver(receiver)).toBe("working");
  expect(stateOfReceiver({ ...receiver, paused_until: "2026-11-20T10:00:00Z" })).toBe("paused");
  expect(stateOfReceiver({ ...receiver, disabled_reason: "gone" })).toBe("gone");
  expect(stateOfReceiver({ ...receiver, disabled_reason: "not_configured" })).toBe("not_configured");
});

describe("What is sent", () => {
  const nameOf = (event: string, is_waiting_list = false) => nameOfEvent({ event, is_waiting_list });

  test("has a French name when we know it; other events keep theirs", () => {
    expect(nameOf("closing.registered")).toBe("Commande d’appels sortants");
    expect(nameOf("mail.of-tomorrow")).toBe("E-mail");
    expect(nameOf("lead.of_tomorrow")).toBe("lead.of_tomorrow");
  });

  test("has a name of its own for each mail that the site writes", () => {
    const names = Object.keys(mailTexts).map((template) => nameOf(`mail.${template}`));
    expect(names.filter((name) => !/^E-mail d(e |’)./.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test("is a place at the conference, or one on its waiting list", () => {
    expect(nameOf("conference.registered")).toBe("Inscription à la conférence");
    expect(nameOf("conference.registered", true)).toBe("Liste d’attente de la conférence");
    expect(nameOf("mail.lead-received", true)).toBe("E-mail de liste d’attente");
    expect(nameOf("mail.newsletter-confirmation", true)).toBe(nameOf("mail.newsletter-confirmation"));
  });
});

test.each<[number | null, string | null, string]>([
  [71_640, "eur", "716,40 €"],
  [0, "eur", "0,00 €"],
  [500, "jpy", "500 JPY"],
  [500, "", "5"],
  [500, "euros!", "5 euros!"],
  [null, "eur", "Montant non précisé"],
])("%j in %j is « %s »", (amount_cents, currency, words) => {
  expect(amountOf({ amount_cents, currency }).replaceAll(/[\u00a0\u202f]/g, " ")).toBe(words);
});
