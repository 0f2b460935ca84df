// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { usualPasswordRules } from "#kit/new-password.ts";

import { PasswordAccess } from "./password-access.tsx";

const user = {
  id: "user-1",
  email: "claire@exemple.fr",
  factors: [{ id: "factor-1", factor_type: "totp", status: "verified" }],
};

/** A token as the client reads it; only the server checks signatures. */
function tokenOf(aal: "aal1" | "aal2", method = "recovery"): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1000) + 3600;
  return `${part({ alg: "ES256", typ: "JWT" })}.${part({ sub: user.id, exp, aal, amr: [{ method, timestamp: exp }] })}.c2lnbmF0dXJl`;
}
const sessionAt = (aal: "aal1" | "aal2") => ({
  access_token: tokenOf(aal),
  refresh_token: "refresh",
  token_type: "bearer",
  expires_in: 3600,
  user,
});

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };
let answers: Record<string, Answer | Promise<Answer>>;
let asked: string[];

beforeEach(() => {
  asked = [];
  answers = {
    "GET /auth/v1/user": { body: user },
    "PUT /auth/v1/user": { body: user },
    "POST /auth/v1/factors/factor-1/challenge": { body: { id: "challenge-1", type: "totp", expires_at: 1 } },
    "POST /auth/v1/factors/factor-1/verify": { body: sessionAt("aal2") },
    "GET /rest/v1/admin_users": { body: [{ id: "row" }] },
    "POST /auth/v1/logout": { status: 204 },
    "POST /auth/v1/token": { body: sessionAt("aal1") },
    "POST /functions/v1/signed-in": { body: {} },
  };
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const name = `${init?.method ?? "GET"} ${new URL(input as string).pathname}`;
    asked.push(name);
    const answer = await answers[name];
    if (!answer) throw new TypeError("Failed to fetch");
    const { status = 200, body, headers: ofAnswer } = answer;
    // With it the client reads the code of a refusal where our service puts it.
    const headers = { "x-supabase-api-version": "2024-01-01", ...ofAnswer };
    return new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
  });
  vi.spyOn(console, "warn").mockReturnValue();
});

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const api = { url: "https://site.example", publishableKey: "sb_publishable_x" };

function arriveWith(fragment: string) {
  history.replaceState(null, "", `/compte/mot-de-passe${fragment}`);
  render(<PasswordAccess api={api} rules={usualPasswordRules} />);
}
const arriveByLink = () => arriveWith(`#access_token=${tokenOf("aal1")}&refresh_token=refresh&type=recovery&sb=`);

async function submit(label: string, typed: string, button: string) {
  fireEvent.change(await screen.findByLabelText(label), { target: { value: typed } });
  fireEvent.click(screen.getByRole("button", { name: button }));
}

test("What is served asks for an address, and has the words that take its place where the address holds a link", () => {
  const served = renderToString(<PasswordAccess api={api} rules={usualPasswordRules} />);
  const [checking = "", asking = ""] = served.split('class="link-asking"');
  expect(checking).toMatch(/class="link-checking" role="status">Vérification de votre lien…<[/]p>/);
  expect(checking).not.toContain("oublié");
  expect(asking).toMatch(/oublié\s\?<[/]h1>.*<form.*type="email"/);
});

test("What was typed before the page came alive stays, where the address holds no link", async () => {
  arriveWith("");
  const field = screen.getByLabelText("E-mail");
  fireEvent.change(field, { target: { value: "claire@exemple.fr" } });
  await Promise.resolve();
  expect(screen.getByLabelText("E-mail")).toBe(field);
  expect(asked).toEqual([]);
});

describe("A link of an account with a second factor", () => {
  test("asks for its code first, then for a password as long as the account needs, then leads to its place", async () => {
    arriveByLink();
    await submit("Code de vérification", "12 34", "Vérifier le code");
    await screen.findByText("Saisissez les 6 chiffres du code");
    expect(asked).not.toContain("POST /auth/v1/factors/factor-1/verify");
    await submit("Code de vérification", "123 456", "Vérifier le code");

    await screen.findByText("claire@exemple.fr");
    await submit("Nouveau mot de passe", "11 lettres.", "Enregistrer le mot de passe");
    await screen.findByText("Saisissez 12 caractères au moins");
    await submit("Nouveau mot de passe", "Genêt du soir 82", "Enregistrer le mot de passe");
    expect((await screen.findByRole("link", { name: "Ouvrir l’administration" })).getAttribute("href")).toBe("/admin");
    expect(asked.indexOf("POST /auth/v1/logout")).toBeLessThan(asked.indexOf("POST /auth/v1/token"));
    expect(sessionStorage.length).toBe(0);
  });

  test("opens no password form when the code is wrong", async () => {
    answers["POST /auth/v1/factors/factor-1/verify"] = {
      status: 422,
      body: { code: "mfa_verification_failed", message: "" },
    };
    arriveByLink();
    await submit("Code de vérification", "123456", "Vérifier le code");
    await screen.findByText("Code incorrect. Saisissez celui que votre application affiche maintenant");
    expect(screen.queryByLabelText("Nouveau mot de passe")).toBeNull();
  });
});

