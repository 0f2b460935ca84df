// The ticket of the order that was just paid for, filled in: what it is, what is due when, what happens next. Its order
// is the one that the fragment of the address names, else the one that left for its payment from this browser.

import { readLastOrder } from "#subjects/orders/calls/last-order.ts";

type Unread = Record<string, unknown>;

/** @param place what `sections/order-ticket.tsx` draws; it stays as it is where nothing is known of an order */
export function start(place: HTMLElement): void {
  const template = place.querySelector("template");
  const { site = "{}", returns } = place.dataset;
  const withRules = () => import("./order-of-address.ts");
  const show = () => void draw().catch(() => undefined);
  show();
  addEventListener("hashchange", show);

  async function draw(): Promise<void> {
    const { hash, search } = location;
    const last = readLastOrder();
    const address = hash.startsWith("#commande=") ? hash : said(last.ordered);
    const isLast = address === last.ordered;
    const told = read(
      isLast && last.told ? last.told : address && (await withRules()).tellAddress(address, JSON.parse(site)),
    );
    // The address says which offer was paid for: the order of another one is not shown.
    const offer = said(returns === undefined ? told["offer"] : new URLSearchParams(search).get("offre"));
    if (!template || (returns !== undefined ? !returns.split(" ").includes(offer) : !told["offer"])) return;

    const isKnown = told["offer"] === offer;
    const payer = [last.firstName, last.email].filter(Boolean).join(", ");
    const ticket = document.importNode(template.content, true);
    leaveOut(ticket, "of", offer);
    leaveOut(ticket, "when", isKnown ? (told["due"] ? "agreed" : "kept") : "unknown");
    for (const list of ticket.querySelectorAll<HTMLElement>("[data-list]")) fillList(list, told);
    fill(ticket, isKnown ? { ...told, ...(isLast && { payer, reference: last.reference }) } : {});
    ticket.querySelector("button")?.addEventListener("click", () => {
      void withRules().then((rules) => rules.saveDates(address, JSON.parse(site)));
    });
    place.replaceChildren(template, ticket);
  }
}

/** Removes the parts of the ticket that are for another offer or another moment. */
function leaveOut(ticket: ParentNode, of: "of" | "when", one: string): void {
  for (const part of ticket.querySelectorAll<HTMLElement>(`[data-${of}]`))
    if (!part.dataset[of]?.split(" ").includes(one)) part.remove();
}

/** Its first row and those that follow are drawn; what comes behind them ends it. */
function fillList(list: HTMLElement, told: Unread): void {
  const [first, next, ...ends] = list.children;
  const rows = told[list.dataset["list"] ?? ""];
  const drawn = (Array.isArray(rows) ? rows : []).flatMap((facts, index) => {
    const row = index === 0 ? first : next?.cloneNode(true);
    if (!(row instanceof Element)) return [];
    fill(row, read(facts));
    return row;
  });
  list.replaceChildren(...drawn, ...ends);
}

/** What is not known has no place either. */
function fill(part: ParentNode, facts: Unread): void {
  for (const place of part.querySelectorAll<HTMLElement>("[data-fact]")) {
    const words = said(facts[place.dataset["fact"] ?? ""]);
    if (words === "") place.remove();
    else if (place.childElementCount === 0) place.textContent = words;
    delete place.dataset["fact"];
  }
  const [day, date] = [part.querySelector("time"), said(facts["date"])];
  if (day && date !== "") day.dateTime = date;
}

function said(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Storage may hold anything. */
function read(value: unknown): Unread {
  return { ...(typeof value === "object" ? value : undefined) };
}
