import { expect, test } from "vitest";

import { maxBodyBytes, readJsonBody } from "./json-body.ts";

function post(body: BodyInit | null, headers: Record<string, string> = { "content-type": "application/json" }) {
  return new Request("http://localhost/", { method: "POST", body, headers, duplex: "half" } as RequestInit);
}

test("A JSON body is read, with or without a charset, and no body is undefined", async () => {
  expect(await readJsonBody(post('{"a":1}'))).toEqual({ ok: true, value: { a: 1 } });
  expect(await readJsonBody(post("[]", { "content-type": "application/json; charset=utf-8" }))).toMatchObject({
    ok: true,
  });
  expect(await readJsonBody(post(null, {}))).toEqual({ ok: true, value: undefined });
});

test.each([
  ["form data", "a=1", { "content-type": "application/x-www-form-urlencoded" }, 415],
  ["plain text", "{}", { "content-type": "text/plain" }, 415],
  ["no type", new Blob(["{}"]), {}, 415],
  ["a compressed body", "{}", { "content-type": "application/json", "content-encoding": "gzip" }, 415],
  ["broken JSON", "{", undefined, 400],
  ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), undefined, 400],
  ["33 levels", "[".repeat(33) + "]".repeat(33), undefined, 400],
  ["201 keys", JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`k${i}`, 1]))), undefined, 400],
  ["one byte too many", JSON.stringify("x".repeat(maxBodyBytes - 1)), undefined, 413],
])("%s is refused", async (_, body, headers, status) => {
  const result = await readJsonBody(post(body as BodyInit, headers as Record<string, string> | undefined));
  expect(result).toMatchObject({ ok: false, problem: { status } });
});

test.each([
  "1e400",
  "-1e309",
  "1e-400",
  "9007199254740993",
  "12345678901234567890.123",
  "0.1000000000000000055511151231257827",
  '{"a":[{"b": 1E+400}]}',
  "[1,9007199254740993 ]",
])("A number that JavaScript would change is refused, not changed: %s", async (body) => {
  expect(await readJsonBody(post(body))).toEqual({ ok: false, problem: { status: 400, code: "inexact_number" } });
});

test.each([
  ["1e3", 1000],
  ["1.50E2", 150],
  ["-0.0", -0],
  ["0e999", 0],
  ["0.1", 0.1],
  ["0.30000000000000004", 0.30000000000000004],
  ["1000000000000000000000", 1e21],
  ["9007199254740992", 2 ** 53],
  ["5e-324", 5e-324],
  ["1.7976931348623157e308", Number.MAX_VALUE],
  ["100000000000000000000000.0000", 1e23],
  [
    '{"a":"1e400","9007199254740993":["12345678901234567890.123", "x: 1e400"]}',
    { a: "1e400", "9007199254740993": ["12345678901234567890.123", "x: 1e400"] },
  ],
])("A number that it keeps is read, and digits of a text are no number: %s", async (body, value) => {
  expect(await readJsonBody(post(body))).toEqual({ ok: true, value });
});

test("A chunked body is cut at the limit, not read to its end", async () => {
  let sentChunks = 0;
  const endless = new ReadableStream({
    pull(controller) {
      sentChunks += 1;
      controller.enqueue(new Uint8Array(16 * 1024).fill(32));
    },
  });
  expect(await readJsonBody(post(endless))).toMatchObject({ ok: false, problem: { status: 413 } });
  expect(sentChunks).toBeLessThan(10);
});

test("A body that names its length is read as one that does not, and held to the limit all the same", async () => {
  const named = (body: string, length: number) =>
    readJsonBody(post(body, { "content-type": "application/json", "content-length": String(length) }));
  expect(await named('{"a":1}', 7)).toEqual({ ok: true, value: { a: 1 } });
  expect(await named("{", 1)).toMatchObject({ ok: false, problem: { status: 400 } });
  const large = JSON.stringify("x".repeat(maxBodyBytes - 1));
  for (const length of [large.length, 7]) {
    expect(await named(large, length)).toMatchObject({ ok: false, problem: { status: 413 } });
  }
  const cut = new ReadableStream({ pull: (controller) => controller.error(new Error("The sender was cut.")) });
  const broken = post(cut, { "content-type": "application/json", "content-length": "7" });
  expect(await readJsonBody(broken)).toMatchObject({ ok: false, problem: { code: "malformed" } });
});
