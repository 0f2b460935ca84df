import { beforeEach, describe, expect, test } from "vitest";

import { createAdministrator } from "#engine/auth/administration/create-administrator.ts";
import { inviteAdministrator } from "#engine/auth/administration/invite-administrator.ts";
import { emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  createClock,
  createWire,
  expectProblem,
  fragmentOf,
  linkPath,
  mailsTo,
  nextEmail,
  origin,
  productionSettings,
  readClaims,
  type CookieJar,
  type QueuedMail,
  type Wire,
} from "./support.ts";

type FlowType = "pkce" | "implicit";

const ownPassword = "Bruyère-Matin-57";
const foreignPassword = "Une-Autre-Phrase-3";
const chosenPassword = "Genêt-du-Soir-82";

const db = await openDatabaseForFile();
const wire = createWire({ db, settings: productionSettings, clock: createClock() });

// A flood is not what these tests are about: see limits.test.ts.
beforeEach(() => emptyBuckets(db, wire.context));

/** A visitor who signs up, with their browser's cookie and the mail that was sent. */
type Person = { jar: CookieJar; client: ReturnType<Wire["client"]>; password: string; mail: QueuedMail };

async function signUp(email: string, password: string, flowType: FlowType = "implicit"): Promise<Person> {
  const jar: CookieJar = new Map();
  const client = wire.client({ flowType, jar });
  const data = { says: password };
  const emailRedirectTo = `${origin}/inscription-secretariat?step=2`;
  const { error } = await client.auth.signUp({ email, password, options: { data, emailRedirectTo } });
  expect(error).toBeNull();
  wire.clock.advance(61_000);
  return { jar, client, password, mail: (await mailsTo(db, email)).at(-1)! };
}

async function open(mail: QueuedMail, jar?: CookieJar): Promise<URL> {
  const { status, headers } = await wire.send("GET", linkPath(mail), { apiKey: null, ...(jar && { jar }) });
  expect(status).toBe(303);
  return new URL(headers.get("location") ?? "");
}

const opens = async (email: string, password: string) =>
  (await wire.send("POST", "/token?grant_type=password", { body: { email, password } })).status === 200;
const choose = (token: string | null, password: string) =>
  wire.send("PUT", "/user", { token: token ?? "", body: { password } });
const failureIn = (landed: URL) => fragmentOf(landed.href).get("error_code");
const tokenIn = (landed: URL) => fragmentOf(landed.href).get("access_token");

async function readAccount(email: string) {
  const { rows } = await db.inspect<{ encrypted_password: string | null; raw_user_meta_data: object }>(
    "select * from auth.users where email = $1",
    [email],
  );
  return rows[0]!;
}

describe.each<FlowType>(["implicit", "pkce"])("With %s, in the browser that signed up", (flowType) => {
  test.each([
    ["before", "its own"],
    ["before", "the stranger's"],
    ["after", "its own"],
    ["after", "the stranger's"],
  ])("a stranger's sign-up %s changes nothing, whichever link is opened: %s", async (when, whose) => {
    const email = nextEmail();
    const before = when === "before" ? await signUp(email, foreignPassword, flowType) : undefined;
    const owner = await signUp(email, ownPassword, flowType);
    const stranger = before ?? (await signUp(email, foreignPassword, flowType));

    const landed = await open((whose === "its own" ? owner : stranger).mail, owner.jar);
    expect(landed.pathname + landed.search).toMatch(/^\/inscription-secretariat\?step=2/);
    expect(await opens(email, foreignPassword)).toBe(false);
    expect(await opens(email, ownPassword)).toBe(true);
    expect((await readAccount(email)).raw_user_meta_data).toEqual({ says: ownPassword });
  });
});

test("Sixty-one seconds after another sign-up for the same address, the newest link, opened elsewhere, opens nothing for who sent it", async () => {
  const email = nextEmail();
  const owner = await signUp(email, ownPassword, "pkce");
  const stranger = await signUp(email, foreignPassword);
  await open(stranger.mail);
  expect(await opens(email, foreignPassword)).toBe(false);

  const code = (await open(owner.mail, owner.jar)).searchParams.get("code") ?? "";
  expect((await owner.client.auth.exchangeCodeForSession(code)).error).toBeNull();
  expect(await opens(email, ownPassword)).toBe(true);
  expect(await opens(email, foreignPassword)).toBe(false);
});

