import { deskProblems } from "#subjects/leads/words/desk-problems.ts";

/** Why no mail leaves, and no template is kept, for the administrator who asked. */
export const mailProblems = {
  ...deskProblems,
  no_address: "Ce lead n’a pas d’adresse e-mail où écrire.",
  too_many_mails: "Vous avez écrit 100 e-mails en 24 heures, c’est le plus possible\u00a0: le brouillon attend ici.",
  key_reused:
    "Cet e-mail est déjà dans l’historique, avec le texte d’avant\u00a0: relisez-le avant d’en écrire un autre.",
  subject_malformed: "L’objet tient sur une seule ligne, de 200 caractères au plus.",
  text_too_long: "Le texte dépasse 10\u202f000 caractères\u00a0: raccourcissez-le.",
  unknown_field:
    "Un champ est inconnu. Les champs sont {prénom}, {entreprise}, {offre}, {montant}, {lien} et {signature}.",
  empty_field: "Un champ n’a pas de valeur pour ce lead\u00a0: remplacez-le par vos mots.",
  no_order_link: "Ce lead n’a pas de commande à reprendre en ligne\u00a0: retirez {lien}.",
  template_malformed: "Un modèle a un nom de 80 caractères au plus, un objet d’une ligne et un texte.",
  template_changed: "Quelqu’un a modifié ce modèle entre-temps\u00a0: relisez sa version, rien n’a été remplacé.",
} as const;
