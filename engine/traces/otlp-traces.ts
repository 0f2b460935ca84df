import { AsyncLocalStorage } from "node:async_hooks";

import { type Context, ROOT_CONTEXT, type Span as SdkSpan, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from "@opentelemetry/sdk-trace";
import type { Logger } from "pino";

import { type Span, type SpanOptions, type Traces, untraced } from "./traces.ts";

type Options = {
  /** Of the collector: traces go to `/v1/traces` below it. */
  endpoint: string;
  serviceName: string;
  log: Logger;
};

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, producer: SpanKind.PRODUCER };
/** A collector that is away costs memory for so many spans; what comes after them is dropped. */
const mostSpans = 2048;
const sendEveryMs = 2000;
const sendDeadlineMs = 3000;
const logEveryMs = 60_000;

/**
 * Traces by the SDK of OpenTelemetry, without its globals: two contexts of one process do not mix. Nothing is patched:
 * a span is there because a line of ours asked for it.
 */
export function createOtlpTraces({ endpoint, serviceName, log }: Options): Traces {
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  const exporter = logFailures(new OTLPTraceExporter({ url, timeoutMillis: sendDeadlineMs }), log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": serviceName }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter,
        maxQueueSize: mostSpans,
        scheduledDelayMillis: sendEveryMs,
        exportTimeoutMillis: sendDeadlineMs,
      }),
    ],
  });
  const tracer = provider.getTracer(serviceName);
  const current = new AsyncLocalStorage<Scope>();

  async function run<T>(parent: Context, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
    const { name, kind, attributes = {} } = options;
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
    const scope: Scope = { context: trace.setSpan(parent, span), isOpen: true };
    try {
      return await current.run(scope, () => work(describe(span)));
    } catch (error) {
      // A message may quote values: the class or code only.
      span.setStatus({ code: SpanStatusCode.ERROR, message: codeOf(error) });
      throw error;
    } finally {
      scope.isOpen = false;
      span.end();
    }
  }

  return {
    begin: (options, work) => run(ROOT_CONTEXT, options, work),
    within(options, work) {
      const scope = current.getStore();
      return scope?.isOpen ? run(scope.context, options, work) : work(untraced);
    },
    resume(traceparent, options, work) {
      const parent = readTraceparent(traceparent);
      return parent ? run(parent, options, work) : work(untraced);
    },
    async close() {
      await provider.shutdown().catch(() => undefined); // told by logFailures
    },
  };
}

/** What outlives its span, such as a connection that it opened, is no longer part of it. */
type Scope = { context: Context; isOpen: boolean };

function describe(span: SdkSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
    set: (attributes) => void span.setAttributes(attributes),
    rename: (name) => void span.updateName(name),
  };
}

/** As our own rows hold it. */
function readTraceparent(text: string | null): Context | undefined {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return undefined;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return trace.setSpanContext(ROOT_CONTEXT, context);
}

function codeOf(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  return typeof code === "string" ? code : String(name);
}

/** The SDK says nothing of what it cannot send; once a minute is enough. */
function logFailures(exporter: SpanExporter, log: Logger): SpanExporter {
  let loggedAtMs = -Infinity;
  return {
    export(spans, resultCallback) {
      exporter.export(spans, (result) => {
        if (result.error && performance.now() - loggedAtMs > logEveryMs) {
          loggedAtMs = performance.now();
          log.warn({ reason: codeOf(result.error), spans: spans.length }, "traces could not be sent");
        }
        resultCallback(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
  };
}
