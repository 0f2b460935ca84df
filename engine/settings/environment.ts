/** Variables of the process, as they were set. */
export type Environment = Record<string, string | undefined>;
