import { randomUUID } from "node:crypto";

import { Hono, type Context } from "hono";
import * as z from "zod";

import type { TrackedVisit } from "#domain/site/demo-page.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import { readBytes } from "#engine/http/json-body.ts";

import type { DemoState } from "./demo-state.ts";

const maxTextLength = 300;
const maxBodyLength = 4096;

/** The smallest picture there is: one transparent point. */
const pixel = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

const pageView = z.object({ event: z.string().max(maxTextLength), page: z.string().max(maxTextLength) });

/**
 * Stands in for the advertising network's pixel and for the audience measurement. Each leaves a cookie, as real ones
 * do, so that one can see it go with the consent. Their addresses and cookies: `server/settings/trackers.ts`.
 */
export function createTrackers(context: ServerContext, state: DemoState): Hono<AppEnv> {
  const trackers = new Hono<AppEnv>();

  trackers.get("/pixel.gif", (c) => {
    const { ev = "", dl = "" } = c.req.query();
    note("marketing", ev.slice(0, maxTextLength), dl.slice(0, maxTextLength));
    leaveCookie(c, "demo_pixel");
    return c.body(pixel, 200, { "content-type": "image/gif" });
  });

  trackers.post("/measure", async (c) => {
    const bytes = await readBytes(c.req.raw);
    const isShort = bytes.ok && bytes.value.length <= maxBodyLength;
    const view = isShort ? readPageView(new TextDecoder().decode(bytes.value)) : undefined;
    if (!view) return c.json({ error: "a page view was expected" }, 400);
    note("analytics", view.event, view.page);
    leaveCookie(c, "demo_measure");
    return c.body(null, 204);
  });

  function note(purpose: TrackedVisit["purpose"], event: string, page: string): void {
    state.visits.add({ id: randomUUID(), receivedAt: context.now().toISOString(), purpose, event, page });
  }

  return trackers;
}

/** A beacon is posted as plain text, whatever it holds. */
function readPageView(text: string): z.infer<typeof pageView> | undefined {
  try {
    return pageView.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Thirteen weeks: well under what the law allows. */
function leaveCookie(c: Context, name: string): void {
  c.header("set-cookie", `${name}=${randomUUID()}; Path=/; Max-Age=7862400; SameSite=Lax`);
}
