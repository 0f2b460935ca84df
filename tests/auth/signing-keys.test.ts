import { createHmac, createPrivateKey, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from "node:crypto";

import { beforeAll, describe, expect, test } from "vitest";

import { createProjectKeys } from "#engine/identity/project-keys.ts";
import { type ConfiguredKey, readSigningKeyFile } from "#engine/settings/signing-key-file.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { purgeAuth } from "./purge-auth.ts";
import { createClock, createWire, expectProblem, origin, readClaims, signUpCustomer, type Wire } from "./support.ts";

const db = await openDatabaseForFile();

const ec = (namedCurve = "P-256") => generateKeyPairSync("ec", { namedCurve }).privateKey;
const rsa = (modulusLength = 2048) => generateKeyPairSync("rsa", { modulusLength }).privateKey;
const [firstEc, secondEc, onlyRsa] = [ec(), ec(), rsa()];

/** As `supabase gen signing-key` writes one. */
function asCliWrites(key: KeyObject, kid: string, changed: Record<string, unknown> = {}): Record<string, unknown> {
  const jwk = key.export({ format: "jwk" });
  const alg = jwk.kty === "EC" ? "ES256" : "RS256";
  return { ...jwk, kid, alg, use: "sig", key_ops: ["sign", "verify"], ext: true, ...changed };
}

function publicPart(jwk: Record<string, unknown>): Record<string, unknown> {
  const secret = ["d", "p", "q", "dp", "dq", "qi"];
  return Object.fromEntries(Object.entries(jwk).filter(([name]) => !secret.includes(name)));
}

function configured(...jwks: Record<string, unknown>[]): ConfiguredKey[] {
  const read = readSigningKeyFile(JSON.stringify(jwks));
  if (!read.ok) throw new Error(read.problem);
  return read.value;
}

const headerOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[0] ?? "", "base64url").toString());

describe("A file of keys", () => {
  const one = asCliWrites(firstEc, "one");

  test.each([
    ["a bare array", [one]],
    ["a set", { keys: [one, asCliWrites(onlyRsa, "two")] }],
    ["a key that signs and one that verifies", [one, publicPart(asCliWrites(secondEc, "two"))]],
  ])("may be %s", (_, file) => {
    expect(readSigningKeyFile(JSON.stringify(file)).ok).toBe(true);
  });

  test.each([
    ["no JSON", "{", "the file holds no JSON Web Key set"],
    ["something else", "{}", "the file holds no JSON Web Key set"],
    ["nothing", "[]", "the file holds no key"],
    ["no kid", [{ ...one, kid: undefined }], "key 1 has no kid"],
    ["an empty kid", [{ ...one, kid: "" }], "the file holds no JSON Web Key set"],
    ["a shared secret", [{ kty: "oct", k: "AAAA", kid: "x", alg: "HS256" }], "key 1 is no ES256 or RS256 key"],
    ["another algorithm", [{ ...one, alg: "ES384" }], "key 1 is no ES256 or RS256 key"],
    ["RS256 on a curve", [{ ...one, alg: "RS256" }], "key 1 is no ES256 or RS256 key"],
    ["another curve", [asCliWrites(ec("P-384"), "x", { alg: undefined })], "key 1 is on another curve than P-256"],
    ["a short key", [asCliWrites(rsa(1024), "x")], "key 1 is shorter than 2048 bits"],
    ["a public key first", [publicPart(one)], "key 1, which signs, has no private part"],
    ["one name twice", [one, asCliWrites(secondEc, "one")], "key 2 has the kid of another one"],
    ["a broken number", [{ ...one, x: "AAAA" }], "key 1 cannot be read"],
  ])("that holds %s is refused", (_, file, problem) => {
    const text = typeof file === "string" ? file : JSON.stringify(file);
    expect(readSigningKeyFile(text)).toEqual({ ok: false, problem });
  });
});

