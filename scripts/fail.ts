import { SettingsError } from "#server/settings/settings.ts";

/** Ends the command. */
export function fail(sentence: string, exitCode = 1): never {
  console.error(sentence);
  process.exit(exitCode);
}

/** Ends the command with what it threw: each problem of the settings on a line of its own. */
export function failOn(error: unknown, exitCode = 1): never {
  fail(error instanceof SettingsError ? error.problems.join("\n") : (error as Error).message, exitCode);
}
