/** Every sentence of « Équipe ». */
export const adminTeam = {
  title: "Équipe",
  skip: "Aller à l’équipe",
  intro:
    "Les personnes qui administrent le site. Chacune voit tous les leads, et en fait ce que permet son rôle\u00a0: " +
    "un accès par personne, retiré dès qu’il ne sert plus.",
  loading: "Chargement de l’équipe…",
  loadFailed: "Chargement impossible.",
  total: (count: number) => (count > 1 ? `${count} administrateurs` : "1 administrateur"),
  /** Never shown in practice: the reader is an administrator. */
  empty: { title: "Personne ici.", text: "Rechargez la page." },
  listLabel: "Administrateurs",

  self: "Vous",
  states: { invited: "Invitation envoyée", protected: "Second facteur", unprotected: "Sans second facteur" },
  noAddress: "compte sans adresse e-mail",
  lastSignIn: (instant: string) => `Dernière connexion\u00a0: ${instant}`,
  neverSignedIn: "Aucune connexion",
  invitedOn: (instant: string) => `Invitation du ${instant}`,
  sessions: (count: number) =>
    count === 0 ? "Aucune session ouverte" : count > 1 ? `${count} sessions ouvertes` : "1 session ouverte",
  ownSecurity: "Vos appareils et vos sessions",

  roles: {
    label: "Rôle",
    of: (name: string) => `Rôle de ${name}`,
    done: (name: string, role: string) => `Nouveau rôle de ${name}\u00a0: ${role}.`,
  },
  turns: {
    title: "Propriétaire à tour de rôle",
    text:
      "Chaque nouveau lead d’une offre est confié à l’une des personnes cochées, chacune à son tour. Sans personne " +
      "de cochée, il n’est confié à personne.",
    of: (offer: string) => `À tour de rôle\u00a0: ${offer}`,
    none: "À personne",
  },

  ownName: {
    title: "Votre nom",
    text: "Vos collègues le lisent à la place de votre adresse\u00a0: propriétaire d’un lead, historique, journal.",
    label: "Prénom et nom",
    missing: "Saisissez votre nom",
    save: "Enregistrer le nom",
    busy: "Enregistrement…",
    done: "Votre nom est enregistré.",
  },

  invitation: {
    open: "Inviter un administrateur",
    title: "Inviter un administrateur",
    text:
      "Un lien lui permet de choisir son mot de passe\u00a0: l’accès commence alors. Si un compte client a déjà cette " +
      "adresse, il est déconnecté et ne s’ouvre plus que par ce lien\u00a0: clés d’accès, seconds facteurs, téléphone " +
      "et identités liées en sont retirés.",
    name: { label: "Prénom et nom (facultatif)", hint: "Sans nom, ses collègues lisent son adresse." },
    email: {
      label: "Adresse e-mail",
      missing: "Saisissez l’adresse e-mail",
      malformed: "Saisissez une adresse complète",
    },
    submit: "Envoyer l’invitation",
    busy: "Envoi en cours…",
    cancel: "Annuler",
    done: (email: string) => `L’invitation est partie à ${email}.`,
    /** Accounts are a hosted project's, whose API does not take these ways away. */
    doneExcept: (email: string, ways: string) =>
      `L’invitation est partie à ${email}. Ce compte s’ouvre encore par\u00a0: ${ways}. Retirez-les dans le projet Supabase.`,
    again: "Renvoyer l’invitation",
    againBusy: "Renvoi…",
  },

  /** Continues the words of a button, for who does not see its line. */
  of: (email: string) => `\u00a0: ${email}`,
  keep: "Annuler",
  acts: {
    withdraw: {
      label: "Retirer",
      title: "Retirer cet accès\u00a0?",
      text:
        "Ses sessions se terminent tout de suite, et l’administration ne s’ouvre plus pour ce compte. Le compte " +
        "lui-même n’est pas supprimé.",
      confirm: "Retirer l’accès",
      busy: "Retrait en cours…",
      done: (name: string) => `${name} n’administre plus le site.`,
    },
    reset: {
      label: "Réinitialiser les appareils",
      title: "Réinitialiser ses appareils\u00a0?",
      text:
        "Pour un appareil perdu\u00a0: tous ses seconds facteurs et toutes ses clés d’accès sont retirés, ses " +
        "sessions se terminent, et un e-mail l’en informe.",
      confirm: "Réinitialiser",
      busy: "Réinitialisation…",
      done: (name: string) => `Les appareils de ${name} sont réinitialisés. Un e-mail l’en informe.`,
    },
    endSessions: {
      label: "Terminer ses sessions",
      title: "Terminer ses sessions\u00a0?",
      text: "Cette personne est déconnectée partout. Elle peut se connecter de nouveau.",
      confirm: "Terminer les sessions",
      busy: "Déconnexion…",
      done: (name: string) => `Les sessions de ${name} sont terminées.`,
    },
  },
  needsFactor:
    "Pour réinitialiser les appareils d’un collègue, votre propre session doit avoir passé un second facteur. " +
    "Ajoutez-en un sur votre page de sécurité.",
  openSecurity: "Ouvrir Sécurité",
  unavailable: "Le serveur ne répond pas\u00a0: rien n’a changé. Réessayez.",
} as const;
