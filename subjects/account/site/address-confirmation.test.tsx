// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { AddressConfirmation } from "./address-confirmation.tsx";

const later = Math.floor(Date.now() / 1000) + 3600;
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const session = {
  access_token: `${part({ alg: "ES256", typ: "JWT" })}.${part({ sub: "user-1", exp: later })}.c2lnbmF0dXJl`,
  refresh_token: "refresh",
  token_type: "bearer",
  expires_in: 3600,
  expires_at: later,
  user: { id: "user-1", email: "claire@exemple.fr" },
};

type Answer = { status?: number; body?: unknown };
let verified: Answer;
let sent: { body: Record<string, unknown>; authorization: string }[];

beforeEach(() => {
  sent = [];
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const headers = { "x-supabase-api-version": "2024-01-01" };
    const { pathname } = new URL(input as string);
    if (pathname !== "/auth/v1/verify") return new Response(JSON.stringify(session), { headers });
    sent.push({
      body: JSON.parse(init?.body as string),
      authorization: new Headers(init?.headers).get("authorization") ?? "",
    });
    return new Response(JSON.stringify(verified.body ?? {}), { status: verified.status ?? 200, headers });
  });
  vi.spyOn(console, "warn").mockReturnValue();
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function arriveWith(fragment: string, { isSignedIn = false } = {}) {
  if (isSignedIn) localStorage.setItem("sb-auth-token", JSON.stringify(session));
  history.replaceState(null, "", `/compte/adresse${fragment}`);
  render(<AddressConfirmation api={{ url: "https://site.example", publishableKey: "sb_publishable_x" }} />);
}

async function typeCode(email: string, code: string) {
  fireEvent.change(await screen.findByLabelText("Adresse qui a reçu le code"), { target: { value: email } });
  fireEvent.change(screen.getByLabelText("Code reçu"), { target: { value: code } });
  fireEvent.click(screen.getByRole("button", { name: "Valider le code" }));
}

test("An opened link asks the server nothing, leaves the address, and offers its press", async () => {
  arriveWith("#token_hash=abc&type=email_change", { isSignedIn: true });
  await screen.findByRole("button", { name: "Confirmer le changement" });
  expect(sent).toEqual([]);
  expect(location.href).toMatch(/\/compte\/adresse$/);
});

test("Who is not signed in is asked for the code alone", async () => {
  arriveWith("#token_hash=abc&type=email_change");
  await screen.findByLabelText("Code reçu");
  expect(screen.queryByRole("button", { name: "Confirmer le changement" })).toBeNull();
});

test("A press sends the session along, and says what is left or what was done", async () => {
  arriveWith("#token_hash=abc&type=email_change", { isSignedIn: true });
  verified = { body: { msg: "the other email", code: "200" } };
  fireEvent.click(await screen.findByRole("button", { name: "Confirmer le changement" }));
  await screen.findByRole("heading", { name: "Il reste l’autre adresse" });
  expect(sent).toEqual([
    { body: { type: "email_change", token_hash: "abc" }, authorization: `Bearer ${session.access_token}` },
  ]);
  cleanup();

  arriveWith("#token_hash=def&type=email_change", { isSignedIn: true });
  verified = { body: { user: { email: "nouvelle@exemple.fr" } } };
  fireEvent.click(await screen.findByRole("button", { name: "Confirmer le changement" }));
  await screen.findByRole("heading", { name: "Adresse changée" });
  screen.getByText("nouvelle@exemple.fr");
});

test("A press that is refused says where to confirm instead, and keeps the code", async () => {
  verified = { status: 403, body: { code: 403, error_code: "otp_expired" } };
  arriveWith("#token_hash=abc&type=email_change", { isSignedIn: true });
  fireEvent.click(await screen.findByRole("button", { name: "Confirmer le changement" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/^Ce navigateur n’est pas celui de la demande/);
  screen.getByLabelText("Code reçu");
});

test("A code is taken with its spaces; a wrong one is said by its field, in words", async () => {
  verified = { status: 403, body: { code: 403, error_code: "otp_expired" } };
  arriveWith("");
  await typeCode("nouvelle@exemple.fr", " 1234\u00a05678 ");
  await screen.findByText(/^Ce lien ou ce code est faux/);
  expect(sent[0]?.body).toEqual({ type: "email_change", email: "nouvelle@exemple.fr", token: "12345678" });
  await typeCode("nouvelle@exemple.fr", "abc");
  await screen.findByText("Saisissez les chiffres du code, de 6 à 10");
  expect(sent).toHaveLength(1);
});

test.each([
  ["#error_code=otp_expired&sb=", /^Ce lien ou ce code est faux/],
  ["#error_code=over_request_rate_limit&sb=", /^Trop de demandes/],
])("A link that is over says so: %s", async (fragment, sentence) => {
  arriveWith(fragment);
  expect((await screen.findByRole("alert")).textContent).toMatch(sentence);
  expect(location.hash).toBe("");
});
