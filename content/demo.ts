import type { DemoBillingType, DemoSwitchName } from "#domain/site/demo-page.ts";

/** Texts of the demonstration's stand-ins. */
export const demo = {
  title: "Atelier",
  label: "Démonstration",
  workshop: {
    heading: "L’atelier.",
    lead: "Tout ce que le site enverrait à l’extérieur arrive ici : e-mails, SMS, webhooks, paiements, connexions. Rien ne sort. Provoquez une panne pour voir comment le site réagit.",
    openSite: "Ouvrir le site",
    openAdmin: "Ouvrir l’administration",
    reset: "Remettre à zéro",
  },
  switches: {
    heading: "Pannes",
    apply: "Appliquer",
    entries: {
      webhooks: {
        label: "Webhooks",
        states: {
          ok: "Le destinataire répond",
          down: "Il est injoignable (503)",
          slow: "Il répond en 14 secondes",
          500: "Il répond 500",
          410: "Il a disparu (410)",
        },
      },
      sms: { label: "SMS", states: { ok: "Les téléphones reçoivent", down: "L’envoi est en panne (503)" } },
      mail: { label: "E-mails", states: { ok: "La boîte accepte", down: "La boîte refuse" } },
      identity: {
        label: "Connexion Google",
        states: { ok: "La connexion aboutit", refuse: "L’accès est refusé", error: "Le fournisseur est en panne" },
      },
      payments: { label: "Paiements", states: { ok: "La page répond", down: "La page est coupée" } },
      register: {
        label: "Registre des entreprises",
        states: { ok: "Il répond", slow: "Il répond en 4 secondes", down: "Il est en panne (503)" },
      },
      api: { label: "Données", states: { ok: "Les leads s’enregistrent", down: "Les leads ne s’écrivent plus" } },
    } satisfies Record<DemoSwitchName, { label: string; states: Record<string, string> }>,
  },
  mails: {
    heading: "Boîte aux lettres",
    empty: "Aucun message. Le prochain apparaîtra ici.",
    from: "De",
    to: "À",
    open: "Voir le message",
  },
  texts: { heading: "SMS", empty: "Aucun SMS. Le prochain code apparaîtra ici." },
  webhooks: {
    heading: "Webhooks reçus",
    empty: "Aucun envoi. Le prochain lead apparaîtra ici.",
    topics: { lead: "Lead", "sign-in": "Connexion" },
    badSignature: "signature refusée",
  },
  payments: {
    heading: "Paiements",
    empty: "Aucun paiement. Confirmez une commande pour en voir un.",
    statuses: { paid: "Confirmé", refused: "Refusé" },
    dueToday: "Débité aujourd’hui\u00a0:",
    nextMonth: "Débiter l’échéance suivante",
    billing: {
      label: "Ce que le prestataire annonce ensuite",
      types: {
        "invoice.payment_failed": "Refuser le débit suivant",
        "invoice.paid": "Encaisser le débit refusé",
        "charge.refunded": "Rembourser le dernier paiement",
        "charge.dispute.created": "Contester le dernier paiement",
        "credit_note.created": "Émettre un avoir",
        "customer.subscription.updated": "Résilier à la fin du mois",
        "customer.subscription.deleted": "Terminer l’abonnement",
      } satisfies Record<DemoBillingType, string>,
      send: "Envoyer au site",
    },
  },
  visits: {
    heading: "Traceurs",
    empty: "Aucune visite signalée. Autorisez les cookies sur le site pour en voir une.",
    purposes: { marketing: "Pixel", analytics: "Mesure d’audience" },
  },
  payment: {
    title: "Paiement de démonstration",
    notice: "Cette page tient lieu de prestataire de paiement. Aucune carte n’est demandée, rien n’est débité.",
    custom: "Assistante sur mesure",
    dueToday: "À payer aujourd’hui, TTC",
    email: "E-mail",
    reference: "Référence",
    /** Asked where the page collects addresses and tax numbers, as `payment.billingDetails` of the configuration says. */
    payer: {
      name: "Nom ou raison sociale",
      line1: "Adresse de facturation",
      postalCode: "Code postal",
      city: "Ville",
      vatNumber: "Numéro de TVA",
    },
    pay: "Payer",
    /** With nothing due today. */
    confirm: "Confirmer",
    refuse: "Refuser le paiement",
  },
  paymentRefused: {
    title: "Paiement refusé.",
    text: "Rien n’a été débité. Vous pouvez réessayer.",
    back: "Revenir au paiement",
  },
  paymentDown: {
    title: "La page de paiement est coupée.",
    text: "L’interrupteur « Paiements » de l’atelier est sur panne.",
    back: "Ouvrir l’atelier",
  },
  invoice: {
    title: (number: string) => `Facture ${number}`,
    period: (from: string, until: string) => `Abonnement, prestation de services du ${from} au ${until}`,
    service: "Prestation de services, en une fois",
    dueOn: (day: string) => `Date d’échéance\u00a0: ${day}`,
    vat: (number: string) => `TVA ${number}`,
    notice: "Cette page tient lieu de celle du prestataire de paiement. L’entreprise est fictive, rien n’a été débité.",
    paidOn: (day: string) => `Payée le ${day}`,
  },
  invoiceExpired: {
    title: "Cette facture n’est plus là.",
    text: "Son lien a expiré, ou l’atelier a été remis à zéro depuis.",
    back: "Ouvrir l’espace client",
  },
  signIn: {
    title: "Choisissez un compte",
    forSite: (brand: string) => `pour continuer vers ${brand}`,
    notice: "Ce fournisseur d’identité tient lieu de Google. Aucun mot de passe n’est demandé.",
    unverified: "adresse non vérifiée",
    otherAccount: "Une autre adresse e-mail",
    proceed: "Continuer",
    refuse: "Refuser l’accès",
  },
  signInExpired: {
    title: "Cette connexion a expiré.",
    text: "Revenez au site et recommencez : il ouvrira une nouvelle connexion.",
    back: "Revenir au site",
  },
};
