/** Every sentence of « Livraisons ». */
export const adminDeliveries = {
  title: "Livraisons",
  skip: "Aller aux livraisons",
  intro:
    "Ce que le site envoie à vos outils et par e-mail. Un envoi refusé est retenté dix fois, un destinataire en panne est sollicité pendant trois jours\u00a0; ensuite, ou dès que le serveur d’e-mail refuse définitivement, l’envoi est abandonné et attend ici votre décision.",
  loading: "Chargement des livraisons…",
  loadFailed: "Chargement impossible.",
  /** « 3 abandonnées, 2 en attente »: what is nought is not said. */
  total: sayCounts,

  receivers: {
    title: "Destinataires",
    topics: { lead: "Leads", sign_in: "Connexions", send_sms: "SMS", mail: "E-mails" } as Readonly<
      Record<string, string>
    >,
    mailServer: "serveur d’envoi",
    numbered: (host: string, number: number) => `${host} (${number})`,
    states: {
      working: "En service",
      paused: "En pause",
      gone: "Arrêté",
      not_configured: "Retiré",
    },
    details: {
      paused: "Il ne répond pas\u00a0: un envoi à la fois le sollicite jusqu’à son retour.",
      gone: "Il a demandé de ne plus rien recevoir (réponse 410). Renvoyer le remet en service.",
      not_configured: "Il n’est plus dans la configuration du site\u00a0: rien ne peut lui être envoyé.",
    },
    counts: (dead: number, waiting: number) => sayCounts(dead, waiting) || "Rien en attente",
    replay: (count: number) => (count > 1 ? `Renvoyer les ${count}` : "Renvoyer"),
    /** Continues the words of the button, for who does not see its line. */
    replayTo: (name: string) => ` à ${name}`,
  },

  empty: { title: "Tout est parti.", text: "Aucun envoi n’attend, aucun n’a été abandonné." },
  groups: { dead: "Abandonnées", waiting: "En attente" },
  shownOf: (shown: number, total: string) => `Les ${shown} plus récentes sur ${total}.`,
  more: "Afficher la suite",

  /** By the event's name. */
  events: {
    "questionnaire.submitted": "Questionnaire",
    "closing.registered": "Commande d’appels sortants",
    "conference.registered": "Inscription à la conférence",
    "user.signed_in": "Connexion",
    "lead.erased": "Lead effacé",
    "sms.code": "Code par SMS",
  } as Readonly<Record<string, string>>,
  /** The same, about a place on the waiting list of the conference. */
  waitingList: {
    "conference.registered": "Liste d’attente de la conférence",
    "mail.lead-received": "E-mail de liste d’attente",
  } as Readonly<Record<string, string>>,
  otherMail: "E-mail",
  to: (recipient: string) => `à ${recipient}`,

  tries: (count: number) => (count > 1 ? `${count} essais` : "1 essai"),
  next: {
    now: "envoi en cours",
    soon: "prochain essai dans moins d’une minute",
    minutes: (count: number) => `prochain essai dans ${count} min`,
    hours: (count: number) => `prochain essai dans ${count} h`,
  },
  pill: { dead: "Abandonnée", waiting: "En attente" },
  replay: "Renvoyer",
  tryNow: "Essayer maintenant",
  /** Continues the words of the button, for who does not see its line. */
  ofDelivery: (event: string, date: string) => `\u00a0: ${event}, ${date}`,
  busy: "Renvoi…",
  done: (count: number) =>
    count > 1 ? `${count} livraisons sont de nouveau en route.` : "La livraison est de nouveau en route.",
  unavailable: "Le serveur ne répond pas\u00a0: rien n’a été renvoyé. Réessayez.",
  notReplayable: "Il n’y a plus rien à envoyer, ou le destinataire a été retiré de la configuration.",
  emptied: "Son contenu a été effacé au bout de 30 jours\u00a0: il n’y a plus rien à envoyer.",

  /** In the mail server's own words, which are often English. */
  answered: (words: string) => `Sa réponse\u00a0: «\u00a0${words}\u00a0»`,

  /** What the last try met, in words. */
  problems: {
    refused: (status: number) => `Le destinataire a refusé l’envoi (réponse ${status}).`,
    failing: (status: number) => `Le destinataire est en panne (réponse ${status}).`,
    busy: "Le destinataire demande d’attendre (réponse 429).",
    moved: (status: number) => `L’adresse a changé (réponse ${status})\u00a0: corrigez-la dans la configuration.`,
    gone: "Le destinataire a demandé de ne plus rien recevoir (réponse 410).",
    expired: "Le code n’était plus valable\u00a0: il n’a pas été envoyé.",
    too_old: "Trois jours ont passé sans réussite.",
    timeout: "Le destinataire n’a pas répondu à temps.",
    unreachable: "Le destinataire est injoignable.",
    unknown_host: "L’adresse du destinataire n’existe pas.",
    tls: "Le certificat du destinataire n’est pas valable.",
    mail_refused: "Le serveur d’e-mail a refusé ce message.",
    mail_refused_for_now: "Le serveur d’e-mail a refusé ce message pour l’instant.",
    mail_unreachable: "Le serveur d’e-mail ne répond pas.",
    mail_closed: "Le serveur d’e-mail n’accepte pas les envois du site.",
    unsendable: "Ce message ne peut pas être envoyé tel quel.",
  },
};

function sayCounts(dead: number, waiting: number): string {
  const parts = [
    dead > 0 && `${dead} ${dead > 1 ? "abandonnées" : "abandonnée"}`,
    waiting > 0 && `${waiting} en attente`,
  ];
  return parts.filter(Boolean).join(", ");
}
