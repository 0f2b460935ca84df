import type { Result } from "#kit/result.ts";
import { limitMail } from "#engine/auth/wire/limits.ts";
import type { AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";

import { allowText } from "./text-codes.ts";

/** What an account opens with: a mailbox, or a phone as `readPhone` gives it. */
export type Subject = { email: string } | { phone: string };

/** Counts what is about to be sent, before looking whether anybody has the address or the phone. */
export function allowMessage(
  context: EngineContext,
  clientAddress: string,
  subject: Subject,
): Promise<Result<undefined, AuthProblem>> {
  return "email" in subject
    ? limitMail(context, clientAddress, subject.email)
    : allowText(context, clientAddress, subject.phone);
}
