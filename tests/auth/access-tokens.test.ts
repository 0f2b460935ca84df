import { createHash, createHmac, generateKeyPairSync, sign } from "node:crypto";

import { describe, expect, test } from "vitest";

import { readCaller } from "#engine/auth/sessions/caller.ts";
import { signAccessToken } from "#engine/auth/sessions/tokens.ts";
import { openDatabaseForFile, openTestDatabase } from "#tests/support/database.ts";

import { createWire, expectProblem, readClaims, signUpCustomer } from "./support.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db });
const owner = await signUpCustomer(wire);
const [header = "", , signature = ""] = owner.access.split(".");
const good = {
  header: JSON.parse(Buffer.from(header, "base64url").toString()),
  claims: readClaims(owner.access),
  signature,
};

const encode = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const unsigned = (header: unknown, claims: unknown) => `${encode(header)}.${encode(claims)}`;

/** Signed by our own current key: only what it says is wrong. */
async function signedByUs(claims: unknown, header: unknown = good.header): Promise<string> {
  const { privateKey } = await wire.context.identity.signingKeys.current();
  const input = unsigned(header, claims);
  const signature = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, privateKey, Buffer.from(input));
  return `${input}.${Buffer.from(signature).toString("base64url")}`;
}

const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" });
const strangerRsa = generateKeyPairSync("rsa", { modulusLength: 2048 });

function signedByStranger(header: unknown, claims: unknown = good.claims, key = stranger.privateKey): string {
  const input = unsigned(header, claims);
  const signature = sign("sha256", Buffer.from(input), { key, dsaEncoding: "ieee-p1363" });
  return `${input}.${signature.toString("base64url")}`;
}

type Hostile = [name: string, token: string];

