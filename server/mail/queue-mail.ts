import type { MailTemplate, MailTemplateData } from "#content/mails.ts";
import type { Tx } from "#engine/db/database.ts";
import { insertMail, type QueuedMail } from "#engine/mail/queue-mail.ts";

/** `insertMail` of the engine, for the mails that the site knows how to write. */
export function queueMail<Template extends MailTemplate>(
  tx: Tx,
  mail: QueuedMail & { template: Template; data: MailTemplateData[Template] },
): Promise<void> {
  return insertMail(tx, mail);
}
