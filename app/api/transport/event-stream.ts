import { createParser } from "eventsource-parser";

export type StreamEvent = { name: string; data: unknown; id: string };

/** Longer than any event of ours: what goes on without an end is no stream of ours. */
const longestEvent = 1_000_000;

/**
 * The events of an answer of type `text/event-stream`, and after each piece a note that something came. `EventSource` is
 * not used: it sends no `Authorization`.
 *
 * @throws what the connection throws, and on an event without an end
 */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent | "sign of life"> {
  const decoder = new TextDecoder();
  let heard: StreamEvent[] = [];
  let id = "";
  const parser = createParser({
    maxBufferSize: longestEvent,
    onId: (last) => (id = last),
    onEvent: ({ event = "message", data }) => heard.push({ name: event, data: readJson(data), id }),
    onError(error) {
      if (error.type === "max-buffer-size-exceeded") throw error;
    },
  });
  for await (const bytes of piecesOf(body)) {
    parser.feed(decoder.decode(bytes, { stream: true }));
    yield* heard;
    heard = [];
    yield "sign of life";
  }
}

/** Safari's streams cannot be iterated. */
async function* piecesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined); // it broke
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
