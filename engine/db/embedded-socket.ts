import { Duplex } from "node:stream";

export type SocketEnd = {
  /** Resolves when the engine can be spoken to; rejects when it could not be opened. */
  whenReady(): Promise<void>;
  /** One statement's bytes out, its answer back; answers come in the order of the questions. */
  exchange(bytes: Uint8Array): Promise<Uint8Array>;
  /** The client is gone, perhaps in the middle of a transaction. */
  onGone(socket: Duplex): void;
};

const terminate = 0x58; // X
const query = 0x51; // Q
const sync = 0x53; // S

/**
 * What `pg` takes for a TCP connection to PostgreSQL: what is written goes to the engine, its answers are read back.
 *
 * The start-up packet is answered here: the engine's one session is open already.
 */
export function openSocket(engine: SocketEnd): Duplex {
  let isGreeted = false;

  const socket = new Duplex({
    read() {},
    writev(items, done) {
      const chunks = items.map(({ chunk }) => chunk as Buffer);
      if (!isGreeted) {
        isGreeted = true;
        socket.push(greeting);
        return done();
      }
      if (chunks[0]?.[0] === terminate) {
        done();
        return void socket.end();
      }
      void exchangeAll(splitStatements(chunks), done);
    },
    final(done) {
      socket.push(null);
      done();
    },
    destroy(error, done) {
      engine.onGone(socket);
      done(error);
    },
  });

  async function exchangeAll(statements: Uint8Array[], done: (error?: Error | null) => void): Promise<void> {
    let failure: Error | undefined;
    try {
      await Promise.all(statements.map((bytes) => engine.exchange(bytes).then(deliver)));
    } catch (error) {
      failure = error as Error;
    }
    done(failure);
  }

  function deliver(answer: Uint8Array): void {
    if (!socket.destroyed) socket.push(Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength));
  }

  function connect(): Duplex {
    engine.whenReady().then(
      () => socket.emit("connect"),
      (error: Error) => socket.destroy(error),
    );
    return socket;
  }
  const nothing = () => socket;
  return Object.assign(socket, { connect, setNoDelay: nothing, setKeepAlive: nothing, ref: nothing, unref: nothing });
}

/**
 * Pipelined statements may arrive together; each ends with a query or a sync message. Apart, each has its own deadline.
 * `pg` writes every protocol message as one chunk.
 */
function splitStatements(chunks: Buffer[]): Uint8Array[] {
  const statements: Uint8Array[] = [];
  let open: Buffer[] = [];
  for (const chunk of chunks) {
    open.push(chunk);
    if (chunk[0] !== query && chunk[0] !== sync) continue;
    // a copy: `concat` may hand out a part of a shared buffer, which would be sent to the worker whole
    statements.push(new Uint8Array(Buffer.concat(open)));
    open = [];
  }
  if (open.length > 0) statements.push(new Uint8Array(Buffer.concat(open)));
  return statements;
}

/** Authentication accepted, client encoding, ready for a query. */
const greeting = Buffer.concat([
  message("R", Buffer.from([0, 0, 0, 0])),
  message("S", Buffer.from("client_encoding\0UTF8\0")),
  message("Z", Buffer.from("I")),
]);

function message(type: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** A command in the simple protocol, as bytes. */
export function simpleQuery(text: string): Uint8Array {
  return new Uint8Array(message("Q", Buffer.from(`${text}\0`)));
}
