import { hash as argonHash, verify as argonVerify } from "@node-rs/argon2";
import { compare as bcryptCompare } from "bcryptjs";

const argonId = 2;

/** What one hash costs: memory in KiB, and how often it is gone through. */
export type HashingCost = { memoryKib: number; passes: number };

/** 64 MiB and three passes: a hash is about 90 ms on one core. Only tests pay less. */
export const productionCost: HashingCost = { memoryKib: 65_536, passes: 3 };

/** With the production cost; in proportion with another. */
const leastAnswerMs = 400;

/** Whose passwords wait for one another: those of sign-ups, which need nothing to be sent, and all others. */
export type HashingTurn = "signIn" | "signUp";

/** Two cores hash, some wait, the rest is told to come back: a flood of sign-ins must not eat the machine. */
const maxRunning = 2;

/** Sign-ups have one of the two places, and fewer to wait in: a flood of them leaves the other to who signs in. */
const places: Record<HashingTurn, Places> = {
  signIn: { running: maxRunning, waiting: 64 },
  signUp: { running: 1, waiting: 32 },
};

/** Hashes at the same time, and passwords in the queue. */
type Places = { running: number; waiting: number };

/** In characters; nothing longer was ever accepted as a password, so it need not be hashed. */
export const longestGuess = 1024;

export class HashingOverloaded extends Error {
  constructor() {
    super("Too many passwords are waiting to be checked.");
    this.name = "HashingOverloaded";
  }
}

export type TurnUsage = Places & {
  most: Places;
  /** Sent away since the start. */
  refused: number;
};

export type PasswordHasher = {
  /** Longer than a hash takes, with what is written beside it, on an idle machine: no answer is to come sooner. */
  leastAnswerMs: number;
  /** @throws HashingOverloaded when too many wait */
  hash(password: string, turn?: HashingTurn): Promise<string>;
  /**
   * Whether the password belongs to the hash: ours, or an imported argon2 or bcrypt one. Without a hash (unknown
   * account, account without password) the same work is done and the answer is no.
   *
   * @throws HashingOverloaded when too many wait
   */
  check(password: string, storedHash: string | null | undefined): Promise<boolean>;
  usage(): Record<HashingTurn, TurnUsage>;
  /** Imported hashes, and those of another cost, are replaced by ours at the next sign-in. */
  needsNewHash(storedHash: string): boolean;
};

/** Argon2id; those who share a hasher wait for each other, so a process has one. */
export function createPasswordHasher({ memoryKib, passes }: HashingCost): PasswordHasher {
  const cost = { algorithm: argonId, memoryCost: memoryKib, timeCost: passes, parallelism: 1 };
  const ownPrefix = `$argon2id$v=19$m=${memoryKib},t=${passes},p=1$`;
  const queue = createQueue();
  let unmatchable: Promise<string> | undefined;

  return {
    leastAnswerMs: (leastAnswerMs * memoryKib * passes) / (productionCost.memoryKib * productionCost.passes),
    hash: (password, turn = "signIn") => queue.inTurn(turn, () => argonHash(password.normalize("NFC"), cost)),
    check: (password, storedHash) =>
      queue.inTurn("signIn", async () => {
        // Without a hash to compare, one of a random password at our cost: the answer takes the same time.
        if (!storedHash) unmatchable ??= argonHash(crypto.randomUUID() + crypto.randomUUID(), cost);
        const compared = storedHash || (await unmatchable) || "";
        for (const form of formsOf(password)) {
          if (await matches(form, compared)) return true;
        }
        return false;
      }),
    usage: () => queue.usage(),
    needsNewHash: (storedHash) => !storedHash.startsWith(ownPrefix),
  };
}

/**
 * A password as it is hashed, whatever the keyboard: é as one sign or as two is one letter. Then as it was typed, which
 * earlier hashes were made of, and imported ones are.
 *
 * Source: NIST SP 800-63B, 5.1.1.2.
 */
function formsOf(password: string): Set<string> {
  return new Set([password.normalize("NFC"), password]);
}

async function matches(password: string, storedHash: string): Promise<boolean> {
  // bcrypt ignores what follows 72 bytes: such a password cannot be the one that was hashed whole.
  if (/^\$2[aby]\$/.test(storedHash)) return Buffer.byteLength(password) <= 72 && bcryptCompare(password, storedHash);
  if (/^\$argon2(id|i)\$/.test(storedHash)) return argonVerify(storedHash, password);
  return false;
}

type Queue = {
  /** Runs a piece of work when it is its turn. @throws HashingOverloaded when too many wait */
  inTurn<T>(turn: HashingTurn, work: () => Promise<T>): Promise<T>;
  usage(): Record<HashingTurn, TurnUsage>;
};

function createQueue(): Queue {
  const signIn = createTurn(places.signIn);
  const signUp = createTurn(places.signUp);
  const turns = { signIn, signUp };
  const isFull = () => signIn.running + signUp.running >= maxRunning;

  /** Who waits longest of a turn takes its place. Sign-ups come first: where both wait, each turn has one. */
  function startWaiting(): void {
    for (const turn of [signUp, signIn]) {
      while (turn.waiting.length > 0 && turn.running < turn.most.running && !isFull()) {
        turn.running += 1;
        turn.waiting.shift()?.();
      }
    }
  }

  async function inTurn<T>(name: HashingTurn, work: () => Promise<T>): Promise<T> {
    const turn = turns[name];
    if (!isFull() && turn.running < turn.most.running) {
      turn.running += 1;
    } else if (turn.waiting.length < turn.most.waiting) {
      await new Promise<void>((resolve) => turn.waiting.push(resolve));
    } else {
      turn.refused += 1;
      throw new HashingOverloaded();
    }
    try {
      return await work();
    } finally {
      turn.running -= 1;
      startWaiting();
    }
  }

  return { inTurn, usage: () => ({ signIn: usageOf(signIn), signUp: usageOf(signUp) }) };
}

type Turn = { running: number; waiting: (() => void)[]; most: Places; refused: number };

const createTurn = (most: Places): Turn => ({ running: 0, waiting: [], most, refused: 0 });

const usageOf = ({ running, waiting, most, refused }: Turn): TurnUsage => {
  return { running, waiting: waiting.length, most, refused };
};