async function hostileTokens(): Promise<Hostile[]> {
  const { header, claims, signature } = good;
  const nowSeconds = Math.floor(wire.clock.now().getTime() / 1000);
  const jwk = (await wire.context.identity.signingKeys.publicKeys()).find(({ kid }) => kid === header.kid);
  const publicKeyTexts = [
    JSON.stringify(jwk),
    jwk?.x ?? "",
    `${jwk?.x}${jwk?.y}`,
    wire.context.settings.authSecret,
    "",
  ];
  const without = (name: string) => Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name));
  const tokens: Hostile[] = [];
  const add = (name: string, token: string) => tokens.push([name, token]);

  for (const alg of ["none", "None", "NONE", "nOnE"]) {
    for (const end of ["", signature])
      add(`alg ${alg}, signature ${end && "kept"}`, `${unsigned({ ...header, alg }, claims)}.${end}`);
  }
  for (const alg of ["HS256", "HS384", "HS512"]) {
    for (const [index, secret] of publicKeyTexts.entries()) {
      const input = unsigned({ ...header, alg }, claims);
      add(
        `${alg} with public text ${index}`,
        `${input}.${createHmac(alg.replace("HS", "sha"), secret).update(input).digest("base64url")}`,
      );
    }
  }
  for (const alg of ["RS256", "PS256"])
    add(`${alg} by a stranger`, signedByStranger({ ...header, alg }, claims, strangerRsa.privateKey));
  for (const alg of ["ES384", "ES512", "EdDSA", "es256", "ES256K", "", null, 256, ["ES256"]]) {
    add(`alg ${JSON.stringify(alg)}`, await signedByUs(claims, { ...header, alg }));
  }

  add("another key under our name", signedByStranger(header));
  add("empty signature", `${unsigned(header, claims)}.`);
  add("no signature", unsigned(header, claims));
  add("zero signature", `${unsigned(header, claims)}.${Buffer.alloc(64).toString("base64url")}`);
  add("short signature", `${unsigned(header, claims)}.${Buffer.alloc(32, 1).toString("base64url")}`);
  add(
    "DER signature",
    `${unsigned(header, claims)}.${sign("sha256", Buffer.from(unsigned(header, claims)), stranger.privateKey).toString("base64url")}`,
  );
  add("signature of other claims", `${unsigned(header, { ...claims, email: "autre@exemple.example" })}.${signature}`);
  add("signature with padding", `${owner.access}==`);
  add("four parts", `${owner.access}.${signature}`);
  add("standard base64", owner.access.replaceAll("-", "+").replaceAll("_", "/") + "+/");
  add("line break inside", `${owner.access.slice(0, 40)}\t${owner.access.slice(40)}`);
  for (const kid of [
    "../../etc/passwd",
    "/dev/null",
    "' or '1'='1",
    "x'; drop table auth.users; --",
    "",
    null,
    1,
    {},
    crypto.randomUUID(),
    header.kid.toUpperCase(),
  ]) {
    add(`kid ${JSON.stringify(kid)}`, await signedByUs(claims, { ...header, kid }));
  }
  add("no kid", await signedByUs(claims, { alg: "ES256", typ: "JWT" }));
  const strangerJwk = stranger.publicKey.export({ format: "jwk" });
  for (const extra of [
    { jku: "http://127.0.0.1:9/jwks.json" },
    { x5u: "http://127.0.0.1:9/cert.pem" },
    { jwk: strangerJwk },
    { x5c: ["MIIB"] },
    { crit: ["exp"] },
    { crit: [] },
    { b64: false, crit: ["b64"] },
    { zip: "DEF" },
    { cty: "JWT" },
  ]) {
    const name = Object.keys(extra).join(" and ");
    add(`${name}, signed by us`, await signedByUs(claims, { ...header, ...extra }));
    add(`${name}, signed by a stranger`, signedByStranger({ ...header, ...extra }));
  }
  for (const typ of ["at+jwt", "JWS", "", 1, null])
    add(`typ ${JSON.stringify(typ)}`, await signedByUs(claims, { ...header, typ }));

  add("expired 31 s ago", await signedByUs({ ...claims, exp: nowSeconds - 31 }));
  add("expired a year ago", await signedByUs({ ...claims, exp: nowSeconds - 31_536_000 }));
  add("not before 35 s", await signedByUs({ ...claims, nbf: nowSeconds + 35 }));
  add("issued in 35 s", await signedByUs({ ...claims, iat: nowSeconds + 35 }));
  for (const name of ["exp", "iat"]) {
    add(`no ${name}`, await signedByUs(without(name)));
    for (const value of [
      String(nowSeconds + 3600),
      null,
      true,
      {},
      [nowSeconds + 3600],
      1e300,
      0.5 + nowSeconds + 10,
      -1e12,
    ]) {
      if (name === "iat" && value === -1e12) continue; // long ago is no harm
      add(`${name} ${JSON.stringify(value)}`, await signedByUs({ ...claims, [name]: value }));
    }
  }
  for (const nbf of ["0", null, {}, "soon"]) add(`nbf ${JSON.stringify(nbf)}`, await signedByUs({ ...claims, nbf }));
  for (const aud of ["anon", "", null, 1, ["authenticated"], ["authenticated", "anon"], [], {}, "Authenticated"]) {
    add(`aud ${JSON.stringify(aud)}`, await signedByUs({ ...claims, aud }));
  }
  add("no aud", await signedByUs(without("aud")));
  for (const iss of [
    "https://example.com/auth/v1",
    "",
    null,
    "http://localhost:3000",
    "http://localhost:3000/auth/v1/",
    ["http://localhost:3000/auth/v1"],
  ]) {
    add(`iss ${JSON.stringify(iss)}`, await signedByUs({ ...claims, iss }));
  }
  add("no iss", await signedByUs(without("iss")));
  for (const sub of ["", null, 1, "admin", "00000000-0000-0000-0000-00000000000g", [claims.sub], "' or true --"]) {
    add(`sub ${JSON.stringify(sub)}`, await signedByUs({ ...claims, sub }));
  }
  for (const role of [
    "service_role",
    "anon",
    "postgres",
    "site_server",
    "",
    null,
    ["authenticated"],
    "authenticated; set role postgres",
  ]) {
    add(`role ${JSON.stringify(role)}`, await signedByUs({ ...claims, role }));
  }
  for (const name of ["sub", "role", "session_id", "aal", "app_metadata"])
    add(`no ${name}`, await signedByUs(without(name)));
  for (const aal of ["aal3", "", null, 2]) add(`aal ${JSON.stringify(aal)}`, await signedByUs({ ...claims, aal }));
  for (const id of ["", null, "x", [claims.session_id]])
    add(`session_id ${JSON.stringify(id)}`, await signedByUs({ ...claims, session_id: id }));

  const text = JSON.stringify(claims);
  add("role twice", await signedByUs(text.replace('"role":', '"role":"service_role","role":')));
  add("sub twice", await signedByUs(text.replace('"sub":', '"sub":"x","sub":')));
  add("alg twice", await signedByUs(claims, JSON.stringify(header).replace('"alg":', '"alg":"none","alg":')));
  add("claims with spaces", await signedByUs(text.replace("{", "{ ")));
  for (const value of ["[]", "null", "1", '"x"', "{", "", "{}"]) {
    add(`claims ${value || "empty"}`, await signedByUs(value));
    add(`header ${value || "empty"}`, await signedByUs(claims, value));
  }
  add(
    "claims that are not UTF-8",
    `${encode(header)}.${Buffer.from([0xff, 0xfe, 0x7b]).toString("base64url")}.${signature}`,
  );
  add("64 KB of claims", await signedByUs({ ...claims, user_metadata: { text: "x".repeat(65_536) } }));
  add("64 KB of dots", ".".repeat(65_536));
  add("deep claims", await signedByUs(`{"a":${"[".repeat(5000)}${"]".repeat(5000)}}`));
  for (const nonsense of [
    "x",
    ".",
    "..",
    "...",
    "null",
    "undefined",
    "eyJ",
    "{}",
    "Bearer",
    createHash("sha256").digest("hex"),
  ]) {
    add(`nonsense ${nonsense}`, nonsense);
  }
  for (const hostile of await wrongClaims()) tokens.push(hostile);
  for (const hostile of brokenCopies()) tokens.push(hostile);
  return tokens;
}

