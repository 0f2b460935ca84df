import { gzipSync } from "node:zlib";

import fc from "fast-check";

import { secretariat } from "#tests/leads/sending.ts";
import { hostileStrings } from "#tests/rest/hostile-strings.ts";
import { headerLines } from "#tests/support/http-client.ts";

/** A request as bytes, and what it takes to judge its answer. */
export type BadRequest = { method: string; target: string; bytes: Buffer; isCut: boolean };

/** Keys and tokens that are right, so that nonsense gets past the first question. */
export type Credentials = { publishableKey: string; secretKey: string; customer: string; administrator: string };

type Route = {
  methods: string;
  path: string;
  parameters: string[];
  fields: string[];
  rightBody?: Record<string, unknown>;
};

const route = (
  methods: string,
  path: string,
  parameters = "",
  fields = "",
  rightBody?: Record<string, unknown>,
): Route => ({
  methods,
  path,
  parameters: parameters.split(" ").filter(Boolean),
  fields: fields.split(" ").filter(Boolean),
  ...(rightBody && { rightBody }),
});

/** Bodies that pass, so that one wrong answer in them gets as far as it can. */
const receipt = { granted: true, at: "2025-10-15T10:00:00.000Z", version: "2025-06-25", text: "J'accepte" };
const rightBodies = {
  signUp: { email: "a@exemple.example", password: "Bruyère-Matin-57", data: { name: "Hélène" } },
  lead: secretariat,
  closing: { firstName: "Hélène", lastName: "Ravel", role: "gérante", company: "Ravel", email: "b@exemple.example", phone: "0639984107", prospectsCount: "200", objectives: ["meetings"], consents: { terms: receipt } },
  conference: { firstName: "Hélène", lastName: "Ravel", companyName: "Ravel", email: "c@exemple.example", phone: "", commentaire: "", newsletter: true, consents: { newsletter: receipt } },
  resume: { funnel: "secretariat", answers: { email: "d@exemple.example", firstName: "Hélène", businessHours: ["24h"] }, website: "" },
  consent: { id: "abcdefgh-1", version: "2025-10-01", analytics: true, marketing: false },
}; // prettier-ignore

const reading = "select order limit offset or and email id lead_status funnel_origin created_at on_conflict columns";
const listing = "filters_param sort_param descending_param after_param limit_param";
const conference = "held_on_param waiting_param search_param before_at_param before_id_param";
const profile = "email first_name phone user_id registration_path calls_per_month business_hours";
const lead =
  "email_param funnel_origin_param first_name_param phone_param registration_path_param calls_per_month_param business_hours_param " +
  "voice_param active_clients_per_month_param idempotency_key_param consents_param attribution_param knowledge_base_url_param";

