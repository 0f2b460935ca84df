import { describe, expect, test } from "vitest";

import { orderAddress } from "#domain/site/offer-addresses.ts";
import { funnelOffers, funnelOrigins, orderForms, type SoldOffer, soldOffers } from "#domain/kernel/lead.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();

const known = [funnelOrigins, soldOffers, funnelOffers, orderForms].map((list) => list.toSorted().join());

/** Two names of offers or more, one behind the other. */
const list = new RegExp(`'(?:${funnelOrigins.join("|")})'(?:::text)?(?:, *'\\w+'(?:::text)?)+`, "g");

describe("The offers, in SQL", () => {
  test("are in each list all of them, those of the funnels, or those with a form of their own", async () => {
    const { rows } = await db.inspect<{ name: string; text: string }>(
      `select proname::text as name, pg_get_functiondef(oid) as text from pg_proc
       where pronamespace in ('private'::regnamespace, 'public'::regnamespace) and prokind in ('f', 'p')
       union all select conname, pg_get_constraintdef(oid) from pg_constraint
       union all select tgname, pg_get_triggerdef(oid) from pg_trigger
       union all select indexname, indexdef from pg_indexes
       union all select adrelid::regclass::text, pg_get_expr(adbin, adrelid) from pg_attrdef`,
    );
    const lists = rows.flatMap(({ name, text }) =>
      [...text.matchAll(list)].map(([found]) => ({
        name,
        offers: [...found.matchAll(/'(\w+)'/g)].map(([, each = ""]) => each),
      })),
    );
    expect(lists.filter(({ offers }) => !known.includes(offers.toSorted().join()))).toEqual([]);
    expect(lists.map(({ name }) => name).toSorted()).toEqual(["forms", "funnels", "order_in_mail"]);
  });

  test.for(soldOffers)("%s is known by the path of its form", async (offer) => {
    const { rows } = await db.inspect(
      "select private.funnel_origin_of_path($1) as origin, private.default_path_of_form($2) as path",
      [`https://site.example${orderAddress(offer)}?volume=50`, offer],
    );
    expect(rows).toEqual([{ origin: offer, path: orderAddress(offer) }]);
  });

  test("of a form of their own are told to receivers by an event of their own", async () => {
    const { rows } = await db.inspect<{ form: SoldOffer; event: string }>(
      "select form, private.event_of_form(form) as event from unnest($1::text[]) as form",
      [soldOffers],
    );
    const own = rows.filter(({ event }) => event !== "questionnaire.submitted");
    expect(own.map(({ form }) => form)).toEqual(orderForms);
    expect(new Set(own.map(({ event }) => event)).size).toBe(orderForms.length);
  });
});
