/**
 * A table to which triggers add a line for each statement: `transaction_id`, `at`, `change` and the ids of the rows that
 * it changed, null where those are too many.
 */
export type Journal = {
  /** With its schema. */
  table: string;
  /** The column of the ids. */
  ids: string;
  /** On which a line is announced, with this payload; with another one, something beside the rows has changed. */
  channel: string;
  payload: string;
};
