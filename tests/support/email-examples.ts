import type { ProblemCode } from "#domain/kernel/text-rules.ts";

// The rule of the forms, tried on `emailText` of the domain and on `private.read_email` of the database.

const longest = `${"a".repeat(150)}@${"b".repeat(149)}`;

/** What is typed, and the address it is taken for. */
export const takenEmails: readonly [typed: string, taken: string][] = [
  ["yann@ex.fr", "yann@ex.fr"],
  ["a@b", "a@b"],
  ["a+b@ex.fr", "a+b@ex.fr"],
  ["Yann.Le-Bihan@EX.fr", "Yann.Le-Bihan@EX.fr"],
  ["été@exemple.fr", "été@exemple.fr"],
  ['"x"@ex.fr', '"x"@ex.fr'],
  ["a@b@c", "a@b@c"],
  ["шеф@пример.рф", "шеф@пример.рф"],
  ["👩🏽‍⚖️@ex.fr", "👩🏽‍⚖️@ex.fr"],
  ["';droptablepublic.leads;--@ex.fr", "';droptablepublic.leads;--@ex.fr"],
  [" yann@ex.fr ", "yann@ex.fr"],
  ["\tyann@ex.fr\r\n", "yann@ex.fr"],
  ["\u00a0yann@ex.fr\u202f", "yann@ex.fr"],
  ["\ufeffyann@ex.fr\u3000", "yann@ex.fr"],
  ["\u200byann@ex.fr\u2007", "yann@ex.fr"],
  [longest, longest],
];

export const refusedEmails: readonly [typed: string, problem: ProblemCode][] = [
  ["", "missing"],
  [" ", "missing"],
  ["\u00a0\t\n", "missing"],
  ["\u200b\ufeff", "missing"],
  ["abc", "malformed"],
  ["\u2003yann@ex.fr", "malformed"],
  ["@", "malformed"],
  ["@ex.fr", "malformed"],
  ["yann@", "malformed"],
  ["ya nn@ex.fr", "malformed"],
  ["yann@ex .fr", "malformed"],
  ["yann @ex.fr", "malformed"],
  ["ya\u00a0nn@ex.fr", "malformed"],
  ["yann@ex\tfr", "malformed"],
  ["yann@ex.fr\nBcc: a@b", "malformed"],
  ["yann@ex.fr\u2028Bcc:a@b", "malformed"],
  ["ya\u0001nn@ex.fr", "malformed"],
  ["yann@ex.fr\u007f", "malformed"],
  ["yann@ex\u0085.fr", "malformed"],
  ["ya\u2003nn@ex.fr", "malformed"],
  ["ya\u202fnn@ex.fr", "malformed"],
  ["ya\u2007nn@ex.fr", "malformed"],
  ["ya\u3000nn@ex.fr", "malformed"],
  ["ya\ufeffnn@ex.fr", "malformed"],
  [`a${longest}`, "tooLong"],
  [`${"é".repeat(297)}@b.f`, "tooLong"],
  [`${"@".repeat(301)} x`, "tooLong"],
  [`${"@".repeat(298)} x`, "malformed"],
];
