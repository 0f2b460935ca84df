import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { ServerContext } from "#server/context/context.ts";
import { accountsErasedLater } from "#subjects/account/server/erasable-accounts.ts";
import { eraseContact } from "#subjects/account/server/erase-contact.ts";
import { collectContactData } from "#subjects/account/server/personal-data.ts";
import { accountsOf } from "#engine/auth/administration/accounts-of.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { addLeadReceivers, order, postTo, readEvents, registration } from "./orders.ts";

const db = await openDatabaseForFile();
let context: ServerContext;

beforeEach(async () => {
  context = createTestContext({ db });
  await addLeadReceivers(context, db);
});
afterEach(() => db.reset());

const chosen = {
  companySiren: "732829320",
  companyLegalName: "SCP ORSAY",
  companyAddress: "4 quai d'Orsay 75007 Paris",
};
const columns = {
  company_siren: chosen.companySiren,
  company_legal_name: chosen.companyLegalName,
  company_address: chosen.companyAddress,
};

const forms = [
  { path: "register-closing", body: order },
  { path: "register-conference", body: registration },
];

describe.each(forms)("The company of the register, in $path", ({ path, body }) => {
  const send = async (sent: object) => (await postTo(context, path)({ ...body, ...sent })).status;

  async function readLead() {
    const { rows } = await db.inspect<{ id: string; user_profile_id: string } & typeof columns>(
      "select id, user_profile_id, company_siren, company_legal_name, company_address from public.leads",
    );
    return rows[0]!;
  }

  test("is kept with the order, exported to its person, erased with it, and told to no receiver", async () => {
    expect(await send(chosen)).toBe(200);
    const { id, user_profile_id: profileId, ...kept } = await readLead();
    expect(kept).toEqual(columns);
    expect(JSON.stringify(await readEvents(db))).not.toContain(chosen.companySiren);

    const data = await db.asServer((tx) => collectContactData(tx, accountsOf(context), id, new Date()));
    for (const row of [data?.leads[0], data?.profiles[0], data?.submissions[0]?.["answers"]]) {
      expect(row).toMatchObject(columns);
    }

    const request = { leadId: undefined, profileId, userId: undefined, scope: "contact" as const };
    await db.asServer((tx) => eraseContact(tx, request, new Date(), accountsErasedLater(context)));
    const { rows } = await db.inspect(
      `select id from public.leads union all select id from public.user_profiles
       union all select id from private.submissions`,
    );
    expect(rows).toEqual([]);
  });

  test("is left out where none was chosen, and refused where it is no company's", async () => {
    expect(await send({})).toBe(200);
    expect(await readLead()).toMatchObject({ company_siren: null, company_legal_name: null, company_address: null });
    const tooLong = await postTo(context, path)({ ...body, ...chosen, companySiren: "7328293201" });
    expect([tooLong.status, tooLong.body]).toMatchObject([400, { code: "too_long", field: "companySiren" }]);
  });
});
