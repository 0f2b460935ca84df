import { describe, expect, test } from "vitest";

import { emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { atDepth, sampleOf } from "#tests/support/depth.ts";

import { createWire, linkPath, mailsTo, origin, productionSettings, signUpCustomer } from "./support.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db });

const ours = [
  `${origin}`,
  `${origin}/`,
  `${origin}/secretariat?step=2`,
  `${origin}/a%20b#c`,
  `${origin}?a=b`,
  "http://127.0.0.1:3000/compte/mot-de-passe",
];

const foreign = [
  "http://evil.example",
  "https://evil.example/",
  "//evil.example",
  "///evil.example",
  "////evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/secretariat",
  "secretariat",
  "",
  " ",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "ftp://localhost:3000/",
  "blob:http://localhost:3000/x",
  "about:blank",
  "https://localhost:3000/",
  "http://localhost/",
  "http://localhost:30000/",
  "http://localhost:3000.evil.example/",
  "http://localhost:3000@evil.example/",
  "http://localhost:3000%40evil.example/",
  "http://localhost:3000:80@evil.example/",
  "http://user@localhost:3000/",
  "http://user:secret@localhost:3000/",
  "http://localhost.evil.example:3000/",
  "http://evil.example/http://localhost:3000/",
  "http://evil.example?http://localhost:3000/",
  "http://evil.example#http://localhost:3000/",
  "http://evil.example\\@localhost:3000/",
  "http://localhost:3000\\@evil.example/",
  "http://localhost:3000\\.evil.example/",
  "http:\\\\localhost:3000/",
  "http:/localhost:3000/",
  "http:localhost:3000/",
  "http:///localhost:3000/",
  "HTTP://localhost:3000/",
  "http://LOCALHOST:3000/",
  "http://localhost.:3000/",
  "http://2130706433:3000/",
  "http://0x7f000001:3000/",
  "http://0177.0.0.1:3000/",
  "http://127.1:3000/",
  "http://[::1]:3000/",
  "http://[::ffff:127.0.0.1]:3000/",
  "http://localhost:03000/",
  "http://ⓛocalhost:3000/",
  "http://localhost。evil.example:3000/",
  "http://localhost:3000/\r\nSet-Cookie: a=b",
  "http://localhost:3000/%0d%0aLocation: http://evil.example",
  "http://localhost:3000/\u0000",
  "http://localhost:3000/\t/evil.example",
  "http://localhost:3000/ ",
  " http://localhost:3000/",
  "\thttp://localhost:3000/",
  "http://localhost:3000/é",
  "http://localhost:3000\u2028/",
  "http://localhost:3000/<script>",
  `http://localhost:3000/${"a".repeat(3000)}`,
  "http://localhost:3000;evil.example/",
  "http://localhost:3000,evil.example/",
  "http://localhost:3000&evil.example/",
  "%68ttp://localhost:3000/",
  "null",
  "undefined",
];

/** Hosts that are not ours, however like ours they look, each reached in every way that a browser understands. */
const otherHosts = [
  "evil.example",
  "evil.example:3000",
  "localhost.evil.example:3000",
  "localhost:3000.evil.example",
  "localhost:3000@evil.example",
  "localhost%3a3000@evil.example",
  "localhost:3000%2f@evil.example",
  "localhost:3001",
  "localhost:80",
  "localhost:30001",
  "localhost",
  "localhost-evil.example:3000",
  "evil-localhost:3000",
  "evil.example%00localhost:3000",
  "evil.example%ff@localhost:3000",
  "3221225985:3000",
  "0xc0000201:3000",
  "0300.0.2.1:3000",
  "[::ffff:c000:201]:3000",
  "xn--vil-6ma.example:3000",
  "lоcalhost:3000",
  "localhost..:3000",
];
const waysThere = [
  "http://",
  "https://",
  "//",
  "///",
  "/\\",
  "\\\\",
  "http:\\\\",
  "HTTP://",
  "ws://",
  "http://x:y@",
  "\t//",
];
const tails = ["", "/", "/http://localhost:3000/", "?http://localhost:3000/", "#http://localhost:3000/"];
const generated = otherHosts.flatMap((host, index) =>
  waysThere.map((way, other) => `${way}${host}${tails[(index + other) % tails.length]}`),
);
/** Source: promise S-20. */
const everyForeign = [...foreign, ...sampleOf(generated, 40)];

/** Where each door sends a browser: the false link does so at once, the provider when it comes back. */
async function landing(redirectTo: string): Promise<URL[]> {
  const query = new URLSearchParams({ token: "x", type: "recovery", redirect_to: redirectTo });
  const link = await wire.send("GET", `/verify?${query}`, { apiKey: null });
  return [new URL(link.headers.get("location") ?? "")];
}

test.each(ours)("%s is ours, and is returned to", async (address) => {
  const wanted = new URL(address);
  for (const landed of await landing(address)) {
    expect(landed.origin + landed.pathname).toBe(wanted.origin + wanted.pathname);
  }
});

test("No foreign address is returned to: the site is instead", async () => {
  expect(everyForeign.length).toBeGreaterThanOrEqual(atDepth(100, 305));
  const wrong: string[] = [];
  for (const address of everyForeign) {
    for (const landed of await landing(address)) {
      if (landed.origin + landed.pathname !== `${origin}/`) wrong.push(`${address} led to ${landed.href}`);
    }
  }
  console.log(`S-20: ${everyForeign.length} addresses, ${wrong.length} returned to`);
  expect(wrong).toEqual([]);
});

test("Nor is one kept for later: in a mail, or while a visitor is at the provider", async () => {
  const { email } = await signUpCustomer(wire);
  for (const address of sampleOf(everyForeign, 12)) {
    await emptyBuckets(db, wire.context);
    await wire.send("POST", `/recover?redirect_to=${encodeURIComponent(address)}`, { body: { email } });
    const mail = (await mailsTo(db, email)).at(-1)!;
    expect(new URL(mail.data.link).searchParams.get("redirect_to")).toBe(`${origin}/`);
    expect(linkPath(mail)).toMatch(/^\/verify\?/);

    await wire.send("GET", `/authorize?provider=google&redirect_to=${encodeURIComponent(address)}`);
  }
  const { rows } = await db.inspect("select distinct redirect_to from auth.flow_state");
  expect(rows).toEqual([{ redirect_to: `${origin}/` }]);
});

describe("In production", () => {
  test("the loopback's other name is foreign", async () => {
    const live = createWire({ db, settings: productionSettings });
    const { headers } = await live.send("GET", "/verify?token=x&type=signup&redirect_to=http://127.0.0.1:3000/");
    expect(headers.get("location")).toMatch(/^http:\/\/localhost:3000\//);
  });
});