/** Every address of the product that is not a file. */
export const routes: Route[] = [
  route(
    "POST",
    "/auth/v1/signup",
    "redirect_to",
    "email password data phone code_challenge code_challenge_method gotrue_meta_security",
  ),
  route("POST", "/auth/v1/token", "grant_type", "email password refresh_token auth_code code_verifier chain id_token"),
  route("POST", "/auth/v1/token?grant_type=password", "", "email password phone"),
  route("POST", "/auth/v1/token?grant_type=refresh_token", "", "refresh_token"),
  route("POST", "/auth/v1/token?grant_type=pkce", "", "auth_code code_verifier"),
  route("POST", "/auth/v1/recover", "redirect_to", "email code_challenge code_challenge_method"),
  route("POST", "/auth/v1/resend", "redirect_to", "type email phone"),
  route("GET POST", "/auth/v1/verify", "token token_hash type redirect_to email", "type token token_hash email phone"),
  route(
    "GET",
    "/auth/v1/authorize",
    "provider redirect_to scopes code_challenge code_challenge_method state skip_http_redirect",
  ),
  route("GET", "/auth/v1/callback", "code state error error_description iss"),
  route("GET PUT", "/auth/v1/user", "", "email password data nonce phone current_password"),
  route("POST", "/auth/v1/logout", "scope"),
  route("GET", "/auth/v1/.well-known/jwks.json"),
  route("GET", "/auth/v1/settings"),
  route("GET", "/auth/v1/health"),
  route("POST", "/auth/v1/otp", "redirect_to", "email phone create_user channel data code_challenge"),
  route("POST", "/auth/v1/magiclink", "redirect_to", "email data"),
  route("GET POST", "/auth/v1/sso", "", "domain provider_id"),
  route("GET POST", "/auth/v1/sso/saml/acs", "RelayState"),
  route("GET", "/auth/v1/reauthenticate"),
  route("GET", "/auth/v1/user/identities/authorize", "provider"),
  route("DELETE", "/auth/v1/user/identities/{text}"),
  route("POST", "/auth/v1/factors", "", "factor_type friendly_name issuer"),
  route("POST DELETE", "/auth/v1/factors/{text}"),
  route("POST", "/auth/v1/factors/{text}/challenge"),
  route("POST", "/auth/v1/factors/{text}/verify", "", "challenge_id code"),
  route("GET POST PUT DELETE", "/auth/v1/admin/users", "page per_page", "email password role"),
  route("POST", "/auth/v1/invite", "", "email"),
  route("GET", "/auth/v1/{text}"),
  route("GET POST PATCH DELETE", "/rest/v1/user_profiles", reading, profile),
  route("GET POST PATCH DELETE", "/rest/v1/leads", reading, "lead_status payment_status user_profile_id funnel_origin"),
  route("GET POST PATCH DELETE", "/rest/v1/admin_users", reading, "user_id"),
  route("GET POST PATCH DELETE", "/rest/v1/admin_dashboard", reading, "lead_status"),
  route("GET POST PATCH DELETE", "/rest/v1/{text}", reading, "id"),
  route("GET", "/rest/v1/"),
  route("GET POST", "/rest/v1/rpc/create_lead_without_auth", lead, lead, rightBodies.lead),
  route(
    "GET POST",
    "/rest/v1/rpc/create_profile_if_not_exists",
    "user_id_param registration_path_param",
    "user_id_param registration_path_param",
  ),
  route("GET POST", "/rest/v1/rpc/search_leads", `query_param ${reading}`, "query_param"),
  route("GET POST", "/rest/v1/rpc/list_leads", listing, listing),
  route("GET POST", "/rest/v1/rpc/list_conference", conference, conference),
  route("GET POST", "/rest/v1/rpc/{text}", reading, "a b"),
  route("GET POST", "/rest/v1/leads/{text}/{text}"),
  route("POST", "/functions/v1/create-account", "", "lead_id action"),
  route("POST", "/functions/v1/delete-account", "", "email"),
  route("POST", "/functions/v1/delete-user", "", "user_id lead_id profile_id scope"),
  route("POST", "/functions/v1/export-account"),
  route("POST", "/functions/v1/reset-administrator-factors", "", "user_id"),
  route("POST", "/functions/v1/list-administrators"),
  route("GET", "/functions/v1/site-settings"),
  route("POST", "/functions/v1/save-site-draft", "", "seen_at set discard", {
    seen_at: null,
    set: { "contact.phone": "1" },
  }),
  route("POST", "/functions/v1/check-site-draft"),
  route("POST", "/functions/v1/publish-site", "", "at reason seen_at", { reason: "Essai", at: "2999-01-01T00:00:00Z" }),
  route("POST", "/functions/v1/return-to-site-version", "", "version reason", { version: 1, reason: "Essai" }),
  route("POST", "/functions/v1/withdraw-site-version", "", "version"),
  route("POST", "/functions/v1/upload-picture"),
  route("POST", "/functions/v1/keep-article", "", "content", { content: { title: "Essai", text: "## Essai" } }),
  route("POST", "/functions/v1/list-articles", "", "ids", { ids: [] }),
  route("POST", "/functions/v1/read-article", "", "id"),
  route("POST", "/functions/v1/list-conferences"),
  route("POST", "/functions/v1/read-health"),
  route("POST", "/functions/v1/preview-site", "", "day"),
  route("POST", "/functions/v1/send-test-mail"),
  route("GET", "/apercu/{text}/{text}"),
  route("POST", "/functions/v1/attendance-sheet", "", "held_on"),
  route("POST", "/functions/v1/export-conference", "", "query"),
  route("POST", "/functions/v1/invite-administrator", "", "email name role"),
  route("POST", "/functions/v1/set-administrator-role", "", "user_id role"),
  route("POST", "/functions/v1/set-turns", "", "funnel_origin user_ids"),
  route("POST", "/functions/v1/set-own-name", "", "name"),
  route("POST", "/functions/v1/withdraw-administrator", "", "user_id"),
  route("POST", "/functions/v1/end-administrator-sessions", "", "user_id"),
  route("POST", "/functions/v1/list-own-sessions"),
  route("POST", "/functions/v1/read-own-orders"),
  route("POST", "/functions/v1/change-answers", "", "lead_id set", { lead_id: "a", set: { intention: "rdv" } }),
  route("POST", "/functions/v1/end-own-sessions", "", "sessionId scope"),
  route("POST", "/functions/v1/signed-in", "", "path"),
  route("POST", "/functions/v1/register-closing", "", Object.keys(rightBodies.closing).join(" "), rightBodies.closing),
  route(
    "POST",
    "/functions/v1/register-conference",
    "",
    Object.keys(rightBodies.conference).join(" "),
    rightBodies.conference,
  ),
  route("POST", "/functions/v1/record-consent", "", Object.keys(rightBodies.consent).join(" "), rightBodies.consent),
  route("POST", "/functions/v1/count-step", "", "funnel step event field source", {
    funnel: "secretariat",
    step: 1,
    event: "refused",
  }),
  route("POST", "/functions/v1/report", "", "type url body csp-report", {
    type: "csp-violation",
    url: "http://localhost:3000/",
    body: { effectiveDirective: "script-src", blockedURL: "inline" },
  }),
  route("GET", "/.well-known/security.txt"),
  route("POST", "/functions/v1/payment-events", "", "id type data"),
  route("POST", "/functions/v1/payment-started", "", "reference termsVersion"),
  route("POST", "/functions/v1/find-company", "", "typed", { typed: "Kerbrat" }),
  route("POST", "/functions/v1/send-resume-link", "", "funnel answers website", rightBodies.resume),
  route("POST", "/functions/v1/set-first-password", "", "token password renew", { token: "AAAA", password: "Tilleul" }),
  route("POST", "/functions/v1/open-resume-link", "", "funnel token", { funnel: "secretariat", token: "AAAA" }),
  route("POST", "/functions/v1/export-leads", "", "query ids", { query: "tunnel=closing" }),
  route("POST", "/functions/v1/replay-deliveries", "", "delivery_id receiver_id"),
  route("POST", "/functions/v1/attach-payment", "", "payment_id lead_id undo"),
  route("POST", "/functions/v1/dismiss-payment", "", "payment_id reason"),
  route("POST", "/functions/v1/settle-billing", "", "event_id is_settled"),
  route("POST", "/functions/v1/add-note", "", "lead_id text note_id for_customer mentions withdraw"),
  route("POST", "/functions/v1/change-leads", "", "ids set seen_at"),
  route("POST", "/functions/v1/tag-leads", "", "ids add remove"),
  route("POST", "/functions/v1/callback-feed", "", "renew"),
  route("GET", "/functions/v1/callbacks.ics", "token", ""),
  route("POST", "/functions/v1/delete-leads", "", "ids seen_at"),
  route("POST", "/functions/v1/select-leads", "", "query", { query: "tunnel=closing" }),
  route("POST", "/functions/v1/correct-lead", "", "lead_id set seen_at"),
  route(
    "POST",
    "/functions/v1/create-lead",
    "",
    "email funnel_origin first_name business_hours consents call_consent note owner",
  ),
  route("POST", "/functions/v1/import-leads", "", "import_id source file_name file_hash funnel_origin last_line lines"),
  route("POST", "/functions/v1/undo-import", "", "import_id"),
  route("POST", "/functions/v1/note-consent", "", "lead_id given_on source text"),
  route("POST", "/functions/v1/export-contact", "", "lead_id"),
  route("POST", "/functions/v1/merge-contacts", "", "keep merge undo"),
  route("POST", "/functions/v1/set-callback", "", "lead_id at seen_at"),
  route("POST", "/functions/v1/set-setup", "", "lead_id is_done seen_at"),
  route("POST", "/functions/v1/set-notifications", "", "kinds quiet_from quiet_until digest_hour"),
  route("POST", "/functions/v1/log-call", "", "lead_id outcome note callback_at lead_status call_id"),
  route("POST", "/functions/v1/prepare-mail", "", "lead_id"),
  route("POST", "/functions/v1/send-mail", "", "lead_id template subject text message_id"),
  route("POST", "/functions/v1/list-mail-templates"),
  route("POST", "/functions/v1/read-mail-template", "", "template_id"),
  route("POST", "/functions/v1/save-mail-template", "", "template_id seen_version name subject text is_offered"),
  route("POST", "/functions/v1/{text}", "", "email"),
  route("GET", "/demo"),
  route("GET PUT", "/demo/switches.json", "", "webhooks mail identity payments"),
  route("POST", "/demo/switches", "", "webhooks"),
  route("GET DELETE", "/demo/mail.json"),
  route("GET", "/demo/mail/{text}"),
  route("GET DELETE", "/demo/webhooks.json"),
  route("GET DELETE", "/demo/payments.json"),
  route("GET DELETE", "/demo/invoices.json"),
  route("POST", "/demo/webhooks/lead", "", "event"),
  route("GET", "/demo/pixel.gif", "ev dl"),
  route("GET", "/demo/registre/search", "q per_page page"),
  route("POST", "/demo/measure", "", "event page", { event: "view", page: "/" }),
  route("GET POST", "/demo/paiement/{text}", "prefilled_email client_reference_id", "answer"),
  route("GET POST", "/demo/paiement/secretariat/{text}", "prefilled_email client_reference_id", "answer"),
  route("GET", "/demo/facture/{text}"),
  route("POST", "/demo/facture", "", "subscription"),
  route("GET POST", "/demo/idp/{text}", "client_id redirect_uri response_type scope state nonce prompt"),
  route(
    "GET",
    "/demo/idp/auth",
    "client_id redirect_uri response_type scope state nonce code_challenge code_challenge_method",
  ),
  route("POST", "/demo/idp/token", "", "grant_type code client_id"),
  route("GET POST", "/demo/idp/interaction/{text}", "", "email"),
  route("GET", "/demo/{text}"),
  route("GET", "/healthz"),
  route("GET", "/readyz"),
  route("GET", "/metrics"),
  route("POST", "/operations/administrators", "", "email password"),
  route("GET", "/operations/findings"),
  route("GET", "/operations/deliveries"),
  route("POST", "/operations/replays", "", "target"),
  route("GET", "/operations/{text}"),
  route("GET", "/"),
  route("GET", "/inscription-secretariat", "step offre calls"),
  route("GET", "/admin"),
  route("GET", "/blog/{text}"),
  route("GET", "/assets/{text}"),
  route("GET", "/{text}"),
];

