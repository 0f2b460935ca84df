/** The answers of a funnel in progress. Source: specification, section 3. */
export const funnelStateKey = "funnel_state";
/** Submissions that met an outage, until they are sent; absent when nothing waits. Source: resolutions, section 6. */
export const pendingSubmissionsKey = "pending_submissions";
/** `accepted` when nothing is refused, else `rejected`. Source: specification, section 3. */
export const consentAnswerKey = "cookieConsent";
/** What was answered for each purpose, to which text, when: see `cookie-consent.ts`. */
export const consentChoicesKey = "cookieConsentChoices";
/** Set when this browser's user objected to being counted in the funnels. See `step-counts.ts`. */
export const countingObjectionKey = "ne_pas_compter";
/** What the list of leads shows in this browser, as column names. See `lead-columns.ts`. */
export const leadColumnsKey = "colonnes_leads";
/** How close its rows stand in this browser. */
export const leadDensityKey = "densite_leads";
/** `off` where keys of one character do nothing in the back office. See `key-switch.ts`. */
export const singleKeysKey = "admin_single_keys";
/** In the storage of the session: where the visit came from, once its measurement is accepted. See `attribution.ts`. */
export const attributionKey = "attribution";
/** The order that left for its payment, for the pages after it: see `last-order.ts`. */
export const lastOrderKey = "last_order";
