// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, test } from "vitest";

import { secretariatFunnel } from "#subjects/funnel/site/offers/secretariat/secretariat-funnel.tsx";
import { resumeCopy, resumeProblems } from "#subjects/funnel/words/resume-link.ts";
import type { FunnelState } from "#subjects/funnel/rules/answers.ts";
import { resumePayloadOf, stateOfResumePayload } from "#subjects/funnel/rules/resume-payload.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import { network, standInForBrowser } from "#tests/support/browser.ts";
import { answersOfSecretariat, knownVisitor, siteOfFunnel, title } from "#tests/support/funnel.ts";

const { Funnel: SecretariatFunnel } = secretariatFunnel;

const path = "/inscription-secretariat";
// Where a Supabase project answers for the rest.
const site: FunnelSite = {
  ...siteOfFunnel,
  api: { url: "https://project.supabase.example", publishableKey: "public-key" },
};
const answered: FunnelState = { ...knownVisitor("secretariat"), step: 2, email: "yann@ex.fr" };
const mailed = stateOfResumePayload("secretariat", resumePayloadOf(answered));

standInForBrowser();
beforeEach(() => history.replaceState(null, "", path));

const answer = (body: unknown, status = 200) =>
  network.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(body), { status })));

async function open(stored?: Partial<FunnelState>, fragment = "") {
  if (stored) localStorage.setItem("funnel_state", JSON.stringify({ ...answered, savedAt: new Date(), ...stored }));
  history.replaceState(null, "", path + fragment);
  await act(async () => void render(<SecretariatFunnel site={site} />));
}

const stored = () => JSON.parse(localStorage.getItem("funnel_state") ?? "null") as FunnelState | null;
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole("button", { name })));

describe("The button of steps 2 and 3", () => {
  test("Sends the answers, to this site's own server, and says where the link goes", async () => {
    answer({ accepted: true });
    await open({ step: 2 });
    await press(resumeCopy.button);

    const [address, init] = network.mock.calls[0] ?? [];
    expect(address).toBe(`${location.origin}/functions/v1/send-resume-link`);
    expect(JSON.parse(init?.body as string)).toEqual({
      funnel: "secretariat",
      answers: resumePayloadOf(answered),
      website: "",
    });
    expect(screen.getByRole("status").textContent).toBe(resumeCopy.sent("yann@ex.fr"));
    expect(title()).toBe("Vos informations");
  });

  test("A burst of clicks is one mail, and the button can be asked again afterwards", async () => {
    let arrive = (_response: Response) => {};
    network.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
    await open({ step: 3 });
    const button = screen.getByRole("button", { name: resumeCopy.button });
    act(() => {
      button.click();
      button.click();
    });
    button.click();
    expect(button.getAttribute("aria-disabled")).toBe("true");
    await act(async () => arrive(Response.json({ accepted: true })));
    expect(network).toHaveBeenCalledOnce();

    answer({ accepted: true });
    await press(resumeCopy.again);
    expect(network).toHaveBeenCalledTimes(2);
  });

  test.each<[string, () => void, string]>([
    ["too many links", () => answer({ error: resumeProblems.too_many_links }, 429), resumeProblems.too_many_links],
    [
      "answers too long",
      () => answer({ error: resumeProblems.answers_too_long }, 400),
      resumeProblems.answers_too_long,
    ],
    ["a server in trouble", () => answer({ error: "Le service…" }, 503), resumeCopy.unreachable],
    ["no network", () => network.mockRejectedValue(new TypeError("offline")), resumeCopy.unreachable],
    [
      "an answer that is none",
      () => network.mockImplementation(() => Promise.resolve(new Response("<html>", { status: 404 }))),
      resumeCopy.unreachable,
    ],
  ])("With %s it says so beside the button, and every answer stays", async (_title, fail, sentence) => {
    fail();
    await open({ step: 2 });
    const before = localStorage.getItem("funnel_state");
    await press(resumeCopy.button);
    expect(screen.getByRole("status").textContent).toBe(sentence);
    expect(localStorage.getItem("funnel_state")).toBe(before);
    expect(screen.getByLabelText("Prénom")).toMatchObject({ value: "Yann" });
  });
});