const texts = hostileStrings();
const hostileText = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("x".repeat(700), "é".repeat(90), "\0", "\u0000a", "\ud800", "\r\nset-cookie: a=b"),
  },
);

/** As a browser would write it, badly, or with bytes that are no text. */
const encodedText = fc.oneof(
  { weight: 4, arbitrary: hostileText.map((text) => encodeURIComponent(text.toWellFormed())) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "%",
      "%zz",
      "%ff",
      "%c0%ae%c0%ae",
      "%00",
      "%u0041",
      "%2e%2e%2f",
      "..%2f..",
      "%5c..",
      "..",
      ".",
      ";a=1",
    ),
  },
  { weight: 1, arbitrary: hostileText.map((text) => text.replaceAll(/[^\x21-\x7e]/g, "+").replaceAll("#", "+")) },
);

const plausible = fc.constantFrom(
  "eq.1", "in.(a,b)", "is.null", "not.eq.x", "*", "id", "id.desc", "0", "-1", "999999999999999999999", "password", "signup", "google",
  "https://evil.example", "//evil.example", "http://localhost:3000/x", "00000000-0000-0000-0000-000000000000", "(email.eq.a,id.gt.1)", "null",
); // prettier-ignore

const queryOf = ({ parameters }: Route) =>
  fc
    .array(
      fc.tuple(
        parameters.length > 0
          ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...parameters) }, { weight: 1, arbitrary: encodedText })
          : encodedText,
        fc.oneof(plausible, encodedText),
      ),
      { maxLength: 4 },
    )
    .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join("&"));

