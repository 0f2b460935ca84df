import * as z from "zod/mini";

import type { Role } from "#domain/kernel/roles.ts";
import type { AuditAction } from "#subjects/journal/rules/audit-actions.ts";

/**
 * Who may call a function.
 *
 * - `public`: no key and no session is asked for
 * - `visitor`: with a key of the site, signed in or not
 * - `session`: with an access token; the function asks the database what it wants to know
 * - `customer`: the owner of a live session, with their second factor when one is enrolled
 * - `reader`, `seller`, `manager`: the same, listed as administrator with this role or a higher one
 * - `provider`: the payment provider, by its signature
 */
export type Who = "public" | "visitor" | "session" | "customer" | Role | "provider";

/** Calls of one address, refused ones included: so many at once, and so many an hour. */
export type Rate = { capacity: number; perHour: number };

/** A function of `/functions/v1`. */
export type Contract<By extends Who = Who> = {
  name: string;
  by: By;
  /** `submissions`: counted with the submissions of the funnels, after the key; trusted servers are not limited. */
  limit: Rate | "submissions";
  /** POST, unless said. */
  method?: "GET";
  /** Where the access token goes, unless it is the bearer. */
  tokenIn?: "x-admin-token";
  asked: z.core.$ZodType;
  /** JSON of this shape, or the answer as a whole: a file, a stream, a 204. */
  answer: z.core.$ZodType | "response";
  /** Codes of its own, beside those that any function may say to this caller. */
  refusals: readonly string[];
  /** The lines of the audit log that it writes. */
  audit: readonly AuditAction[];
};

/** A procedure of `/rest/v1/rpc`. */
export type ProcedureContract = {
  procedure: string;
  by: Extract<Who, "visitor" | "session" | Role>;
  asked: z.core.$ZodType;
  answer: z.core.$ZodType;
};

/** What a browser sends. */
export type AskedOf<Declared extends Contract | ProcedureContract> = z.input<Declared["asked"]>;
/** What the server reads of it. */
export type ReadOf<Declared extends Contract> = z.output<Declared["asked"]>;
/** What the browser reads of the answer. */
export type AnswerOf<Declared extends Contract | ProcedureContract> = Declared["answer"] extends z.core.$ZodType
  ? z.output<Declared["answer"]>
  : never;
/** What the server answers: JSON is made of it, in which a date is a text. */
export type ToldOf<Declared extends Contract> = Declared["answer"] extends z.core.$ZodType
  ? Sendable<z.input<Declared["answer"]>>
  : Response;
export type RefusalOf<Declared extends Contract> = Declared["refusals"][number];

type Sendable<Json> = unknown extends Json
  ? unknown
  : Json extends string
    ? string extends Json
      ? Json | Date
      : Json
    : Json extends object
      ? { readonly [Key in keyof Json]: Sendable<Json[Key]> }
      : Json;

/** No body, or one that is not looked at. */
export const anything = z.unknown();
/** An answer that says no more than that it was done. */
export const done = z.object({});