async function openElsewhere(mail: QueuedMail): Promise<URL> {
  const landed = await open(mail);
  expect(landed.pathname).toBe("/compte/mot-de-passe");
  return landed;
}

/** A link of PKCE ends in its code, in whatever browser; the digits of its mail are still good there. */
async function typeAfterOpening(email: string, mail: QueuedMail): Promise<string> {
  const landed = await open(mail);
  expect(landed.pathname + landed.hash).toBe("/inscription-secretariat");
  expect([...landed.searchParams.keys()]).toEqual(["step", "code"]);
  const body = { email, token: mail.data.code, type: "signup" };
  return (await wire.send("POST", "/verify", { body })).body.access_token;
}

describe.each<FlowType>(["implicit", "pkce"])("With %s, opened elsewhere", (flowType) => {
  test.each(["the oldest", "the newest"])(
    "%s link confirms the address, and its reader chooses the password",
    async (which) => {
      const email = nextEmail();
      const people = [await signUp(email, foreignPassword, flowType), await signUp(email, ownPassword, flowType)];
      const { mail: opened } = people.at(which === "the oldest" ? 0 : -1)!;
      const token = flowType === "pkce" ? await typeAfterOpening(email, opened) : tokenIn(await openElsewhere(opened));
      expect(readClaims(token ?? "").amr).toMatchObject([{ method: "email/signup" }]);
      for (const { password } of people) expect(await opens(email, password)).toBe(false);
      expect(await readAccount(email)).toMatchObject({ encrypted_password: null, raw_user_meta_data: {} });

      expect((await choose(token, chosenPassword)).status).toBe(200);
      expect(await opens(email, chosenPassword)).toBe(true);
      for (const { password, mail, jar } of people) {
        if (mail !== opened) await open(mail, jar);
        expect(await opens(email, password)).toBe(false);
      }
      expect(await opens(email, chosenPassword)).toBe(true);
    },
  );
});

describe("A link that comes after another one confirmed the address", () => {
  test("is good until its term, and changes no password", async () => {
    const email = nextEmail();
    const [first, owner, last] = [
      await signUp(email, foreignPassword),
      await signUp(email, ownPassword),
      await signUp(email, foreignPassword),
    ];
    await open(owner.mail, owner.jar);
    for (const stranger of [first, last]) {
      // Even in the browser of who sent it: the account has its password.
      const landed = await open(stranger.mail, stranger.jar);
      expect(landed.pathname).toBe("/inscription-secretariat");
      expect(tokenIn(landed)).not.toBeNull();
    }
    expect(await opens(email, foreignPassword)).toBe(false);
    expect(await opens(email, ownPassword)).toBe(true);
  });

  test("gives the password of its browser when none was chosen yet", async () => {
    const email = nextEmail();
    const owner = await signUp(email, ownPassword);
    const stranger = await signUp(email, foreignPassword);
    await open(stranger.mail);
    await open(owner.mail, owner.jar);
    expect(await opens(email, ownPassword)).toBe(true);
    expect(await opens(email, foreignPassword)).toBe(false);
  });

  test("is good after twelve strangers", async () => {
    const email = nextEmail();
    const owner = await signUp(email, ownPassword);
    const body = { email, password: foreignPassword };
    for (let count = 0; count < 12; count += 1) {
      await emptyBuckets(db, wire.context);
      await wire.send("POST", "/signup", { body });
    }
    expect(failureIn(await open(owner.mail, owner.jar))).toBeNull();
    expect(await opens(email, ownPassword)).toBe(true);
  });

  test("is void after an hour, and used twice never", async () => {
    const email = nextEmail();
    const [owner, other] = [await signUp(email, ownPassword), await signUp(email, ownPassword)];
    await open(owner.mail, owner.jar);
    expect(failureIn(await open(owner.mail, owner.jar))).toBe("otp_expired");
    wire.clock.advance(60 * 60_000);
    expect(failureIn(await open(other.mail, other.jar))).toBe("otp_expired");
    expect(await opens(email, ownPassword)).toBe(true);
  });
});

