import { expect, test } from "vitest";

import { createEventStream, writeEvent } from "./event-stream.ts";

test("Who does not read is dropped with 64 KB unread, and nothing more is kept for them", async () => {
  const stream = createEventStream();
  let isOver = false;
  stream.onEnd(() => (isOver = true));
  const line = "x".repeat(1000);
  let written = 0;
  for (; written < 1000 && !isOver; written += 1) stream.write(line);
  expect(written).toBe(66);
  stream.write(line);
  expect((await new Response(stream.body).text()).length).toBe(66_000);
});

test("The end is told once, closed by the client or by the server", async () => {
  const stream = createEventStream();
  let ends = 0;
  stream.onEnd(() => (ends += 1));
  await stream.body.cancel();
  stream.end();
  stream.write("x");
  expect(ends).toBe(1);
  stream.onEnd(() => (ends += 1));
  expect(ends).toBe(2);
});

test("What people typed begins no line of a stream", () => {
  expect(writeEvent({ name: "lead", data: { text: "a\n\nevent: x\ndata: y" }, id: "1.2" })).toBe(
    'id: 1.2\nevent: lead\ndata: {"text":"a\\n\\nevent: x\\ndata: y"}\n\n',
  );
});
