import type { ComposeMail } from "#engine/mail/message.ts";
import type { DrawLetter } from "#domain/site/mail-letter.ts";
import { dayOfSite } from "#kit/civil-date.ts";
import { siteOn } from "#subjects/offers/rules/site-on-day.ts";
import type { ServerContext } from "#server/context/context.ts";

import { composeMail } from "./compose-mail.ts";

/** Writes queued mails as the site says them. What is dated in a mail is what its reader sees on the pages. */
export function createMailComposer(
  { settings, now }: Pick<ServerContext, "settings" | "now">,
  drawLetter: DrawLetter,
): ComposeMail {
  return (id, body) => {
    const { mail, site, authSecret } = settings;
    const today = dayOfSite(settings, now());
    return composeMail(id, body, {
      brand: site.brand,
      from: mail.from,
      authSecret,
      drawLetter,
      site: { ...siteOn(site, today), today },
    });
  };
}
