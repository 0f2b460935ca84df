import { randomInt } from "node:crypto";

import { functionProblems } from "#content/shared/function-problems.ts";
import { readCountedField } from "#subjects/funnel/rules/step-events.ts";
import * as wire from "#subjects/funnel/contract/visits.ts";
import { dayInParis } from "#kit/civil-date.ts";
import { ok } from "#kit/result.ts";
import { readVisitSource } from "#subjects/leads/rules/visit-source.ts";
import { publicFunction } from "#server/functions/door/endpoint.ts";

/** As many as `private.step_counts` has for each thing that is counted. */
const shards = 8;

/**
 * `POST /count-step`: a step of a funnel was seen, done or refused. It answers 204 and keeps a number, nothing else. A
 * visitor who objects is not counted: by `Sec-GPC: 1`, which their browser sends, or by the footer's choice, with which
 * nothing is sent.
 */
export const countStepFunction = publicFunction(wire.countStepCall, {
  sentences: functionProblems,
  async act({ context, c, now }, { funnel, step, event, field, source }) {
    if (c.req.header("sec-gpc") === "1") return ok(undefined);
    const counted = [
      dayInParis(now),
      funnel,
      step,
      event,
      event === "refused" ? readCountedField(field) : "",
      readVisitSource(source),
      readDevice(c.req.raw.headers),
      randomInt(shards),
    ];
    await context.db.asServer((tx) => tx.query(addOne, counted));
    return ok(undefined);
  },
  answer: () => new Response(null, { status: 204 }),
});

const addOne = `
  insert into private.step_counts as total (day, funnel, step, event, field, source, device, shard, count)
  values ($1, $2, $3, $4, $5, $6, $7, $8, 1)
  on conflict (day, funnel, step, event, field, source, device, shard) do update set count = total.count + 1`;

/** A class of devices, from what the browser says of itself; nothing finer is read. */
function readDevice(headers: Headers): "telephone" | "tablette" | "ordinateur" {
  const agent = headers.get("user-agent") ?? "";
  if (headers.get("sec-ch-ua-mobile") === "?1" || /iPhone|Mobile.*Firefox|Android.*Mobile/.test(agent))
    return "telephone";
  return /iPad|Tablet|Android/.test(agent) ? "tablette" : "ordinateur";
}
