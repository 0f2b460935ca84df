import { createHmac, sign as signWith } from "node:crypto";

type Options = { algorithm?: "HS256" | "RS256"; keyid?: string; expiresIn?: string };

/** Of `jsonwebtoken`, what the suite signs with; `expiresIn` is an hour or a minute ago there. */
function sign(payload: Record<string, unknown>, key: string, options: Options = {}): string {
  const { algorithm = "HS256", keyid, expiresIn } = options;
  const iat = (payload.iat as number | undefined) ?? Math.floor(Date.now() / 1000);
  const hours = expiresIn === undefined ? undefined : Number(/^(-?\d+)h$/.exec(expiresIn)?.[1]);
  const claims = { ...payload, iat, ...(hours !== undefined && { exp: iat + hours * 3600 }) };
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const header = { alg: algorithm, typ: "JWT", ...(keyid !== undefined && { kid: keyid }) };
  const text = `${encode(header)}.${encode(claims)}`;
  const signature =
    algorithm === "RS256"
      ? signWith("sha256", Buffer.from(text), key)
      : createHmac("sha256", key).update(text).digest();
  return `${text}.${signature.toString("base64url")}`;
}

export default { sign };
