import type { NewPasswordProblem, PasswordRequirements } from "#kit/new-password.ts";

/** `/compte/mot-de-passe`: asking for a link, and what its link opens. */
export const passwordCopy = {
  email: "E-mail",
  ask: {
    title: "Mot de passe oublié ?",
    lead: "Indiquez l’adresse de votre compte. Vous y recevrez un lien pour choisir un nouveau mot de passe.",
    submit: "Recevoir le lien",
    busy: "Envoi en cours",
    question: "Vous l’avez retrouvé ?",
    signIn: "Se connecter",
  },
  /** The same whether or not the address has an account. */
  asked: {
    title: "Consultez vos e-mails",
    lead: (email: string) =>
      `Si un compte existe pour ${email}, un lien vient de partir. Il est valable une heure et ne sert qu’une fois.`,
    advice: "Rien reçu au bout de quelques minutes ? Regardez dans les indésirables, ou demandez un autre lien.",
    again: "Demander un autre lien",
  },
  checking: "Vérification de votre lien…",
  choose: {
    title: "Choisissez votre mot de passe",
    lead: "Pour le compte",
    label: "Nouveau mot de passe",
    hint: (least: number, kinds: string) =>
      kinds === ""
        ? `Format attendu : ${least} caractères au moins. Une phrase courte convient très bien.`
        : `Format attendu : ${least} caractères au moins, dont ${kinds}.`,
    show: "Afficher le mot de passe",
    hide: "Masquer le mot de passe",
    submit: "Enregistrer le mot de passe",
    busy: "Enregistrement",
    passkeys: (count: number) => (count > 1 ? `${count} clés d’accès` : "1 clé d’accès"),
    endWaysIn: (ways: string) => `Retirer aussi les moyens de connexion sans mot de passe\u00a0: ${ways}`,
    question: "Vous en avez déjà un ?",
    signIn: "Se connecter avec",
  },
  code: {
    title: "Confirmez que c’est bien vous",
    lead: "Votre compte est protégé par un second facteur : le lien reçu par e-mail ne suffit pas.",
  },
  done: {
    title: "Mot de passe enregistré",
    lead: "Vous pouvez vous connecter dès maintenant.",
    waysLeft:
      "Les moyens de connexion sans mot de passe n’ont pas pu être retirés. Retirez-le depuis la page de sécurité de votre compte.",
    customer: "Ouvrir mon espace client",
    administrator: "Ouvrir l’administration",
  },
  problems: {
    missing: "Saisissez votre nouveau mot de passe",
    tooShort: (least: number) => `Saisissez ${least} caractères au moins`,
    tooLong: "Saisissez 128 caractères au plus",
    tooPlain: (kinds: string) => `Ajoutez ce qui manque : ${kinds}`,
  } satisfies Record<NewPasswordProblem, string | ((least: number) => string) | ((kinds: string) => string)>,
  /** What the site asks for besides a length. */
  kinds: {
    "": "",
    letters_digits: "une lettre sans accent et un chiffre",
    lower_upper_letters_digits: "une minuscule et une majuscule sans accent, et un chiffre",
    lower_upper_letters_digits_symbols:
      "une minuscule et une majuscule sans accent, un chiffre et un signe comme - ou !",
  } satisfies Record<PasswordRequirements, string>,
  failures: {
    expired: "Ce lien a expiré ou a déjà servi. Indiquez votre adresse pour en recevoir un autre.",
    emailMalformed: "Veuillez entrer une adresse email valide",
    /** The service counts as the account is. */
    length: "Saisissez un mot de passe plus long : 12 caractères au moins pour un administrateur, 128 au plus",
    plain: "Ajoutez les caractères demandés : minuscule, majuscule, chiffre ou signe",
    common: "Ce mot de passe est trop facile à deviner. Choisissez-en un autre",
    same: "C’est déjà votre mot de passe. Choisissez-en un autre",
    code: "Code incorrect. Saisissez celui que votre application affiche maintenant",
    secondFactor: "Ce compte demande un second facteur, et le code n’a pas pu être vérifié. Contactez-nous.",
    mailCode: "Ce code est faux, a déjà servi ou a expiré. Vérifiez-le avec son adresse, ou demandez un autre e-mail.",
    busy: "Trop de demandes. Attendez une minute, puis réessayez.",
    unavailable: "Le serveur ne répond pas. Réessayez dans un instant.",
  },
  /** Where the service says how long. */
  wait: (time: string) => `Trop de demandes. Réessayez dans ${time}.`,
  needsScript: "Cette page a besoin de JavaScript.",
} as const;

export type PasswordFailure = keyof typeof passwordCopy.failures;
