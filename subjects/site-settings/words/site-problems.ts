import { functionProblems } from "#content/shared/function-problems.ts";

/** Why the settings of the site are not saved or not published. */
export const siteProblems = {
  ...functionProblems,
  draft_changed: "Le brouillon a changé entre-temps\u00a0: comparez les deux valeurs, puis enregistrez de nouveau.",
  draft_malformed: "Cette valeur ne peut pas être enregistrée.",
  no_draft: "Il n’y a pas de brouillon\u00a0: rien n’est changé.",
  draft_disagrees: "Le brouillon se contredit\u00a0: corrigez ce qui est signalé, puis publiez.",
  past_instant: "Cet instant est passé\u00a0: choisissez-en un à venir, ou publiez maintenant.",
  version_waits: "Une version attend déjà son heure\u00a0: retirez-la d’abord.",
  unknown_version: "Cette version n’existe pas, ou a déjà commencé.",
} as const;
