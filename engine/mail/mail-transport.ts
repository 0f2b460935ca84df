import { createTransport } from "nodemailer";

import type { DeliverMail, MailMessage } from "./message.ts";
import type { DeliveryOutcome } from "./outcome.ts";

export type MailTransport = {
  send(message: MailMessage, signal: AbortSignal): Promise<DeliveryOutcome>;
  close(): void;
};

const connectionTimeoutMs = 10_000;
const silenceTimeoutMs = 20_000;
const wholeMailTimeoutMs = 60_000;

/** The mail server of `SMTP_URL`; without one, `deliverMail`; without either, mails wait in the queue. */
export function createMailTransport(
  { smtpUrl }: { smtpUrl: string | undefined },
  deliverMail?: DeliverMail,
): MailTransport {
  if (smtpUrl) return createSmtpTransport(smtpUrl);
  return {
    async send(message) {
      if (!deliverMail) return { kind: "outage", status: null, error: "no_mail_server" };
      try {
        await deliverMail(message);
        return { kind: "delivered", status: null };
      } catch {
        return { kind: "outage", status: null, error: "mailbox_refused" };
      }
    },
    close() {},
  };
}

function createSmtpTransport(smtpUrl: string): MailTransport {
  const transport = createTransport(
    {
      url: smtpUrl,
      connectionTimeout: connectionTimeoutMs,
      greetingTimeout: connectionTimeoutMs,
      socketTimeout: silenceTimeoutMs,
    },
    // Nothing of a message is ever read from a file or fetched.
    { disableFileAccess: true, disableUrlAccess: true },
  );
  return {
    async send({ id, from, to, subject, text, html, headers }, signal) {
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(wholeMailTimeoutMs)]);
      const recipient = { name: "", address: to };
      // The same on every try, so that a recipient's mail program can recognise a repeat.
      const messageId = `<${id}@${hostOf(from)}>`;
      try {
        await transport.sendMail({ from, to: recipient, subject, text, html, headers, messageId, signal: deadline });
        return { kind: "delivered", status: 250 };
      } catch (error) {
        return signal.aborted ? { kind: "interrupted" } : judge(error as SmtpError);
      }
    },
    close: () => transport.close(),
  };
}

type SmtpError = { code?: string; responseCode?: number };

/** What the server said about this message is the message's; a refusal to talk or to go on is the server's. */
function judge({ code, responseCode }: SmtpError): DeliveryOutcome {
  const status = responseCode ?? null;
  const error = code ? code.toLowerCase() : "mail_failure";
  const isAboutMessage = (code === "EENVELOPE" || code === "EMESSAGE") && status !== null && status !== 421;
  return isAboutMessage ? { kind: "refused", status, error } : { kind: "outage", status, error };
}

function hostOf(from: string): string {
  return /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? "localhost";
}
