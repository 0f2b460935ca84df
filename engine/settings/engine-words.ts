/** Why a request is refused before a service has read it, or beside them all. */
export type RefusalProblem =
  | "uri_too_long"
  | "headers_too_large"
  | "foreign_host"
  | "not_found"
  | "malformed"
  | "service_unavailable"
  | "unexpected_failure";

/** What the data service says that a person may read; everything else it says is for programs. */
export type DataProblem = "unavailable" | "answerTooLarge" | "columnTooOften";

/** What the engine says to people, in their language. */
export type EngineWords = {
  refusals: Readonly<Record<RefusalProblem, string>>;
  data: Readonly<Record<DataProblem, string>>;
};
