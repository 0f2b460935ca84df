import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";

import { base58 } from "@scure/base";
import { describe, expect, test } from "vitest";

import { defaultAuthConfig } from "#engine/settings/auth-config.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { purgeAuth } from "./purge-auth.ts";
import { createClock, createWire, expectProblem, origin, readClaims, type Clock } from "./support.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db });

type Wallet = { address: string; key: KeyObject; raw: Buffer };

function createWallet(): Wallet {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const raw = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  return { address: base58.encode(raw), key: privateKey, raw };
}

type Told = { domain?: string; uri?: string; issuedAt?: Date; statement?: string; more?: string[] };

function writeMessage({ address }: Wallet, told: Told = {}, clock: Clock = wire.clock): string {
  const { domain = "localhost:3000", uri = `${origin}/dashboard`, issuedAt = clock.now(), more = [] } = told;
  return [
    `${domain} wants you to sign in with your Solana account:`,
    address,
    "",
    told.statement ?? "Ouvrir mon espace client",
    "",
    `URI: ${uri}`,
    "Version: 1",
    `Issued At: ${issuedAt.toISOString()}`,
    ...more,
  ].join("\n");
}

function exchange(message: string, { key }: Wallet, on = wire) {
  const signature = sign(null, Buffer.from(message), key).toString("base64url");
  return on.send("POST", "/token?grant_type=web3", { body: { chain: "solana", message, signature } });
}

const refusal = { status: 400, code: "invalid_credentials" };

describe("The holder of an address's key", () => {
  test("gets an account, and finds it again", async () => {
    const wallet = createWallet();
    const { status, body } = await exchange(writeMessage(wallet, { more: ["Chain ID: solana:mainnet"] }), wallet);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      email: "",
      is_anonymous: false,
      app_metadata: { provider: "web3", providers: ["web3"] },
      identities: [
        {
          provider: "web3",
          id: `web3:solana:${wallet.address}`,
          identity_data: {
            sub: `web3:solana:${wallet.address}`,
            custom_claims: {
              address: wallet.address,
              chain: "solana",
              network: "solana:mainnet",
              domain: "localhost:3000",
              statement: "Ouvrir mon espace client",
            },
          },
        },
      ],
    });
    expect(readClaims(body.access_token)).toMatchObject({ amr: [{ method: "web3" }], aal: "aal1" });
    const again = await exchange(writeMessage(wallet, { more: ["Nonce: 2"] }), wallet);
    expect(again.body.user.id).toBe(body.user.id);
    expect((await wire.send("GET", "/user", { token: again.body.access_token })).status).toBe(200);
  });

  test("keeps it, though no address of theirs is ever confirmed", async () => {
    const on = createWire({ db, clock: createClock() });
    const wallet = createWallet();
    const { body } = await exchange(writeMessage(wallet, {}, on.clock), wallet, on);
    on.clock.advance(60 * 24 * 3600_000);
    await db.asServer((tx) => purgeAuth(tx, on.clock.now()));
    const again = await exchange(writeMessage(wallet, {}, on.clock), wallet, on);
    expect(again.body.user.id).toBe(body.user.id);
    await db.inspect("update auth.users set banned_until = $2 where id = $1", [
      body.user.id,
      new Date(on.clock.now().getTime() + 1000),
    ]);
    const banned = await exchange(writeMessage(wallet, { more: ["Nonce: 3"] }, on.clock), wallet, on);
    expect(expectProblem(banned)).toEqual({ status: 403, code: "user_banned" });
  });

  test("may have it on a Ledger, which wraps what it signs", async () => {
    const wallet = createWallet();
    const message = writeMessage(wallet, { statement: "Ouvrir" });
    const [length, application] = [Buffer.alloc(2), Buffer.alloc(32)];
    length.writeUInt16LE(message.length);
    application.write("localhost:3000");
    const wrapped = Buffer.concat([
      Buffer.from("\u00ffsolana offchain\u0000", "latin1"),
      application,
      Buffer.of(0, 1),
      wallet.raw,
      length,
      Buffer.from(message),
    ]);
    const signature = sign(null, wrapped, wallet.key).toString("base64");
    const body = { chain: "solana", message, signature };
    expect((await wire.send("POST", "/token?grant_type=web3", { body })).status).toBe(200);
    expect(expectProblem(await exchange(message, wallet))).toEqual(refusal);
  });

  test("writes as much as they like without bursting their access token", async () => {
    const wallet = createWallet();
    const { body } = await exchange(writeMessage(wallet, { statement: "é😀".repeat(3000) }), wallet);
    expect((await wire.send("GET", "/user", { token: body.access_token })).status).toBe(200);
  });
});

