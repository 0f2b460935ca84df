import { expect, test } from "vitest";

import { limits } from "#engine/auth/wire/limits.ts";
import { visitorsOfNetwork } from "#engine/limits/rate-limits.ts";
import { createPasswordHasher } from "#engine/passwords/password-hasher.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { createWire, goodPassword, nextEmail, signUpCustomer } from "./support.ts";

const db = await openDatabaseForFile();

const home = (network: number) => `2001:db8:7:${network.toString(16)}::1`;

/** So dear that a flood really waits, and so cheap that it ends. */
const passwords = () => createPasswordHasher({ memoryKib: 16_384, passes: 3 });

test("While an IPv6 network floods sign-up, accounts sign in, and others sign up again after it", async () => {
  const wire = createWire({ db, passwords: passwords() });
  const { email } = await signUpCustomer(wire);

  // As many at once as reach the hashes: what is more the pool of connections refuses first.
  const loops = Array.from({ length: 80 }, async (_, loop) => {
    const statuses = [];
    for (let turn = 0; turn < 2; turn += 1) {
      const body = { email: nextEmail(), password: goodPassword };
      statuses.push((await wire.send("POST", "/signup", { address: home(loop * 2 + turn), body })).status);
    }
    return statuses;
  });
  const signIns = [];
  for (let call = 0; call < 8; call += 1) {
    signIns.push(await wire.send("POST", "/token?grant_type=password", { body: { email, password: goodPassword } }));
  }
  const statuses = (await Promise.all(loops)).flat();
  expect(signIns.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(50);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(10);

  const { signIn, signUp } = wire.context.passwords.usage();
  expect(signIn).toMatchObject({ running: 0, waiting: 0, refused: 0 });
  expect(signUp).toMatchObject({ running: 0, waiting: 0 });
  const body = { email: nextEmail(), password: goodPassword };
  expect((await wire.send("POST", "/signup", { body })).status).toBe(200);
});

test("Fresh networks of 64 bits are no fresh start: those of one network of 48 bits are counted together", async () => {
  const wire = createWire({ db });
  const most = limits.signUp.capacity * visitorsOfNetwork;
  const statuses = [];
  for (let network = 0x1000; network < 0x1000 + most + 5; network += 1) {
    const answer = await wire.send("POST", "/signup", { address: home(network), body: { email: "nonsense" } });
    statuses.push(answer.status);
  }
  // Those of the flood above are counted as well.
  expect(statuses.at(-1)).toBe(429);
  expect(statuses.filter((status) => status !== 429).length).toBeLessThan(most);
  const elsewhere = await wire.send("POST", "/signup", { address: "2001:db8:8::1", body: { email: "nonsense" } });
  expect(elsewhere.status).toBe(400);
});
