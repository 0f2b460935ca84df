import { sayCount } from "#content/language/count.ts";
import { importLimits } from "#subjects/imports/rules/limits.ts";

/** Why a function of the imports refuses, for the administrator who asked. */
export const importProblems = {
  import_differs: "Cet import porte sur un autre fichier\u00a0: recommencez depuis le choix du fichier.",
  import_undone: "Cet import a été annulé\u00a0: il ne reprend pas. Choisissez le fichier de nouveau.",
  import_too_long: `Un import a ${sayCount(importLimits.lines)} lignes au plus\u00a0: partagez le fichier en plusieurs.`,
  unknown_import: "Cet import n’existe plus.",
  import_settled: "Un import ne s’annule que pendant un jour\u00a0: supprimez ces leads depuis la liste.",
} as const;
