import { retention } from "#domain/site/retention.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";
import { sayDuration } from "#content/language/say-duration.ts";

/** The answer is plain text: machines read the same sentences as people. */
export type AnsweredQuestion = {
  question: string;
  answer: string;
  /** Of the secretariat's: what is asked first, on the home page too. */
  isFirst?: boolean;
};

/** Source: the terms, « Résiliation sans engagement ». */
export function cancelling(site: SiteSettings): string {
  return `Quand vous voulez, sans motif ni frais : ${mailSuffices(site)}. L’arrêt prend effet à la fin du mois payé. Un essai arrêté avant son terme ne coûte rien.`;
}

export function mailSuffices({ contact }: SiteSettings): string {
  return contact.email === "" ? "un e-mail suffit" : `un e-mail à ${contact.email} suffit`;
}
/** Where customers of the customer answer in a voice message. */
export function spokenAccents({ brand }: SiteSettings): AnsweredQuestion {
  return {
    question: "Comprend-elle les accents, dans un message vocal ?",
    answer: `Le plus souvent, mais pas toujours. Quand ${brand} n’a pas compris, elle demande de répéter ou d’écrire, puis vous passe le message pour que vous répondiez.`,
  };
}

export function whereDataLive({ legal }: SiteSettings): string {
  const host = legal.host.name === "" ? "" : `, chez ${legal.host.name}`;
  return `En France ou dans l’Union européenne${host}. Les contacts et les messages de vos interlocuteurs sont gardés ${sayDuration(retention.contacts)} au plus après le dernier contact, les journaux techniques ${sayDuration(retention.technicalLogs)}. Ces données restent à vous : elles vous sont rendues, puis effacées, à la fin du contrat. Votre propre dossier est gardé le temps du contrat, puis ${sayDuration(retention.clientArchive)} en archive.`;
}

export function fileEntrusted({ legal }: SiteSettings): string {
  const host = legal.host.name === "" ? "" : `, chez ${legal.host.name}`;
  return `Elle reste à vous. Elle est gardée en France ou dans l’Union européenne${host}, aussi longtemps que vous le décidez, et ne sert qu’à votre campagne. À la fin du contrat, elle vous est rendue puis effacée.`;
}
