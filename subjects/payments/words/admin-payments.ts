import type { DismissalReason } from "#subjects/payments/rules/received-payment.ts";
import type { PaymentProblem } from "#subjects/orders/rules/payment-due.ts";

/** Every sentence of « Paiements ». */
export const adminPayments = {
  title: "Paiements",
  skip: "Aller aux paiements",
  intro:
    "Les paiements que le site n’a pas su attribuer seul, tels que le prestataire de paiement les a annoncés. Les autres, reçus pour le bon montant, marquent leur lead comme payé sans rien demander.",
  loading: "Chargement des paiements…",
  loadFailed: "Chargement impossible.",
  /** What is nought is not said. */
  total: (
    unexpected: number,
    again: number,
    withoutLead: number,
    otherEmail: number,
    otherPayer: number,
    billing: number,
  ) =>
    [
      unexpected > 0 && `${unexpected} à vérifier`,
      again > 0 && `${again} en double`,
      withoutLead > 0 && `${withoutLead} sans lead`,
      otherEmail > 0 && `${otherEmail} avec un autre e-mail`,
      otherPayer > 0 && `${otherPayer} sous un autre nom`,
      billing > 0 && (billing > 1 ? `${billing} incidents sans lead` : `${billing} incident sans lead`),
    ]
      .filter(Boolean)
      .join(", "),
  empty: { title: "Tout est rattaché.", text: "Chaque paiement reçu a trouvé son lead." },

  unexpected: {
    title: "Différent de la commande",
    text: "Le lead reste non payé. Si tout est en ordre (une remise, un essai accordé), rattachez le paiement\u00a0: le lead sera marqué payé. Sinon, remboursez-le chez le prestataire.",
    expected: "Attendu",
    unknown: "Prix inconnu",
    /** Why a payment waits. */
    reasons: {
      no_amount: "Le prestataire n’a pas précisé de montant.",
      other_currency: "Une commande se règle en euros.",
      unknown_price: "Le prix de cette commande n’est pas connu\u00a0: lisez ses réponses.",
      other_link: "Le lien de paiement est celui d’une autre offre ou d’un autre volume.",
      nothing_paid: "Rien n’a été encaissé, alors que cette commande se règle tout de suite.",
      not_for_training:
        "Rien n’a été encaissé, et la page de paiement n’est pas celle des organismes de formation\u00a0: vérifiez que ce client en est un.",
      other_amount: "Le montant n’est pas celui de la commande.",
    } satisfies Record<PaymentProblem, string>,
    test: "Ce paiement vient du mode test du prestataire\u00a0: aucun argent n’est arrivé.",
    second: "Cette commande est déjà payée.",
    /** The answers changed since, or the payment came before the site compared anything. */
    seemsRight: "Le montant est celui de la commande telle qu’elle est aujourd’hui.",
    attach: "Rattacher à ce lead",
    other: "Choisir un autre lead",
  },
  again: {
    title: "Payé une seconde fois",
    text: "Rien n’est changé dans la commande\u00a0: des réponses envoyées avec ce paiement restent proposées dans la fiche. S’il est de trop, remboursez-le chez le prestataire\u00a0; si de l’argent est arrivé, un e-mail l’a dit au client. S’il est dû, rattachez-le.",
  },
  withoutLead: {
    title: "Payé, sans lead",
    text: "Le questionnaire n’est pas arrivé, ou sous une autre référence. Choisissez le lead\u00a0: il sera marqué payé.",
  },
  otherEmail: {
    title: "Payé avec un autre e-mail",
    text: "Le lead est marqué payé, mais la personne qui a payé a donné un autre e-mail\u00a0: une comptable, un conjoint, ou une erreur.",
    lead: "Lead",
    confirm: "C’est le bon lead",
  },
  otherPayer: {
    title: "Payé sous un autre nom",
    text: "Le lead est marqué payé, mais la personne qui a payé a donné un autre nom, SIREN ou code postal que la commande\u00a0: une maison mère, un associé, ou une erreur. Vérifiez à qui la facture est adressée.",
  },
  billing: {
    title: "Incidents sans lead",
    text: "Débits refusés, contestations et fins d’abonnement dont le site ne connaît pas le paiement. Cherchez-les chez le prestataire sous leur identifiant ; ceux d’un lead sont dans « Aujourd’hui » et dans sa fiche.",
  },

  amount: "Montant",
  noAmount: "Montant non précisé",
  email: "E-mail",
  date: "Reçu le",
  reference: "Référence",
  event: "Événement",
  atProvider: "Chez le prestataire",
  before: {
    label: "Déjà reçu",
    byHand: "Marqué payé par l’équipe",
    line: (amount: string, day: string) => `${amount}, le ${day}`,
  },

  attach: "Rattacher à un lead",
  close: "Fermer la recherche",
  search: { label: "Rechercher le lead", hint: "Nom, téléphone ou e-mail" },
  searching: "Recherche…",
  found: (count: number) => (count > 1 ? `${count} leads trouvés` : `${count} lead trouvé`),
  firstOnes: (shown: number) => `Les ${shown} premiers sont affichés\u00a0: précisez la recherche.`,
  none: "Aucun lead trouvé. Essayez un nom, ou une autre adresse.",
  choose: "Rattacher",
  /** Continue the words of a button, for who does not see its line. */
  chosenLead: (name: string, origin: string) => ` à ${name}, ${origin}`,
  ofPayment: (amount: string) => `\u00a0: ${amount}`,
  busy: "Enregistrement…",
  dismiss: {
    label: "Écarter",
    ask: "Écarter ce paiement…",
    reasons: {
      refunded: "Remboursé chez le prestataire",
      not_ours: "Ne concerne pas ce site",
      settled_otherwise: "Réglé autrement",
      trial: "Un essai de notre part",
    } satisfies Record<DismissalReason, string>,
    done: (amount: string) => `Paiement écarté\u00a0: ${amount}.`,
  },
  attached: (name: string) => `Paiement rattaché à ${name}.`,
  confirmed: "Paiement confirmé.",
  unavailable: "Le serveur ne répond pas\u00a0: rien n’a été enregistré. Réessayez.",
};