const wrongKinds = [null, 5, true, [], {}, "x"];
/** What each claim may hold of them. */
const rightKinds: Record<string, unknown[]> = {
  email: ["x"],
  phone: ["x"],
  amr: [[]],
  app_metadata: [{}],
  user_metadata: [{}],
  is_anonymous: [true],
  iat: [5],
};

/** Signed by us, each claim absent and of every wrong kind. */
async function wrongClaims(): Promise<Hostile[]> {
  const tokens: Hostile[] = [];
  for (const name of Object.keys(good.claims)) {
    const { [name]: _, ...without } = good.claims;
    tokens.push([`without ${name}`, await signedByUs(without)]);
    for (const value of wrongKinds) {
      const isRight = rightKinds[name]?.some((right) => JSON.stringify(right) === JSON.stringify(value));
      if (isRight) continue;
      tokens.push([`${name} is ${JSON.stringify(value)}`, await signedByUs({ ...good.claims, [name]: value })]);
    }
  }
  return tokens;
}

/** A good token with each byte of its signature changed, cut at each tenth sign, or put together from two. */
function brokenCopies(): Hostile[] {
  const tokens: Hostile[] = [];
  const [header = "", payload = "", signature = ""] = owner.access.split(".");
  const bytes = Buffer.from(signature, "base64url");
  for (const index of bytes.keys()) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    tokens.push([`signature byte ${index} changed`, `${header}.${payload}.${changed.toString("base64url")}`]);
  }
  for (let length = 0; length < owner.access.length; length += 10) {
    if (length > 0) tokens.push([`cut after ${length}`, owner.access.slice(0, length)]);
  }
  const swapped = Buffer.concat([bytes.subarray(32), bytes.subarray(0, 32)]).toString("base64url");
  tokens.push(["r and s swapped", `${header}.${payload}.${swapped}`]);
  tokens.push(["parts turned round", `${payload}.${header}.${signature}`]);
  return tokens;
}

test("No hostile token is believed, and none breaks anything", async () => {
  const tokens = await hostileTokens();
  expect(tokens.length).toBeGreaterThan(400);
  const wrong: string[] = [];
  for (const [name, token] of tokens) {
    const { status, body } = await wire.send("GET", "/user", { token });
    if (![401, 403].includes(status) || body?.code !== "bad_jwt") wrong.push(`${name}: ${status} ${body?.code}`);
    const caller = await readCaller(
      wire.context,
      new Headers({ apikey: wire.context.settings.publishableKey, authorization: `Bearer ${token}` }),
    );
    if (caller.ok) wrong.push(`${name}: believed as ${caller.value.role}`);
  }
  console.log(`S-06: ${tokens.length} tokens, ${wrong.length} believed or answered otherwise`);
  expect(wrong).toEqual([]);
  expect((await wire.send("GET", "/user", { token: owner.access })).status).toBe(200);
});

test.each([
  ["expired 29 s ago", { exp: -29 }, true],
  ["issued in 29 s", { iat: 29 }, true],
  ["valid in 29 s", { nbf: 29 }, true],
  ["expired 31 s ago", { exp: -31 }, false],
])("Clocks may differ by 30 s: a token %s", async (_, shift, isBelieved) => {
  const nowSeconds = Math.floor(wire.clock.now().getTime() / 1000);
  const dates = Object.fromEntries(Object.entries(shift).map(([name, seconds]) => [name, nowSeconds + seconds]));
  const token = await signedByUs({ ...good.claims, ...dates });
  expect((await wire.send("GET", "/user", { token })).status).toBe(isBelieved ? 200 : 403);
});

