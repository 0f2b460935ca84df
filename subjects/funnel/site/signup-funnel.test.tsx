// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { renderToString } from "react-dom/server";
import { hydrateRoot } from "react-dom/client";
import { beforeEach, describe, expect, test, vi } from "vitest";

import { secretariatFunnel } from "./offers/secretariat/secretariat-funnel.tsx";
import { canonicalEmail } from "#kit/email-address.ts";
import type { FunnelState } from "#subjects/funnel/rules/answers.ts";
import type { FunnelSite } from "#subjects/funnel/rules/funnel-site.ts";
import { civilDate } from "#kit/civil-date.ts";
import { network, standInForBrowser } from "#tests/support/browser.ts";
import {
  answersOfSecretariat,
  funnelKey as key,
  funnelOpenedAt,
  knownVisitor,
  siteOfFunnel,
  storedState as stored,
  title,
} from "#tests/support/funnel.ts";

const { Funnel: SecretariatFunnel } = secretariatFunnel;

const path = "/inscription-secretariat";
const site: FunnelSite = {
  ...siteOfFunnel,
  bookingUrl: "https://rendez-vous.example/30",
  payments: { secretariat: { "50": "https://pay.example/50?lang=fr", "100": "pas une adresse" } },
  hasGoogleSignIn: true,
};
const promotion = { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") };
const answered = { ...knownVisitor("secretariat"), ...answersOfSecretariat, businessHours: ["9h-17h"] };

standInForBrowser({ now: funnelOpenedAt });
beforeEach(() => {
  history.replaceState(null, "", path);
  document.title = "Inscription";
});

function open(stored?: Partial<FunnelState>, settings: Partial<FunnelSite> = {}) {
  if (stored) localStorage.setItem("funnel_state", JSON.stringify({ ...answered, ...stored }));
  return render(<SecretariatFunnel site={{ ...site, ...settings }} />);
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole("button", { name }));
const letTimePass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const submissions = () => network.mock.calls.filter(([address]) => address.includes("create_lead_without_auth"));
const focused = () => document.activeElement;

describe("Funnel before it comes alive", () => {
  const html = renderToString(<SecretariatFunnel site={site} />);

  test("The server's page is step 1 with a real form", () => {
    document.body.innerHTML = html;
    const form = document.querySelector("form");
    expect(form?.method).toBe("post");
    expect(screen.getByLabelText("E-mail")).toMatchObject({ name: "email", type: "email", required: true });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Votre inscription");
    expect(screen.getByRole("link", { name: site.contactEmail }).getAttribute("href")).toBe(
      `mailto:${site.contactEmail}`,
    );
    expect(html).not.toContain("style=");
  });

  test("An e-mail typed too early is taken over", async () => {
    document.body.innerHTML = `<div>${html}</div>`;
    fireEvent.input(screen.getByLabelText("E-mail"), { target: { value: "early@ex.fr" } });
    const container = document.body.firstElementChild as HTMLElement;
    const root = await act(() => Promise.resolve(hydrateRoot(container, <SecretariatFunnel site={site} />)));
    expect(screen.getByLabelText("E-mail")).toMatchObject({ value: "early@ex.fr" });
    expect(stored().email).toBe("early@ex.fr");
    await act(() => Promise.resolve(root.unmount()));
  });
});

describe("Step 1", () => {
  test.each([
    ["", "Saisissez votre adresse e-mail"],
    ["abc", "Veuillez entrer une adresse email valide"],
  ])("The e-mail %j stays, gets its sentence, takes the focus and marks the title", (email, sentence) => {
    open();
    type("E-mail", email);
    press("Continuer");
    expect(screen.getByText(sentence)).toBeTruthy();
    expect(screen.getByLabelText("E-mail").getAttribute("aria-describedby")).toBe("email-hint email-problem");
    expect(focused()).toBe(screen.getByLabelText("E-mail"));
    expect(document.title).toBe("Erreur\u00a0: Inscription");

    type("E-mail", "abcd");
    expect(screen.queryByText(sentence)).toBeNull();
    expect(document.title).toBe("Inscription");
  });

  test("A valid e-mail leads to step 2, kept, without asking any server", () => {
    open();
    type("E-mail", " yann@ex.fr ");
    press("Continuer");
    expect(title()).toBe("Vos informations");
    expect(stored()).toMatchObject({ email: "yann@ex.fr", step: 2 });
    expect(location.search).toBe("?etape=2");
    expect(focused()).toBe(screen.getByRole("heading", { level: 1 }));
    expect(network).not.toHaveBeenCalled();
  });

  test("Both modes are one link away, and changing takes messages away", () => {
    open();
    press("Continuer");
    expect(screen.getByText("Saisissez votre adresse e-mail")).toBeTruthy();
    fireEvent.click(screen.getByRole("link", { name: "Se connecter" }));
    expect(screen.queryByText("Saisissez votre adresse e-mail")).toBeNull();
    expect(screen.getByLabelText("Mot de passe")).toBeTruthy();
    fireEvent.click(screen.getByRole("link", { name: "M’inscrire" }));
    expect(screen.queryByLabelText("Mot de passe")).toBeNull();
  });

  test("Signing in asks a password; several problems make a summary that leads to each", () => {
    open();
    fireEvent.click(screen.getByRole("link", { name: "Se connecter" }));
    press("Se connecter");
    const summary = screen.getByRole("alert");
    expect(focused()).toBe(summary);
    expect(summary.textContent).toContain("Deux réponses sont à compléter");
    fireEvent.click(within(summary).getByRole("link", { name: "Saisissez votre mot de passe" }));
    expect(focused()).toBe(screen.getByLabelText("Mot de passe"));
    expect(location.hash).toBe("");
  });

  test("A typed password is in no storage", () => {
    open();
    fireEvent.click(screen.getByRole("link", { name: "Se connecter" }));
    type("E-mail", "yann@ex.fr");
    type("Mot de passe", "tres-secret");
    press("Se connecter");
    const everything = [localStorage, sessionStorage].flatMap((storage) => Object.values<string>(storage));
    expect(everything.length).toBeGreaterThan(0);
    expect(everything.join()).not.toContain("tres-secret");
  });

  test("Without an identity provider there is no button for it", () => {
    open();
    expect(screen.getByRole("button", { name: "Continuer avec Google" })).toBeTruthy();
    cleanup();
    open(undefined, { hasGoogleSignIn: false });
    expect(screen.queryByRole("button", { name: "Continuer avec Google" })).toBeNull();
  });

  test("The legal notice stands under the form", () => {
    open();
    expect(screen.getByText(/^Ariane SAS utilise ces informations pour répondre à votre demande/)).toBeTruthy();
  });
});

describe("Step 2", () => {
  test("Five required fields, the notice under the phone, and two boxes, unticked", () => {
    open({ step: 2, firstName: "", lastName: "", phone: "", companyName: "", businessType: "" });
    for (const label of ["Prénom", "Nom", "Téléphone", "Nom commercial", "Activité entreprise"]) {
      expect(screen.getByLabelText(label)).toMatchObject({ required: true });
    }
    expect(screen.getByLabelText("Téléphone")).toMatchObject({ type: "tel" });
    expect(screen.getByText(/^Toute sollicitation commerciale par téléphone/)).toBeTruthy();
    const boxes = [/^J'accepte d'être appelé/, /^J’accepte un rappel/];
    expect(screen.getAllByRole("checkbox")).toHaveLength(boxes.length);
    for (const name of boxes) {
      expect(screen.getByRole("checkbox", { name })).toMatchObject({ checked: false, required: false });
    }

    press("Continuer");
    expect(within(screen.getByRole("alert")).getAllByRole("link")).toHaveLength(5);
    expect(title()).toBe("Vos informations");
  });

  test("One empty field takes the focus by itself, without a summary", () => {
    open({ step: 2, phone: "  " });
    press("Continuer");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(focused()).toBe(screen.getByLabelText("Téléphone"));
  });

  test("Each keystroke is kept, and what was typed is still there after a reload", () => {
    open({ step: 2 });
    type("Nom commercial", "D'Été & Fils <b>\"");
    expect(stored().companyName).toBe("D'Été & Fils <b>\"");
    cleanup();
    open();
    expect(screen.getByLabelText("Nom commercial")).toMatchObject({ value: "D'Été & Fils <b>\"" });
  });

  test("'Retour' leads to step 1 and forgets nothing", () => {
    open({ step: 2 });
    press("Retour");
    expect(title()).toBe("Votre inscription");
    expect(screen.getByLabelText("E-mail")).toMatchObject({ value: answered.email });
    expect(stored().firstName).toBe("Yann");
  });

  test("The second click of a double-click does not go back twice", () => {
    open({ step: 3 });
    fireEvent.click(screen.getByRole("button", { name: "Retour" }), { detail: 1 });
    fireEvent.click(screen.getByRole("button", { name: "Retour" }), { detail: 2 });
    expect(title()).toBe("Vos informations");
  });
});

describe("Step 3 of the secretariat", () => {
  const empty = { step: 3, voice: "", welcomeMessage: "", intention: "", businessHours: [], callsPerMonth: 0 } as const;

  test("Untouched, it names each missing answer and stays", () => {
    open({ ...empty, businessHours: [] });
    press("Continuer");
    const sentences = within(screen.getByRole("alert"))
      .getAllByRole("link")
      .map((link) => link.textContent);
    expect(sentences).toEqual([
      "Veuillez sélectionner une voix",
      "Saisissez votre phrase d’accueil",
      "Choisissez ce qu’elle doit faire en priorité",
      "Choisissez quand elle doit répondre",
    ]);
    fireEvent.click(screen.getByRole("link", { name: "Veuillez sélectionner une voix" }));
    expect(focused()).toBe(screen.getByLabelText("Féminine"));
    expect(title()).toBe("Configurez votre assistante");
    expect(submissions()).toHaveLength(0);
  });

  test("The slider says volume and price in words, and − and + move one stop", () => {
    open(empty.voice === "" ? { ...empty, businessHours: [] } : {});
    const slider = screen.getByRole("slider", { name: "Appels par jour" });
    const says = () => slider.getAttribute("aria-valuetext")?.replaceAll(/\s/g, " ");
    expect(says()).toBe("5 appels par jour, 97 € HT par mois");
    expect(stored().callsPerMonth).toBe(0);

    press("Moins d’appels");
    press("Plus d’appels");
    expect(says()).toBe("10 appels par jour, 197 € HT par mois");
    expect(screen.getByText(/0,66\s€\sHT par appel/)).toBeTruthy();
    fireEvent.change(slider, { target: { value: "9" } });
    expect(stored()).toMatchObject({ callsPerMonth: 1000, price: 7997 });
  });

  test("The greeting starts empty, an example can be taken, and a sentence that hides the machine is only warned about", () => {
    open({ step: 3, welcomeMessage: "" });
    const greeting = screen.getByLabelText("Phrase d'accueil");
    expect(greeting).toMatchObject({ value: "", required: true });
    expect(greeting.getAttribute("rows")).toBe("3");

    type("Phrase d'accueil", "Bonjour, cabinet Dupont.");
    expect(screen.getByRole("status").textContent).toContain("intelligence artificielle");
    press("Utiliser cet exemple");
    expect(greeting).toMatchObject({
      value:
        "Bonjour, vous êtes bien chez D'Été & Fils <b>. Je suis l'assistante vocale, une intelligence artificielle.",
    });
    expect(screen.getByRole("status").textContent).toBe("");

    type("Phrase d'accueil", "Bonjour, cabinet Dupont.");
    press("Continuer");
    expect(title()).toBe("Création en cours");
  });

  test("'autres' asks for its words in both questions; leaving it drops them from what is sent", () => {
    open({ step: 3 });
    fireEvent.click(screen.getAllByLabelText(/^Autre/)[0] as HTMLElement);
    fireEvent.click(screen.getAllByLabelText(/^Autre/)[1] as HTMLElement);
    press("Continuer");
    expect(within(screen.getByRole("alert")).getAllByRole("link")).toHaveLength(2);

    type("Précisez votre intention", "trier les urgences");
    type("Précisez vos créneaux d'ouverture", "8h, 12h");
    type(/^Ce que l’assistante doit savoir/, "Tarifs");
    expect(stored()).toMatchObject({
      businessHours: ["autres", "8h, 12h"],
      knowledgeBaseText: "Intention : trier les urgences\nTarifs",
    });
    fireEvent.click(screen.getByLabelText("Disponibilité tous les jours 24h/24"));
    fireEvent.click(screen.getByLabelText(/^Informer/));
    expect(stored()).toMatchObject({ businessHours: ["24h"], knowledgeBaseText: "Tarifs" });
  });

  test("An address that is none is refused, an empty one is not", () => {
    open({ step: 3, knowledgeBaseUrl: "" });
    type(/^Adresse de votre site/, "abc");
    press("Continuer");
    expect(focused()).toBe(screen.getByLabelText(/^Adresse de votre site/));
    type(/^Adresse de votre site/, "");
    press("Continuer");
    expect(title()).toBe("Création en cours");
  });

  test("A burst of clicks and Enter is one submission, and step 4 does not wait for it", () => {
    network.mockImplementation(() => new Promise(() => undefined));
    open({ step: 3 });
    const button = screen.getByRole("button", { name: "Continuer" });
    const form = button.closest("form") as HTMLFormElement;
    act(() => {
      button.click();
      button.click();
      form.requestSubmit();
    });
    expect(title()).toBe("Création en cours");
    expect(submissions()).toHaveLength(1);
    expect(JSON.parse(submissions()[0]?.[1].body as string)).toMatchObject({
      company_name_param: "D'Été & Fils <b>",
      business_hours_param: ["9h-17h"],
      idempotency_key_param: key,
    });
  });
});

describe("Step 4", () => {
  test("Goes on by itself after 3 s, on a page of its own", async () => {
    open({ step: 3 });
    press("Continuer");
    await letTimePass(2999);
    expect(title()).toBe("Création en cours");
    await letTimePass(1);
    expect(title()).toBe("Récapitulatif");
    expect(location.search).toBe("?etape=5");
  });

  test("Reloaded, it waits again, reaches step 5 and submits nothing", async () => {
    open({ step: 4 });
    expect(title()).toBe("Création en cours");
    await letTimePass(3000);
    expect(title()).toBe("Récapitulatif");
    expect(submissions()).toHaveLength(0);
  });

  test("Left with Back, it causes no later jump", async () => {
    open({ step: 4 });
    history.replaceState(null, "", `${path}?etape=3`);
    act(() => void dispatchEvent(new Event("popstate")));
    await letTimePass(10_000);
    expect(title()).toBe("Configurez votre assistante");
  });

  test("A tab that follows another one there submits nothing", () => {
    open({ step: 3 });
    localStorage.setItem("funnel_state", JSON.stringify({ ...answered, step: 4 }));
    act(() => void dispatchEvent(Object.assign(new Event("storage"), { key: "funnel_state" })));
    expect(title()).toBe("Création en cours");
    expect(location.search).toBe("?etape=4");
    expect(submissions()).toHaveLength(0);
  });
});

describe("Step 5", () => {
  const text = () => (screen.getByRole("main").textContent ?? "").replaceAll(/\s/g, " ");

  test("Reads back every answer in three blocks, each with a way to change it", () => {
    open({ step: 5, businessHours: ["autres", "8h, 12h"], intention: "autres", intentionDetail: "trier" });
    for (const answer of [answered.email, "06 39 98 20 16", "D'Été & Fils <b>", "Féminine", "8h, 12h", "trier"]) {
      expect(text()).toContain(answer);
    }
    expect(screen.getAllByRole("button", { name: /^Modifier/ }).map(({ textContent }) => textContent)).toEqual([
      "Modifier Votre e-mail",
      "Modifier Vos informations",
      "Modifier Configuration",
    ]);
    press("Modifier Configuration");
    expect(title()).toBe("Configurez votre assistante");
  });

  test("Without a promotion: HT, TTC, trial, renewal, and no trace of the promotion", () => {
    open({ step: 5 });
    for (const part of [
      "597 € HT",
      "716,40 € TTC",
      "0,40 € HT par appel",
      "15 jours d’essai gratuit",
      "Sans engagement",
    ]) {
      expect(text()).toContain(part);
    }
    expect(text()).not.toMatch(/990|Deuxième|jusqu’au 30 octobre|avant le 30 octobre/);
  });

  test("During the promotion: 0 € today, then 97 €, then the tier, on their days; set-up struck", () => {
    open({ step: 5 }, { promotion });
    const lines = [...document.querySelectorAll("[data-schedule] > li")].map((line) =>
      (line.textContent ?? "").replaceAll(/\s/g, " "),
    );
    expect(lines).toEqual([
      "Aujourd’hui, 15 octobre 2025Premier mois offert0 €",
      "15 novembre 2025Deuxième mois, quel que soit le volume97 € HT 116,40 € TTC",
      "15 décembre 2025Puis chaque mois, sans engagement597 € HT 716,40 € TTC",
    ]);
    for (const part of ["Offerte", "30 octobre"]) expect(text()).toContain(part);
    expect(screen.getByText(/990/).tagName).toBe("S");
  });

  test.each(["a@b.fr,c@d.example", '"yann"@ex.fr', "yann@İnfo.example"])(
    "Before paying, the summary says that no mail can reach %s",
    (email) => {
      open({ step: 5, email });
      expect(screen.getByRole("alert").textContent).toContain("Aucun e-mail ne peut arriver à cette adresse");
      expect(screen.getByRole("button", { name: /Confirmer et payer/ })).toBeTruthy();
    },
  );

  test.each(["jean&marie@ex.fr", "Élodie@pâtisserie.example", "root@intranet"])(
    "Of %s it says nothing, and the payment page gets its one form",
    (email) => {
      const assign = vi.spyOn(location, "assign").mockReturnValue();
      open({ step: 5, email });
      expect(screen.queryByRole("alert")).toBeNull();
      press("Confirmer et payer");
      const [address] = assign.mock.calls[0] ?? [];
      expect(new URL(String(address)).searchParams.get("prefilled_email")).toBe(canonicalEmail(email));
    },
  );

  test("Paying leaves for the link of the volume, with e-mail and reference, and keeps the state", () => {
    const assign = vi.spyOn(location, "assign").mockReturnValue();
    open({ step: 5 });
    press("Confirmer et payer");
    expect(assign).toHaveBeenCalledExactlyOnceWith(
      `https://pay.example/50?lang=fr&prefilled_email=yann%2Bessai%40ex.fr&client_reference_id=${key}`,
    );
    expect(stored()).toMatchObject({ step: 5, paymentStartedAt: "2025-10-15T10:00:00.000Z" });
    const [, start] = network.mock.calls.find(([address]) => address.includes("payment-started")) ?? [];
    expect(start).toMatchObject({
      keepalive: true,
      body: JSON.stringify({ reference: key, termsVersion: "2025-06-25" }),
    });
    expect(text()).toContain("Vous quittez Ariane pour Paiement");
    expect(text()).toContain("En confirmant, vous acceptez les conditions générales d'utilisation.");
  });

  describe("Answers the server has not acknowledged", () => {
    const refusalSentence = `Vos réponses n'ont pas pu être enregistrées : écrivez-nous à ${site.contactEmail}.`;
    const answerWith = (lead: () => Promise<Response>) =>
      network.mockImplementation((address) =>
        address.includes("create_lead_without_auth") ? lead() : Promise.resolve(new Response("{}")),
      );
    const status = (code: number) => () => Promise.resolve(new Response("{}", { status: code }));
    const hang = () => new Promise<Response>(() => {});

    /** Steps 3 to 5, as the server answers. */
    async function reachSummary(lead: () => Promise<Response>) {
      const assign = vi.spyOn(location, "assign").mockReturnValue();
      vi.spyOn(console, "warn").mockReturnValue();
      vi.spyOn(console, "error").mockReturnValue();
      answerWith(lead);
      open({ step: 3 });
      press("Continuer");
      await letTimePass(3000);
      expect(title()).toBe("Récapitulatif");
      network.mockClear();
      return assign;
    }

    /** There is room for the answers, and none for the queue. */
    function fillStorage() {
      const storage = localStorage;
      vi.stubGlobal("localStorage", {
        getItem: (name: string) => storage.getItem(name),
        setItem(name: string, value: string) {
          if (name === "pending_submissions") throw new DOMException("full", "QuotaExceededError");
          storage.setItem(name, value);
        },
        removeItem: (name: string) => storage.removeItem(name),
        clear: () => storage.clear(),
      });
    }

    test("are tried once more, and kept in this browser they are paid for", async () => {
      const assign = await reachSummary(status(503));
      press("Confirmer et payer");
      await letTimePass(0);
      expect(submissions()).toHaveLength(1);
      expect(assign).toHaveBeenCalledOnce();
      expect(localStorage.getItem("pending_submissions")).toContain(key);
    });

    test("are waited for ten seconds at most", async () => {
      const assign = await reachSummary(status(503));
      answerWith(hang);
      press("Confirmer et payer");
      expect(screen.getByRole("button", { name: /^Vérification de vos réponses/ })).toBeTruthy();
      await letTimePass(9999);
      expect(assign).not.toHaveBeenCalled();
      await letTimePass(1);
      expect(assign).toHaveBeenCalledOnce();
    });

    test("and that this browser does not keep are not paid for before they are with the server", async () => {
      fillStorage();
      const assign = await reachSummary(status(503));
      expect(screen.getByRole("status").textContent).toBe("Enregistrement en cours…");
      press("Confirmer et payer");
      await letTimePass(0);
      expect(submissions()).toHaveLength(1);
      expect(assign).not.toHaveBeenCalled();
      expect(screen.getByRole("status").textContent).toBe(refusalSentence);

      answerWith(status(200));
      press("Confirmer et payer");
      await letTimePass(0);
      expect(assign).toHaveBeenCalledOnce();
    });

    test("and that the server refuses are not paid for: the sentence takes the focus", async () => {
      const assign = await reachSummary(status(422));
      expect(screen.getByRole("status").textContent).toBe(refusalSentence);
      press("Confirmer et payer");
      await letTimePass(0);
      expect(submissions()).toHaveLength(1);
      expect(assign).not.toHaveBeenCalled();
      expect(focused()).toBe(screen.getByRole("status"));

      answerWith(status(200));
      press("Confirmer et payer");
      await letTimePass(0);
      expect(assign).toHaveBeenCalledOnce();
      expect(screen.getByRole("status").textContent).toBe("Réponses enregistrées");
    });

    test("and that were refused before are not paid for while the server hangs", async () => {
      const assign = await reachSummary(status(422));
      answerWith(hang);
      press("Confirmer et payer");
      await letTimePass(10_000);
      expect(assign).not.toHaveBeenCalled();
      expect(screen.getByRole("status").textContent).toBe(refusalSentence);
    });
  });

  test("A payment that throws shows its message, or ours when it has none", () => {
    const assign = vi.spyOn(location, "assign").mockImplementationOnce(() => {
      throw new Error("Le lien est rompu");
    });
    open({ step: 5 });
    press("Confirmer et payer");
    expect(screen.getByRole("alert").textContent).toBe("Le lien est rompu");
    assign.mockImplementationOnce(() => {
      throw new Error("");
    });
    press("Confirmer et payer");
    expect(screen.getByRole("alert").textContent).toBe("Une erreur est survenue");
  });

  test.each([1000, 7])(
    "With %i calls and no link the button says so, can be pressed, and goes nowhere",
    (callsPerMonth) => {
      const assign = vi.spyOn(location, "assign").mockReturnValue();
      open({ step: 5, callsPerMonth });
      const button = screen.getByRole("button", { name: "Prochainement disponible" });
      expect(button.getAttribute("aria-disabled")).toBe("true");
      expect(button.hasAttribute("disabled")).toBe(false);
      expect(screen.queryByRole("alert")).toBeNull();
      // Nothing is asked on a day while nothing can be paid.
      expect(document.querySelector("[data-schedule]")).toBeNull();
      screen.getByText(/^Relisez vos réponses/);
      fireEvent.click(button);
      expect(screen.getByRole("alert").textContent).toBe("Cette offre n'est pas encore disponible");
      expect(screen.getByRole("link", { name: /Réserver un appel/ }).getAttribute("href")).toBe(site.bookingUrl);
      expect(assign).not.toHaveBeenCalled();
    },
  );

  test.each([
    [50, true],
    [1000, false],
  ])("With %i calls what replaces the trial is said only beside the schedule: %s", (callsPerMonth, isSaid) => {
    open({ step: 5, callsPerMonth }, { promotion });
    const text = document.body.textContent ?? "";
    expect(text.includes("Remplace l'essai de 15 jours")).toBe(isSaid);
    expect(text.includes("Premier mois offert")).toBe(isSaid);
  });

  test("Without a booking page the contact address serves", () => {
    open({ step: 5, callsPerMonth: 7 }, { bookingUrl: "" });
    expect(screen.getByRole("link", { name: /Écrire à/ }).getAttribute("href")).toBe(`mailto:${site.contactEmail}`);
  });

  test("'Retour' leads to step 3 with the answers kept", () => {
    open({ step: 5 });
    press("Retour");
    expect(title()).toBe("Configurez votre assistante");
    expect(screen.getByLabelText("Phrase d'accueil")).toMatchObject({ value: answered.welcomeMessage });
  });

  test.each([
    [503, "Enregistrement en cours…"],
    [200, "Réponses enregistrées"],
    [400, `Vos réponses n'ont pas pu être enregistrées : écrivez-nous à ${site.contactEmail}.`],
  ])("After an answer %i step 5 comes all the same and says: %s", async (status, sentence) => {
    vi.spyOn(console, "warn").mockReturnValue();
    vi.spyOn(console, "error").mockReturnValue();
    network.mockImplementation(() => Promise.resolve(new Response("{}", { status })));
    open({ step: 3 });
    press("Continuer");
    await letTimePass(3000);
    expect(screen.getByRole("status").textContent).toBe(sentence);
  });

  test("Answers changed after the summary are sent again by Forward, unchanged ones are not", async () => {
    open({ step: 5 });
    press("Retour");
    const forward = () => {
      history.replaceState(null, "", `${path}?etape=5`);
      act(() => void dispatchEvent(new Event("popstate")));
    };
    forward();
    expect(title()).toBe("Récapitulatif");
    expect(submissions()).toHaveLength(0);

    press("Retour");
    type("Phrase d'accueil", "Autre phrase, dite par une IA.");
    forward();
    expect(title()).toBe("Création en cours");
    await letTimePass(0);
    expect(submissions()).toHaveLength(1);
  });

  test("Forward goes no further than the answers", () => {
    open({ step: 2, lastName: "" });
    history.replaceState(null, "", `${path}?etape=5`);
    act(() => void dispatchEvent(new Event("popstate")));
    expect(title()).toBe("Vos informations");
    expect(location.search).toBe("?etape=2");
  });
});

describe("A customer who is signed in", () => {
  const session = {
    access_token: "header.payload.signature",
    token_type: "bearer",
    expires_in: 3600,
    expires_at: funnelOpenedAt.getTime() / 1000 + 3600,
    refresh_token: "refresh",
    user: { id: "user-1", email: "claire@orsay.example", aud: "authenticated", app_metadata: {}, user_metadata: {} },
  };
  const openSignedIn = async (stored?: Partial<FunnelState>, user: object = session.user) => {
    vi.spyOn(console, "info").mockReturnValue();
    localStorage.setItem("sb-auth-token", JSON.stringify({ ...session, user }));
    network.mockImplementation(() => Promise.resolve(new Response("[]")));
    open(stored);
    await vi.waitFor(() => screen.getByRole("button", { name: /Se déconnecter/ }));
  };

  test("is told at step 1 as whom, goes on with that address, and is asked for no account", async () => {
    await openSignedIn({ step: 1, email: "autre@ex.fr", welcomeMessage: "" });
    expect(title()).toBe("Continuez votre inscription");
    expect(screen.getByRole("main").textContent).toContain("le compte claire@orsay.example");
    expect(screen.getByRole("main").textContent).not.toMatch(/Votre inscription|Google|Déjà un compte/);
    expect(screen.queryByRole("textbox")).toBeNull();

    press("Continuer");
    expect(title()).toBe("Vos informations");
    expect(stored()).toMatchObject({ email: "claire@orsay.example", step: 2 });
    press("Retour");
    expect(title()).toBe("Continuez votre inscription");
  });

  test("signs out from step 1", async () => {
    const assign = vi.spyOn(location, "assign").mockReturnValue();
    await openSignedIn({ step: 1 });
    press("Déconnectez-vous");
    await letTimePass(5000);
    expect(localStorage).toHaveLength(0);
    expect(assign).toHaveBeenCalledExactlyOnceWith("/inscription");
  });

  test("without an address of their own, gives one", async () => {
    await openSignedIn({ step: 1 }, { ...session.user, email: "" });
    expect(title()).toBe("Votre inscription");
  });
});

describe("Ways in and out", () => {
  test("A volume in the address wins once, falls to its tier, and leaves the address", () => {
    history.replaceState(null, "", `${path}?volume=75&utm_source=lettre`);
    open({ step: 3, callsPerMonth: 10 });
    expect(stored()).toMatchObject({ callsPerMonth: 100, volume: 100 });
    expect(location.search).toBe("?utm_source=lettre&etape=3");
  });

  test("Step=2 without anyone signed in leaves the address and keeps step 1", async () => {
    history.replaceState(null, "", `${path}?step=2`);
    open();
    await letTimePass(0);
    expect(location.search).toBe("");
    expect(title()).toBe("Votre inscription");
  });

  test.each([
    ["access_denied", "Erreur lors de la connexion avec Google"],
    ["server_error", "Une erreur inattendue est survenue avec Google"],
  ])("Back from the provider with %s: %s", async (error, sentence) => {
    history.replaceState(null, "", `${path}?step=2&error=${error}&error_description=x`);
    open();
    await letTimePass(0);
    expect(screen.getByRole("alert").textContent).toBe(sentence);
    expect(location.search).toBe("");
  });

  test("'Se déconnecter' shows from step 2 on, forgets everything and leaves for the choice of an offer", async () => {
    const assign = vi.spyOn(location, "assign").mockReturnValue();
    open();
    expect(screen.queryByRole("button", { name: /Se déconnecter/ })).toBeNull();
    cleanup();
    open({ step: 2 });
    press(/Se déconnecter/);
    await letTimePass(0);
    expect(localStorage).toHaveLength(0);
    expect(assign).toHaveBeenCalledExactlyOnceWith("/inscription");
  });
});

describe("Settings of the try-out", () => {
  const settings = { companyName: "Kerbrat", voice: "masculin", welcomeMessage: "Bonjour.", intention: "rdv" };
  const keep = (kept: object) =>
    history.replaceState(null, "", `${path}#reglages=${encodeURIComponent(JSON.stringify(kept))}`);

  test("open step 3 filled and leave the address; the account is asked for next, and nothing is sent", () => {
    keep({ ...settings, businessHours: ["24h"] });
    open();

    expect(title()).toBe("Configurez votre assistante");
    expect(location.href).not.toContain("Kerbrat");
    expect(screen.getByLabelText("Masculine")).toMatchObject({ checked: true });
    const lamps = within(screen.getByRole("list", { name: "Progression" })).getAllByRole("listitem");
    expect(lamps.map(({ dataset }) => dataset.state)).toEqual(["todo", "todo", "current", "todo", "todo"]);
    press("Continuer");
    expect(title()).toBe("Votre inscription");
    screen.getByText(/^Vos réglages sont gardés/);
    expect(submissions()).toEqual([]);
    expect(stored()).toMatchObject({ ...settings, businessHours: ["24h"] });
  });

  test("take the place of the same answers of a known visitor, and of no other", () => {
    keep(settings);
    open({ step: 5 });

    expect(title()).toBe("Configurez votre assistante");
    expect(stored()).toMatchObject({ ...settings, email: answered.email, businessHours: answered.businessHours });
  });

  test("that cannot be read open the funnel as it was", () => {
    history.replaceState(null, "", `${path}#reglages=%7B`);
    open();

    expect(title()).toBe("Votre inscription");
    expect(location.hash).toBe("");
  });
});
