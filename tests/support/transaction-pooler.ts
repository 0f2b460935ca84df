import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export type TransactionPooler = {
  /** Address of a database through it. @param user of the server, which lets everybody in */
  url(database: string, user?: string): string;
  close(): Promise<void>;
};

/** A connection of the server, greeted, and lent to one client at a time. */
type Lent = { socket: Socket; greeting: Buffer; serve: (onMessage: (message: Message) => void) => void };
type Message = { type: string; bytes: Buffer };

/**
 * A pooler in front of a PostgreSQL server that asks for no passwords, lending its connections by the transaction as
 * PgBouncer does: the one given back last is lent first. It knows no cancelling and no TLS.
 */
export async function startTransactionPooler(serverPort: number): Promise<TransactionPooler> {
  const idle = new Map<string, Lent[]>();
  const sockets = new Set<Socket>();

  const server = createServer((client) => {
    sockets.add(client);
    client.on("error", () => undefined);
    let startup: Buffer | undefined;
    let lent: Promise<Lent> | undefined;
    let unanswered = 0;
    const read = readMessages((message) => void pass(message));

    async function borrow(bytes: Buffer): Promise<Lent> {
      return idle.get(bytes.toString("latin1"))?.pop() ?? openConnection(serverPort, bytes, sockets);
    }
    function giveBack(bytes: Buffer, connection: Lent): void {
      const key = bytes.toString("latin1");
      idle.set(key, [...(idle.get(key) ?? []), connection]);
    }
    async function greet(bytes: Buffer): Promise<void> {
      startup = bytes;
      const connection = await borrow(bytes);
      giveBack(bytes, connection);
      client.write(withMadeUpProcess(connection.greeting));
    }
    async function pass({ type, bytes }: Message): Promise<void> {
      if (type === "X" || !startup) return void client.end();
      if (type === "Q" || type === "S") unanswered += 1;
      lent ??= lend(startup);
      (await lent).socket.write(bytes);
    }
    async function lend(bytes: Buffer): Promise<Lent> {
      const connection = await borrow(bytes);
      connection.serve((message) => {
        client.write(message.bytes);
        if (message.type !== "Z") return;
        unanswered -= 1;
        if (unanswered > 0 || message.bytes.at(-1) !== "I".charCodeAt(0)) return;
        lent = undefined;
        giveBack(bytes, connection);
      });
      return connection;
    }

    client.on("data", (bytes) => {
      if (startup) return read(bytes);
      void greet(bytes).catch(() => client.destroy());
    });
    client.on("close", () => {
      sockets.delete(client);
      void lent?.then(({ socket }) => socket.destroy());
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };

  return {
    url: (database, user = "postgres") => `postgres://${user}@127.0.0.1:${port}/${database}`,
    async close() {
      for (const socket of [...sockets, ...[...idle.values()].flat().map((each) => each.socket)]) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

/** Logs in with the client's own first message. */
async function openConnection(port: number, startup: Buffer, sockets: Set<Socket>): Promise<Lent> {
  const socket = connect(port, "127.0.0.1");
  sockets.add(socket);
  socket.on("error", () => undefined);
  socket.write(startup);
  const greeted = Promise.withResolvers<Buffer>();
  const parts: Buffer[] = [];
  let onMessage = ({ type, bytes }: Message) => {
    parts.push(bytes);
    if (type === "Z") greeted.resolve(Buffer.concat(parts));
  };
  socket.on(
    "data",
    readMessages((message) => onMessage(message)),
  );
  socket.on("close", () => greeted.reject(new Error("The server refused a connection of the pooler.")));
  return { socket, greeting: await greeted.promise, serve: (handler) => void (onMessage = handler) };
}

/** Messages of either side after the first: a letter, and a length that counts itself. */
function readMessages(onMessage: (message: Message) => void): (bytes: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    rest = Buffer.concat([rest, bytes]);
    while (rest.length >= 5 && rest.length >= 1 + rest.readInt32BE(1)) {
      const end = 1 + rest.readInt32BE(1);
      const message = rest.subarray(0, end);
      rest = rest.subarray(end);
      onMessage({ type: String.fromCharCode(message[0] ?? 0), bytes: message });
    }
  };
}

/** The process and key by which a client would cancel are the pooler's own. */
function withMadeUpProcess(greeting: Buffer): Buffer {
  const parts: Buffer[] = [];
  readMessages(({ type, bytes }) => {
    const own = Buffer.from(bytes);
    if (type === "K") own.writeInt32BE(0x7f_ff_ff_fe, 5);
    parts.push(own);
  })(greeting);
  return Buffer.concat(parts);
}
