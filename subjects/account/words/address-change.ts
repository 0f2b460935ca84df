/** `/compte/adresse`: where the link of a change of e-mail address leads. Opening it changes nothing. */
export const addressChangeCopy = {
  title: "Confirmez le changement d’adresse",
  lead: "Ouvrir le lien ne change rien. Confirmez dans le navigateur où vous avez demandé ce changement, ou saisissez le code du même e-mail.",
  confirm: "Confirmer le changement",
  busy: "Enregistrement",
  code: {
    title: "Confirmer avec le code",
    lead: "Si vous saisissez le code dans un autre navigateur que celui de la demande, le compte passe à la nouvelle adresse : l’ancien mot de passe et les autres accès ne fonctionnent plus, et vous choisissez un nouveau mot de passe.",
  },
  unasked: "Vous n’avez rien demandé ? Fermez cette page et ne donnez le code à personne : rien ne changera.",
  half: {
    title: "Il reste l’autre adresse",
    lead: "Un e-mail est parti à l’ancienne adresse et à la nouvelle. Confirmez aussi avec l’autre pour terminer le changement.",
  },
  done: {
    title: "Adresse changée",
    lead: "Votre compte s’ouvre maintenant avec",
    space: "Ouvrir mon espace client",
  },
  failures: {
    expired:
      "Ce lien ou ce code est faux, a déjà servi ou a expiré. Demandez un nouvel e-mail là où vous avez demandé le changement.",
    elsewhere:
      "Ce navigateur n’est pas celui de la demande, ou le lien a expiré. Confirmez là où vous avez demandé le changement, ou saisissez le code.",
    guarded: "Ce compte est protégé par un second facteur : confirmez dans la session qui a demandé le changement.",
    taken: "Entre-temps, un autre compte a pris cette adresse.",
    malformed: "Veuillez entrer une adresse email valide",
    busy: "Trop de demandes. Attendez quelques minutes, puis réessayez.",
    unavailable: "Le serveur ne répond pas. Réessayez dans un instant.",
  },
} as const;

export type AddressChangeFailure = keyof typeof addressChangeCopy.failures;
