/** `/admin/securite` and the security of `/dashboard`: the second factor, and who is signed in where. */
export const securityCopy = {
  title: "Sécurité",
  skip: "Aller à la sécurité du compte",
  pageTitle: "Sécurité",
  intro: "Votre second facteur, et les appareils où votre compte est ouvert.",
  loading: "Chargement de la sécurité du compte…",
  loadFailed: "Chargement impossible.",
  retry: "Réessayer",

  required: {
    title: "Ajoutez un second facteur pour continuer",
    text: "L’administration ne s’ouvre qu’avec un second facteur. Enregistrez une application d’authentification ou une clé d’accès : les leads s’affichent ensuite.",
    proceed: "Ouvrir les leads",
  },

  factors: {
    title: "Second facteur",
    text: "Après votre mot de passe, un code ou une clé confirme que c’est bien vous.",
    none: "Aucun second facteur : votre mot de passe suffit pour vous connecter.",
    listLabel: "Vos seconds facteurs",
    kinds: {
      totp: "Application d’authentification",
      webauthn: "Clé d’accès (second facteur)",
      phone: "Code par SMS",
    } as Readonly<Record<string, string>>,
    addedOn: "Ajouté le",
    /** Source: contract, section Accounts: the three buttons, word for word. */
    addDevice: "Ajouter un appareil",
    addKey: "Ajouter une clé d’accès",
    addPhone: "Ajouter un téléphone",
    remove: "Retirer",
    removeOf: (name: string) => `Retirer ${name}`,
    removing: "Retrait en cours",
    removed: (name: string) => `${name} ne permet plus de se connecter.`,
    lastOne: "C’est le dernier : votre mot de passe suffira de nouveau.",
    confirmRemoval: (name: string) => `Retirer ${name} ?`,
    keep: "Garder",
    onlyOne:
      "Vous n’en avez qu’un. Ajoutez-en un autre, sur un deuxième appareil ou une clé de sécurité\u00a0: sans lui, seule une personne qui administre le site peut vous rendre l’accès.",
  },

  enrolment: {
    title: "Ajouter un appareil",
    name: {
      label: "Nom de l’appareil",
      hint: "Par exemple : téléphone de Paul",
      missing: "Donnez un nom à cet appareil",
    },
    defaultName: "Mon téléphone",
    begin: "Afficher le code à scanner",
    beginning: "Préparation",
    scan: "Scannez ce code avec votre application d’authentification.",
    picture: "Code QR à scanner avec une application d’authentification",
    typed: "Ou saisissez cette clé dans l’application :",
    code: {
      label: "Code affiché par l’application",
      hint: "6 chiffres, qui changent toutes les 30 secondes.",
    },
    verify: "Enregistrer l’appareil",
    verifying: "Vérification",
    cancel: "Annuler",
    done: (name: string) => `${name} est enregistré : son code vous sera demandé à la prochaine connexion.`,
    phoneTitle: "Ajouter un téléphone",
    phone: {
      label: "Numéro de téléphone mobile",
      hint: "Format attendu\u00a0: 06 39 98 20 16. Les espaces sont acceptés.",
      missing: "Saisissez votre numéro de téléphone mobile",
      malformed: "Saisissez un numéro complet, par exemple 06 39 98 20 16",
    },
    sendText: "Recevoir un code par SMS",
    sendingText: "Envoi en cours",
    texted: "Un code vient de partir par SMS. Il est valable cinq minutes.",
    textCode: { label: "Code reçu par SMS", hint: "Format attendu\u00a0: 6 chiffres." },
    verifyPhone: "Enregistrer le téléphone",
    phoneDone: (name: string) =>
      `${name} est enregistré\u00a0: un code par SMS vous sera demandé à la prochaine connexion.`,
    keyName: "Nom de la clé d’accès",
    keyTitle: "Ajouter une clé d’accès",
    keyHint: "Votre navigateur vous demande ensuite l’empreinte, le visage, le code ou la clé de sécurité.",
    keyDefaultName: "Clé de cet appareil",
    addingKey: "Suivez les indications de votre navigateur",
    createKey: "Créer la clé",
    keyDone: (name: string) => `${name} est enregistrée : elle vous sera demandée à la prochaine connexion.`,
  },

  proof: {
    title: "Confirmez d’abord avec votre second facteur",
    text: "Votre compte en a déjà un : il protège cette page aussi.",
    device: "Appareil",
    code: {
      label: "Code de vérification",
      hint: "Format attendu : les 6 chiffres de votre application d’authentification.",
      missing: "Saisissez les 6 chiffres du code",
    },
    submit: "Vérifier le code",
    busy: "Vérification",
    sendText: "Recevoir un code par SMS",
    /** Where there are several. */
    sendTextTo: (name: string) => `Recevoir un code par SMS (${name})`,
    texted: "Un code vient de partir par SMS. Il est valable cinq minutes.",
    textHint: "Format attendu\u00a0: les 6 chiffres reçus par SMS.",
    sendAgain: "Renvoyer le code",
    proveOtherwise: "Confirmer autrement",
    useKey: "Utiliser une clé d’accès",
    unknown: "Ce compte demande un second facteur que cette page ne connaît pas. Contactez-nous.",
  },

  passkeys: {
    title: "Connexion par clé d’accès",
    text: "Une clé d’accès remplace votre mot de passe\u00a0: l’empreinte, le visage ou le code de l’appareil suffit. Si vous avez un second facteur, il reste demandé.",
    listLabel: "Vos clés d’accès",
    name: (number: number) => `Clé d’accès ${number}`,
    addedOn: "Ajoutée le",
    usedOn: "Dernière utilisation le",
    rename: "Renommer",
    renameOf: (name: string) => `Renommer ${name}`,
    newName: { label: "Nom de cette clé d’accès", missing: "Donnez un nom à cette clé d’accès" },
    saveName: "Enregistrer",
    savingName: "Enregistrement",
    leaveName: "Annuler",
    renamed: (name: string) => `Cette clé d’accès s’appelle maintenant ${name}.`,
    add: "Créer une clé d’accès pour me connecter",
    adding: "Suivez les indications de votre navigateur",
    added: "La clé d’accès est enregistrée\u00a0: elle vous connecte sans mot de passe.",
    removed: "Cette clé d’accès ne permet plus de se connecter.",
    /** Source: the sign-in screens of the team and of customers. */
    signIn: "Utiliser une clé d’accès",
  },

  identities: {
    title: "Comptes liés",
    text: "Une connexion chez l’un d’eux ouvre aussi votre compte ici. Retirez ceux que vous n’utilisez plus.",
    listLabel: "Comptes liés au vôtre",
    addedOn: "Lié le",
    removed: (name: string) => `${name} n’ouvre plus votre compte.`,
  },

  /** Before a way into the account is added by a session that is not new. */
  ownerProof: {
    title: "Confirmez que c’est bien vous",
    text: "Votre connexion date de plus d’un quart d’heure. Saisissez votre mot de passe pour continuer, ou recevez un code.",
    password: { label: "Mot de passe actuel", missing: "Saisissez votre mot de passe" },
    sent: "Un code vient de partir vers l’adresse ou le téléphone de votre compte.",
    digits: { label: "Code reçu", missing: "Saisissez le code reçu" },
    submit: "Confirmer",
    busy: "Vérification",
    sendDigits: "Recevoir un code",
    sendAgain: "Renvoyer le code",
    cancel: "Annuler",
  },

  /** Ways into an account, by the name of their provider. */
  ways: { google: "Google", phone: "Téléphone", web3: "Portefeuille Solana", email: "E-mail" } as Readonly<
    Record<string, string>
  >,

  sessions: {
    title: "Appareils connectés",
    text: "Les navigateurs où votre compte est ouvert en ce moment.",
    listLabel: "Appareils où le compte est ouvert",
    current: "Cet appareil",
    openedOn: "Ouvert le",
    usedOn: "Dernière activité le",
    from: "depuis",
    end: "Déconnecter",
    endOf: (device: string) => `Déconnecter ${device}`,
    ending: "Déconnexion",
    endOthers: "Déconnecter tous les autres",
    ended: "Cet appareil est déconnecté.",
    endedOthers: "Tous les autres appareils sont déconnectés.",
    alone: "Votre compte n’est ouvert nulle part ailleurs.",
  },

  /** By the service's error code. */
  problems: {
    mfa_verification_failed: "Code incorrect. Saisissez le dernier code affiché ou reçu.",
    mfa_verification_rejected: "Trop de codes faux. Attendez un quart d’heure, puis réessayez.",
    mfa_challenge_expired: "Ce code a expiré. Saisissez celui que votre application affiche, ou demandez un autre SMS.",
    mfa_factor_name_conflict: "Un autre appareil porte déjà ce nom. Choisissez-en un autre.",
    mfa_verified_factor_exists: "Ce numéro est déjà enregistré.",
    over_sms_send_rate_limit:
      "Un code vient de partir vers ce numéro. Attendez une minute avant d’en demander un autre.",
    mfa_factor_not_found: "Cet appareil a déjà été retiré.",
    too_many_enrolled_mfa_factors: "Vous avez assez de seconds facteurs : retirez-en un d’abord.",
    webauthn_verification_failed: "La clé n’a pas pu être vérifiée. Réessayez.",
    passkey_disabled: "La connexion par clé d’accès n’est pas proposée ici.",
    webauthn_credential_exists: "Cette clé est déjà enregistrée.",
    too_many_passkeys: "Vous avez assez de clés d’accès\u00a0: retirez-en une d’abord.",
    user_banned: "Ce compte est suspendu.",
    email_not_confirmed: "Confirmez d’abord votre adresse, avec le lien reçu par e-mail.",
    reauthentication_needed: "Rien n’a changé\u00a0: confirmez d’abord que c’est bien vous.",
    reauthentication_not_valid: "Ce code n’est pas le bon, ou a expiré. Saisissez le dernier code reçu.",
    current_password_invalid: "Ce mot de passe n’est pas le bon.",
    over_email_send_rate_limit: "Un code vient de partir. Attendez un peu avant d’en demander un autre.",
    single_identity_not_deletable:
      "C’est votre seul moyen de connexion\u00a0: choisissez d’abord un mot de passe, avec «\u00a0Mot de passe oublié\u00a0?\u00a0».",
    email_conflict_identity_not_deletable:
      "Votre adresse vient de ce compte\u00a0: choisissez d’abord un mot de passe, avec «\u00a0Mot de passe oublié\u00a0?\u00a0».",
    manual_linking_disabled: "Les comptes liés ne se retirent pas ici. Écrivez-nous.",
    insufficient_aal: "Confirmez d’abord avec votre second facteur.",
    over_request_rate_limit: "Trop de tentatives. Attendez une minute, puis réessayez.",
    unreachable: "Le serveur ne répond pas. Réessayez dans un instant.",
    /** What the browser itself says when the person closes its window, or takes too long. */
    key_cancelled: "La clé n’a pas été confirmée. Réessayez quand vous voulez.",
    key_unsupported: "Ce navigateur ne connaît pas les clés d’accès.",
  } as Readonly<Record<string, string>>,
  unknownProblem: "Rien n’a changé. Réessayez dans un instant.",
} as const;
