import { beforeAll, describe, expect, test } from "vitest";

import { actors, arrangeAccounts } from "#tests/policies/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { secretariat, send } from "./sending.ts";

const people: [first: string, last: string, email: string, phone: string, company: string][] = [
  ["Hélène", "Ravel", "helene@patisserie-ravel.example", "06 39 98 41 07", "Pâtisserie Ravel"],
  ["Étienne", "Gaudin", "e.gaudin@volteo.example", "+33 6 39 98 55 14", "Voltéo"],
  ["Jean", "Dupont", "jean_dupont@100%bio.example", "0033639982740", 'Nord & fils, (SARL) "Le 50%"'],
  ["Œdipe", "Lefèvre", "paul*l@nord.example", "+32 470 12 34 56", "C:\\Temp\\_x_"],
  ["Anaïs", "O’Connor", "anais@pepins.example", "01.99.00.12.34", "Pépins du Lez"],
  ["Marie", "de La Tour", "m@tour.example", "poste 7", "DUPRÉ"],
];

const db = await openDatabaseForFile();
await arrangeAccounts(db);
/** What was written at length is found too. */
const short = {
  ...secretariat,
  welcome_message_param: "",
  knowledge_base_url_param: "",
  knowledge_base_text_param: "",
};
for (const [first, last, email, phone, company] of people) {
  await send(db, {
    ...short,
    email_param: email,
    first_name_param: first,
    last_name_param: last,
    phone_param: phone,
    company_name_param: company,
  });
}

async function search(query: string | null, rest = ""): Promise<string[]> {
  const { rows } = await db.asCaller(actors["admin aal1"], { isReadOnly: true }, (tx) =>
    tx.query<{ last_name: string }>(`select * from search_leads($1) ${rest || "order by created_at"}`, [query]),
  );
  return rows.map((row) => row.last_name);
}

describe("The search finds a lead by", () => {
  test.for([
    ["a part of the first name", "élèn", ["Ravel"]],
    ["a part of the last name", "audi", ["Gaudin"]],
    ["a name without its accents", "helene", ["Ravel"]],
    ["a name with accents that are not there", "Rävèl", ["Ravel"]],
    ["capitals", "DUPONT", ["Dupont"]],
    ["small letters of a capital accent", "étienne", ["Gaudin"]],
    ["first then last name", "hélène ravel", ["Ravel"]],
    ["last then first name", "ravel  Helene", ["Ravel"]],
    ["a name of several words", "de la tour", ["de La Tour"]],
    ["a ligature, written out", "oedipe", ["Lefèvre"]],
    ["a curved apostrophe, typed straight", "o'connor", ["O’Connor"]],
    ["the e-mail", "@VOLTEO.example", ["Gaudin"]],
    ["the company", "pepins du", ["O’Connor"]],
    ["the company in capitals", "dupré", ["de La Tour"]],
    ["a part shared by several", "dup", ["Dupont", "de La Tour"]],
    ["two letters", "zz", []],
    ["two letters in the middle", "vè", ["Ravel"]],
    ["the last two letters of all there is", "le", ["Ravel", "Gaudin", "Dupont", "Lefèvre", "O’Connor", "de La Tour"]],
    ["a letter that few have", "œ", ["Lefèvre"]],
    ["a sign and what stands around it", "l@n", ["Lefèvre"]],
    ["the start of a domain", "@p", ["Ravel", "O’Connor"]],
    ["the phone as typed", "98 41 07", ["Ravel"]],
    ["the phone without its spaces", "0639984107", ["Ravel"]],
    ["the phone with other signs", "06.39.98.41.07", ["Ravel"]],
    ["+33 instead of 0", "+33639984107", ["Ravel"]],
    ["0033 instead of 0", "0033 6 39 98 41 07", ["Ravel"]],
    ["0 instead of +33", "06 39 98 55 14", ["Gaudin"]],
    ["0 instead of 0033", "0639982740", ["Dupont"]],
    ["the start of a French number", "+33 6", ["Ravel", "Gaudin", "Dupont"]],
    ["another country's number", "+32 470", ["Lefèvre"]],
    ["another country's number dialled", "0032470", ["Lefèvre"]],
    ["three digits in the middle", "412", []],
    ["four digits in the middle", "8551", ["Gaudin"]],
    ["a landline", "(01) 99-00", ["O’Connor"]],
    ["a phone that is words", "poste 7", ["de La Tour"]],
    ["the end of a phone that is words", "e 7", ["de La Tour"]],
  ] as const)("%s: %s", async ([, query, found]) => expect(await search(query)).toEqual(found));

  test("nothing typed: every lead", async () => {
    for (const query of ["", "  ", "\u00a0", null]) expect(await search(query)).toHaveLength(people.length);
  });
});

describe("Every character of a search is literal", () => {
  test.for([
    ["%", ["Dupont"]],
    ["_", ["Dupont", "Lefèvre"]],
    ["\\", ["Lefèvre"]],
    ["\\_x", ["Lefèvre"]],
    ["\\\\", []],
    ["*", ["Lefèvre"]],
    [",", ["Dupont"]],
    ["(", ["Dupont"]],
    ["(sarl)", ["Dupont"]],
    ['"le 50%"', ["Dupont"]],
    ["%%", []],
    ["h%l", []],
    ["h_l", []],
    ["'", ["O’Connor"]],
    ["' or true --", []],
    [";", []],
    ["$1", []],
    ["::text", []],
    ["\n", people.map((person) => person[1])],
    ["ravel\nhelene@", []],
    ["\u0001", people.map((person) => person[1])],
    ["👩‍💻", []],
    ["x".repeat(10_000), []],
  ] as const)("%j", async ([query, found]) => expect(await search(query)).toEqual(found));
});

