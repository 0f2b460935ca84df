import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

type Attribute = { key: string; value: Record<string, unknown> };

/** As OTLP writes it in JSON; a root has no parent. */
export type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: Attribute[];
};

type Collector = {
  url: string;
  /** Everything that came, as it came. */
  text(): string;
  spans(): SentSpan[];
  close(): Promise<void>;
};

type Body = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };

/** What takes traces in OTLP over HTTP, and keeps them. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      if (request.url === "/v1/traces") bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    })();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => bodies.join("\n"),
    spans: () =>
      bodies.flatMap((body) =>
        (JSON.parse(body) as Body).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
