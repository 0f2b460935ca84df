export type StreamEvent = { name: string; data: unknown; id: string };

/** Longer than any event of ours: what goes on without an end is no stream of ours. */
const longestEvent = 1_000_000;

/**
 * The events of an answer of type `text/event-stream`, and after each piece that carried none a note that something
 * came. `EventSource` is not used: it sends no `Authorization`.
 *
 * Source: HTML standard, server-sent events. @throws what the connection throws
 */
export async function* readEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent | "sign of life"> {
  const decoder = new TextDecoder();
  let text = "";
  let id = "";
  for await (const bytes of piecesOf(body)) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > longestEvent) throw new Error("A stream sent an event without an end.");
    const blocks = text.replaceAll("\r\n", "\n").split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = readFields(block);
      id = fields.id ?? id;
      if (fields.data !== undefined) yield { name: fields.event ?? "message", data: readJson(fields.data), id };
    }
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

function readFields(block: string): Partial<Record<string, string>> {
  const fields: Partial<Record<string, string>> = {};
  for (const line of block.split("\n")) {
    const [, name = "", value = ""] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (name !== "") fields[name] = value;
  }
  return fields;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
