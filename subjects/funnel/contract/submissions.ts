import { anything, type ProcedureContract } from "#domain/wire/contract.ts";
import { columns } from "#domain/wire/shapes.ts";

/** The answers of a funnel, as `createLeadParameters` makes them. */
export const createLeadWithoutAuthCall = {
  procedure: "create_lead_without_auth",
  by: "visitor",
  asked: columns,
  answer: anything,
} as const satisfies ProcedureContract;
