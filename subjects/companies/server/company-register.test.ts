import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, describe, expect, test } from "vitest";

import { askRegister } from "./company-register.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A register of this machine that answers as it is told. @returns its address */
async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serveText = (text: string, head: Record<string, string> = {}, status = 200) =>
  serve((_, response) => response.writeHead(status, { "content-type": "application/json", ...head }).end(text));

const known = { siren: "732829320", nom_complet: "KERBRAT", siege: { code_postal: "29200", libelle_commune: "BREST" } };
const kerbrat = {
  siren: "732829320",
  name: "KERBRAT",
  legalName: "KERBRAT",
  place: "29200 BREST",
  address: "29200 BREST",
};

describe("The register of companies", () => {
  test("is told the words and nothing else, in its own protocol", async () => {
    const asked: string[] = [];
    const address = await serve((request, response) => {
      asked.push(`${request.method} ${request.url}`, ...Object.keys(request.headers).toSorted());
      response.end(JSON.stringify({ results: [known] }));
    });
    expect(await askRegister(`${address}/v1`, "Été & Fils/../#?q=b")).toEqual({ ok: true, value: [kerbrat] });
    const [line = "", ...headers] = asked;
    const target = new URL(line.replace("GET ", ""), address);
    expect([target.pathname, Object.fromEntries(target.searchParams)]).toEqual([
      "/v1/search",
      { q: "Été & Fils/../#?q=b", per_page: "5", etat_administratif: "A", minimal: "true", include: "siege" },
    ]);
    expect(headers).not.toContain("cookie");
    expect(headers).not.toContain("x-forwarded-for");
    expect(headers).not.toContain("referer");
  });

  test("tells the legal name and the whole address apart, where it has them readably", async () => {
    const siege = { ...known.siege, adresse: "12 RUE DU PORT 29200 BREST" };
    const named = { ...known, nom_complet: "KERBRAT (ATELIER)", nom_raison_sociale: "KERBRAT", siege };
    const masked = { ...named, nom_raison_sociale: "[ND]", siege: { ...siege, adresse: "[NON-DIFFUSIBLE]" } };
    for (const [result, company] of [
      [named, { ...kerbrat, name: "KERBRAT (ATELIER)", address: "12 RUE DU PORT 29200 BREST" }],
      [masked, { ...kerbrat, name: "KERBRAT (ATELIER)", legalName: "KERBRAT (ATELIER)" }],
    ]) {
      const found = await askRegister(await serveText(JSON.stringify({ results: [result] })), "kerbrat");
      expect(found).toEqual({ ok: true, value: [company] });
    }
  });

  test("gives five companies at most, each once", async () => {
    const sirens = ["732829320", "356000000", "000000117", "000000489", "000000851", "000001222"];
    const results = [known, known, ...sirens.map((siren) => ({ siren, nom_complet: siren }))];
    const found = await askRegister(await serveText(JSON.stringify({ results })), "kerbrat");
    expect(found.ok && found.value.map(({ siren }) => siren)).toEqual(sirens.slice(0, 5));
  });

  test.each([
    ["a SIREN with a wrong key", { siren: "732829321" }],
    ["a SIREN that is a number", { siren: 732829320 }],
    ["no name", { nom_complet: null }],
    ["a name of spaces", { nom_complet: "  " }],
    ["a masked name", { nom_complet: "[NON-DIFFUSIBLE]" }],
    ["a name that is masked in part", { nom_complet: "[ND] [ND] (PLOMBERIE)" }],
    ["a name without end", { nom_complet: "x".repeat(301) }],
    ["a name that turns the words around it", { nom_complet: "Zeta\u202e fausse" }],
    ["a name with a control character", { nom_complet: "Zeta\u0007" }],
  ])("that lies with %s loses that company, and keeps the others", async (_, lie) => {
    const results = [{ ...known, siren: "356000000", ...lie }, null, [], "x", known];
    expect(await askRegister(await serveText(JSON.stringify({ results })), "kerbrat")).toEqual({
      ok: true,
      value: [kerbrat],
    });
  });

  test.each([
    ["of who is not shown", { code_postal: "[NON-DIFFUSIBLE]", libelle_commune: "[NON-DIFFUSIBLE]" }],
    ["of the wrong kind", { code_postal: 29200, libelle_commune: ["Brest"] }],
    ["that is a text", "Brest"],
  ])("with an address %s has no place, and its name all the same", async (_, siege) => {
    const answer = await serveText(JSON.stringify({ results: [{ ...known, siege }] }));
    expect(await askRegister(answer, "kerbrat")).toEqual({ ok: true, value: [{ ...kerbrat, place: "", address: "" }] });
  });

  test.each([
    ["a page", "<!doctype html><title>Maintenance</title>"],
    ["a list", "[]"],
    ["null", "null"],
    ["results that are no list", '{"results":{"length":5}}'],
    ["half of an answer", '{"results":['],
    ["nothing", ""],
    ["depth", "[".repeat(60_000)],
  ])("that answers %s is not read", async (_, text) => {
    expect(await askRegister(await serveText(text), "kerbrat")).toEqual({ ok: false, problem: "unreadable" });
  });

  test("that answers bytes that are no text is not read", async () => {
    const address = await serve((_, response) => response.end(Buffer.from([0x7b, 0xff, 0xfe, 0x7d])));
    expect(await askRegister(address, "kerbrat")).toEqual({ ok: false, problem: "unreadable" });
  });

  test("that never stops talking is left after 64 KiB", async () => {
    let isLeft: () => void;
    const left = new Promise<void>((resolve) => (isLeft = resolve));
    const address = await serve((_, response) => {
      const more = () => void (response.destroyed || response.write("x".repeat(16_384), more));
      response.on("close", () => isLeft());
      more();
    });
    expect(await askRegister(address, "kerbrat")).toEqual({ ok: false, problem: "too large" });
    await left;
  });

  test.each([500, 429, 404, 204])("that answers %i is away", async (status) => {
    const answer = await askRegister(await serveText("", {}, status), "kerbrat");
    expect(answer).toEqual({ ok: false, problem: status === 204 ? "unreadable" : `status ${status}` });
  });

  test("that sends elsewhere is not followed", async () => {
    let visits = 0;
    const elsewhere = await serve((_, response) => {
      visits += 1;
      response.end(JSON.stringify({ results: [known] }));
    });
    const address = await serveText("", { location: elsewhere }, 302);
    expect(await askRegister(address, "kerbrat")).toEqual({ ok: false, problem: "status 302" });
    expect(visits).toBe(0);
  });

  test.each([
    ["before it answers", () => undefined],
    ["in the middle of its answer", (_request, response) => void response.write('{"results":')],
  ] satisfies [string, RequestListener][])("that is slow %s is left when the time is over", async (_, listener) => {
    const over = new AbortController();
    const address = await serve((request, response) => {
      listener(request, response);
      over.abort();
    });
    expect(await askRegister(address, "kerbrat", over.signal)).toEqual({ ok: false, problem: "slow" });
  });

  test("that is not there is away", async () => {
    const address = await serveText("");
    for (const close of closing.splice(0)) close();
    expect(await askRegister(address, "kerbrat")).toEqual({ ok: false, problem: "unreachable" });
  });
});
