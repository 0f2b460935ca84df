import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";

import { askRegister } from "#subjects/companies/server/company-register.ts";

import { createCompanyRegister } from "./company-register.ts";
import { createDemoState } from "./demo-state.ts";

/** The stand-in behind a real address, asked by the reader of the real register. */
async function open() {
  const state = createDemoState();
  const { fetch } = new Hono().route("/demo/registre", createCompanyRegister(state));
  const server = createAdaptorServer({ fetch }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/demo/registre`;
  return { state, ask: (words: string) => askRegister(address, words) };
}

test("It speaks the protocol of the register: by name, whatever the accents, and by SIREN", async () => {
  const { ask } = await open();
  const name = "Menuiserie du Léon";
  const place = "29250 Saint-Pol-de-Léon";
  const leon = { siren: "000000851", name, legalName: name, place, address: `8 place du Marché ${place}` };
  expect(await ask("menuiserie LEON")).toEqual({ ok: true, value: [leon] });
  expect(await ask("000000851")).toEqual({ ok: true, value: [leon] });
  expect(await ask("menuiserie")).toMatchObject({ value: { length: 3 } });
  expect(await ask("zzz")).toEqual({ ok: true, value: [] });
  expect(await ask("ab")).toEqual({ ok: false, problem: "status 400" });
});

test("It is away when its switch says so", async () => {
  const { ask, state } = await open();
  state.switches.register = "down";
  expect(await ask("menuiserie")).toEqual({ ok: false, problem: "status 503" });
});
