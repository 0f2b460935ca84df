import { expect, test } from "vitest";

import { readEventStream, type StreamEvent } from "./event-stream.ts";

const sent =
  'id: 7.1\nevent: ready\ndata: {}\n\n:\nid: 8.2\n\nevent: lead\ndata: {"nom":"Hélène 🎺"}\n\nevent: lead\ndata: {\n\n';
const heard: StreamEvent[] = [
  { name: "ready", data: {}, id: "7.1" },
  { name: "lead", data: { nom: "Hélène 🎺" }, id: "8.2" },
  { name: "lead", data: undefined, id: "8.2" },
];

async function read(pieces: Uint8Array[]): Promise<StreamEvent[]> {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
  const events: StreamEvent[] = [];
  for await (const event of readEventStream(body)) if (event !== "sign of life") events.push(event);
  return events;
}

test.each([1, 2, 3, 7, 1000])("Events are the same in pieces of %i bytes", async (size) => {
  const bytes = new TextEncoder().encode(sent);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.slice(index * size, (index + 1) * size),
  );
  expect(await read(pieces)).toEqual(heard);
});

test("Lines may end as on Windows, and what is cut is no event", async () => {
  const bytes = new TextEncoder().encode(`${sent.replaceAll("\n", "\r\n")}event: lead\r\ndata: {}`);
  expect(await read([bytes])).toEqual(heard);
});

test("The lines of an event's data are read as one text, however lines end", async () => {
  const lines = '\uFEFFevent: lead\rdata: {\rdata: "nom": 1}\r\r: still here\r';
  expect(await read([new TextEncoder().encode(lines)])).toEqual([{ name: "lead", data: { nom: 1 }, id: "" }]);
});

test("An event without an end breaks off", async () => {
  const piece = new TextEncoder().encode(`data: ${"a".repeat(600_000)}`);
  await expect(read([piece, piece])).rejects.toThrow("exceeded");
});
