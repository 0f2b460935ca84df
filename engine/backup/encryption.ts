import { ReadableStream } from "node:stream/web";

import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";

import { DamagedArchive } from "./archive.ts";

/** `BACKUP_KEY`: what closes a backup, and opens it but for a recipient, which only closes. */
export type BackupKey =
  | { kind: "passphrase"; passphrase: string }
  | { kind: "recipient"; recipient: string }
  | { kind: "identity"; identity: string };

/** First line of every file in the `age` format. Source: age-encryption.org/v1. */
export const encryptedBeginning = "age-encryption.org/v1";

/**
 * Powers of two that a guess at a passphrase costs: the first choice of OWASP's Password Storage Cheat Sheet, 128 MB.
 */
const scryptWorkFactor = 17;

export function readBackupKey(text: string): BackupKey {
  if (text.startsWith("AGE-SECRET-KEY-")) return { kind: "identity", identity: text };
  if (text.startsWith("age1")) return { kind: "recipient", recipient: text };
  return { kind: "passphrase", passphrase: text };
}

/** A fresh key, known to the caller alone. */
export async function generateBackupKey(): Promise<BackupKey> {
  return { kind: "identity", identity: await generateX25519Identity() };
}

/** @throws when a recipient or identity was not copied whole */
async function createEncrypter(key: BackupKey): Promise<Encrypter> {
  const encrypter = new Encrypter();
  if (key.kind === "passphrase") {
    encrypter.setScryptWorkFactor(scryptWorkFactor);
    encrypter.setPassphrase(key.passphrase);
    return encrypter;
  }
  try {
    encrypter.addRecipient(key.kind === "recipient" ? key.recipient : await identityToRecipient(key.identity));
  } catch (cause) {
    throw notWhole(key.kind, cause);
  }
  return encrypter;
}

function notWhole(kind: BackupKey["kind"], cause: unknown): Error {
  return new Error(`BACKUP_KEY begins like an age ${kind} and is none: copy it again, whole.`, { cause });
}

export async function* encryptChunks(source: AsyncIterable<Uint8Array>, key: BackupKey): AsyncGenerator<Uint8Array> {
  const encrypter = await createEncrypter(key);
  yield* await encrypter.encrypt(streamOf(source));
}

/** The key that the backup was closed with is another one. */
export class WrongKey extends Error {}

/** @throws WrongKey before the first chunk; DamagedArchive where the file was changed or cut off */
export async function* decryptChunks(source: AsyncIterable<Uint8Array>, key: BackupKey): AsyncGenerator<Uint8Array> {
  const decrypter = new Decrypter();
  if (key.kind === "recipient") throw new WrongKey();
  if (key.kind === "passphrase") decrypter.addPassphrase(key.passphrase);
  try {
    if (key.kind === "identity") decrypter.addIdentity(key.identity);
  } catch (cause) {
    throw notWhole("identity", cause);
  }
  try {
    yield* await decrypter.decrypt(streamOf(source));
  } catch (error) {
    const isOtherKey = error instanceof Error && error.message.startsWith("no identity matched");
    throw isOtherKey ? new WrongKey() : new DamagedArchive("It does not decrypt.", { cause: error });
  }
}

type WebStream = Parameters<Encrypter["encrypt"]>[0] & globalThis.ReadableStream<Uint8Array>;

function streamOf(source: AsyncIterable<Uint8Array>): WebStream {
  return ReadableStream.from(source) as unknown as WebStream;
}
