import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";

/**
 * Middleware that may refuse.
 *
 * @returns whether the request goes on; otherwise the guard has answered it
 */
export type Guard = (request: IncomingMessage, response: ServerResponse) => boolean;

/** A line of the routing table. */
export type Route = {
  /** The address itself and every one below it; "/" is all of them. */
  prefix: string;
  /** All, when it names none. What is sent with another one goes to the next shorter prefix. */
  methods?: readonly string[];
  guard?: Guard;
  handle: RequestListener;
};

/** @param answerOthers what no line of the table takes */
export function createRouter(routes: readonly Route[], answerOthers: RequestListener): RequestListener {
  return (request, response) => {
    const route = findRoute(routes, request);
    if (!route) return answerOthers(request, response);
    if (route.guard?.(request, response) ?? true) route.handle(request, response);
  };
}

type Target = Pick<IncomingMessage, "url" | "method">;

/** Longest prefix match: the order of the table means nothing. */
export function findRoute<Each extends Pick<Route, "prefix" | "methods">>(
  routes: readonly Each[],
  { url = "/", method = "GET" }: Target,
): Each | undefined {
  let found: Each | undefined;
  for (const route of routes) {
    const isLonger = route.prefix.length > (found?.prefix.length ?? 0);
    if (isLonger && isBelow(url, route.prefix) && (route.methods?.includes(method) ?? true)) found = route;
  }
  return found;
}

/** Whether this request target is the path, or an address under it. */
function isBelow(url: string, path: string): boolean {
  if (path === "/") return true;
  const next = url[path.length];
  return url.startsWith(path) && (next === undefined || next === "/" || next === "?");
}
