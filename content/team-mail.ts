import { linkMark, fillFields } from "#subjects/mails/rules/mail-fields.ts";
import type { TeamMail } from "#subjects/mails/words/team-mail.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";

import { de } from "./language/elision.ts";
import { linkToOrder, privacyLink } from "./lead-mails.ts";
import type { MailSite, MailText } from "./shared/mail-text.ts";

export function teamMail(
  { subject, text, senderName: name, senderEmail, ...data }: TeamMail,
  brand: string,
  site: MailSite,
): MailText {
  const link = text.includes(linkMark) ? linkToOrder(data, site) : undefined;
  const said = fillFields(text, link === undefined ? {} : { lien: link });
  const about =
    data.source === undefined
      ? `, à propos de votre demande\u00a0: ${offerWords[data.offer].name}.`
      : `. Vos coordonnées nous viennent d’un fichier\u00a0: ${data.source}.`;
  const who = name === senderEmail ? name : `${name} (${senderEmail})`;
  return {
    subject,
    paragraphs: [],
    typed: said.split(/\n{2,}/).map((paragraph) => paragraph.split("\n")),
    replyTo: senderEmail,
    ...(data.isInSpace && { action: { label: "Lire dans mon espace client", link: `${site.origin}/dashboard` } }),
    ...(data.firstPasswordLink && { action: { label: "Ouvrir mon espace client", link: data.firstPasswordLink } }),
    notes: [
      `${who} vous écrit au nom ${de(brand)}${about}`,
      "Répondez à ce message\u00a0: votre réponse lui parvient.",
    ],
    links: [privacyLink(site)],
  };
}
