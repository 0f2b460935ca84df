import { generateKeyPairSync, sign } from "node:crypto";

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const size = content.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const time = (text: string) => der(0x17, Buffer.from(text));

/**
 * A self-signed certificate, made on the spot: no key is kept among the tests.
 *
 * @param endsAt `YYMMDDhhmmssZ`
 */
export function makeSelfSigned(host = "127.0.0.1", endsAt = "491231235959Z"): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const ecdsaWithSha256 = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")));
  const commonName = sequence(der(0x06, Buffer.from("550403", "hex")), der(0x0c, Buffer.from(host)));
  const name = sequence(der(0x31, commonName));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    sequence(time("200101000000Z"), time(endsAt)),
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", content, privateKey));
  const certificate = sequence(content, ecdsaWithSha256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----\n`,
  };
}
