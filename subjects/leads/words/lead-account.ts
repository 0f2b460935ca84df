/** The account of a lead, in its file. */
export const leadAccount = {
  title: "Compte",
  states: {
    none: "Ce contact n’a pas de compte.",
    invited: (instant: string) => `Invitation envoyée le ${instant}, pas encore utilisée.`,
    active: "Ce contact a un compte.",
    elsewhere: "Un compte utilise cet e-mail, mais ce lead n’y est pas rattaché.",
  },
  // The names of the actions are verbatim from the resolutions, section 11.
  actions: {
    create: { label: "Créer le compte", busy: "Création en cours…" },
    resend: { label: "Renvoyer l'invitation", busy: "Envoi en cours…" },
    attach: { label: "Rattacher à ce compte", busy: "Rattachement…" },
  },
  hint: "Un e-mail invitera ce contact à choisir son mot de passe.",
  done: {
    created: "Compte créé, invitation envoyée.",
    already_invited: "Ce compte existe déjà, son invitation est partie.",
    invited: "Invitation renvoyée : le lien précédent n’est plus valable.",
    attached: "Lead rattaché au compte.",
  },
  noAnswer: "Le serveur n’a rien confirmé. Réessayez dans un instant.",
} as const;