/** Ways to write an address that naive routers read differently from what they guard. */
const twists: ((path: string) => string)[] = [
  (path) => `/${path}`,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path}/.`,
  (path) => `${path}/..`,
  (path) => `/x/..${path}`,
  (path) => `/%2e%2e${path}`,
  (path) => `/..${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replaceAll("/", "%2f"),
  (path) => path.replaceAll("/", "\\"),
  (path) => `${path}%00`,
  (path) => `${path}#fragment`,
  (path) => `http://localhost:3000${path}`,
  (path) => `http://evil.example${path}`,
  (path) => `ftp://x${path}`,
  (path) => path.slice(1),
  () => "*",
  () => "",
  (path) => `${path}?${"a=b&".repeat(3000)}`,
  (path) => `${path}/${"x".repeat(9000)}`,
  (path) => `${path}?x=${"y".repeat(20_000)}`,
];

const twist = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom(...twists) },
);

const targetOf = (of: Route) =>
  fc
    .tuple(fc.array(encodedText, { minLength: 2, maxLength: 2 }), queryOf(of), twist)
    .map(([segments, query, twistOf]) => {
      const [first = "", second = ""] = segments;
      const path = of.path.replace("{text}", () => first).replace("{text}", () => second);
      const twisted = twistOf ? twistOf(path) : path;
      const target = query === "" ? twisted : `${twisted}${twisted.includes("?") ? "&" : "?"}${query}`;
      return target.replaceAll(/[\s\0]/g, "+");
    });

