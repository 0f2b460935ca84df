import { createPublicKey, verify } from "node:crypto";

import { base58 } from "@scure/base";

import { failed, ok, type Result } from "#kit/result.ts";

/** What a wallet signed: who asks where, for which address, and when. */
export type SolanaMessage = {
  text: string;
  domain: string;
  /** In base 58, as people know it. */
  address: string;
  publicKey: Uint8Array;
  statement: string | undefined;
  uri: URL;
  chainId: string | undefined;
  issuedAt: Date;
  expiresAt: Date | undefined;
  notBefore: Date | undefined;
};

const headerEnd = " wants you to sign in with your Solana account:";
const fieldNames = [
  "URI",
  "Version",
  "Chain ID",
  "Nonce",
  "Issued At",
  "Expiration Time",
  "Not Before",
  "Request ID",
] as const;
type FieldName = (typeof fieldNames)[number];
type Fields = Partial<Record<FieldName, string>>;

/**
 * Reads a message of "Sign In With Solana". Fields come in any order, each at most once, and none that the standard
 * does not name. The published client writes two things its own way: no empty line before the fields when there is no
 * statement, and `Resources` without its colon; both are taken.
 *
 * Source: Phantom, "Sign In With Solana", the ABNF of the message; what we say of errors is supabase/auth's.
 *
 * @returns the problem in a sentence for developers
 */
export function readSolanaMessage(text: string): Result<SolanaMessage, string> {
  // An editor may hide them, a wallet may not show them: the person agreed to what they saw.
  if (/[\p{Cc}\p{Cf}\p{Cs}]/u.test(text.replaceAll("\n", ""))) return failed("siws: message has hidden characters");
  const [header = "", address = "", ...rest] = text.split("\n");
  if (!header.endsWith(headerEnd)) return failed(`siws: message first line does not end in "${headerEnd}"`);
  const publicKey = readAddress(address);
  if (!publicKey) return failed("siws: wallet address is not in base58 format");

  const { statement, lines } = splitStatement(rest);
  const fields = readFields(lines);
  if (!fields.ok) return fields;
  const described = describe(fields.value);
  if (!described.ok) return described;
  return ok({ text, domain: header.slice(0, -headerEnd.length), address, publicKey, statement, ...described.value });
}

/** Of 32 bytes, written the one way base 58 has for them. */
function readAddress(text: string): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return undefined;
  const bytes = base58.decode(text);
  return bytes.length === 32 ? bytes : undefined;
}

function splitStatement(lines: string[]): { statement: string | undefined; lines: string[] } {
  const [blank, statement, end] = lines;
  return blank === "" && statement && (end === "" || end === undefined)
    ? { statement, lines: lines.slice(3) }
    : { statement: undefined, lines };
}

function readFields(lines: string[]): Result<Fields, string> {
  const fields: Fields = {};
  let resources: number | undefined;
  for (const line of lines) {
    if (line === "") continue;
    if (line.startsWith("- ") && resources !== undefined) {
      if (!URL.canParse(line.slice(2))) return failed(`siws: Resource at position ${resources} has invalid URI`);
      resources += 1;
      continue;
    }
    if (/^Resources:?$/.test(line) && resources === undefined) {
      resources = 0;
      continue;
    }
    const name = fieldNames.find((each) => line.startsWith(`${each}: `));
    if (!name || fields[name] !== undefined || resources !== undefined) {
      return failed("siws: encountered unparsable line");
    }
    fields[name] = line.slice(name.length + 2);
  }
  return ok(fields);
}

type Described = Pick<SolanaMessage, "uri" | "chainId" | "issuedAt" | "expiresAt" | "notBefore">;

function describe(fields: Fields): Result<Described, string> {
  const { URI: uri, Version: version = "", "Chain ID": chainId } = fields;
  if (version !== "1") return failed(`siws: Version value is not supported, expected 1 got "${version.slice(0, 20)}"`);
  if (uri === undefined) return failed("siws: URI is not specified");
  if (!URL.canParse(uri)) return failed("siws: URI is not valid");
  if (chainId !== undefined && !/^solana:(main|dev|test|local)net$/.test(chainId)) {
    return failed("siws: Chain ID is not valid");
  }
  const [issuedAt, expiresAt, notBefore] = [
    readInstant(fields, "Issued At"),
    readInstant(fields, "Expiration Time"),
    readInstant(fields, "Not Before"),
  ];
  for (const instant of [issuedAt, expiresAt, notBefore]) if (!instant.ok) return instant;
  if (!issuedAt.ok || !expiresAt.ok || !notBefore.ok) return failed("siws: a time is not valid");
  if (!issuedAt.value) return failed("siws: Issued At is not specified");
  if (expiresAt.value && issuedAt.value > expiresAt.value) return failed("siws: Issued At is after Expiration Time");
  if (expiresAt.value && notBefore.value && notBefore.value > expiresAt.value) {
    return failed("siws: Not Before is after Expiration Time");
  }
  return ok({
    uri: new URL(uri),
    chainId,
    issuedAt: issuedAt.value,
    expiresAt: expiresAt.value,
    notBefore: notBefore.value,
  });
}

/** RFC 3339: a day and a time with its zone, nothing that only some readers understand. */
function readInstant(fields: Fields, name: FieldName): Result<Date | undefined, string> {
  const text = fields[name];
  if (text === undefined) return ok(undefined);
  const isWritten = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text);
  const instant = new Date(text);
  const isValid = isWritten && !Number.isNaN(instant.getTime());
  return isValid ? ok(instant) : failed(`siws: ${name} is not a valid ISO8601 timestamp`);
}

/** How a public key of Ed25519 begins in the encoding that Node reads. Source: RFC 8410. */
const spkiStart = Buffer.from("302a300506032b6570032100", "hex");

/** Whether the key of the address signed the message, as it is or as a Ledger wraps it. */
export function isSignedByAddress(message: SolanaMessage, signature: Uint8Array): boolean {
  const der = Buffer.concat([spkiStart, message.publicKey]);
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  const text = Buffer.from(message.text);
  return verify(null, text, key, signature) || verify(null, wrapAsLedger(message, text), key, signature);
}

/** Source: docs.anza.xyz, "Off-Chain Message Signing", with one signer and the format of restricted ASCII. */
function wrapAsLedger({ domain, publicKey }: SolanaMessage, text: Buffer): Buffer {
  const [version, format, signers] = [Buffer.of(0), Buffer.of(0), Buffer.of(1)];
  const application = Buffer.alloc(32);
  application.write(domain);
  const length = Buffer.alloc(2);
  length.writeUInt16LE(text.length);
  const start = [Buffer.of(0xff), Buffer.from("solana offchain"), version, application, format, signers];
  return Buffer.concat([...start, publicKey, length, text]);
}
