import { readFileSync } from "node:fs";

import { leastLength, passwordLengths } from "#domain/kernel/new-password.ts";
import type { PasswordWeakness } from "#server/auth/wire/problems.ts";

export type PasswordOwner = { email: string; brand: string; isAdministrator: boolean };

/**
 * Why a password is refused; empty when it is fine. Length and being hard to guess, nothing about kinds of characters.
 *
 * The list holds the most used passwords of eight characters and more, in lower case. What is left of a password
 * without digits and signs must not be the brand or a word of the trade, nor the whole of it the owner's address.
 */
export function findPasswordWeaknesses(password: string, owner: PasswordOwner): PasswordWeakness[] {
  const characters = Array.from(password).length;
  const isTooShort = characters < leastLength(owner.isAdministrator);
  if (isTooShort || characters > passwordLengths.longest) return ["length"];
  return isEasyToGuess(password, owner) ? ["pwned"] : [];
}

function isEasyToGuess(password: string, { email, brand }: PasswordOwner): boolean {
  const typed = password.toLowerCase();
  if (commonPasswords().has(typed) || new Set(typed).size < 3) return true;
  if (typed === email || typed === email.split("@")[0]) return true;

  const letters = lettersOf(typed);
  const guesses = [brand, ...siteWords].map(lettersOf).filter(Boolean);
  return guesses.some((guess) => letters === guess || letters === guess + guess);
}

/** What a guesser who knows the site tries first. */
const siteWords = ["secretariat", "secretaire", "assistant", "standard", "motdepasse", "administrateur", "admin"];

function lettersOf(text: string): string {
  return text
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
}

let common: Set<string> | undefined;

function commonPasswords(): Set<string> {
  common ??= new Set(readFileSync(new URL("common-passwords.txt", import.meta.url), "utf8").split("\n"));
  return common;
}
