/** Most bytes buffered for one reader: with more, the client is taken for gone. */
const mostUnread = 64 * 1024;

export type ServerEvent = { name: string; data: object; id?: string };

export type EventStream = {
  body: ReadableStream<Uint8Array>;
  /** Ends the stream when the client does not read. */
  write(text: string): void;
  end: () => void;
  /** Called once at the end, by the server or the client; at once when the stream has ended already. */
  onEnd(act: () => void): void;
};

/** The body of an answer of type `text/event-stream`. */
export function createEventStream(): EventStream {
  const encoder = new TextEncoder();
  const acts: (() => void)[] = [];
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  function finish(): void {
    controller = undefined;
    for (const act of acts.splice(0)) act();
  }

  const body = new ReadableStream<Uint8Array>(
    { start: (given) => void (controller = given), cancel: finish },
    new ByteLengthQueuingStrategy({ highWaterMark: mostUnread }),
  );

  // What is in the queue is for the limits of all answers: unread, its connection is reset (cut-unread-answers.ts).
  function end(): void {
    controller?.close();
    finish();
  }

  return {
    body,
    end,
    write(text) {
      if (!controller) return;
      controller.enqueue(encoder.encode(text));
      if ((controller.desiredSize ?? 0) <= 0) end();
    },
    onEnd(act) {
      if (controller) acts.push(act);
      else act();
    },
  };
}

/** An event as it is sent. Its data is JSON, so that no line of it begins like a field. */
export function writeEvent({ name, data, id }: ServerEvent): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Nothing happened. Proxies see life, and the browser notes where it is. */
export function writePause(id: string): string {
  return `:\nid: ${id}\n\n`;
}

export const eventStreamHeaders = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store",
  // A proxy of nginx's kind would keep events until it has a few kilobytes of them.
  "x-accel-buffering": "no",
};
