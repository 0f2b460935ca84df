import { beforeEach, describe, expect, test } from "vitest";

import { arrangeAccounts } from "#tests/policies/accounts.ts";
import { phoneNumbers } from "#tests/support/phone-numbers.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { countOf, followUp, marketing, newKey, readDashboard, rowsOf, secretariat, send } from "./sending.ts";

const db = await openDatabaseForFile();

beforeEach(async () => {
  await db.reset();
  await arrangeAccounts(db);
});

describe("A questionnaire sent without signing in", () => {
  test("becomes one profile, one lead to contact and one submission", async () => {
    const key = newKey();
    expect(await send(db, { ...secretariat, idempotency_key_param: key })).toEqual({ accepted: true, reference: key });

    expect(await readDashboard(db)).toMatchObject([
      {
        user_id: null,
        funnel_origin: "secretariat",
        lead_status: "to_contact",
        payment_status: false,
        first_name: "Hélène",
        last_name: "Ravel",
        email: "helene@patisserie-ravel.example",
        phone: "06 39 98 41 07",
        phone_e164: "+33639984107",
        company_name: "Pâtisserie Ravel",
        business_type: "artisan pâtissier",
        welcome_message: "Pâtisserie Ravel, bonjour.\nQue puis-je pour vous ?",
        knowledge_base_url: "https://patisserie-ravel.example",
        knowledge_base_text: "Fermé le lundi.",
        intention: "rdv",
        calls_per_month: 50,
        business_hours: ["24h"],
        voice: "feminin",
        prospects_per_month: null,
        active_clients_per_month: null,
        call_consent: false,
        account_exists: false,
        newer_answers_at: null,
        is_suspect: false,
      },
    ]);
    expect(await rowsOf(db, "select registration_path, email from user_profiles")).toEqual([
      { registration_path: "/inscription-secretariat", email: "helene@patisserie-ravel.example" },
    ]);
    expect(await countOf(db, "private.submissions")).toBe(1);
  });

  test("gets a reference even without a key of its own", async () => {
    const { reference } = await send(db, secretariat);
    expect(reference).toMatch(/^[0-9a-f-]{36}$/);
    expect(await rowsOf(db, "select idempotency_key from private.submissions")).toEqual([
      { idempotency_key: reference },
    ]);
  });

  test.for([
    [
      "marketing",
      marketing,
      {
        prospects_per_month: "1000-5000",
        current_clients: "100-1000",
        marketing_needs: "Relancer nos anciens stagiaires.",
        voice: null,
      },
    ],
    [
      "suiviclient",
      followUp,
      { active_clients_per_month: 200, client_followup_goals: "Rappeler les rendez-vous.", voice: "masculin" },
    ],
  ] as const)("of %s keeps that offer's answers", async ([funnel, parameters, answers]) => {
    await send(db, parameters);
    expect(await readDashboard(db)).toMatchObject([{ funnel_origin: funnel, calls_per_month: null, ...answers }]);
  });

  test("reads empty strings, a list of one empty string and spaces as no value", async () => {
    const nothing = Object.fromEntries(
      Object.keys(secretariat).map((name) => [name, name === "business_hours_param" ? [""] : ""]),
    );
    await send(db, {
      ...nothing,
      last_name_param: " \u00a0\t",
      email_param: " a@b ",
      funnel_origin_param: "secretariat",
    });
    const row = (await readDashboard(db))[0]!;
    expect(row.email).toBe("a@b");
    const answers = [
      "first_name",
      "last_name",
      "phone",
      "phone_e164",
      "welcome_message",
      "calls_per_month",
      "business_hours",
      "voice",
    ];
    expect(answers.filter((column) => row[column] !== null)).toEqual([]);
    expect(await rowsOf(db, "select contact, answers from private.submissions")).toEqual([
      { contact: {}, answers: {} },
    ]);
  });

  test.for([
    [50, 50],
    ["50", 50],
    [" 7 ", 7],
    [0, 0],
    ["", null],
    [null, null],
  ])("takes the number %j as %j", async ([sent, stored]) => {
    await send(db, { ...secretariat, calls_per_month_param: sent });
    expect((await readDashboard(db))[0]).toMatchObject({ calls_per_month: stored });
  });

  test.for([
    [["24h"], ["24h"]],
    [["autres,8h-12h"], ["autres", "8h-12h"]],
    [["autres,8h-12h, 14h-18h"], ["autres", "8h-12h, 14h-18h"]],
    [
      ["autres", "8h-12h"],
      ["autres", "8h-12h"],
    ],
    [["autres,"], ["autres"]],
    [["9h-17h,17h-9h"], ["9h-17h,17h-9h"]],
    [["matin,soir"], ["matin,soir"]],
    [["autres,autres,9h"], ["autres", "autres,9h"]],
    [[""], null],
    [[], null],
  ])("takes the hours %j as %j: split at the first comma, after autres only", async ([sent, stored]) => {
    await send(db, { ...secretariat, business_hours_param: sent });
    expect((await readDashboard(db))[0]).toMatchObject({ business_hours: stored });
  });

  test.for([
    ["autres", "Filtrer les appels", "Filtrer les appels", null],
    [
      "autres",
      "Intention : Filtrer les appels\nFermé le lundi.\nEt le mardi.",
      "Filtrer les appels",
      "Fermé le lundi.\nEt le mardi.",
    ],
    ["autres", "Intention : sans suite", "Intention : sans suite", null],
    ["rdv", "Fermé le lundi.", null, "Fermé le lundi."],
    ["rdv", "Intention : x\ny", null, "Intention : x\ny"],
  ])("shows the intention %j and the text %j apart", async ([intention, text, detail, own]) => {
    await send(db, { ...secretariat, intention_param: intention, knowledge_base_text_param: text });
    expect((await readDashboard(db))[0]).toMatchObject({
      knowledge_base_text: text,
      intention_detail: detail,
      knowledge_base_own_text: own,
    });
  });

  test("keeps the consent to be called with its date and wording", async () => {
    const calls = { granted: true, at: "2026-11-20T10:00:00.000Z", version: "2025-06-25", form: "secretariat" };
    await send(db, { ...secretariat, consents_param: { calls } });
    expect((await readDashboard(db))[0]).toMatchObject({ call_consent: true });
    expect(await rowsOf(db, "select consents from private.submissions")).toEqual([{ consents: { calls } }]);
  });

  test.for([[{ calls: { granted: false } }], [{ calls: "true" }], [{}], ["oui"], [null]])(
    "reads the consents %j as not given",
    async ([consents]) => {
      await send(db, { ...secretariat, consents_param: consents });
      expect((await readDashboard(db))[0]).toMatchObject({ call_consent: false });
    },
  );

  test("loses spaces around an answer and not one letter of it", async () => {
    for (const letter of "abcdefghijklmnopqrstuvwxyz0123456789\\u") {
      const { rows } = await db.inspect("select private.trimmed($1) as kept", [
        `\u000b\t\u00a0 ${letter} x ${letter}\r\n\f\u3000`,
      ]);
      expect(rows[0]?.kept).toBe(`${letter} x ${letter}`);
    }
  });

  test("is stored but marked suspect when the trap field is filled, or when the server says so", async () => {
    await send(db, { ...secretariat, website_param: "https://spam.example" });
    await send(db, { ...secretariat, email_param: "autre@spam.example" }, undefined, { "request.suspect": "true" });
    await send(db, { ...secretariat, email_param: "vrai@client.example" });
    expect((await readDashboard(db)).map((row) => row.is_suspect)).toEqual([true, true, false]);
    expect(await rowsOf(db, "select is_suspect from private.submissions order by created_at")).toEqual([
      { is_suspect: true },
      { is_suspect: true },
      { is_suspect: false },
    ]);
  });

  test("keeps every character of what people type", async () => {
    for (const [index, hostile] of hostileTexts.entries()) {
      const email = `p${index}@test.example`;
      await send(db, {
        ...secretariat,
        email_param: email,
        first_name_param: hostile,
        welcome_message_param: hostile,
        phone_param: hostile,
      });
      const stored = (await readDashboard(db)).find((row) => row.email === email);
      expect(stored).toMatchObject({ first_name: hostile, welcome_message: hostile, phone: hostile });
    }
    expect(await countOf(db, "leads")).toBe(hostileTexts.length);
  });
});