test("The address is clean before anything is asked, and another fragment of it is left alone", async () => {
  arriveByLink();
  expect(location.href).toMatch(/\/compte\/mot-de-passe$/);
  expect(asked).toEqual([]);
  await screen.findByLabelText("Code de vérification");
  cleanup();
  sessionStorage.clear();
  arriveWith("#contenu");
  expect(location.hash).toBe("#contenu");
  await screen.findByRole("heading", { name: /^Mot de\spasse oublié/ });
});

test.each(["password", "oauth", "token_refresh", "email_change"])(
  "A session that no mailed link opened is not taken from the address, nor asked about: %s",
  async (method) => {
    arriveWith(`#access_token=${tokenOf("aal1", method)}&refresh_token=refresh&type=recovery&sb=`);
    await screen.findByText("Ce lien a expiré ou a déjà servi. Indiquez votre adresse pour en recevoir un autre.");
    expect(asked).toEqual([]);
    expect(sessionStorage.length).toBe(0);
    expect(location.hash).toBe("");
  },
);

describe("The page shows no address of an account", () => {
  const oneFactor = { ...user, factors: [] };

  test("before the server knows the session", async () => {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    answers["GET /auth/v1/user"] = promise;
    arriveByLink();
    await vi.waitFor(() => expect(asked).toContain("GET /auth/v1/user"));
    screen.getByText("Vérification de votre lien…");
    expect(screen.queryByText(user.email)).toBeNull();
    resolve({ body: oneFactor });
    await screen.findByText(user.email);
  });

  test("of a session that this tab kept and the server no longer knows", async () => {
    answers["GET /auth/v1/user"] = { body: oneFactor };
    arriveByLink();
    await screen.findByText(user.email);
    cleanup();
    answers["GET /auth/v1/user"] = { status: 403, body: { code: "session_not_found", message: "" } };
    arriveWith("");
    await screen.findByText("Ce lien a expiré ou a déjà servi. Indiquez votre adresse pour en recevoir un autre.");
    expect(screen.queryByText(user.email)).toBeNull();
    expect(sessionStorage.length).toBe(0);
  });
});

test("Opening a link does not sign out the user of the site", async () => {
  localStorage.setItem("sb-auth-token", "somebody else's");
  arriveByLink();
  await screen.findByLabelText("Code de vérification");
  expect(localStorage.getItem("sb-auth-token")).toBe("somebody else's");
});

test.each([
  [
    "#error=access_denied&error_code=otp_expired&sb=",
    "Ce lien a expiré ou a déjà servi. Indiquez votre adresse pour en recevoir un autre.",
  ],
  ["#error=x&error_code=over_request_rate_limit&sb=", "Trop de demandes. Attendez une minute, puis réessayez."],
  [
    "#access_token=nonsense&refresh_token=x",
    "Ce lien a expiré ou a déjà servi. Indiquez votre adresse pour en recevoir un autre.",
  ],
])("A link that opens nothing says why and asks for another: %s", async (fragment, sentence) => {
  answers["POST /auth/v1/token"] = { status: 400, body: { code: "refresh_token_not_found", message: "" } };
  arriveWith(fragment);
  expect((await screen.findByRole("alert")).textContent).toBe(sentence);
  expect(location.hash).toBe("");
  screen.getByLabelText("E-mail");
});

