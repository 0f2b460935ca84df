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
  picture_unknown_kind: "Ce fichier n’est pas une image JPEG, PNG, WebP ou AVIF\u00a0: choisissez-en une autre.",
  picture_unreadable: "Cette image est abîmée ou incomplète\u00a0: enregistrez-la de nouveau, puis renvoyez-la.",
  picture_too_many_pixels: "Cette image compte plus de 50 millions de points (12 en AVIF)\u00a0: réduisez-la d’abord.",
  picture_too_large: "Cette image dépasse 10\u00a0Mo\u00a0: réduisez-la d’abord.",
  picture_space_full:
    "Il n’y a plus de place pour les images\u00a0: celles que rien ne nomme partent au bout de 30 jours.",
  picture_unknown: "Cette image n’est plus sur le site\u00a0: envoyez-la de nouveau.",
} as const;
