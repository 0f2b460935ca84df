type Attributes = Record<string, string | number | boolean | undefined>;

/** A piece of work that is under way. Its end is that of the work. */
export type Span = {
  /** For who goes on elsewhere, in W3C form; undefined while nothing is traced. */
  traceparent: string | undefined;
  set(attributes: Attributes): void;
  rename(name: string): void;
};

export type SpanOptions = {
  /** In our own words: a route's pattern, a statement's summary. Never text from a request. */
  name: string;
  kind: "server" | "client" | "producer";
  attributes?: Attributes;
};

export type Traces = {
  /** Begins a trace. What a visitor's headers say of one is not believed. */
  begin<T>(options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** Part of the trace that is under way here; the work alone when there is none. */
  within<T>(options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** Goes on with a trace that began elsewhere; the work alone when there is none. */
  resume<T>(traceparent: string | null, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T>;
  /** Sends what is left, for a few seconds at most. */
  close(): Promise<void>;
};

export const untraced: Span = { traceparent: undefined, set: () => undefined, rename: () => undefined };

export const noTraces: Traces = {
  begin: (_, work) => work(untraced),
  within: (_, work) => work(untraced),
  resume: (_parent, _options, work) => work(untraced),
  close: () => Promise.resolve(),
};
