import { afterEach, describe, expect, test } from "vitest";

import type { Caller } from "#engine/db/database.ts";
import { actors, admin, adminWithFactor, alice, arrangeAccounts, formerAdmin } from "#tests/policies/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

type View = {
  id: string;
  name: string;
  query: string;
  is_shared: boolean;
  is_own: boolean;
  may_delete: boolean;
  search: string | null;
};

const lea = actors["admin aal1"];
const paul = actors["admin aal2"];

const db = await openDatabaseForFile();
await arrangeAccounts(db);

afterEach(() => db.inspect("delete from private.lead_views"));

async function call<Value>(who: Caller, expression: string, values: unknown[] = []): Promise<Value> {
  const { rows } = await db.asCaller(who, {}, (tx) =>
    tx.query<{ answer: Value }>(`select ${expression} as answer`, values),
  );
  return rows[0]!.answer;
}

type Kept = { query?: string; isShared?: boolean; search?: string | null };
const save = (who: Caller, name: string, { query = "statut=client", isShared = false, search = null }: Kept = {}) =>
  call<string | null>(who, "save_lead_view($1, $2, $3, $4)", [name, query, isShared, search]);
const remove = (who: Caller, id: string | null) => call<boolean>(who, "delete_lead_view($1)", [id]);

async function views(who: Caller): Promise<View[]> {
  const { rows } = await db.asCaller(who, { isReadOnly: true }, (tx) =>
    tx.query<View>("select * from list_lead_views()"),
  );
  return rows;
}
const namesFor = async (who: Caller) => (await views(who)).map(({ name }) => name);

describe("A view of the list", () => {
  test("is seen by its author alone, until it is shared", async () => {
    await save(lea, "À rappeler", { query: "appel=oui&tri=created_at&sens=asc" });
    expect(await views(lea)).toMatchObject([
      {
        name: "À rappeler",
        query: "appel=oui&tri=created_at&sens=asc",
        is_shared: false,
        is_own: true,
        may_delete: true,
      },
    ]);
    expect(await views(paul)).toEqual([]);
    await save(lea, "À rappeler", { isShared: true });
    expect(await views(paul)).toMatchObject([
      { name: "À rappeler", query: "statut=client", is_own: false, may_delete: false },
    ]);
  });

  test("of the same name replaces one's own, and no other administrator's", async () => {
    const [hers, his] = [
      await save(lea, "Clients", { isShared: true }),
      await save(paul, "Clients", { query: "statut=inactive" }),
    ];
    expect(await save(lea, "  Clients ", { query: "paiement=paye", isShared: true })).toBe(hers);
    expect((await views(paul)).map(({ id, query }) => [id, query])).toEqual([
      [his, "statut=inactive"],
      [hers, "paiement=paye"],
    ]);
  });

  test("is deleted by its author alone, also with its id known", async () => {
    const [shared, own] = [await save(lea, "Équipe", { isShared: true }), await save(lea, "À moi")];
    expect([await remove(paul, shared), await remove(paul, own), await remove(lea, alice.account)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(await namesFor(lea)).toEqual(["À moi", "Équipe"]);
    expect([await remove(lea, shared), await remove(lea, own), await remove(lea, own)]).toEqual([true, true, false]);
  });

  test("that is shared stays when its author administers no more, and anybody in the team deletes it", async () => {
    await db.inspect(
      `insert into private.lead_views (owner, name, query, is_shared)
       values ($1, 'Reste', '', true), ($1, 'À lui', '', false)`,
      [formerAdmin.account],
    );
    expect(await views(lea)).toMatchObject([{ name: "Reste", is_own: false, may_delete: true }]);
    const { rows } = await db.inspect<{ id: string }>("select id from private.lead_views where name = 'À lui'");
    expect(await remove(lea, rows[0]!.id)).toBe(false);
    expect(await remove(lea, (await views(lea))[0]!.id)).toBe(true);
  });
});

test("An administrator keeps fifty at most, and can still change those", async () => {
  for (let number = 0; number < 50; number += 1) await save(lea, `Vue ${number}`);
  expect(await save(lea, "Une de trop")).toBeNull();
  expect(await save(lea, "Vue 7", { query: "paiement=paye" })).not.toBeNull();
  expect(await save(paul, "La sienne")).not.toBeNull();
  expect(await namesFor(lea)).toHaveLength(50);
});

test("A search goes with the last lead that it finds, and one that finds others, or found none, stays", async () => {
  const insertLead = async (lastName: string, phone: string) => {
    const { rows } = await db.inspect<{ id: string }>(
      `with profile as (insert into public.user_profiles (email) values ($1) returning id)
       insert into public.leads (user_profile_id, funnel_origin, first_name, last_name, phone)
       select id, 'secretariat', 'Zoé', $2, $3 from profile returning id`,
      [`${phone.replaceAll(" ", "")}@views.example`, lastName, phone],
    );
    return rows[0]!.id;
  };
  const gone = [await insertLead("Ravel", "06 39 98 11 11"), await insertLead("Ravel", "06 39 98 22 22")];
  await insertLead("Gaudin", "06 39 98 33 33");
  for (const search of ["zoé ravel", "06 39 98 22 22", "zoé", "personne"]) await save(lea, search, { search });
  const searches = async () => (await views(lea)).map(({ search }) => search);

  await db.inspect("delete from public.leads where id = $1", [gone[0]]);
  expect(await searches()).toEqual(["06 39 98 22 22", "personne", "zoé", "zoé ravel"]);
  await db.inspect("delete from public.leads where id = $1", [gone[1]]);
  expect(await searches()).toEqual([null, "personne", "zoé", null]);
});

describe("Nothing is kept of", () => {
  test.for([
    ["a name of spaces", "   ", "", "23514"],
    ["a long name", "a".repeat(81), "", "23514"],
    ["a long address", "Longue", `statut=${"a".repeat(2000)}`, "23514"],
    ["a search in the address, where it would stay", "Claire", "statut=client&recherche=Claire", "23514"],
    ["a search that comes first", "Claire", "?recherche=Claire", "23514"],
    ["no name", null, "", "23502"],
    ["no address", "Sans", null, "23502"],
  ] as const)("%s", async ([, name, query, code]) => {
    await expect(call(lea, "save_lead_view($1, $2)", [name, query])).rejects.toMatchObject({ code });
    expect(await views(lea)).toEqual([]);
  });
});

test("Who is no administrator, or has not shown their second factor, sees and changes nothing", async () => {
  const id = await save(lea, "Équipe", { isShared: true });
  const strangers = [
    actors.anon,
    actors.owner,
    actors["admin aal1, factor"],
    actors["ended admin"],
    actors["former admin"],
    actors.service_role,
  ];
  for (const stranger of strangers) {
    await expect(views(stranger)).rejects.toMatchObject({ code: "42501" });
    await expect(save(stranger, "Intruse")).rejects.toMatchObject({ code: "42501" });
    await expect(remove(stranger, id)).rejects.toMatchObject({ code: "42501" });
    await expect(db.asCaller(stranger, {}, (tx) => tx.query("select * from private.lead_views"))).rejects.toMatchObject(
      { code: "42501" },
    );
  }
  expect(await namesFor(paul)).toEqual(["Équipe"]);
});

test("Views go with their author's account", async () => {
  await save(lea, "À elle");
  await save(paul, "À lui");
  await db.inspect("delete from auth.users where id = $1", [admin.account]);
  const { rows } = await db.inspect("select owner from private.lead_views");
  expect(rows).toEqual([{ owner: adminWithFactor.account }]);
});
