import { once } from "node:events";

import { SMTPServer } from "smtp-server";

export type MailServer = {
  /** To whom each mail went, as it came. */
  recipients: string[];
  close(): Promise<void>;
};

/** Takes every mail, once it is there. */
export async function startMailServer(port: number): Promise<MailServer> {
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    onData(stream, session, callback) {
      stream.resume();
      stream.on("end", () => {
        recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
        callback();
      });
    },
  });
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  return { recipients, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
