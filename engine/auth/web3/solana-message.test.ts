import { expect, test } from "vitest";

import { readSolanaMessage } from "./solana-message.ts";

const address = "4Cw1koUQtqybLFem7uqhzMBznMPGARbFS4cjaYbM9RnR";
const start = `domain.com wants you to sign in with your Solana account:\n${address}\n`;
const fields = "Version: 1\nURI: https://domain.com\nIssued At: 2025-01-01T00:00:00Z";

// Those of supabase/auth, internal/utilities/siws/parser_test.go, and what it lets pass.
test.each([
  ["", /first line/],
  ["\n\n\n\n", /first line/],
  ["domain.com whatever\n\n\n\n\n\n", /first line/],
  ["domain.com wants you to sign in with your Solana account:\n****\n\n\n\n\n", /base58/],
  [`domain.com wants you to sign in with your Solana account:\n${"1".repeat(31)}\n\n${fields}`, /base58/],
  [`domain.com wants you to sign in with your Solana account:\n${"1".repeat(33)}\n\n${fields}`, /base58/],
  [`domain.com wants you to sign in with your Solana account:\n ${address}\n\n${fields}`, /base58/],
  [`${start}\nStatement\n\nNot Parsable\n`, /unparsable line/],
  [`${start}\nStatement\nsecond line\n\n${fields}`, /unparsable/],
  [`${start}\nStatement\n\nVersion: 1\nURI: ***\nIssued At: 2025-01-01T00:00:00Z`, /URI is not valid/],
  [`${start}\nVersion: 1\nURI: https://google.com\nIssued At: not-a-timestamp`, /Issued At is not a valid/],
  [`${start}\nVersion: 1\nURI: https://google.com\nIssued At: 2025`, /Issued At is not a valid/],
  [`${start}\nVersion: 1\nURI: https://google.com\nIssued At: 2025-02-31T00:00:00Z\nX`, /unparsable/],
  [`${start}\nVersion: 1\nURI: https://google.com\nIssued At: 2025-13-01T00:00:00Z`, /Issued At is not a valid/],
  [`${start}\nVersion: 1\nURI: https://google.com\nIssued At: 2025-01-01T00:00:00`, /Issued At is not a valid/],
  [`${start}\n${fields}\nExpiration Time: not-a-timestamp`, /Expiration Time is not a valid/],
  [`${start}\n${fields}\nNot Before: not-a-timestamp`, /Not Before is not a valid/],
  [`${start}\nVersion: 2\nIssued At: 2025-01-01T00:00:00Z\nURI: https://google.com\n`, /expected 1 got "2"/],
  [`${start}\nURI: https://google.com\nIssued At: 2025-01-01T00:00:00Z`, /expected 1 got ""/],
  [`${start}\nVersion: 1\nIssued At: 2025-01-01T00:00:00Z\n\n`, /URI is not specified/],
  [`${start}\nVersion: 1\nURI: https://domain.com\nResources:\n- https://google.com\n`, /Issued At is not specified/],
  [`${start}\n${fields}\nExpiration Time: 2024-01-01T00:00:00Z`, /Issued At is after Expiration Time/],
  [
    `${start}\n${fields}\nExpiration Time: 2025-01-02T00:00:00Z\nNot Before: 2025-01-03T00:00:00Z`,
    /Not Before is after Expiration Time/,
  ],
  [`${start}\n${fields}\nResources:\n- https://google.com\n- ***\n`, /Resource at position 1/],
  [`${start}\n${fields}\nResources:\n- https://google.com\nNonce: 1`, /unparsable/],
  [`${start}\n${fields}\nChain ID: random:mainnet`, /Chain ID is not valid/],
  [`${start}\n${fields}\nURI: https://evil.example`, /unparsable/],
  [`${start}\n${fields}\nColour: blue`, /unparsable/],
  [`${start}\n${fields}\nNonce:1`, /unparsable/],
  [`${start}\n${fields}\u0000`, /hidden/],
  [`${start}\n${fields}\r\nNonce: 1`, /hidden/],
  [`${start}\nState\u202ement\n\n${fields}`, /hidden/],
  [`${start}\nState\ud800ment\n\n${fields}`, /hidden/],
])("%j is no message", (text, problem) => {
  const read = readSolanaMessage(text);
  expect(read).toMatchObject({ ok: false, problem: expect.stringMatching(problem) });
});

const full = `${fields}\nNonce: 123\nRequest ID: abcdef\nChain ID: solana:testnet`;
test.each([
  ["with a statement", `${start}\nStatement\n\n${full}`, "Statement"],
  ["without", `${start}\n${full}`, undefined],
  ["as the published client writes it without a statement", `${start}${full}`, undefined],
  ["with resources", `${start}\n${full}\nResources:\n- https://domain.com/a\n- https://domain.com/b`, undefined],
  ["with resources as the published client writes them", `${start}${full}\nResources\n- https://a.example`, undefined],
])("A message %s is read", (_, text, statement) => {
  const read = readSolanaMessage(text);
  expect(read).toMatchObject({
    ok: true,
    value: {
      domain: "domain.com",
      address,
      statement,
      chainId: "solana:testnet",
      issuedAt: new Date("2025-01-01T00:00:00Z"),
    },
  });
});