const otherMethods = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "CONNECT",
  "PROPFIND",
  "QUERY",
  "get",
  "X",
  "",
];
const methodOf = ({ methods }: Route) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...methods.split(" ")) },
    { weight: 1, arbitrary: fc.constantFrom(...otherMethods) },
  );

const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
const wide = (keys: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, 1])));

const nonsense = fc.constantFrom<string | Buffer>(
  "", "{", "[", "null", "1", '"text"', "true", "{}", "[]", "[[]]", "[1,2]", "[{}]", "{}{}", "{'a':1}", "{a:1}", "NaN", "\ufeff{}", "undefined",
  '{"a":1,"a":2}', '{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{"x":1}}}', '{"toString":1}', '{"a":1e400}', '{"":""}',
  deep(33), deep(5000), deep(30_000), wide(201), wide(5000), `"${"x".repeat(66_000)}"`, `{"email":"${"x".repeat(60_000)}@x.example"}`,
  Buffer.from([0xff, 0xfe, 0x7b, 0x7d]), Buffer.from('{"a":"\xff"}', "latin1"), Buffer.alloc(100), gzipSync("{}"), "a=b&c=d",
  "--x\r\ncontent-disposition: form-data; name=a\r\n\r\nb\r\n--x--", "<?xml version='1.0'?><a/>",
); // prettier-ignore

const fieldValue = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, 2 ** 53, [], {}, [null], [[]], [1, "a"], { a: { b: [] } }, "", " ", "a@b.example", "x@x", "null") },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
); // prettier-ignore

const bodyOf = ({ fields, rightBody }: Route) =>
  fc.oneof(
    { weight: 2, arbitrary: nonsense },
    {
      weight: fields.length > 0 ? 4 : 1,
      arbitrary: fc
        .dictionary(
          fields.length > 0
            ? fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...fields) }, { weight: 1, arbitrary: hostileText })
            : hostileText,
          fieldValue,
          { maxKeys: 6 },
        )
        .map((body) => JSON.stringify(body)),
    },
    {
      weight: rightBody ? 6 : 0,
      arbitrary: fc
        .dictionary(fc.constantFrom(...fields, "x"), fieldValue, { maxKeys: 2 })
        .map((wrong) => JSON.stringify({ ...rightBody, ...wrong })),
    },
  );

