import { randomUUID } from "node:crypto";

import { followUp, marketing, secretariat } from "#tests/leads/sending.ts";

export type Answered = { kind: Kind; status: number; byteCount: number };

export type Traffic = {
  /**
   * The request of that number: the same mix for every hundred of them. Resolves once the answer was read to its end.
   */
  ask(number: number): Promise<Answered>;
};

/** What is expected of each kind, so that a soak of refusals alone is noticed. */
export const expectedStatus = {
  page: 200,
  missing_page: 404,
  lead: 200,
  refused_read: 401,
  own_leads: 200,
  sign_in: 200,
  consent: 200,
  unknown_table: 404,
  unreadable_body: 400,
  forged_token: 401,
  forbidden_removal: 401,
  repeated_column: 400,
} as const;

type Kind = keyof typeof expectedStatus;

const customer = { email: "endurance@exemple.example", password: "Bruyère-Matin-57" };
const pages = ["/", "/inscription-secretariat", "/admin", "/secretariat"];
const wrongs = [
  "unknown_table",
  "unreadable_body",
  "forged_token",
  "forbidden_removal",
  "repeated_column",
  "missing_page",
] as const;
const leadPath = "/rest/v1/rpc/create_lead_without_auth";

/** As long as the browser's areas let a text be, in letters of three bytes: half a megabyte an answer. */
const area = "☎".repeat(4000);
const longAnswers = { welcome_message_param: area, knowledge_base_text_param: area, marketing_needs_param: area };
const wideColumns = ["welcome_message", "knowledge_base_text", "marketing_needs"];
const plainColumns = [
  "id",
  "email",
  "first_name",
  "last_name",
  "phone",
  "company_name",
  "business_type",
  "voice",
  "role",
];

/** Visitors behind a proxy, one customer with long answers in three funnels, and callers with no right at all. */
export async function startTraffic(siteUrl: string, publishableKey: string): Promise<Traffic> {
  let token = "";

  async function send(number: number, path: string, { headers, body, method }: Sending = {}) {
    const response = await fetch(siteUrl + path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        apikey: publishableKey,
        "x-forwarded-for": `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const bytes = await response.arrayBuffer();
    return { status: response.status, byteCount: bytes.byteLength, bytes };
  }

  async function signIn(number: number, path: string) {
    const answer = await send(number, path, { body: customer });
    const { access_token: signed } = JSON.parse(Buffer.from(answer.bytes).toString()) as { access_token?: string };
    token = signed ?? token;
    return answer;
  }

  const asCustomer = () => ({ authorization: `Bearer ${token}` });

  /** Each read with names of its own, so that no two texts of statements are the same. */
  function readOwn(number: number) {
    const repeated = wideColumns.flatMap((column) => [`a${number}:${column}`, `b:${column}`, `c:${column}`]);
    return send(number, `/rest/v1/leads?select=*,${repeated.join(",")}`, { headers: asCustomer() });
  }

  function readForbidden(number: number) {
    const columns = [...wideColumns, ...plainColumns];
    const named = Array.from(
      { length: columns.length * 4 },
      (_, index) => `n${number}_${index}_${"x".repeat(40)}:${columns[index % columns.length]}`,
    );
    return send(number, `/rest/v1/leads?select=${named.join(",")}`);
  }

  function submit(number: number) {
    const answers = { ...secretariat, email_param: `endurance-${number}@exemple.example` };
    return send(number, leadPath, { body: { ...answers, idempotency_key_param: randomUUID() } });
  }

  function goWrong(number: number, kind: (typeof wrongs)[number]) {
    if (kind === "unknown_table") return send(number, `/rest/v1/table_${number}`);
    if (kind === "unreadable_body") return send(number, leadPath, { body: `{"email_param": "${number}` });
    if (kind === "forged_token")
      return send(number, "/rest/v1/leads", { headers: { authorization: `Bearer x.y.${number}` } });
    if (kind === "forbidden_removal") return send(number, `/rest/v1/leads?id=eq.${randomUUID()}`, { method: "DELETE" });
    if (kind === "missing_page") return send(number, `/nulle-part-${number}`);
    const repeated = Array.from({ length: 190 }, (_, index) => `r${index}:knowledge_base_text`);
    return send(number, `/rest/v1/leads?select=${repeated.join(",")}`, { headers: asCustomer() });
  }

  async function answerOf(number: number): Promise<[Kind, { status: number; byteCount: number }]> {
    const turn = number % 100;
    if (turn < 25) return ["page", await send(number, pages[turn % pages.length] ?? "/")];
    if (turn < 30) return ["lead", await submit(number)];
    if (turn < 55) return ["refused_read", await readForbidden(number)];
    if (turn < 80) return ["own_leads", await readOwn(number)];
    if (turn < 85) {
      const proof = { id: randomUUID(), version: "1", analytics: false, marketing: false };
      return ["consent", await send(number, "/functions/v1/record-consent", { body: proof })];
    }
    if (number % 200 === 85) return ["sign_in", await signIn(number, "/auth/v1/token?grant_type=password")];
    const kind = wrongs[turn % wrongs.length] ?? "missing_page";
    return [kind, await goWrong(number, kind)];
  }

  await signIn(0, "/auth/v1/signup");
  for (const answers of [secretariat, marketing, followUp]) {
    const body = { ...answers, ...longAnswers, email_param: customer.email, idempotency_key_param: randomUUID() };
    const { status } = await send(0, leadPath, { headers: asCustomer(), body });
    if (status !== 200) throw new Error(`The customer's answers were not stored: status ${status}.`);
  }

  return {
    async ask(number) {
      const [kind, { status, byteCount }] = await answerOf(number);
      return { kind, status, byteCount };
    },
  };
}

type Sending = { headers?: Record<string, string>; body?: unknown; method?: string };
