import type { Context } from "hono";
import * as z from "zod";

import { orderRefusals } from "#subjects/orders/words/order-problems.ts";
import type { Consents } from "#subjects/consent/rules/consents.ts";
import type { Contract } from "#domain/wire/contract.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import type { ProblemCode, Problems } from "#domain/kernel/text-rules.ts";
import { type Attribution, readAttribution } from "#subjects/leads/rules/attribution.ts";
import type { OrderFormName } from "#domain/kernel/lead.ts";
import { readCaller } from "#engine/auth/sessions/caller.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import { isSqlError } from "#engine/db/database-errors.ts";
import type { Answerer, Work } from "#server/functions/door/endpoint.ts";
import { hasFilledHoneypot } from "#server/functions/door/honeypot.ts";
import { answerRefusal } from "#server/functions/door/problems.ts";
import { readJsonBody } from "#engine/http/json-body.ts";
import type { Limit } from "#engine/limits/rate-limits.ts";
import { noteConference } from "#subjects/conferences/server/conference-places.ts";
import { countCall, countSubmission } from "#subjects/leads/server/submission-limits.ts";

/** A row of `private.submissions`, under the names of the columns of leads: only what was answered. */
export type ReceivedOrder = {
  form: OrderFormName;
  email: string;
  contact: Record<string, string>;
  answers: Record<string, unknown>;
  consents: Consents;
  source_path: string;
  /** Of a place at a conference or on its waiting list. */
  conference_on?: CivilDate;
};

export type ReadProblem = { field: string; code: string; sentence: string };

type OrderForm = {
  /** @param body what was sent @param stored the answers already kept under this key, when it is known */
  read(body: unknown, stored: Record<string, unknown> | undefined): Result<ReceivedOrder, ReadProblem>;
  /** What the answer says beside the reference. */
  describe?(submission: ReceivedOrder): Record<string, unknown>;
};

/**
 * The endpoint of the two order forms: profile, lead, submission and its events commit together, then the answer
 * leaves.
 *
 * The `Idempotency-Key` header makes a repeat harmless, and a known key counts as no new lead. The public key is
 * enough, and a user's token does not change whose lead it is: the answer never says whether an e-mail is known.
 */
export function orderFunction(
  contract: Contract<"visitor">,
  formOf: (context: ServerContext) => OrderForm,
): Work<"visitor"> {
  return { contract, open: (context, limit) => receiveOrder(context, limit, formOf(context)) };
}

function receiveOrder(context: ServerContext, limit: Limit, form: OrderForm): Answerer {
  return async (c) => {
    const caller = await readCaller(context, c.req.raw.headers);
    if (!caller.ok) return answerRefusal(c, 401, "no_authorization");
    const clientAddress = c.get("clientAddress");
    const isLimited = caller.value.role !== "service_role";
    const refusedSeconds = isLimited ? await countCall(context, limit, clientAddress) : undefined;
    if (refusedSeconds !== undefined) return tooMany(c, refusedSeconds);

    const body = await readJsonBody(c.req.raw);
    if (!body.ok) return answerRefusal(c, body.problem.status, "unreadable");
    const key = readKey(c.req.header("idempotency-key"));
    if (!key.ok) return c.json({ error: orderRefusals.key_malformed, code: "key_malformed" }, 400);

    const known = key.value === undefined ? undefined : await findStored(context, key.value);
    const read = form.read(body.value, known);
    if (!read.ok) {
      const { sentence, code, field } = read.problem;
      return c.json({ error: sentence, code, field }, 400);
    }
    const submission = read.value;

    if (isLimited) {
      const arrival = { emails: [submission.email], clientAddress, key: key.value };
      const waitSeconds = await countSubmission(context, arrival);
      if (waitSeconds !== undefined) return tooMany(c, waitSeconds);
    }

    const reference = await store(context, {
      ...submission,
      attribution: attributionOf(body.value),
      key: key.value,
      isSuspect: hasFilledHoneypot(body.value),
    });
    if (!reference.ok) return c.json({ error: orderRefusals.key_reused, code: reference.problem }, 409);
    return c.json({ accepted: true, reference: reference.value, ...form.describe?.(submission) });
  };
}

function readKey(header: string | undefined): Result<string | undefined, "key_malformed"> {
  if (header === undefined) return ok(undefined);
  const key = z.guid().safeParse(header);
  return key.success ? ok(key.data.toLowerCase()) : failed("key_malformed");
}

/** As every code on the wire is written. */
const wireCodes: Record<ProblemCode, string> = { missing: "missing", malformed: "malformed", tooLong: "too_long" };

/** The answer names one field: the first of the form that is wrong. */
export function firstProblem<Field extends string>(
  problems: Problems<Field>,
  sentences: Record<Field, Record<ProblemCode, string>>,
): ReadProblem {
  const [[field, code]] = Object.entries(problems) as [[Field, ProblemCode]];
  return { field, code: wireCodes[code], sentence: sentences[field][code] };
}

export function consentsOf(body: unknown): unknown {
  return (body as { consents?: unknown }).consents;
}

/** Anything else than what the form sends says nothing: no order is lost for where it came from. */
function attributionOf(body: unknown): Attribution {
  return readAttribution((body as { attribution?: unknown }).attribution);
}

async function findStored({ db }: ServerContext, key: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await db.asServer((tx) =>
    tx.query<{ answers: Record<string, unknown> }>(
      "select answers from private.submissions where idempotency_key = $1",
      [key],
    ),
  );
  return rows[0]?.answers;
}

async function store(
  { db }: ServerContext,
  {
    key,
    isSuspect,
    ...submission
  }: ReceivedOrder & { attribution: Attribution; key: string | undefined; isSuspect: boolean },
): Promise<Result<string, "key_reused">> {
  const row = { ...submission, idempotency_key: key, is_suspect: isSuspect };
  try {
    return ok(
      await db.asServer(async (tx) => {
        const { rows } = await tx.query<{ reference: string }>(
          "select private.receive_submission(jsonb_populate_record(null::private.submissions, $1::jsonb)) as reference",
          [JSON.stringify(row)],
        );
        const reference = rows[0]?.reference ?? "";
        if (submission.conference_on) await noteConference(tx, reference, submission.conference_on);
        return reference;
      }),
    );
  } catch (error) {
    // The idempotency key belongs to a submission of another form or e-mail address.
    if (isSqlError(error) && error.code === "PT409") return failed("key_reused");
    throw error;
  }
}

function tooMany(c: Context<AppEnv>, waitSeconds: number): Response {
  const body = { error: orderRefusals.too_many_orders, code: "over_request_rate_limit" };
  return c.json(body, 429, { "retry-after": String(waitSeconds) });
}
