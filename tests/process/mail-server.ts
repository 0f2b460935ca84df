import { once } from "node:events";
import type { AddressInfo } from "node:net";

import { SMTPServer } from "smtp-server";

export type MailServer = {
  port: number;
  /** To whom each mail went, as it came. */
  recipients: string[];
  close(): Promise<void>;
};

/** Takes every mail, once it is there. @param port 0 takes a free one */
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
  const { port: taken } = server.server.address() as AddressInfo;
  return { port: taken, recipients, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
}