const hostileTexts = [
  "'; drop table leads; --",
  "$$ || current_user || $$",
  "\\'; select pg_sleep(5); --",
  "<img src=x onerror=alert(1)>",
  '=HYPERLINK("http://x")',
  "%00%0a\\u0000",
  '{"a": 1}',
  "{autres,24h}",
  "NULL",
  "Ｚoé 👩‍💻 ﷽ ‮ e\u0301",
  "a\tb\u0001c",
  "O’Connor — «\u00a0l'été\u00a0»",
];

describe("What cannot be a questionnaire is refused with a 400 that names the parameter, and nothing is written", () => {
  const long = (length: number) => "é".repeat(length);

  test.for([
    ["no e-mail", { email_param: "" }, "email_missing: email_param"],
    ["spaces as e-mail", { email_param: "  " }, "email_missing: email_param"],
    ["nothing before @", { email_param: "@example" }, "email_malformed: email_param"],
    ["nothing after @", { email_param: "helene@" }, "email_malformed: email_param"],
    ["no @", { email_param: "helene" }, "email_malformed: email_param"],
    ["a space in the e-mail", { email_param: "hel ene@x.example" }, "email_malformed: email_param"],
    ["a line break in the e-mail", { email_param: "a@b\nBcc: c@d" }, "email_malformed: email_param"],
    ["a funnel we do not have", { funnel_origin_param: "autre" }, "funnel_origin_unknown: funnel_origin_param"],
    ["no funnel", { funnel_origin_param: "" }, "funnel_origin_unknown: funnel_origin_param"],
    ["words as a number", { calls_per_month_param: "beaucoup" }, "number_malformed: calls_per_month_param"],
    ["a negative number", { calls_per_month_param: -5 }, "number_malformed: calls_per_month_param"],
    ["a fraction", { active_clients_per_month_param: 2.5 }, "number_malformed: active_clients_per_month_param"],
    ["a number out of range", { calls_per_month_param: "99999999999" }, "number_malformed: calls_per_month_param"],
    [
      "another site's path",
      { registration_path_param: "https://evil.example/" },
      "path_malformed: registration_path_param",
    ],
    [
      "another site without scheme",
      { registration_path_param: "//evil.example" },
      "path_malformed: registration_path_param",
    ],
    [
      "a path with a backslash",
      { registration_path_param: "/\\evil.example" },
      "path_malformed: registration_path_param",
    ],
    ["a path without slash", { registration_path_param: ".evil.example" }, "path_malformed: registration_path_param"],
    ["a line over 300", { first_name_param: long(301) }, "value_too_long: first_name_param"],
    ["an e-mail over 300", { email_param: `${long(300)}@b` }, "value_too_long: email_param"],
    [
      "an address over 2000",
      { knowledge_base_url_param: `https://x.example/${long(2000)}` },
      "value_too_long: knowledge_base_url_param",
    ],
    ["an area over 4000", { welcome_message_param: long(4001) }, "value_too_long: welcome_message_param"],
    [
      "an area over 4000 with a detail",
      { knowledge_base_text_param: long(4401) },
      "value_too_long: knowledge_base_text_param",
    ],
    ["hours over a line", { business_hours_param: [`autres,${long(320)}`] }, "value_too_long: business_hours_param"],
    ["consents over 8 KiB", { consents_param: { note: long(8192) } }, "value_too_long: consents_param"],
    ["attribution over 8 KiB", { attribution_param: { note: long(8192) } }, "value_too_long: attribution_param"],
  ] as const)("%s", async ([, change, message]) => {
    await expect(send(db, { ...secretariat, ...change })).rejects.toMatchObject({ code: "P0001", message });
    for (const table of ["leads", "user_profiles", "private.submissions", "private.deliveries"])
      expect(await countOf(db, table)).toBe(0);
  });

  test("the longest valid form is accepted whole", async () => {
    const line = long(300);
    const longest = {
      ...secretariat,
      email_param: `${"a".repeat(150)}@${"b".repeat(149)}`,
      first_name_param: line,
      last_name_param: line,
      phone_param: line,
      company_name_param: line,
      business_type_param: line,
      welcome_message_param: long(4000),
      knowledge_base_url_param: `https://${"x".repeat(1992)}`,
      knowledge_base_text_param: `Intention : ${line}\n${long(4000)}`,
      intention_param: "autres",
      business_hours_param: [`autres,${line}`],
    };
    await send(db, longest);
    expect((await readDashboard(db))[0]).toMatchObject({
      welcome_message: long(4000),
      intention_detail: line,
      knowledge_base_own_text: long(4000),
      business_hours: ["autres", line],
    });
  });
});

describe("The read of phone numbers", () => {
  test.for(phoneNumbers)("%s is %s", async ([typed, e164]) => {
    const { rows } = await db.inspect("select private.phone_e164(private.phone_digits($1)) as e164", [typed]);
    expect(rows[0]?.e164).toBe(e164);
  });
});