const printable = (text: string) => text.replaceAll(/[^\x20-\x7e]/g, "?").trim();
const hostileHeader = hostileText.map((text) => printable(text).slice(0, 2000));

const headerPool: [name: string, values: fc.Arbitrary<string>][] = [
  ["prefer", fc.oneof(fc.constantFrom("return=representation", "return=everything", "count=exact", "count=planned", "resolution=merge-duplicates", "tx=rollback", "handling=strict, x=y", "max-affected=0", ","), hostileHeader)],
  ["range", fc.oneof(fc.constantFrom("0-9", "9-0", "-5", "5-", "bytes=0-1", "0-0,2-3", "99999999999999999999-"), hostileHeader)],
  ["range-unit", fc.constantFrom("items", "bytes", "")],
  ["accept", fc.oneof(fc.constantFrom("text/csv", "application/vnd.pgrst.object+json", "application/geo+json", "text/html", "*/*;q=0", "a/b/c", ","), hostileHeader)],
  ["accept-profile", fc.oneof(fc.constantFrom("private", "auth", "public"), hostileHeader)],
  ["content-profile", fc.oneof(fc.constantFrom("private", "auth", "public"), hostileHeader)],
  ["x-supabase-api-version", fc.constantFrom("2024-01-01", "2024-01-01", "1999-01-01", "9999-99-99", "x")],
  ["x-admin-token", hostileHeader],
  ["idempotency-key", hostileHeader],
  ["x-forwarded-for", fc.oneof(fc.constantFrom("1.2.3.4", "::1", "unknown", "1.2.3.4, 5.6.7.8", ","), hostileHeader)],
  ["origin", fc.constantFrom("null", "https://evil.example", "http://localhost:3000", "x")],
  ["access-control-request-method", fc.constantFrom("POST", "X")],
  ["cookie", fc.oneof(fc.constantFrom("a=b", "=;;=", "demo_idp=x; demo_idp_i=y"), hostileHeader)],
  ["referer", hostileHeader],
  ["user-agent", hostileHeader],
  ["accept-encoding", fc.constantFrom("gzip", "br;q=1, *;q=0", "identity;q=0", "x")],
  ["if-none-match", fc.constantFrom("*", '"x"', "W/")],
  ["if-modified-since", fc.constantFrom("yesterday", "0")],
  ["x-http-method-override", fc.constantFrom("DELETE", "TRACE")],
  ["upgrade", fc.constantFrom("websocket", "h2c")],
  ["x-filler", fc.constantFrom("z".repeat(9000), "z".repeat(9000), "z".repeat(17_000))],
  ["x-request-id", hostileHeader],
]; // prettier-ignore

const someHeaders = fc.array(
  fc.constantFrom(...headerPool).chain(([name, values]) => values.map((value): [string, string] => [name, value])),
  { maxLength: 4 },
);

const contentType = fc.oneof(
  { weight: 6, arbitrary: fc.constant("application/json") },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      "application/json; charset=utf-8", "application/json; charset=latin1", "application/json;;;", "application/vnd.pgrst.object+json", "text/plain",
      "text/csv", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data", "application/xml", "json", "", "/",
      "application/json, text/plain", "application/jsonp",
    ),
  },
); // prettier-ignore
const encoding = fc.oneof(
  { weight: 12, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom("gzip", "br", "identity", "deflate, gzip", "x") },
);
const host = fc.oneof(
  { weight: 20, arbitrary: fc.constant("localhost:3000") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "evil.example", "a b", "localhost:99999", "[::1", "x/y", "user@host", "é"),
  },
);
const framing = fc.oneof(
  { weight: 14, arbitrary: fc.constant("length" as const) },
  { weight: 3, arbitrary: fc.constant("chunked" as const) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      "none" as const,
      "both" as const,
      "two lengths" as const,
      "bad length" as const,
      "bad chunk" as const,
      "cut" as const,
    ),
  },
);