describe("The search", () => {
  test("filters, orders, pages and counts like the dashboard", async () => {
    expect(
      await search(
        "",
        "where funnel_origin = 'secretariat' and payment_status = false order by email desc limit 2 offset 1",
      ),
    ).toEqual(["de La Tour", "Dupont"]);
    expect(await search("dup", "where lead_status = 'client'")).toEqual([]);
  });

  test("gives the very rows of the dashboard", async () => {
    const read = (from: string) =>
      db.asCaller(actors["admin aal1"], {}, (tx) => tx.query(`select * from ${from} order by lead_id`));
    expect((await read("search_leads('')")).rows).toEqual((await read("admin_dashboard")).rows);
  });

  test("follows a contact that changes, on the lead or on the profile", async () => {
    await db.inspect("update leads set last_name = 'Ravel-Moreau' where last_name = 'Ravel'");
    expect(await search("moreau helene")).toEqual(["Ravel-Moreau"]);
    await db.inspect("update leads set company_name = null where last_name = 'Ravel-Moreau'");
    await db.inspect("update user_profiles set company_name = 'Chez Zélie' where last_name = 'Ravel'");
    expect(await search("zelie")).toEqual(["Ravel-Moreau"]);
    await db.inspect(
      "update leads set last_name = 'Ravel', company_name = 'Pâtisserie Ravel' where last_name = 'Ravel-Moreau'",
    );
  });

  test("knows a lead by its last words, whatever was written of it before and after in one transaction", async () => {
    await db.asServer(async (tx) => {
      const write = (set: string) =>
        tx.query(`update public.leads set ${set} where last_name in ('Gaudin', 'Premier', 'Second')`);
      await write("last_name = 'Premier'");
      await write("last_name = 'Second'");
      await write("lead_status = 'contacted'");
    });
    expect([await search("premier"), await search("second")]).toEqual([[], ["Second"]]);
    await db.asServer((tx) => tx.query("update public.leads set last_name = 'Gaudin' where last_name = 'Second'"));
    expect(await search("gaudin")).toEqual(["Gaudin"]);
  });

  test("finds what was written at length: answers, and notes as long as they stand", async () => {
    await db.inspect(
      "update leads set marketing_needs = 'Relancer les devis d’été (2026), urgent' where last_name = 'Gaudin'",
    );
    await db.inspect(
      `insert into private.lead_notes (lead_id, author, text)
       select id, gen_random_uuid(), 'Veut un rendez-vous, écrire à compta@voltéo.example. ' || repeat('x', 100)
       from leads where last_name = 'Dupont'`,
    );
    for (const [query, found] of [
      ["devis relan", ["Gaudin"]],
      ["ÉTÉ 2026", ["Gaudin"]],
      ["rendez-vous", ["Dupont"]],
      ["volteo compta", ["Dupont"]],
      ["devis rendez", []],
      ["evis", []],
      ["x".repeat(100), []],
    ] as const) {
      expect([query, await search(query)]).toEqual([query, found]);
    }
    await db.inspect("delete from private.lead_notes");
    await db.inspect("update leads set marketing_needs = null where last_name = 'Gaudin'");
    expect([await search("rendez-vous"), await search("devis")]).toEqual([[], []]);
  });

  test("is refused to everybody but administrators, before anything is read", async () => {
    for (const actor of [
      "anon",
      "owner",
      "ended admin",
      "admin aal1, factor",
      "former admin",
      "service_role",
    ] as const) {
      await expect(
        db.asCaller(actors[actor], {}, (tx) => tx.query("select * from search_leads('x')")),
      ).rejects.toMatchObject({ code: "42501" });
    }
  });

  test("can use the trigram index, although row security is forced", async () => {
    const plan = await db.asServer(async (tx) => {
      await tx.query("set local enable_seqscan = off");
      const matching = "select from private.lead_words where keys like '%ravel%' or phone_digits like '%4107%'";
      return (await tx.query<{ "QUERY PLAN": string }>(`explain ${matching}`)).rows;
    });
    expect(plan.map((row) => row["QUERY PLAN"]).join("\n")).toContain("Bitmap Index Scan on lead_words_trigrams");
  });
});

describe("What a telephone or a word processor writes", () => {
  beforeAll(async () => {
    for (const [first, email, phone] of [
      ["Jean\u2011Marc", "jm@run.example", "0692 39 80 41"],
      ["Ueli", "u@kunz.example", "+41 (0)79 123 45 67"],
    ]) {
      const named = { first_name_param: first, last_name_param: first };
      await send(db, { ...short, ...named, email_param: email, phone_param: phone });
    }
  });

  test.for([
    ["a caller from overseas", "+262 692 39 80 41", "Jean\u2011Marc"],
    ["the beginning of that number", "+262 69", "Jean\u2011Marc"],
    ["a caller from abroad", "+41 79 123 45 67", "Ueli"],
    ["a hyphen that does not break, typed as any", "jean-marc", "Jean\u2011Marc"],
  ] as const)("finds %s", async ([, query, found]) => expect(await search(query)).toEqual([found]));
});
