import { beforeEach, expect, test } from "vitest";

import { emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  createClock,
  createWire,
  goodPassword,
  linkPath,
  mailsTo,
  nextEmail,
  productionSettings,
  signUpCustomer,
  templatesTo,
  type CookieJar,
  type Wire,
} from "./support.ts";

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const chrome = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
const [home, away, street] = ["192.0.2.1", "192.0.2.2", "192.0.2.3"];

const db = await openDatabaseForFile();
const demo = createWire({ db, clock: createClock() });
const httpsSite = { ...demo.context.settings.site, origin: "https://site.example" };
const live = createWire({ db, settings: productionSettings, clock: demo.clock });

beforeEach(() => emptyBuckets(db, demo.context));

const signIn = (email: string, jar: CookieJar, address: string, userAgent: string, on = demo) =>
  on.send("POST", "/token?grant_type=password", {
    body: { email, password: goodPassword },
    address,
    jar,
    headers: { "user-agent": userAgent },
  });

async function signUpAtHome(jar: CookieJar): Promise<string> {
  const email = nextEmail();
  const headers = { "user-agent": firefox };
  await demo.send("POST", "/signup", { body: { email, password: goodPassword }, address: home, headers, jar });
  return email;
}

test("A browser is known by its cookie, wherever it is and whatever it calls itself", async () => {
  const jar: CookieJar = new Map();
  const email = await signUpAtHome(jar);
  await signIn(email, jar, home, chrome); // another version
  await signIn(email, jar, away, firefox); // a telephone on its way
  expect(await mailsTo(db, email)).toEqual([]);
  await signIn(email, new Map(), away, firefox);
  expect(await mailsTo(db, email)).toMatchObject([{ template: "new-device", data: { device: "Firefox, Windows" } }]);
});

test("A new browser is told of by mail, once, also at the same address under the same name", async () => {
  const email = await signUpAtHome(new Map());
  const stranger: CookieJar = new Map();
  for (let times = 0; times < 2; times += 1) await signIn(email, stranger, home, firefox);
  expect(await templatesTo(db, email)).toEqual(["new-device"]);
});

test("A client that keeps no cookie is told of once a day", async () => {
  const email = await signUpAtHome(new Map());
  for (let times = 0; times < 3; times += 1) await signIn(email, new Map(), street, "program/1.0");
  expect(await templatesTo(db, email)).toEqual(["new-device"]);
  demo.clock.advance(25 * 3_600_000);
  await signIn(email, new Map(), street, "program/1.0");
  expect(await templatesTo(db, email)).toEqual(["new-device", "new-device"]);
});

test("The cookie is one of this service alone, that no script reads, and identifies no account", async () => {
  const jar: CookieJar = new Map([["device", "chosen-by-a-stranger"]]);
  const { headers } = await signIn(await signUpAtHome(new Map()), jar, home, firefox);
  const [cookie, ...others] = headers.getSetCookie();
  expect(others).toEqual([]);
  expect(cookie).toMatch(/^device=[\w-]{43}; Max-Age=7776000; Path=\/auth\/v1; HttpOnly; SameSite=Lax$/);
  const secure = createWire({ db, settings: { ...productionSettings, site: httpsSite }, clock: demo.clock });
  const again = await signIn(await signUpAtHome(new Map()), new Map(), home, firefox, secure);
  expect(again.headers.getSetCookie().at(-1)).toContain("; Secure");
});

test("An account that was known by its address alone is not told of its own browser there", async () => {
  const email = await signUpAtHome(new Map());
  await db.inspect(
    `delete from auth.known_devices where subject_hash like 'browser %'
       and user_id = (select id from auth.users where email = $1)`,
    [email],
  );
  await signIn(email, new Map(), home, chrome);
  expect(await mailsTo(db, email)).toEqual([]);
});

test("A failed sign-in sends no notice", async () => {
  const { email } = await signUpCustomer(demo);
  const body = { email, password: "Une-Autre-Phrase-3" };
  await demo.send("POST", "/token?grant_type=password", { body, address: street, headers: { "user-agent": chrome } });
  expect(await mailsTo(db, email)).toEqual([]);
});

/** Types the digits of the first mail of this address, signed in. */
async function confirmChange(on: Wire, email: string, token: string) {
  const [mail] = await mailsTo(db, email);
  await on.send("POST", "/verify", { body: { type: "email_change", email, token: mail?.data.code }, token });
}

test("A changed address is told to the one before, once both agreed", async () => {
  const { email, access } = await signUpCustomer(demo);
  const next = nextEmail();
  await live.send("PUT", "/user", { token: access, body: { email: next } });
  for (const address of [email, next]) await confirmChange(live, address, access);
  expect(await templatesTo(db, email)).toEqual(["email-change", "email-changed"]);
  expect(await templatesTo(db, next)).toEqual(["email-change"]);
});

test("Where the settings ask the new mailbox alone, the old one is told afterwards", async () => {
  const auth = { ...productionSettings.auth, email: { ...productionSettings.auth.email, doubleConfirmChanges: false } };
  const on = createWire({ db, settings: { ...productionSettings, auth }, clock: demo.clock });
  const { email, access, userId } = await signUpCustomer(demo);
  const next = nextEmail();
  await on.send("PUT", "/user", { token: access, body: { email: next } });
  expect(await mailsTo(db, email)).toEqual([]);
  await confirmChange(on, next, access);
  const { rows } = await db.inspect("select email from auth.users where id = $1", [userId]);
  expect(rows).toEqual([{ email: next }]);
  expect(await templatesTo(db, email)).toEqual(["email-changed"]);
});

test("A taken address gets as many mails as a free one, each with a way in, however the account came", async () => {
  const [confirmed, unconfirmed, google, free] = [
    await signUpCustomer(demo),
    await signUpCustomer(demo),
    await signUpCustomer(demo),
    { email: nextEmail(), userId: "" },
  ];
  await db.inspect("update auth.users set email_confirmed_at = null where id = $1", [unconfirmed.userId]);
  await db.inspect("update auth.users set encrypted_password = null where id = $1", [google.userId]);
  for (const { email } of [confirmed, unconfirmed, google, free]) {
    await live.send("POST", "/signup", { body: { email, password: "Une-Autre-Phrase-3" } });
    const mails = await mailsTo(db, email);
    expect(mails).toHaveLength(1);
    const { headers } = await live.send("GET", linkPath(mails[0]!));
    expect(headers.get("location")).toContain("access_token=");
  }
});