test("A message opens one session, also when it comes twenty times at once", async () => {
  const wallet = createWallet();
  const message = writeMessage(wallet);
  const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(message, wallet)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const late of answers.filter(({ status }) => status !== 200)) expect(expectProblem(late)).toEqual(refusal);
});

describe("What is properly signed is refused", () => {
  test.each([
    ["for another site", { domain: "evil.example", uri: "https://evil.example/" }],
    ["by a site that names ours as its address", { domain: "evil.example" }],
    ["for our name with another port", { domain: "localhost", uri: "http://localhost/" }],
    ["for our name with a user", { uri: "http://evil@localhost:3000/" }],
    ["for our name over another scheme", { uri: "https://localhost:3000/" }],
    ["for a longer name", { domain: "localhost:3000.evil.example", uri: "http://localhost:3000.evil.example/" }],
  ])("%s", async (_, told) => {
    const wallet = createWallet();
    const answer = await exchange(writeMessage(wallet, told), wallet);
    expect(answer.status).toBe(400);
    expect(answer.body.access_token).toBeUndefined();
  });

  test("outside its ten minutes, and taken within", async () => {
    const at = (seconds: number) => new Date(wire.clock.now().getTime() + seconds * 1000);
    const status = async (told: Told) => {
      const wallet = createWallet();
      return (await exchange(writeMessage(wallet, told), wallet)).status;
    };
    expect(await status({ issuedAt: at(-600) })).toBe(200);
    expect(await status({ issuedAt: at(-601) })).toBe(400);
    expect(await status({ issuedAt: at(600) })).toBe(200);
    expect(await status({ issuedAt: at(601) })).toBe(400);
    expect(await status({ more: [`Expiration Time: ${at(1).toISOString()}`] })).toBe(200);
    expect(await status({ issuedAt: at(-5), more: [`Expiration Time: ${at(0).toISOString()}`] })).toBe(400);
    expect(await status({ more: [`Not Before: ${at(0).toISOString()}`] })).toBe(200);
    expect(await status({ more: [`Not Before: ${at(1).toISOString()}`] })).toBe(400);
  });
});

test("A signature of another key, of another message or of nothing is refused", async () => {
  const [wallet, other] = [createWallet(), createWallet()];
  const message = writeMessage(wallet);
  expect(expectProblem(await exchange(message, other))).toEqual(refusal);
  const send = (signature: string) =>
    wire.send("POST", "/token?grant_type=web3", { body: { chain: "solana", message, signature } });
  const ofAnother = sign(null, Buffer.from(`${message} `), wallet.key).toString("base64url");
  expect(expectProblem(await send(ofAnother))).toEqual(refusal);
  expect(expectProblem(await send(Buffer.alloc(64).toString("base64url")))).toEqual(refusal);
  expect((await exchange(message, wallet)).status).toBe(200);
});

