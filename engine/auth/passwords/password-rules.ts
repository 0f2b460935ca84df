import { readFileSync } from "node:fs";

import { foldAccents } from "#kit/fold-accents.ts";
import {
  holdsWhatIsAsked,
  leastLength,
  passwordLengths,
  type PasswordRules,
  usualPasswordRules,
} from "#kit/new-password.ts";
import { type AuthProblem, type PasswordWeakness, weakPassword } from "#engine/auth/wire/problems.ts";
import { passwordRulesOf } from "#engine/settings/auth-config.ts";
import type { EngineSettings } from "#engine/settings/engine-settings.ts";

export type PasswordOwner = {
  email: string;
  isAdministrator: boolean;
  /** What a guesser who knows the site tries first: see `EngineSettings`. */
  guessableWords: readonly string[];
};

/** `findPasswordWeaknesses` under the rules of this site; undefined when the password is fine. */
export function refuseWeakPassword(
  { auth, guessableWords }: Pick<EngineSettings, "auth" | "guessableWords">,
  password: string,
  owner: Omit<PasswordOwner, "guessableWords">,
): AuthProblem | undefined {
  const rules = passwordRulesOf(auth);
  const weaknesses = findPasswordWeaknesses(password, { ...owner, guessableWords }, rules);
  return weaknesses.length === 0 ? undefined : weakPassword(weaknesses, rules);
}

/**
 * Why a password is refused; empty when it is fine. Length and being hard to guess; kinds of characters only when they
 * are configured.
 *
 * The list holds the most used passwords of eight characters and more, in lower case. What is left of a password
 * without digits and signs must not be a word that the site makes guessable, nor the whole of it the owner's address.
 */
export function findPasswordWeaknesses(
  password: string,
  owner: PasswordOwner,
  rules: PasswordRules = usualPasswordRules,
): PasswordWeakness[] {
  const characters = Array.from(password).length;
  const isTooShort = characters < leastLength(owner.isAdministrator, rules);
  if (isTooShort || characters > passwordLengths.longest) return ["length"];
  if (!holdsWhatIsAsked(password, rules)) return ["characters"];
  return isEasyToGuess(password, owner) ? ["pwned"] : [];
}

function isEasyToGuess(password: string, { email, guessableWords }: PasswordOwner): boolean {
  const typed = password.toLowerCase();
  if (commonPasswords().has(typed) || new Set(typed).size < 3) return true;
  if (typed === email || typed === email.split("@")[0]) return true;

  const letters = lettersOf(typed);
  const guesses = guessableWords.map(lettersOf).filter(Boolean);
  return guesses.some((guess) => letters === guess || letters === guess + guess);
}

function lettersOf(text: string): string {
  return foldAccents(text).replace(/[^a-z]/g, "");
}

let common: Set<string> | undefined;

function commonPasswords(): Set<string> {
  common ??= new Set(readFileSync(new URL("common-passwords.txt", import.meta.url), "utf8").split("\n"));
  return common;
}
