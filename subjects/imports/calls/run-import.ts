import type { CallProblem } from "#app/api/transport/call.ts";
import type { ImportAnswer, ImportAsked } from "#subjects/imports/calls/imports.ts";
import { callLimits } from "#subjects/imports/rules/limits.ts";
import type { ImportedLine } from "#subjects/imports/rules/read-line.ts";
import type { Result } from "#kit/result.ts";

export type SentLine = ImportedLine & { beside?: boolean };
type LineOutcome = ImportAnswer["results"][number];

/** How far an import came; `problem`: why it goes no further. */
export type ImportProgress = { sent: number; outcomes: LineOutcome[]; counts?: Counts; problem?: CallProblem };
/** As the server counts them, of all its calls. */
type Counts = Pick<ImportAnswer, "created" | "duplicates" | "refused">;

type Run = {
  file: Omit<ImportAsked, "lines">;
  lines: readonly SentLine[];
  send: (asked: ImportAsked) => Promise<Result<ImportAnswer, CallProblem>>;
  onProgress: (progress: ImportProgress) => void;
  signal: AbortSignal;
};

/**
 * Call after call, in turn: a server holds one of them at most, and stopping is at once. A call without an answer may
 * have done its work: sent again, its lines are left out.
 */
export async function runImport({ file, lines, send, onProgress, signal }: Run): Promise<ImportProgress> {
  let progress: ImportProgress = { sent: 0, outcomes: [] };
  while (progress.sent < lines.length && !signal.aborted) {
    const some = nextCall(lines, progress.sent);
    const answered = await send({ ...file, lines: some });
    if (!answered.ok) return { ...progress, problem: answered.problem };
    const { results, created, duplicates, refused } = answered.value;
    progress = {
      sent: progress.sent + some.length,
      outcomes: [...progress.outcomes, ...results],
      counts: { created, duplicates, refused },
    };
    onProgress(progress);
  }
  return progress;
}

/** As many as a call takes, and its body has room for. */
function nextCall(lines: readonly SentLine[], from: number): SentLine[] {
  const some: SentLine[] = [];
  let bytes = 0;
  for (const line of lines.slice(from, from + callLimits.lines)) {
    bytes += new TextEncoder().encode(JSON.stringify(line)).length + 1;
    if (some.length > 0 && bytes > callLimits.bytes) break;
    some.push(line);
  }
  return some;
}
