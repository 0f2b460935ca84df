import type * as z from "zod";

import { failed, ok, type Result } from "#kit/result.ts";
import { type BodyProblem, readJsonBody } from "#engine/http/json-body.ts";

/**
 * What a function is asked, in the shape that it takes; else the status of the refusal.
 *
 * @param alsoTakes a media type beside those that say that they are JSON
 */
export async function readRequest<Asked>(
  request: Request,
  shape: z.ZodType<Asked>,
  alsoTakes?: string,
): Promise<Result<Asked, BodyProblem["status"]>> {
  const body = await readJsonBody(request, alsoTakes);
  if (!body.ok) return failed(body.problem.status);
  const asked = shape.safeParse(body.value);
  return asked.success ? ok(asked.data) : failed(400);
}
