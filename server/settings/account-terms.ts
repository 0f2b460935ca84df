import type { AccountTerms } from "#engine/settings/account-terms.ts";
import { retention } from "#domain/site/retention.ts";

/** What the privacy policy says of accounts, as the engine is told. */
export const accountTerms: AccountTerms = { ...retention, session: retention.customerSession };