describe("Digits", () => {
  const verify = (email: string, { mail, jar }: Pick<Person, "mail"> & { jar?: CookieJar }) =>
    wire.send("POST", "/verify", { body: { type: "signup", email, token: mail.data.code }, ...(jar && { jar }) });

  test("set the password of the sign-up made in the browser that types them", async () => {
    const email = nextEmail();
    const owner = await signUp(email, ownPassword);
    const stranger = await signUp(email, foreignPassword);
    expect((await verify(email, { mail: stranger.mail, jar: owner.jar })).status).toBe(200);
    expect(await opens(email, ownPassword)).toBe(true);
    expect(await opens(email, foreignPassword)).toBe(false);
    expect((await verify(email, owner)).status).toBe(200);
  });

  test("typed elsewhere confirm the address, and their session chooses the password", async () => {
    const email = nextEmail();
    const owner = await signUp(email, ownPassword);
    const { body } = await verify(email, { mail: owner.mail });
    expect(await opens(email, ownPassword)).toBe(false);
    expect((await choose(body.access_token, chosenPassword)).status).toBe(200);
    expect(await opens(email, chosenPassword)).toBe(true);
  });
});

describe("A browser that keeps its verifier and no cookie", () => {
  test("gives its password when it exchanges the code, and no other browser does", async () => {
    const email = nextEmail();
    const owner = await signUp(email, ownPassword, "pkce");
    const stranger = await signUp(email, foreignPassword, "pkce");
    const read = async (person: Person) => (await open(person.mail)).searchParams.get("code") ?? "";
    const [code, foreignCode] = [await read(owner), await read(stranger)];
    expect((await owner.client.auth.exchangeCodeForSession(foreignCode)).error).not.toBeNull();
    expect((await readAccount(email)).encrypted_password).toBeNull();
    // The failed exchange has cost the client its verifier: a person would sign up again.
    expect((await stranger.client.auth.exchangeCodeForSession(code)).error).not.toBeNull();
    expect((await readAccount(email)).encrypted_password).toBeNull();

    const again = await signUp(nextEmail(), ownPassword, "pkce");
    const exchanged = await again.client.auth.exchangeCodeForSession(await read(again));
    expect(exchanged.error).toBeNull();
    expect(readClaims(exchanged.data.session!.access_token).amr).toMatchObject([{ method: "email/signup" }]);
    expect(await opens(exchanged.data.user!.email!, ownPassword)).toBe(true);
  });

  test("changes no password chosen meanwhile", async () => {
    const email = nextEmail();
    const owner = await signUp(email, ownPassword, "pkce");
    const code = (await open(owner.mail)).searchParams.get("code") ?? "";
    const { body } = await wire.send("POST", "/verify", {
      body: { email, token: owner.mail.data.code, type: "signup" },
    });
    expect((await choose(body.access_token, chosenPassword)).status).toBe(200);
    expect((await owner.client.auth.exchangeCodeForSession(code)).error).toBeNull();
    expect(await opens(email, ownPassword)).toBe(false);
    expect(await opens(email, chosenPassword)).toBe(true);
  });
});

test("A confirmation sent again, by any client, sets the password of the browser that opens it", async () => {
  const email = nextEmail();
  const owner = await signUp(email, ownPassword);
  await signUp(email, foreignPassword);
  wire.clock.advance(2 * 60 * 60_000);
  await wire.send("POST", "/resend", { body: { email, type: "signup" } });
  const resent = (await mailsTo(db, email)).at(-1)!;
  await open(resent, owner.jar);
  expect(await opens(email, ownPassword)).toBe(true);
  expect(await opens(email, foreignPassword)).toBe(false);
});

test("A browser is known again for the address that it signed up with, for no other, and for a day", async () => {
  const [email, late] = [nextEmail(), nextEmail()];
  const owner = await signUp(email, ownPassword);
  const stranger = await signUp(nextEmail(), foreignPassword);
  expect((await open(owner.mail, stranger.jar)).pathname).toBe("/compte/mot-de-passe");
  expect((await readAccount(email)).encrypted_password).toBeNull();

  const slow = await signUp(late, ownPassword);
  wire.clock.advance(24 * 60 * 60_000);
  await wire.send("POST", "/resend", { body: { email: late, type: "signup" } });
  expect((await open((await mailsTo(db, late)).at(-1)!, slow.jar)).pathname).toBe("/compte/mot-de-passe");
});

