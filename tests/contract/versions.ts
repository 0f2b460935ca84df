import { AuthClient as CurrentAuthClient, createClient as createCurrent } from "@supabase/supabase-js";
import { AuthClient as EarlierAuthClient, createClient as createEarlier } from "supabase-js-2.50";

/**
 * What the two versions do not share. The earlier one has messages of its own for a set of keys without the token's;
 * the current one leaves those tokens to the server, and signs in with wallets of Ethereum too.
 */
export const versions = [
  {
    version: "2.119.0",
    create: createCurrent,
    AuthClient: CurrentAuthClient,
    otherChain: /Unsupported chain "polygon"/,
    emptyKeys: /unable to parse or verify signature/,
    otherKeys: /unable to parse or verify signature/,
    hasKeys: true,
  },
  {
    version: "2.50.5",
    create: createEarlier as unknown as typeof createCurrent,
    AuthClient: EarlierAuthClient as unknown as typeof CurrentAuthClient,
    otherChain: /Unsupported chain "polygon"/,
    emptyKeys: /^JWKS is empty$/,
    otherKeys: /^No matching signing key found in JWKS$/,
    /** Passkeys, security keys and the administration of OAuth came later. */
    hasKeys: false,
  },
];