test("What an account says of itself does not stop its token from being read", async () => {
  const odd = {
    "10": "dix",
    "2": "deux",
    quotes: '"\\ \u2028 é 😀',
    nested: { __proto__: null, list: [1.5, -0, 1e21] },
  };
  const { token } = await signAccessToken(wire.context, { ...good.claims, user_metadata: odd });
  const caller = await readCaller(wire.context, new Headers({ authorization: `Bearer ${token}` }));
  expect(caller).toMatchObject({ ok: true, value: { role: "authenticated", userId: owner.userId } });
});

describe("Who calls", () => {
  const read = (headers: Record<string, string>) => readCaller(wire.context, new Headers(headers));
  const keys = () => ({ publishable: wire.context.settings.publishableKey, secret: wire.context.settings.secretKey });

  test("is anonymous with the publishable key, trusted with the secret one", async () => {
    const { publishable, secret } = keys();
    expect(await read({ apikey: publishable })).toEqual({
      ok: true,
      value: { role: "anon", claims: { role: "anon" } },
    });
    expect(await read({ apikey: secret })).toMatchObject({ ok: true, value: { role: "service_role" } });
  });

  test("is no user when the key is repeated as bearer, or stands there alone", async () => {
    const { publishable, secret } = keys();
    expect(await read({ apikey: publishable, authorization: `Bearer ${publishable}` })).toMatchObject({
      value: { role: "anon" },
    });
    expect(await read({ authorization: `Bearer ${publishable}` })).toMatchObject({ value: { role: "anon" } });
    expect(await read({ apikey: secret, authorization: `Bearer ${secret}` })).toMatchObject({
      value: { role: "service_role" },
    });
  });

  test("is the user of a token, whichever key comes with it", async () => {
    const { publishable, secret } = keys();
    for (const key of [publishable, secret]) {
      const caller = await read({ apikey: key, authorization: `Bearer ${owner.access}` });
      expect(caller).toMatchObject({
        ok: true,
        value: { role: "authenticated", userId: owner.userId, sessionId: owner.sessionId },
      });
    }
  });

  test.each([
    ["nothing at all", () => ({}), "no_authorization"],
    ["an unknown key", () => ({ apikey: "sb_publishable_unknown" }), "invalid_api_key"],
    ["an empty key", () => ({ apikey: "" }), "invalid_api_key"],
    [
      "an unknown key and a good token",
      () => ({ apikey: "x", authorization: `Bearer ${owner.access}` }),
      "invalid_api_key",
    ],
    ["a password as authorization", () => ({ apikey: keys().publishable, authorization: "Basic eDp5" }), "bad_jwt"],
    ["an empty bearer", () => ({ apikey: keys().publishable, authorization: "Bearer " }), "bad_jwt"],
    [
      "two bearers",
      () => ({ apikey: keys().publishable, authorization: `Bearer ${owner.access}, Bearer x` }),
      "bad_jwt",
    ],
    [
      "the secret key behind the publishable one",
      () => ({ apikey: keys().publishable, authorization: `Bearer ${keys().secret}` }),
      "bad_jwt",
    ],
  ])("is refused with %s", async (_, headers, code) => {
    expect(await read(headers() as Record<string, string>)).toEqual({ ok: false, problem: { status: 401, code } });
  });
});