function credentialsFor({ publishableKey, secretKey, customer, administrator }: Credentials) {
  const pairs: [string, string][][] = [
    [["apikey", publishableKey]],
    [["apikey", publishableKey], ["authorization", `Bearer ${publishableKey}`]],
    [["apikey", publishableKey], ["authorization", `Bearer ${customer}`]],
    [["apikey", publishableKey], ["authorization", `Bearer ${administrator}`]],
    [["apikey", publishableKey], ["x-admin-token", administrator]],
    [["authorization", `Bearer ${customer}`]],
    [["apikey", secretKey]],
    [["authorization", `Bearer ${secretKey}`]],
  ]; // prettier-ignore
  const bad: [string, string][][] = [
    [],
    [["apikey", "sb_publishable_x"]],
    [["apikey", publishableKey], ["apikey", publishableKey]],
    [["apikey", publishableKey], ["authorization", "Bearer x.y.z"]],
    [["apikey", publishableKey], ["authorization", `Bearer ${customer}x`]],
    [["apikey", publishableKey], ["authorization", `Bearer ${customer}`], ["authorization", `Bearer ${administrator}`]],
    [["authorization", "Basic eDp5"]],
    [["authorization", "Bearer"]],
    [["authorization", `Bearer ${"a".repeat(8000)}`]],
  ]; // prettier-ignore
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...pairs) },
    { weight: 1, arbitrary: fc.constantFrom(...bad) },
  );
}

/** Requests that are wrong in one way or in several; some turn out to be right. */
export function badRequests(credentials: Credentials): fc.Arbitrary<BadRequest> {
  // What writes, and what reads what people sent, comes up more often than pages do.
  const weighted = routes.flatMap((each) => Array.from({ length: each.fields.length > 1 ? 4 : 1 }, () => each));
  return fc.constantFrom(...weighted).chain((of) =>
    fc
      .record({
        method: methodOf(of),
        target: targetOf(of),
        body: fc.option(bodyOf(of), { freq: 4, nil: undefined }),
        keys: credentialsFor(credentials),
        others: someHeaders,
        contentType,
        encoding,
        host,
        framing,
      })
      .map(writeRequest),
  );
}

type Parts = {
  method: string;
  target: string;
  body: string | Buffer | undefined;
  keys: [string, string][];
  others: [string, string][];
  contentType: string;
  encoding: string | undefined;
  host: string;
  framing: "length" | "chunked" | "none" | "both" | "two lengths" | "bad length" | "bad chunk" | "cut";
};

function writeRequest({
  method,
  target,
  body,
  keys,
  others,
  contentType: type,
  encoding: coding,
  host: to,
  framing: frame,
}: Parts): BadRequest {
  const payload = Buffer.from(body ?? "");
  const length: [string, string] = ["content-length", String(payload.length)];
  const chunked: [string, string] = ["transfer-encoding", "chunked"];
  const [lengths, bytes] = ({
    length: [[length], payload],
    chunked: [[chunked], inChunks(payload)],
    none: [[], payload],
    both: [[length, chunked], inChunks(payload)],
    "two lengths": [[length, ["content-length", "1"]], payload],
    "bad length": [[["content-length", "-1x"]], payload],
    "bad chunk": [[chunked], Buffer.from("zz\r\n")],
    cut: [[["content-length", String(payload.length + 10)]], payload],
  } satisfies Record<Parts["framing"], [[string, string][], Buffer]>)[frame]; // prettier-ignore
  const head =
    `${method} ${target} HTTP/1.1\r\n` +
    headerLines([
      ["host", to],
      ["connection", "close"],
      ...keys,
      ...others,
      ...(body === undefined
        ? []
        : [
            ["content-type", type] as [string, string],
            ...(coding ? [["content-encoding", coding] as [string, string]] : []),
          ]),
      ...(body === undefined ? [] : lengths),
    ]);
  const isCut = body !== undefined && frame !== "length" && frame !== "chunked";
  return {
    method,
    target,
    bytes: Buffer.concat([Buffer.from(`${head}\r\n`, "utf8"), body === undefined ? Buffer.alloc(0) : bytes]),
    isCut,
  };
}

function inChunks(payload: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < payload.length; at += 10_000) {
    const part = payload.subarray(at, at + 10_000);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}
