const atTheLast = "au-delà du dernier palier, nous établissons un devis.";

/**
 * What happens above a tier, the last one included, under each slider. The rule is that of the terms (article on
 * prices): nothing more is asked without the customer's agreement.
 */
const rule = (more: string) =>
  `${more}, le service continue et rien n’est facturé en plus. Si cela dure, nous vous proposons le palier suivant\u00a0; ${atTheLast}`;

export const beyondTier = {
  title: "Et si je dépasse ?",
  calls: rule("Pour quelques appels au-dessus du palier"),
  clients: rule("Pour quelques clients au-dessus du palier"),
  trainees: rule("Pour quelques stagiaires au-dessus du palier"),
  /** A campaign is approved beforehand: nothing leaves that was not ordered. */
  contacts: `Aucun envoi au-delà du volume choisi sans votre accord. Quand il est atteint, vous attendez le mois suivant ou prenez le palier au-dessus\u00a0; ${atTheLast}`,
} as const;
