import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { SMTPServer } from "smtp-server";

export type MailServer = {
  /** For `SMTP_URL`. */
  url: string;
  /** Each mail to this address, oldest first, headers included. */
  textsTo(email: string): string[];
  stop(): Promise<void>;
};

/** Takes the mails of a site in production, which has no mailbox of its own to show. */
export async function startMailServer(): Promise<MailServer> {
  const mails: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        mails.push({ to, text: readQuotedPrintable(Buffer.concat(chunks).toString("latin1")) });
        callback();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    textsTo: (email) =>
      mails.filter(({ to }) => to.includes(email)).map(({ text }) => Buffer.from(text, "latin1").toString("utf8")),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Enough of it for addresses, which are ASCII. */
function readQuotedPrintable(message: string): string {
  const joined = message.replaceAll("=\r\n", "");
  return joined.replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
