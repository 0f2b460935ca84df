import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { callingAs } from "#app/api/admin/admin-rest.ts";
import type { AnswerOf, AskedOf } from "#domain/wire/contract.ts";
import {
  importLeadsCall,
  type ImportedFile,
  listImportsCall,
  undoImportCall,
} from "#subjects/imports/contract/imports.ts";
import type { Result } from "#kit/result.ts";

export type ImportAsked = AskedOf<typeof importLeadsCall>;
export type ImportAnswer = AnswerOf<typeof importLeadsCall>;
export type UndoAnswer = AnswerOf<typeof undoImportCall>;

export type ImportsApi = {
  /** The latest first. */
  list(signal?: AbortSignal): Promise<Result<ImportedFile[], CallProblem>>;
  send(asked: ImportAsked): Promise<Result<ImportAnswer, CallProblem>>;
  /** Some of its leads: called again until it is done. */
  undo(importId: string): Promise<Result<UndoAnswer, CallProblem>>;
};

const timeLimitMs = 30_000;

/** @param accessToken the administrator's; undefined once their session is over */
export function createImportsApi(api: ApiSettings, accessToken: AccessToken): ImportsApi {
  const caller = { ...callingAs(api, accessToken), timeLimitMs };
  return {
    list: (signal) => call(caller, listImportsCall, {}, { signal }),
    send: (asked) => call(caller, importLeadsCall, asked),
    undo: (importId) => call(caller, undoImportCall, { import_id: importId }),
  };
}