describe.each([
  ["ES256", () => [asCliWrites(firstEc, "es"), asCliWrites(onlyRsa, "rs")]],
  ["RS256", () => [asCliWrites(onlyRsa, "rs"), asCliWrites(firstEc, "es")]],
])("Keys of a file, %s first", (alg, jwks) => {
  let wire: Wire;
  beforeAll(() => {
    wire = createWire({ db, settings: { signingKeys: configured(...jwks()) } });
  });

  test("sign with the first, and are published without their private part", async () => {
    const { access } = await signUpCustomer(wire);
    expect(headerOf(access)).toEqual({ alg, kid: jwks()[0]?.kid, typ: "JWT" });
    expect((await wire.send("GET", "/user", { token: access })).status).toBe(200);
    const { body } = await wire.send("GET", "/.well-known/jwks.json");
    expect(body.keys.map(({ kid }: any) => kid)).toEqual(jwks().map(({ kid }) => kid));
    for (const key of body.keys) {
      expect(key).toMatchObject({ use: "sig", key_ops: ["verify"] });
      for (const secret of ["d", "p", "q", "dp", "dq", "qi"]) expect(key).not.toHaveProperty(secret);
    }
    const { data } = await wire.client().auth.getClaims(access);
    expect(data?.claims.sub).toBe(readClaims(access).sub);
  });

  test("verify tokens of their own algorithm alone", async () => {
    const { access } = await signUpCustomer(wire);
    const claims = access.split(".")[1] ?? "";
    const forged: string[] = [];
    const signWith = (header: object, write: (input: Buffer) => Buffer) => {
      const input = `${Buffer.from(JSON.stringify(header)).toString("base64url")}.${claims}`;
      forged.push(`${input}.${write(Buffer.from(input)).toString("base64url")}`);
    };
    const byEc = (input: Buffer) => sign("sha256", input, { key: firstEc, dsaEncoding: "ieee-p1363" });
    const byRsa = (input: Buffer) => sign("sha256", input, onlyRsa);
    const publicKeys = (await wire.send("GET", "/.well-known/jwks.json")).body.keys;
    for (const kid of ["es", "rs", "one", "", "../rs"]) {
      for (const named of ["ES256", "RS256", "PS256", "ES384", "HS256", "none"]) {
        const header = { alg: named, kid, typ: "JWT" };
        if (!(kid === "es" && named === "ES256")) signWith(header, byEc);
        if (!(kid === "rs" && named === "RS256")) signWith(header, byRsa);
        signWith(header, () => Buffer.alloc(0));
      }
      for (const key of publicKeys) {
        signWith({ alg: "HS256", kid, typ: "JWT" }, (input) =>
          createHmac("sha256", JSON.stringify(key)).update(input).digest(),
        );
      }
    }
    for (const token of forged) {
      expect(expectProblem(await wire.send("GET", "/user", { token }))).toEqual({ status: 403, code: "bad_jwt" });
    }
    expect(forged.length).toBeGreaterThan(80);
  });

  test("are not changed by a command", async () => {
    const { signingKeys } = wire.context.identity;
    await expect(signingKeys.rotate()).rejects.toThrow("signing_keys_path");
    await expect(signingKeys.retire()).rejects.toThrow("signing_keys_path");
  });
});

test("A key that comes first in the file signs from the next start, and the one before it still verifies", async () => {
  const [older, newer] = [asCliWrites(firstEc, "older"), asCliWrites(secondEc, "newer")];
  const before = await signUpCustomer(createWire({ db, settings: { signingKeys: configured(older) } }));
  const wire = createWire({ db, settings: { signingKeys: configured(newer, older) } });
  expect((await wire.send("GET", "/user", { token: before.access })).status).toBe(200);
  expect(headerOf((await signUpCustomer(wire)).access).kid).toBe("newer");
  const later = createWire({ db, settings: { signingKeys: configured(newer) } });
  expect((await later.send("GET", "/user", { token: before.access })).status).toBe(403);
});

