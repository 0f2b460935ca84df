import { describe, expect, test } from "vitest";

import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  createWire,
  mailsTo,
  nextEmail,
  nextPhone,
  productionSettings,
  readSession,
  signUpCustomer,
  type Received,
} from "./support.ts";

const db = await openDatabaseForFile();
const { auth } = createWire({ db }).context.settings;
/** Where an address or a phone counts as soon as it is typed. */
const wire = createWire({ db, settings: { auth: { ...auth, sms: { ...auth.sms, enableConfirmations: false } } } });

/** As many as there are connections to the database: all of them look before the first has written. */
const accounts = 10;

const enterAll = () =>
  Promise.all(
    Array.from({ length: accounts }, async () => readSession((await wire.send("POST", "/signup", { body: {} })).body)),
  );
const signUpAll = () => Promise.all(Array.from({ length: accounts }, () => signUpCustomer(wire)));

async function countOwners(column: "email" | "phone", value: string): Promise<number> {
  const { rows } = await db.inspect(`select id from auth.users where ${column} = $1`, [value]);
  return rows.length;
}

const codesOf = (answers: Received[]) => answers.map(({ status, body }) => `${status} ${body.code ?? ""}`).toSorted();

describe("Of several accounts that take the same at the same moment, one gets it and the others are told", () => {
  test.each(["email", "phone"] as const)("%s", async (column) => {
    const value = column === "email" ? nextEmail() : nextPhone();
    // Only an anonymous account takes an address at once.
    const callers = column === "email" ? await enterAll() : await signUpAll();
    const change = ({ access: token }: { access: string }) =>
      wire.send("PUT", "/user", { body: { [column]: value, data: { asked: true } }, token });
    const answers = await Promise.all(callers.map(change));
    expect(codesOf(answers)).toEqual(["200 ", ...Array(accounts - 1).fill(`422 ${column}_exists`)]);
    expect(await countOwners(column, value)).toBe(1);
    const { rows } = await db.inspect("select 1 from auth.users where id = any($1) and raw_user_meta_data <> '{}'", [
      callers.map(({ userId }) => userId),
    ]);
    expect(rows).toHaveLength(1);
  });

  test("an address that each of them proves by a link", async () => {
    const email = nextEmail();
    const single = { ...productionSettings.auth.email, doubleConfirmChanges: false };
    const live = createWire({ db, settings: { auth: { ...productionSettings.auth, email: single } } });
    live.context.limits = { ...live.context.limits, consume: async () => ({ isAllowed: true, retryAfterSeconds: 0 }) };
    const callers = await signUpAll();
    for (const { access: token } of callers) {
      expect((await live.send("PUT", "/user", { body: { email }, token })).status).toBe(200);
    }
    const links = (await mailsTo(db, email)).map(({ data }) => new URL(data.link).searchParams.get("token"));
    const answers = await Promise.all(
      links.map((token_hash, place) =>
        live.send("POST", "/verify", { body: { type: "email_change", token_hash }, token: callers[place]?.access }),
      ),
    );
    expect(codesOf(answers)).toEqual(["200 ", ...Array(accounts - 1).fill("422 email_exists")]);
    expect(await countOwners("email", email)).toBe(1);
  });
});
