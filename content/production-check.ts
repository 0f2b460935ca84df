/** The mail by which `npm run check:production` sees whether mails leave. */
export function productionCheckMail(brand: string, origin: string) {
  const subject = `${brand}\u00a0: essai d’envoi`;
  const text =
    `Cet e-mail a été envoyé par la vérification du site ${origin}. S’il est dans votre boîte de réception, pas dans ` +
    "les indésirables, les e-mails du site arrivent. Rien d’autre n’est à faire.";
  return { subject, text, html: `<p>${text}</p>` };
}