test("After a rotation the older key verifies until its longest token ends, and then no more", async () => {
  const wire = createWire({ db });
  const before = await signUpCustomer(wire);
  const { kid } = headerOf(before.access);
  await wire.context.identity.signingKeys.rotate();
  const stateOf = async () =>
    (await db.inspect<{ state: string }>("select state from auth.signing_keys where kid = $1", [kid])).rows[0]?.state;
  wire.clock.advance(3_600_000);
  await db.asServer((tx) => purgeAuth(tx, wire.clock.now()));
  expect(await stateOf()).toBe("previous");
  wire.clock.advance(31_000);
  await db.asServer((tx) => purgeAuth(tx, wire.clock.now()));
  expect(await stateOf()).toBe("revoked");
  const { body } = await createWire({ db, clock: wire.clock }).send("GET", "/.well-known/jwks.json");
  expect(body.keys.map((key: { kid: string }) => key.kid)).not.toContain(kid);
});

test("Keys that one process gives up are believed by no other, without waiting for its clock", async () => {
  const [one, other] = [createWire({ db }), createWire({ db })];
  const { access } = await signUpCustomer(one);
  expect((await other.send("GET", "/user", { token: access })).status).toBe(200);

  await one.context.identity.signingKeys.retire();

  const askOther = async () => (await other.send("GET", "/user", { token: access })).status;
  await expect.poll(askOther).toBe(403);
});

test("The issuer says where its keys are", async () => {
  const wire = createWire({ db });
  const { status, body, headers } = await wire.send("GET", "/.well-known/openid-configuration", { apiKey: null });
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toContain("max-age=600");
  expect(body).toMatchObject({
    issuer: readClaims((await signUpCustomer(wire)).access).iss,
    jwks_uri: `${origin}/auth/v1/.well-known/jwks.json`,
    id_token_signing_alg_values_supported: ["ES256"],
  });
});

describe("A project's keys", () => {
  /** A key set that can change, fail, and say how often it was asked for. */
  function openProject() {
    const clock = createClock();
    const project = { jwks: [] as JsonWebKey[], isDown: false, asked: 0 };
    const realFetch = globalThis.fetch;
    globalThis.fetch = async () => {
      project.asked += 1;
      return project.isDown ? new Response("", { status: 503 }) : Response.json({ keys: project.jwks });
    };
    return {
      project,
      clock,
      keys: createProjectKeys({ supabaseUrl: "https://project.example/", now: clock.now }),
      [Symbol.dispose]: () => void (globalThis.fetch = realFetch),
    };
  }
  const published = (key: KeyObject, kid: string) => publicPart(asCliWrites(key, kid)) as JsonWebKey;

  test("are read once in ten minutes, and once more for unknown key ids, not for each", async () => {
    using opened = openProject();
    const { project, clock, keys } = opened;
    project.jwks = [published(firstEc, "one")];
    await Promise.all(Array.from({ length: 50 }, () => keys.findPublicKey("one")));
    expect(project.asked).toBe(1);
    for (let count = 0; count < 50; count += 1) expect(await keys.findPublicKey(`no ${count}`)).toBeUndefined();
    expect(project.asked).toBe(1);
    project.jwks.push(published(onlyRsa, "two"));
    clock.advance(30_001);
    expect((await keys.findPublicKey("two"))?.alg).toBe("RS256");
    expect(project.asked).toBe(2);
    project.jwks.shift();
    clock.advance(10 * 60_000);
    expect(await keys.findPublicKey("one")).toBeUndefined();
    expect(project.asked).toBe(3);
  });

  test("stay good while the project does not answer, and none is believed before it did", async () => {
    using opened = openProject();
    const { project, clock, keys } = opened;
    project.isDown = true;
    await expect(keys.findPublicKey("one")).rejects.toThrow("does not say which keys sign");
    project.isDown = false;
    project.jwks = [published(firstEc, "one"), { kty: "oct", k: "AAAA", kid: "secret" }];
    expect((await keys.findPublicKey("one"))?.alg).toBe("ES256");
    expect(await keys.findPublicKey("secret")).toBeUndefined();
    project.isDown = true;
    clock.advance(10 * 60_001);
    expect((await keys.findPublicKey("one"))?.alg).toBe("ES256");
  });
});

test("A private key is private", () => {
  const [key] = configured(asCliWrites(firstEc, "one"));
  expect(key?.publicJwk).not.toHaveProperty("d");
  expect(createPrivateKey({ key: key!.privateJwk!, format: "jwk" }).equals(firstEc)).toBe(true);
});
