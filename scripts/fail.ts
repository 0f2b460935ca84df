import { saySystemError } from "#server/settings/say-system-error.ts";
import { SettingsError } from "#server/settings/settings.ts";

/** Ends the command. */
export function fail(sentence: string, exitCode = 1): never {
  console.error(sentence);
  process.exit(exitCode);
}

/**
 * Ends the command with what it threw: each problem of the settings on a line of its own, the system's in a sentence.
 */
export function failOn(error: unknown, exitCode = 1): never {
  if (error instanceof SettingsError) fail(error.problems.join("\n"), exitCode);
  fail(saySystemError(error) ?? (error as Error).message, exitCode);
}
