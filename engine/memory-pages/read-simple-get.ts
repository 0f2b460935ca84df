/** A request that says nothing but which file of which host is wanted, and how it may be compressed. */
export type SimpleGet = { path: string; acceptEncoding: string; host: string };

/** Longer ones are rare, and Node's own limits are for them. */
const maxLength = 8 * 1024;

/**
 * One GET from its first byte to its last, in the strictest reading of RFC 9112: nothing before, between or after, and
 * no header that asks for more than the file.
 */
const completeRequest =
  /^GET (\/[!$&-;=@A-Z_a-z~%]*)(?:\?[!$&-;=?@A-Z_a-z~%]*)? HTTP\/1\.1\r\n(?:(?!(?i:connection:(?! *keep-alive\r)|content-length:|expect:|if-|range:|transfer-encoding:))[!#$%&'*+\-.^_`|~\w]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/;
const hostHeader = /\nhost:([^\r]*)/i;
const acceptEncodingHeader = /\naccept-encoding:([^\r]*)/i;
const secondAcceptEncoding = /\naccept-encoding:[^]*\naccept-encoding:/i;

/**
 * What these bytes ask for, when they are all of one request that is simple beyond doubt.
 *
 * @returns undefined for everything else: part of a request, more than one, one with a body, a condition or a range,
 *   one that another reader could take for something else
 */
export function readSimpleGet(bytes: Buffer): SimpleGet | undefined {
  if (bytes.length > maxLength) return undefined;
  const text = bytes.toString("latin1");
  const path = completeRequest.exec(text)?.[1];
  const host = hostHeader.exec(text)?.[1]?.trim();
  if (path === undefined || host === undefined || secondAcceptEncoding.test(text)) return undefined;
  return { path, acceptEncoding: acceptEncodingHeader.exec(text)?.[1]?.trim() ?? "", host };
}
