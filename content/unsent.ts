/** Answers a form that the browser sent itself, before the page's script had come. */
export const unsentCopy = {
  title: "Vos réponses ne sont pas parties",
  text: "La page n’avait pas fini de se charger quand vous avez envoyé le formulaire. Revenez à la page précédente\u00a0: vos réponses y sont encore. Attendez une seconde, puis envoyez-les de nouveau.",
  contact: "Si rien ne change, écrivez-nous\u00a0:",
  backHome: "Retour à l’accueil",
} as const;
