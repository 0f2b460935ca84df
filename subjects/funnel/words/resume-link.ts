/** « Reprendre mon inscription »: the button of steps 2 and 3, and what the link says when it is opened. */
export const resumeCopy = {
  button: "Recevoir un lien pour reprendre plus tard",
  again: "Renvoyer le lien",
  sending: "Envoi en cours",
  hint: (email: string) =>
    `Par e-mail, à ${email} : ce lien contient vos réponses, chiffrées, et s’ouvre sur l’appareil de votre choix pendant 30 jours.`,
  sent: (email: string) => `C’est noté : un lien valable 30 jours arrive à ${email} dans quelques instants.`,
  /** Beside a field that people do not see. */
  honeypot: "Ne remplissez pas ce champ",
  unreachable:
    "Le lien n’a pas pu partir : le service ne répond pas. Vos réponses restent dans ce navigateur ; réessayez dans un instant.",
  resumed: "Vos réponses sont reprises là où vous les aviez laissées.",
  notOpened:
    "Vos réponses n’ont pas pu être reprises : le service ne répond pas. Cliquez de nouveau sur le lien de votre e-mail dans un instant.",
  question: {
    title: "Quelles réponses voulez-vous garder ?",
    text: "Ce navigateur en contient d’autres que votre lien. Celles du lien prendraient leur place ; si vous gardez celles d’ici, le lien reste valable.",
    takeMailed: "Reprendre celles du lien",
    keepHere: "Garder celles de ce navigateur",
  },
} as const;

/** Why a resume link is not sent or opened. */
export const resumeProblems = {
  email_malformed: "Veuillez entrer une adresse email valide",
  answers_too_long:
    "Vos réponses sont trop longues pour tenir dans un lien : gardez moins de 2 000 caractères de texte libre en tout, ou continuez sur cet appareil, où elles restent enregistrées.",
  too_many_links:
    "Plusieurs liens sont déjà partis vers cette adresse : ouvrez le plus récent, ou réessayez plus tard.",
  link_late:
    "Ce lien a plus de 30\u00a0jours et ne s’ouvre plus. Reprenez votre inscription ci-dessous\u00a0: à l’étape suivante, vous pourrez demander un nouveau lien.",
  order_paid: "Cette commande est déjà réglée\u00a0: il n’y a rien à refaire, la suite vous arrive par e-mail.",
  link_unusable:
    "Ce lien n’est plus valable ou il est incomplet : inscrivez-vous ci-dessous, ou reprenez l’adresse entière depuis votre e-mail.",
} as const;