describe("A mailed link", () => {
  test("In an empty browser gives its answers at the first missing one; the token leaves the address before any answer", async () => {
    let arrive = (_response: Response) => {};
    network.mockImplementation(() => new Promise((resolve) => (arrive = resolve)));
    const entries = history.length;
    await open(undefined, "#reprise=Ab9-_");
    expect(location.href).toBe(`${location.origin}${path}`);
    expect(JSON.parse(network.mock.calls[0]?.[1].body as string)).toEqual({ funnel: "secretariat", token: "Ab9-_" });
    expect(title()).toBe("Votre inscription");

    await act(async () => arrive(new Response(JSON.stringify({ state: mailed }))));
    expect(title()).toBe("Configurez votre assistante");
    expect(location.search).toBe("?etape=3");
    expect(history.length).toBe(entries);
    expect(screen.getByText(resumeCopy.resumed)).toBeTruthy();
    expect(stored()).toMatchObject({ step: 3, companyName: "D'Été & Fils <b>" });
    expect(localStorage.getItem("funnel_state")).not.toContain("Ab9-_");
  });

  test("With hostile values in it gives what can be read, and nothing else", async () => {
    answer({
      state: {
        ...mailed,
        phone: { a: 1 },
        voice: "robot",
        firstName: 7,
        price: 1,
        password: "x",
        paymentStartedAt: "2025-10-15T10:00:00.000Z",
        __proto__: { step: 5 },
      },
    });
    await open(undefined, "#reprise=x");
    expect(title()).toBe("Vos informations");
    expect(stored()).toMatchObject({ phone: "", firstName: "", lastName: "Kerbrat", paymentStartedAt: null });
    expect(localStorage.getItem("funnel_state")).not.toContain("password");
  });

  test.each([[null], [{}], [{ state: null }], [{ state: [] }], [{ state: { step: 99 } }], ["x"]])(
    "Answered with %j changes nothing",
    async (body) => {
      answer(body);
      await open({ step: 2 }, "#reprise=x");
      expect(title()).toBe("Vos informations");
      expect(screen.getByRole("status").textContent).toBe(resumeCopy.notOpened);
      expect(stored()).toMatchObject({ firstName: "Yann", companyName: answered.companyName });
    },
  );

  test.each<[string, () => void, string]>([
    ["that is refused", () => answer({ error: resumeProblems.link_unusable }, 400), resumeProblems.link_unusable],
    ["without network", () => network.mockRejectedValue(new TypeError("offline")), resumeCopy.notOpened],
  ])("One %s says so, and the funnel opens as it would have", async (_title, fail, sentence) => {
    fail();
    await open(undefined, "#reprise=x");
    expect(screen.getByRole("status").textContent).toBe(sentence);
    expect(title()).toBe("Votre inscription");
    expect(stored()).toBeNull();
  });

  test("Where this browser holds more of the same answers leaves them, and the step", async () => {
    answer({ state: mailed });
    await open(
      { step: 5, voice: "feminin", welcomeMessage: "Bonjour", intention: "rdv", businessHours: ["24h"] },
      "#reprise=x",
    );
    expect(title()).toBe("Récapitulatif");
    expect(stored()).toMatchObject({ welcomeMessage: "Bonjour" });
  });

  test("Where this browser holds others asks, with the focus on the question; keeping them changes nothing", async () => {
    answer({ state: mailed });
    await open({ step: 3, firstName: "Anna", callConsent: true }, "#reprise=x");
    expect(document.activeElement?.textContent).toBe(resumeCopy.question.title);
    expect(stored()?.firstName).toBe("Anna");

    await press(resumeCopy.question.keepHere);
    expect(screen.queryByText(resumeCopy.question.title)).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
    expect(stored()).toMatchObject({ firstName: "Anna", callConsent: true, step: 3 });
  });

  test("Chosen by the visitor, its answers take the place of the others", async () => {
    answer({ state: mailed });
    await open({ step: 3, email: "anna@ex.fr", firstName: "Anna", callConsent: true, voice: "masculin" }, "#reprise=x");
    await press(resumeCopy.question.takeMailed);
    expect(stored()).toMatchObject({ email: "yann@ex.fr", firstName: "Yann", voice: "", callConsent: false, step: 3 });
    expect(screen.getByText(resumeCopy.resumed)).toBeTruthy();
  });

  test("Followed in a tab that shows the funnel already is opened too", async () => {
    answer({ state: mailed });
    await open();
    expect(network).not.toHaveBeenCalled();
    const newURL = `${location.origin}${path}#reprise=x`;
    await act(async () => void dispatchEvent(Object.assign(new Event("hashchange"), { newURL })));
    expect(title()).toBe("Configurez votre assistante");
  });
});

describe("The link of the first mail", () => {
  const order = "7d444840-9dc0-41d1-b245-5ffdce74fad2";
  const whole = { ...answered, ...answersOfSecretariat, volume: 50 };
  const sent = {
    ...stateOfResumePayload("secretariat", resumePayloadOf(whole)),
    step: 5,
    idempotencyKeys: { secretariat: order },
  };

  test("opens the summary of the order, under its own reference", async () => {
    answer({ state: sent });
    await open(undefined, "#reprise=token");
    expect(stored()).toMatchObject({ step: 5, idempotencyKeys: { secretariat: order }, email: "yann@ex.fr" });
    expect(location.hash).not.toContain("token");
  });

  test("takes the place of the same answers under another reference: what is paid is that order", async () => {
    answer({ state: sent });
    await open({ ...whole, step: 3 }, "#reprise=token");
    expect(stored()).toMatchObject({ step: 5, idempotencyKeys: { secretariat: order } });
  });

  test("shows the first step that lacks an answer, should one be missing", async () => {
    answer({ state: { ...sent, voice: "" } });
    await open(undefined, "#reprise=token");
    expect(stored()).toMatchObject({ step: 3, idempotencyKeys: { secretariat: order } });
  });
});
