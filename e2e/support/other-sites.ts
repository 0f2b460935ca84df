import { once } from "node:events";
import { type ClientRequest, get } from "node:http";

import { afterAll, inject } from "vitest";

import { admin, pullSwitches } from "./site.ts";

/** Of this process: the file that asks anew comes after the one that asked before. */
let held: ClientRequest | undefined;

/**
 * A demonstration of one file alone until its last test has run: to cut wires, publish, or count all that came. The
 * files before have left their leads on it, wires are whole and deliveries done. It stands on the embedded engine.
 */
export async function takeExclusiveSite() {
  held?.destroy();
  const request = get(`${inject("sitesUrl")}/exclusive`);
  held = request;
  afterAll(() => void request.destroy());
  const [answer] = await once(request, "response");
  const [line] = await once(answer, "data");
  // The answer ends when it is cut.
  request.on("error", () => {});
  answer.on("error", () => {});
  const url = JSON.parse(String(line)) as string;
  return { url, admin, pull: (switches: Record<string, string>) => pullSwitches(url, switches) };
}

/** A site in production, of all files: its offers have ended, and its administrator needs a second factor. */
export async function openProductionSite() {
  const ask = async (path: string) => (await fetch(inject("sitesUrl") + path)).json();
  return {
    url: (await ask("/production")) as string,
    admin,
    /** Each mail to this address, oldest first, headers included. */
    mailsTo: (email: string) => ask(`/mails/${encodeURIComponent(email)}`) as Promise<string[]>,
  };
}