describe("Keys", () => {
  test("are published without their private part, with their names, the next one included", async () => {
    const { status, body, headers } = await wire.send("GET", "/.well-known/jwks.json", { apiKey: null });
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toContain("max-age=600");
    expect(body.keys).toHaveLength(2);
    for (const key of body.keys) {
      expect(key).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig", kid: expect.any(String) });
      expect(key).not.toHaveProperty("d");
    }
  });

  test("are stored encrypted, and open with the same AUTH_SECRET only", async () => {
    const { rows } = await db.inspect<{ encrypted_private_jwk: string; public_jwk: any }>(
      "select * from auth.signing_keys",
    );
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const row of rows) {
      expect(row.public_jwk).not.toHaveProperty("d");
      expect(Buffer.from(row.encrypted_private_jwk, "base64url").toString("latin1")).not.toContain('"d"');
    }
    const other = createWire({ db, environment: { AUTH_SECRET: "another-secret-of-thirty-two-characters!" } });
    await expect(other.context.identity.signingKeys.current()).rejects.toThrow("another AUTH_SECRET");
  });

  test("of another process are found by their name, rotation keeps old tokens, revocation does not", async () => {
    const [here, there] = [createWire({ db }), createWire({ db })];
    const before = await signUpCustomer(here);
    expect((await there.send("GET", "/user", { token: before.access })).status).toBe(200);

    await here.context.identity.signingKeys.rotate();
    const after = await signUpCustomer(here);
    const oldKid = JSON.parse(Buffer.from(before.access.split(".")[0] ?? "", "base64url").toString()).kid;
    const newKid = JSON.parse(Buffer.from(after.access.split(".")[0] ?? "", "base64url").toString()).kid;
    expect(newKid).not.toBe(oldKid);
    // Published ahead: the other process knows the key before it signs anything.
    expect((await there.send("GET", "/user", { token: after.access })).status).toBe(200);

    await here.context.identity.signingKeys.rotate();
    const latest = await signUpCustomer(here);
    expect((await there.send("GET", "/user", { token: before.access })).status).toBe(200);
    there.clock.advance(1_001);
    expect((await there.send("GET", "/user", { token: latest.access })).status).toBe(200);

    await here.context.identity.signingKeys.revoke(oldKid);
    expect(expectProblem(await here.send("GET", "/user", { token: before.access }))).toEqual({
      status: 403,
      code: "bad_jwt",
    });
    there.clock.advance(30_001);
    expect((await there.send("GET", "/user", { token: before.access })).status).toBe(403);
    const { body } = await here.send("GET", "/.well-known/jwks.json");
    expect(body.keys.map(({ kid }: any) => kid)).not.toContain(oldKid);
  });

  test("that are given up are believed nowhere; a new one signs", async () => {
    const here = createWire({ db });
    const before = await signUpCustomer(here);
    const { rows: old } = await db.inspect<{ kid: string }>("select kid from auth.signing_keys");

    await here.context.identity.signingKeys.retire();

    expect((await here.send("GET", "/user", { token: before.access })).status).toBe(403);
    const { body } = await here.send("GET", "/.well-known/jwks.json");
    expect(body.keys).toHaveLength(2);
    expect(body.keys.filter(({ kid }: any) => old.some((key) => key.kid === kid))).toEqual([]);
    const after = await signUpCustomer(here);
    expect((await here.send("GET", "/user", { token: after.access })).status).toBe(200);
  });

  test("are asked about each time a token comes again, and so is the clock", async () => {
    const here = createWire({ db });
    const { access: ended } = await signUpCustomer(here);
    const statusOf = async (token: string) => (await here.send("GET", "/user", { token })).status;
    expect([await statusOf(ended), await statusOf(ended)]).toEqual([200, 200]);
    here.clock.advance((here.context.settings.auth.jwtExpirySeconds + 29) * 1000);
    expect(await statusOf(ended)).toBe(200);
    here.clock.advance(2_000);
    expect(await statusOf(ended)).toBe(403);

    const { access: disbelieved } = await signUpCustomer(here);
    const [header, payload, signature = ""] = disbelieved.split(".");
    expect([await statusOf(disbelieved), await statusOf(disbelieved)]).toEqual([200, 200]);
    const forged = [header, payload, signature.split("").toReversed().join("")].join(".");
    expect(await statusOf(forged)).toBe(403);
    await here.context.identity.signingKeys.retire();
    expect(await statusOf(disbelieved)).toBe(403);
  });

  test("are made once by processes that start together", async () => {
    const fresh = await openTestDatabase();
    try {
      const wires = Array.from({ length: 8 }, () => createWire({ db: fresh }));
      const kids = await Promise.all(
        wires.map(async ({ context }) => (await context.identity.signingKeys.current()).kid),
      );
      expect(new Set(kids).size).toBe(1);
      const { rows } = await fresh.inspect("select state from auth.signing_keys order by state");
      expect(rows).toEqual([{ state: "current" }, { state: "standby" }]);
    } finally {
      await fresh.close();
    }
  });
});

test("Only the server reads accounts, sessions and keys", async () => {
  const { rows: tables } = await db.inspect<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'auth'",
  );
  expect(tables.length).toBeGreaterThan(8);
  for (const role of ["anon", "authenticated", "service_role"] as const) {
    for (const { name } of tables) {
      const read = db.asCaller({ role, claims: { sub: owner.userId, role } }, {}, (tx) =>
        tx.query(`select 1 from auth.${name}`),
      );
      await expect(read, `${role} reads ${name}`).rejects.toMatchObject({ code: "42501" });
    }
    const { rows } = await db.asCaller({ role, claims: { sub: owner.userId, role } }, {}, (tx) =>
      tx.query("select auth.uid() as uid, auth.role() as role, auth.jwt() ->> 'sub' as sub"),
    );
    expect(rows).toEqual([{ uid: owner.userId, role, sub: owner.userId }]);
  }
});
