import { expect, test } from "vitest";

import { mailSiteForTests } from "#tests/support/site.ts";

import { type FactorNotice, factorChangedMail } from "./account-notices.ts";

test.each([
  [{ change: "added", factor: "totp" }, "une application d’authentification s’ajoute à ses moyens de connexion"],
  [{ change: "added", factor: "passkey" }, "une clé d’accès s’ajoute à"],
  [{ change: "removed", factor: "webauthn" }, "une clé de sécurité ne fait plus partie de ses"],
  [{ change: "added", factor: "google" }, "un compte Google s’ajoute à ses moyens de connexion"],
  [{ change: "removed", factor: "email" }, "une adresse e-mail ne fait plus partie de"],
  [{ change: "removed", factor: "phone" }, "un numéro de téléphone ne fait plus partie de"],
] satisfies [FactorNotice, string][])("%j is said in words", (changed, words) => {
  const { subject, paragraphs } = factorChangedMail(changed, "Ariane", mailSiteForTests);
  expect(subject).toContain(changed.change === "added" ? "ajouté" : "retiré");
  expect(paragraphs.join(" ")).toContain(words);
});
