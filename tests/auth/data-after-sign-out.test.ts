import { describe, expect, test } from "vitest";

import type { ServerContext } from "#server/context/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { mount } from "#tests/rest/bookshop.ts";

import { prove, signUpHolder } from "./authenticator-app.ts";
import {
  createClock,
  createWire,
  expectProblem,
  goodPassword,
  isAlive,
  readSession,
  type SignedIn,
  signInWithPassword,
  signUpCustomer,
} from "./support.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db });

/** The data service of the same server. */
const dataOf = (context: ServerContext) => {
  const app = mount(context);
  return async (method: string, path: string, token: string, body?: object) => {
    const response = await app.request(`http://site.test/rest/v1/${path}`, {
      method,
      headers: {
        apikey: context.settings.publishableKey,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : (JSON.parse(text) as any) };
  };
};

async function makeProfile(on: typeof wire, { access, userId }: SignedIn): Promise<void> {
  const made = await dataOf(on.context)("POST", "rpc/create_profile_if_not_exists", access, {
    user_id_param: userId,
    registration_path_param: "/inscription-secretariat",
  });
  if (made.status !== 200) throw new Error(`The profile was not made: ${JSON.stringify(made)}`);
}

/** What a customer's token may do with their data; `rows` counts profiles and leads. */
async function rightsOf(on: typeof wire, { access, userId, email }: SignedIn) {
  const data = dataOf(on.context);
  const profiles = await data("GET", "user_profiles?select=id", access);
  const leads = await data("GET", "leads?select=id", access);
  const ownProfile = { user_id_param: userId, registration_path_param: "/inscription-marketing" };
  const made = await data("POST", "rpc/create_profile_if_not_exists", access, ownProfile);
  const { rows } = await db.inspect<{ id: string }>("select id from public.user_profiles where user_id = $1", [userId]);
  const added = await data("POST", "leads", access, { user_profile_id: rows[0]?.id, funnel_origin: "suiviclient" });
  const answers = { email_param: email, funnel_origin_param: "secretariat", first_name_param: "Mallory" };
  const sent = await data("POST", "rpc/create_lead_without_auth", access, answers);
  const changed = await db.inspect("select from public.user_profiles where user_id = $1 and first_name = 'Mallory'", [
    userId,
  ]);
  return {
    rows: profiles.body.length + leads.body.length,
    makesProfile: made.status,
    addsLead: added.status,
    answers: sent.status,
    changesOwn: changed.rowCount,
  };
}

/** The answers are kept as a visitor's: nothing is lost, and nothing of the account is changed. */
const rightsOfVisitor = { rows: 0, makesProfile: 403, addsLead: 403, answers: 200, changesOwn: 0 };
const rightsOfOwner = { rows: 2, makesProfile: 200, addsLead: 201, answers: 200, changesOwn: 1 };

describe("An access token reads and writes nothing more from the moment that ends its session:", () => {
  const endings: [string, (on: typeof wire, stolen: SignedIn) => Promise<unknown>][] = [
    ["a sign-out everywhere", async (on, { email }) => signOut(on, await signInWithPassword(on, email), "global")],
    ["a sign-out elsewhere", async (on, { email }) => signOut(on, await signInWithPassword(on, email), "others")],
    ["a sign-out here", async (on, stolen) => signOut(on, stolen, "local")],
    [
      "a new password",
      async (on, { email }) => {
        const { access } = await signInWithPassword(on, email);
        const body = { password: "Genêt-du-Soir-82", current_password: goodPassword };
        expect((await on.send("PUT", "/user", { token: access, body })).status).toBe(200);
      },
    ],
    [
      "a noticed copy of its refresh token",
      async (on, { refresh: oldest }) => {
        const refresh = (token: string) =>
          on.send("POST", "/token?grant_type=refresh_token", { body: { refresh_token: token } });
        const next = await refresh((await refresh(oldest)).body.refresh_token);
        expect(next.status).toBe(200);
        on.clock.advance(10_100);
        expect(expectProblem(await refresh(oldest)).code).toBe("refresh_token_already_used");
      },
    ],
  ];

  test.for(endings)("%s", async ([, end]) => {
    const on = createWire({ db, clock: createClock() });
    const stolen = await signUpCustomer(on);
    await makeProfile(on, stolen);
    await end(on, stolen);
    expect(await rightsOf(on, stolen)).toEqual(rightsOfVisitor);
  });

  test("without such an end it goes on", async () => {
    const customer = await signUpCustomer(wire);
    await makeProfile(wire, customer);
    expect(await rightsOf(wire, customer)).toEqual(rightsOfOwner);
  });
});

describe("With the password alone, who has a second factor", () => {
  async function beforeTheCode() {
    const holder = await signUpHolder(wire);
    await makeProfile(wire, holder);
    return { holder, session: await signInWithPassword(wire, holder.email) };
  }

  test("reads and writes nothing of the account until the code", async () => {
    const { holder, session } = await beforeTheCode();
    expect(await rightsOf(wire, session)).toEqual(rightsOfVisitor);
    expect(await rightsOf(wire, holder)).toEqual(rightsOfOwner);
    const lifted = readSession(
      (await prove(wire, { access: session.access, address: holder.address }, holder.app, holder.app.code(1))).body,
    );
    expect((await dataOf(wire.context)("GET", "leads?select=id", lifted.access)).body).toHaveLength(3);
  });

  test("cannot end sessions elsewhere", async () => {
    const { holder, session } = await beforeTheCode();
    const refused = await wire.send("POST", "/logout?scope=others", { token: session.access });
    expect(expectProblem(refused)).toEqual({ status: 403, code: "insufficient_aal" });
    expect([await isAlive(wire, holder), await isAlive(wire, session)]).toEqual([true, true]);
  });

  test.for(["", "?scope=global", "?scope=local"])("ends their own session only by /logout%s", async (query) => {
    const { holder, session } = await beforeTheCode();
    expect((await wire.send("POST", `/logout${query}`, { token: session.access })).status).toBe(204);
    expect([await isAlive(wire, holder), await isAlive(wire, session)]).toEqual([true, false]);
  });
});

async function signOut(on: typeof wire, { access }: SignedIn, scope: string): Promise<void> {
  expect((await on.send("POST", `/logout?scope=${scope}`, { token: access })).status).toBe(204);
}
