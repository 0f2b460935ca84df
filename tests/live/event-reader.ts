import { vi } from "vitest";

export type SentEvent = { id: string; name: string; data: Record<string, unknown> };

export type EventReader = {
  /** As they came. */
  events: SentEvent[];
  text: () => string;
  /** Waits for an event, also one that is there already. */
  next(name: string, data?: Record<string, unknown>): Promise<SentEvent>;
  isOver: () => boolean;
  /** As a tab that is closed. */
  close(): Promise<void>;
};

const patience = { timeout: 15_000, interval: 5 };

/** Reads an answer of type `text/event-stream` as the standard says, apart from the product's own reader. */
export function readEvents(answer: Response): EventReader {
  const events: SentEvent[] = [];
  let text = "";
  let isOver = false;
  const reader = answer.body!.getReader();
  const decoder = new TextDecoder();
  void (async () => {
    let parsed = 0;
    let id = "";
    for (;;) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
      if (done) break;
      text += decoder.decode(value, { stream: true });
      for (let end = text.indexOf("\n\n", parsed); end >= 0; end = text.indexOf("\n\n", parsed)) {
        const fields = text.slice(parsed, end).split("\n");
        parsed = end + 2;
        const field = (name: string) => fields.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
        id = field("id") ?? id;
        const data = field("data");
        if (data !== undefined) {
          events.push({ id, name: field("event") ?? "message", data: JSON.parse(data) as SentEvent["data"] });
        }
      }
    }
    isOver = true;
  })();

  return {
    events,
    text: () => text,
    isOver: () => isOver,
    next: (name, data = {}) =>
      vi.waitFor(() => {
        const found = events.find(
          (event) =>
            event.name === name && Object.entries(data).every(([key, value]) => deepEqual(event.data[key], value)),
        );
        if (!found) throw new Error(`No ${name} ${JSON.stringify(data)} among:\n${text}`);
        return found;
      }, patience),
    close: () => reader.cancel(),
  };
}

function deepEqual(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
