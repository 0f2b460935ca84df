import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

import { origin } from "./support.ts";

const flags = { userPresent: 0x01, userVerified: 0x04, attested: 0x40 };

type Ceremony = {
  /** Of the site that asks, as the browser writes it down. */
  from?: string;
  isUserVerified?: boolean;
  counter?: number;
};

/** A security key in software: ES256, no attestation, one credential. Source: WebAuthn Level 2, section 6. */
export class SecurityKey {
  readonly id = randomBytes(16).toString("base64url");
  counter = 0;
  #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #userHandle = "";

  /** What `navigator.credentials.create` gives for these options, as JSON. */
  create(options: any, { from = origin, isUserVerified = true }: Ceremony = {}) {
    this.#userHandle = options.user.id;
    const id = Buffer.from(this.id, "base64url");
    const attested = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      encodeKey(this.#keys.publicKey),
    ]);
    const data = Buffer.concat([this.#header(options.rp.id, flags.attested, isUserVerified), attested]);
    return this.#credential({
      clientDataJSON: clientData("webauthn.create", options.challenge, from).toString("base64url"),
      attestationObject: encodeAttestation(data).toString("base64url"),
    });
  }

  /** What `navigator.credentials.get` gives for these options, as JSON. */
  get(options: any, { from = origin, isUserVerified = true, counter = this.counter + 1 }: Ceremony = {}) {
    this.counter = counter;
    const authenticatorData = this.#header(options.rpId, 0, isUserVerified);
    const client = clientData("webauthn.get", options.challenge, from);
    const signed = Buffer.concat([authenticatorData, createHash("sha256").update(client).digest()]);
    return this.#credential({
      clientDataJSON: client.toString("base64url"),
      authenticatorData: authenticatorData.toString("base64url"),
      signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
      userHandle: this.#userHandle,
    });
  }

  #credential(response: Record<string, unknown>) {
    return { id: this.id, rawId: this.id, type: "public-key", clientExtensionResults: {}, response };
  }

  #header(rpId: string, more: number, isUserVerified: boolean): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flag = flags.userPresent | (isUserVerified ? flags.userVerified : 0) | more;
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.from([flag]), counter]);
  }
}

function clientData(type: string, challenge: string, from: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
}

/** COSE: key type 2, algorithm -7, curve 1, and both coordinates. */
function encodeKey(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const bytes = (text: string) => Buffer.from(text, "base64url");
  return Buffer.concat([Buffer.from("a5010203262001215820", "hex"), bytes(x), Buffer.from("225820", "hex"), bytes(y)]);
}

/** CBOR: `{ fmt: "none", attStmt: {}, authData }`. */
function encodeAttestation(data: Buffer): Buffer {
  const text = (word: string) => Buffer.concat([Buffer.from([0x60 + word.length]), Buffer.from(word)]);
  const head = [Buffer.from([0xa3]), text("fmt"), text("none"), text("attStmt"), Buffer.from([0xa0]), text("authData")];
  return Buffer.concat([...head, Buffer.from([0x58, data.length]), data]);
}
