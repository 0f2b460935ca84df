import { afterEach, describe, expect, test } from "vitest";

import { mailableAddress } from "#kit/email-address.ts";
import { createAdministrator } from "#engine/auth/administration/create-administrator.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { mailableEmails } from "#tests/support/email-examples.ts";

import { createWire, goodPassword, otherMailsTo, productionSettings } from "./support.ts";

const db = await openDatabaseForFile();
const demo = createWire({ db });
const live = createWire({ db, settings: productionSettings });
const { secretKey } = demo.context.settings;

afterEach(() => db.reset());

const addresses = async () => (await db.inspect<{ email: string }>("select email from auth.users")).rows;

/** What the auth service of Supabase takes and ours refused, and what both refused of French people. */
const taken = [
  ..."&/=!#$%*?^{|}~".split("").map((sign) => `a${sign}b@ex.fr`),
  "x@shop.xn--p1ai",
  "root@intranet",
  "contact@pâtisserie-léa.example",
  "Chloé@ex.fr",
];

describe("An address", () => {
  test.each(taken)("%s is taken at every door, under its one form", async (typed) => {
    const email = mailableAddress(typed)!;
    const signedUp = await demo.send("POST", "/signup", { body: { email: typed, password: goodPassword } });
    expect({ status: signedUp.status, email: signedUp.body.user?.email }).toEqual({ status: 200, email });

    for (const spelling of [typed, email, typed.normalize("NFD"), ` \u200e${typed}\u2060`]) {
      const body = { email: spelling, password: goodPassword };
      expect((await demo.send("POST", "/token?grant_type=password", { body })).status).toBe(200);
      const again = await demo.send("POST", "/signup", { body });
      expect(again.body.code).toBe("user_already_exists");
    }
    expect((await live.send("POST", "/recover", { body: { email: typed } })).status).toBe(200);
    expect((await live.send("POST", "/otp", { body: { email: typed.normalize("NFD") } })).status).toBe(200);
    expect((await otherMailsTo(db, email)).map(({ template }) => template)).toEqual(["recovery", "magic-link"]);

    const made = await live.send("POST", "/admin/users", {
      apiKey: secretKey,
      token: secretKey,
      body: { email: typed, email_confirm: true },
    });
    expect(made.body.code).toBe("email_exists");
    const administrator = await createAdministrator(
      db,
      { email: typed, password: goodPassword, guessableWords: [] },
      demo.context.passwords,
    );
    expect(administrator.ok).toBe(true);
    expect(await addresses()).toEqual([{ email }]);
  });

  test.each(mailableEmails.flatMap(([typed, address]) => (address === null ? [typed] : [])))(
    "that no mail can reach, %j, is refused at each",
    async (typed) => {
      for (const [path, body] of [
        ["/signup", { email: typed, password: goodPassword }],
        ["/recover", { email: typed }],
        ["/otp", { email: typed }],
      ] as const) {
        expect((await live.send("POST", path, { body })).status).toBe(400);
      }
      expect(await addresses()).toEqual([]);
    },
  );
});
