/** By which the team, or `npm run check:production`, sees whether mails leave. */
export function testMail(brand: string, origin: string): { subject: string; text: string } {
  return {
    subject: `${brand}\u00a0: essai d’envoi`,
    text:
      `Cet e-mail a été envoyé pour vérifier les envois du site ${origin}. S’il est dans votre boîte de réception, pas ` +
      "dans les indésirables, les e-mails du site arrivent. Rien d’autre n’est à faire.",
  };
}