test("The mark of a browser is unreadable to scripts, new at each sign-up, and kept as a hash", async () => {
  const email = nextEmail();
  const ask = () => wire.send("POST", "/signup", { body: { email, password: ownPassword } });
  const cookies = [await ask(), await ask()].map(({ headers }) => headers.get("set-cookie") ?? "");
  expect(cookies[0]).toMatch(/^sign-up=[\w-]{43}; Max-Age=86400; Path=\/auth\/v1; HttpOnly; SameSite=Lax$/);
  expect(cookies[0]).not.toBe(cookies[1]);
  const { rows } = await db.inspect("select to_jsonb(sign_up_attempts) as attempt from auth.sign_up_attempts");
  for (const cookie of cookies) expect(JSON.stringify(rows)).not.toContain(/=([\w-]+)/.exec(cookie)?.[1]);
});

test("Sign-ups and links at the same moment leave one account, and one password: the browser's", async () => {
  const email = nextEmail();
  const jars: CookieJar[] = Array.from({ length: 5 }, () => new Map());
  await Promise.all(
    jars.map((jar, index) =>
      wire.send("POST", "/signup", { body: { email, password: `Phrase-du-Matin-${index}` }, jar }),
    ),
  );
  const mails = await mailsTo(db, email);
  expect(mails).toHaveLength(5);
  const landed = await Promise.all(mails.map((mail) => open(mail, jars[3])));
  expect(landed.map((url) => url.searchParams.get("error_code"))).toEqual(Array(5).fill(null));
  const works = await Promise.all(jars.map((_, index) => opens(email, `Phrase-du-Matin-${index}`)));
  expect(works).toEqual([false, false, false, true, false]);
});

test("The password of one's sign-up is answered with the request to confirm first, also after a stranger's sign-up", async () => {
  const email = nextEmail();
  const owner = await signUp(email, ownPassword);
  await signUp(email, foreignPassword);
  const body = { email, password: ownPassword };
  const signIn = await wire.send("POST", "/token?grant_type=password", { body, jar: owner.jar });
  expect(expectProblem(signIn)).toEqual({ status: 400, code: "email_not_confirmed" });
});

describe("A password typed at a sign-up is not the account's", () => {
  test("when the address becomes an administrator's, by invitation or with a password", async () => {
    for (const make of [
      (email: string) => inviteAdministrator(wire.context, { email }),
      (email: string) =>
        createAdministrator(db, { email, password: chosenPassword, guessableWords: [] }, wire.context.passwords),
    ]) {
      const email = nextEmail();
      const stranger = await signUp(email, foreignPassword);
      expect((await make(email)).ok).toBe(true);
      expect(failureIn(await open(stranger.mail, stranger.jar))).toBe("otp_expired");
      expect(await opens(email, foreignPassword)).toBe(false);
    }
  });

  test("when the mailbox is proved by a reset, even in the browser that signed up", async () => {
    const email = nextEmail();
    const stranger = await signUp(email, foreignPassword);
    await wire.send("POST", "/recover", { body: { email } });
    const token = tokenIn(await open((await mailsTo(db, email)).at(-1)!, stranger.jar));
    expect(await opens(email, foreignPassword)).toBe(false);
    expect((await choose(token, chosenPassword)).status).toBe(200);
    await open(stranger.mail, stranger.jar);
    expect(await opens(email, foreignPassword)).toBe(false);
  });

  test("when an earlier version had stored it there", async () => {
    const email = nextEmail();
    const stranger = await signUp(email, foreignPassword);
    await db.inspect(
      `with moved as (delete from auth.sign_up_attempts where user_id = (select id from auth.users where email = $1) returning *)
       update auth.users set encrypted_password = password_hash from moved where users.id = moved.user_id`,
      [email],
    );
    await open(stranger.mail);
    expect(await opens(email, foreignPassword)).toBe(false);
  });
});