test.each([
  ["no chain", { chain: undefined }, 400, "web3_unsupported_chain"],
  ["ethereum", { chain: "ethereum" }, 400, "web3_unsupported_chain"],
  ["a list of chains", { chain: ["solana"] }, 400, "bad_json"],
  ["no message", { message: undefined }, 400, "validation_failed"],
  ["a short message", { message: "x" }, 400, "validation_failed"],
  ["a message that is a number", { message: 7 }, 400, "validation_failed"],
  ["a message of 30,000 characters", { message: "x".repeat(30_000) }, 400, "validation_failed"],
  ["a message of null characters", { message: "\u0000".repeat(100) }, 400, "validation_failed"],
  ["no signature", { signature: undefined }, 400, "validation_failed"],
  ["a short signature", { signature: "x" }, 400, "validation_failed"],
  ["a signature that is an object", { signature: {} }, 400, "validation_failed"],
  ["a signature with strange characters", { signature: "é".repeat(86) }, 400, "validation_failed"],
])("With %s the grant is refused", async (_, change, status, code) => {
  const wallet = createWallet();
  const message = writeMessage(wallet);
  const signature = sign(null, Buffer.from(message), wallet.key).toString("base64url");
  const body = { chain: "solana", message, signature, ...change };
  expect(expectProblem(await wire.send("POST", "/token?grant_type=web3", { body }))).toEqual({ status, code });
});

test("Where it is not offered, it says so", async () => {
  const auth = defaultAuthConfig({ isDemo: false, origin, brand: "Ariane" });
  const on = createWire({ db, settings: { auth } });
  const wallet = createWallet();
  const refused = await exchange(writeMessage(wallet), wallet, on);
  expect(expectProblem(refused)).toEqual({ status: 422, code: "web3_provider_disabled" });
  const other = await on.send("POST", "/token?grant_type=web3", { body: { chain: "ethereum" } });
  expect(other.body).toEqual({ code: "web3_provider_disabled", message: "Web3 provider is disabled" });
});

test("One address asks as often as is configured", async () => {
  const auth = { ...defaultAuthConfig({ isDemo: true, origin, brand: "Ariane" }), rateLimit: { web3: 2 } };
  const on = createWire({ db, settings: { auth } });
  const ask = () => on.send("POST", "/token?grant_type=web3", { body: { chain: "solana" }, address: "198.51.100.7" });
  expect([(await ask()).status, (await ask()).status, (await ask()).status]).toEqual([400, 400, 429]);
});

test("No account is made where sign-ups are closed", async () => {
  const auth = { ...defaultAuthConfig({ isDemo: true, origin, brand: "Ariane" }), enableSignup: false };
  const on = createWire({ db, settings: { auth } });
  const wallet = createWallet();
  const refused = await exchange(writeMessage(wallet), wallet, on);
  expect(expectProblem(refused)).toEqual({ status: 422, code: "signup_disabled" });
});

test("What was used is kept as a hash, closed to every visitor, until it would be too old", async () => {
  await db.inspect("delete from auth.used_proofs");
  const on = createWire({ db, clock: createClock() });
  const wallet = createWallet();
  const message = writeMessage(wallet, {}, on.clock);
  expect((await exchange(message, wallet, on)).status).toBe(200);
  const kept = async () => (await db.inspect("select to_jsonb(used_proofs) as row from auth.used_proofs")).rows;
  expect(JSON.stringify(await kept())).not.toContain(wallet.address);
  const { rows } = await db.inspect(
    `select relrowsecurity, (select count(*)::int from unnest(array['anon', 'authenticated', 'service_role']) as role
       where has_table_privilege(role, oid, 'select, insert, update, delete')) as readers
     from pg_class where oid = 'auth.used_proofs'::regclass`,
  );
  expect(rows).toEqual([{ relrowsecurity: true, readers: 0 }]);
  await db.asServer((tx) => purgeAuth(tx, on.clock.now()));
  on.clock.advance(10 * 60_000);
  expect(expectProblem(await exchange(message, wallet, on))).toEqual(refusal);
  on.clock.advance(20 * 60_000);
  await db.asServer((tx) => purgeAuth(tx, on.clock.now()));
  expect(await kept()).toEqual([]);
});