describe("A link that a program opened first", () => {
  const typeCode = (code: string) => {
    fireEvent.change(screen.getByLabelText("Adresse qui a reçu le code"), { target: { value: "claire@exemple.fr" } });
    fireEvent.change(screen.getByLabelText("Code reçu"), { target: { value: code } });
    fireEvent.click(screen.getByRole("button", { name: /^(Valider le code|Vérification)$/ }));
  };

  test("leads where the code of the same mail opens what it would have opened", async () => {
    answers["GET /auth/v1/user"] = { body: { ...user, factors: [] } };
    answers["POST /auth/v1/verify"] = { body: { ...sessionAt("aal1"), user: { ...user, factors: [] } } };
    arriveWith("#error=access_denied&error_code=otp_expired&sb=");
    await screen.findByRole("alert");
    typeCode("1234 5678");
    await screen.findByRole("heading", { name: "Choisissez votre mot de passe" });
    expect(screen.getByText(user.email)).toBeDefined();
  });

  test("whose code is wrong says so by its field, and what was typed stays", async () => {
    answers["POST /auth/v1/verify"] = { status: 403, body: { code: "otp_expired", message: "" } };
    arriveWith("#error=access_denied&error_code=otp_expired&sb=");
    await screen.findByRole("alert");
    typeCode("12345678");
    await screen.findByText(/^Ce code est faux, a déjà servi ou a expiré/);
    expect(screen.getByLabelText<HTMLInputElement>("Code reçu").value).toBe("12345678");
  });

  test("is asked for again with the address typed once", async () => {
    answers["POST /auth/v1/recover"] = { body: {} };
    arriveWith("");
    await submit("E-mail", "claire@exemple.fr", "Recevoir le lien");
    await screen.findByRole("heading", { name: "Consultez vos e-mails" });
    expect(screen.getByLabelText<HTMLInputElement>("Adresse qui a reçu le code").value).toBe("claire@exemple.fr");
  });
});

test("A wait is said in words", async () => {
  answers["POST /auth/v1/recover"] = {
    status: 429,
    body: { code: "over_email_send_rate_limit", message: "" },
    headers: { "retry-after": "17264" },
  };
  arriveWith("");
  await submit("E-mail", "claire@exemple.fr", "Recevoir le lien");
  expect((await screen.findByRole("alert")).textContent).toBe("Trop de demandes. Réessayez dans 5\u00a0heures.");
});

test("A silent server is said, what was typed stays, and a second click sends nothing twice", async () => {
  arriveWith("");
  await submit("E-mail", "claire@exemple.fr", "Recevoir le lien");
  fireEvent.click(screen.getByRole("button", { name: /Recevoir le lien/ }));
  expect((await screen.findByRole("alert")).textContent).toBe("Le serveur ne répond pas. Réessayez dans un instant.");
  expect(screen.getByLabelText<HTMLInputElement>("E-mail").value).toBe("claire@exemple.fr");
  expect(asked.filter((name) => name === "POST /auth/v1/recover")).toHaveLength(1);
});

describe("The link of the mail about a payment", () => {
  const opened = { body: { outcome: "open", email: "claire@exemple.fr" } };

  test("says whose account it opens, sets its password, signs in and leads to the customer's space", async () => {
    answers["POST /functions/v1/set-first-password"] = opened;
    arriveWith("#acces=token");
    await screen.findByRole("heading", { name: "Ouvrez votre espace client" });
    await submit("Nouveau mot de passe", "Genêt du soir 82", "Enregistrer le mot de passe");
    const space = await screen.findByRole("link", { name: "Ouvrir mon espace client" });
    expect(space.getAttribute("href")).toBe("/dashboard");
    expect(asked.filter((name) => name === "POST /functions/v1/set-first-password")).toHaveLength(2);
    expect(asked).toContain("POST /auth/v1/token");
    expect(location.hash).toBe("");
  });

  test.each([
    ["link_used", "Ce lien a déjà servi. Connectez-vous avec le mot de passe que vous avez choisi."],
    [
      "account_exists",
      "Un compte existe déjà pour cette adresse. Connectez-vous, ou demandez un nouveau mot de passe.",
    ],
  ])("that is worth nothing (%s) says one sentence and the way on", async (code, sentence) => {
    answers["POST /functions/v1/set-first-password"] = { status: 409, body: { code } };
    arriveWith("#acces=token");
    await screen.findByText(sentence);
    expect(screen.getByRole("link", { name: "Me connecter" }).getAttribute("href")).toBe("/dashboard");
    expect(screen.queryByLabelText("Nouveau mot de passe")).toBeNull();
  });

  test("of an address that the accounts do not take says so before a password is chosen", async () => {
    answers["POST /functions/v1/set-first-password"] = { status: 409, body: { code: "address_refused" } };
    arriveWith("#acces=token");
    await screen.findByText(/Le service de connexion n’accepte pas l’adresse de votre commande/);
    expect(screen.queryByLabelText("Nouveau mot de passe")).toBeNull();
    expect(screen.queryByRole("link", { name: "Me connecter" })).toBeNull();
  });

  test("that is late has another one sent", async () => {
    answers["POST /functions/v1/set-first-password"] = { status: 409, body: { code: "link_late" } };
    arriveWith("#acces=token");
    const again = await screen.findByRole("button", { name: "Recevoir un nouveau lien" });
    answers["POST /functions/v1/set-first-password"] = { body: { outcome: "renewed" } };
    fireEvent.click(again);
    await screen.findByRole("heading", { name: "Consultez vos e-mails" });
    expect(screen.queryByLabelText("Nouveau mot de passe")).toBeNull();
  });
});
