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

type SmtpError = { code?: string; command?: string; responseCode?: number; response?: string };

/**
 * What the server said about this recipient or message is the message's, for good where it is 5xx. What it said of our
 * sender it would say of every mail, and a refusal to talk or to go on is the server's: all wait.
 */
function judge({ code, command, responseCode, response }: SmtpError): DeliveryOutcome {
  const status = responseCode ?? null;
  const said = sayWithoutAddresses(response ?? "");
  const facts = { error: code ? code.toLowerCase() : "mail_failure", ...(said !== "" && { answer: said }) };
  const isAboutMessage = (code === "EENVELOPE" || code === "EMESSAGE") && command !== "MAIL FROM";
  if (!isAboutMessage || status === null || status === 421) return { kind: "outage", status, ...facts };
  return isForGood(status) ? { kind: "rejected", status, ...facts } : { kind: "refused", status, ...facts };
}

/** A full mailbox is 552 with some servers, and is emptied one day (RFC 5321, 4.5.3.1.10). */
const isForGood = (status: number) => status >= 500 && status !== 552;

const longestAnswer = 300;
const anyAddress = /[^\s<>"'(),;:]+@[^\s<>"'(),;:]+/g;

/** The server's sentence in one line, as an administrator reads it. It is kept: whose mailbox it names is not. */
export function sayWithoutAddresses(response: string): string {
  const line = response.slice(0, 10 * longestAnswer).replace(/[\s\p{Cc}]+/gu, " ");
  return Array.from(line.replace(anyAddress, "…").trim()).slice(0, longestAnswer).join("");
}

function hostOf(from: string): string {
  return /@([a-z0-9.-]+)/i.exec(from)?.[1] ?? "localhost";
}
