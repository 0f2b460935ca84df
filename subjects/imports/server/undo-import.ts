import { importProblems } from "#subjects/imports/words/import-problems.ts";
import { deskProblems } from "#subjects/leads/words/desk-problems.ts";
import * as wire from "#subjects/imports/contract/imports.ts";
import type { AnswerOf } from "#domain/wire/contract.ts";
import { failed, ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { callLimits } from "#subjects/imports/rules/limits.ts";

type Undone = AnswerOf<typeof wire.undoImportCall> & { code?: "unknown_import" | "import_settled" };

/**
 * `POST /undo-import`: `{"import_id"}`, until `is_done`. Its leads go as if they had never come, but for those that
 * were changed, or heard of again, since.
 */
export const undoImport = administratorFunction(wire.undoImportCall, {
  sentences: { ...deskProblems, ...importProblems },
  async act(tx, { caller }, { import_id: id }) {
    const { rows } = await tx.query<{ undone: Undone }>("select private.undo_import($1, $2, $3) as undone", [
      id,
      caller.userId,
      callLimits.lines,
    ]);
    if (!rows[0]) throw new Error("No answer about the end of an import.");
    const { code, ...undone } = rows[0].undone;
    return code === undefined ? ok(undone) : failed({ status: code === "unknown_import" ? 404 : 409, code } as const);
  },
  answer: (undone) => undone,
});
