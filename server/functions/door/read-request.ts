import * as z from "zod/mini";

import { failed, ok, type Result } from "#kit/result.ts";
import { type BodyProblem, readBytes, readJsonBody } from "#engine/http/json-body.ts";

/**
 * What a function is asked, in the shape that it takes; else the status of the refusal.
 *
 * @param alsoTakes a media type beside those that say that they are JSON
 */
export async function readRequest<Shape extends z.core.$ZodType>(
  request: Request,
  shape: Shape,
  alsoTakes?: string,
): Promise<Result<z.output<Shape>, BodyProblem["status"]>> {
  const body = await readJsonBody(request, alsoTakes);
  if (!body.ok) return failed(body.problem.status);
  const asked = z.safeParse(shape, body.value);
  return asked.success ? ok(asked.data) : failed(400);
}

/** A file, whatever type it is said to have: what it is, its bytes say. */
export async function readSentFile<Shape extends z.core.$ZodType>(
  request: Request,
  shape: Shape,
  mostBytes: number,
): Promise<Result<z.output<Shape>, BodyProblem["status"]>> {
  const encoding = request.headers.get("content-encoding");
  if (encoding && encoding !== "identity") return failed(415);
  const bytes = await readBytes(request, mostBytes);
  if (!bytes.ok) return failed(bytes.problem.status);
  const asked = z.safeParse(shape, bytes.value);
  return asked.success ? ok(asked.data) : failed(400);
}
