import { hash as argonHash, verify as argonVerify } from "@node-rs/argon2";
import { compare as bcryptCompare } from "bcryptjs";

/** Argon2id at 64 MiB and three passes; a hash of it is about 90 ms on one core. */
const argonId = 2;
const cost = { algorithm: argonId, memoryCost: 65_536, timeCost: 3, parallelism: 1 };
const currentPrefix = "$argon2id$v=19$m=65536,t=3,p=1$";

/** Two cores hash, some wait, the rest is told to come back: a flood of sign-ins must not eat the machine. */
const maxRunning = 2;
const maxWaiting = 64;

/** In characters; nothing longer was ever accepted as a password, so it need not be hashed. */
export const longestGuess = 1024;

export class HashingOverloaded extends Error {
  constructor() {
    super("Too many passwords are waiting to be checked.");
    this.name = "HashingOverloaded";
  }
}

let running = 0;
const waiting: (() => void)[] = [];

/** @throws HashingOverloaded when too many wait */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting) throw new HashingOverloaded();
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    // The place goes to who waits longest, without ever being free in between.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** @throws HashingOverloaded when too many wait */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => argonHash(password, cost));
}

/**
 * Whether the password belongs to the hash: ours, or an imported argon2 or bcrypt one. Without a hash (unknown account,
 * account without password) the same work is done and the answer is no.
 *
 * @throws HashingOverloaded when too many wait
 */
export function checkPassword(password: string, storedHash: string | null | undefined): Promise<boolean> {
  return inTurn(async () => {
    if (!storedHash) {
      await argonVerify(await unmatchableHash(), password);
      return false;
    }
    // bcrypt ignores what follows 72 bytes: such a password cannot be the one that was hashed whole.
    if (/^\$2[aby]\$/.test(storedHash)) return Buffer.byteLength(password) <= 72 && bcryptCompare(password, storedHash);
    if (/^\$argon2(id|i)\$/.test(storedHash)) return argonVerify(storedHash, password);
    return false;
  });
}

/** Imported hashes are replaced by ours at the next sign-in. */
export function needsNewHash(storedHash: string): boolean {
  return !storedHash.startsWith(currentPrefix);
}

let unmatchable: Promise<string> | undefined;

/** The hash of something nobody knows, at our cost. */
function unmatchableHash(): Promise<string> {
  unmatchable ??= argonHash(crypto.randomUUID() + crypto.randomUUID(), cost);
  return unmatchable;
}
