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
} from "./support.ts";

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const chrome = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36";
const [home, away, street] = ["192.0.2.1", "192.0.2.2", "192.0.2.3"];

const db = await openDatabaseForFile();
const demo = createWire({ db, clock: createClock() });
const live = createWire({ db, settings: productionSettings, clock: demo.clock });

beforeEach(() => emptyBuckets(db, demo.context));

test("A sign-in from a device that the account was not seen with is told by mail, once", async () => {
  const email = nextEmail();
  const headers = { "user-agent": firefox };
  await demo.send("POST", "/signup", { body: { email, password: goodPassword }, address: home, headers });
  const signIn = (address: string, userAgent: string) =>
    demo.send("POST", "/token?grant_type=password", {
      body: { email, password: goodPassword },
      address,
      headers: { "user-agent": userAgent },
    });
  await signIn(home, chrome); // at home with another program
  await signIn(away, firefox); // elsewhere with the same one
  expect(await mailsTo(db, email)).toEqual([]);
  for (let times = 0; times < 2; times += 1) await signIn(street, "Mozilla/5.0 (iPhone; CPU) Safari/604.1");
  const [mail, ...others] = await mailsTo(db, email);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ template: "new-device", data: { device: "Safari, iOS" } });
});

test("A sign-in that fails is told to nobody", async () => {
  const { email } = await signUpCustomer(demo);
  const body = { email, password: "Une-Autre-Phrase-3" };
  await demo.send("POST", "/token?grant_type=password", { body, address: street, headers: { "user-agent": chrome } });
  expect(await mailsTo(db, email)).toEqual([]);
});

test("A changed address is told to the one before, at once or after both agreed", async () => {
  const [quick, slow] = [await signUpCustomer(demo), await signUpCustomer(demo)];
  const [quickNext, slowNext] = [nextEmail(), nextEmail()];
  await demo.send("PUT", "/user", { token: quick.access, body: { email: quickNext } });
  expect(await mailsTo(db, quick.email)).toMatchObject([{ template: "email-changed", data: { newEmail: quickNext } }]);

  await live.send("PUT", "/user", { token: slow.access, body: { email: slowNext } });
  for (const address of [slow.email, slowNext]) await live.send("GET", linkPath((await mailsTo(db, address))[0]!));
  expect(await templatesTo(db, slow.email)).toEqual(["email-change", "email-changed"]);
  expect(await templatesTo(db, slowNext)).toEqual(["email-change"]);
});

test("Where the settings ask the new mailbox alone, the old one is told afterwards", async () => {
  const auth = { ...productionSettings.auth, email: { ...productionSettings.auth.email, doubleConfirmChanges: false } };
  const on = createWire({ db, settings: { ...productionSettings, auth }, clock: demo.clock });
  const { email, access, userId } = await signUpCustomer(demo);
  const next = nextEmail();
  await on.send("PUT", "/user", { token: access, body: { email: next } });
  expect(await mailsTo(db, email)).toEqual([]);
  await on.send("GET", linkPath((await mailsTo(db, next))[0]!));
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
