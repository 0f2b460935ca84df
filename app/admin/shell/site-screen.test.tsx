// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { createMemoryRouter } from "react-router";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

import type { RoomsApi } from "#app/admin/data/rooms.ts";
import type { AdminServices } from "#app/admin/data/services.ts";
import type { LeadsApi } from "#subjects/leads/calls/leads.ts";
import { civilDate } from "#kit/civil-date.ts";
import { failed, ok } from "#kit/result.ts";
import type { SiteDocument } from "#domain/site/site-config.ts";
import type { SiteApi } from "#subjects/site-settings/calls/site.ts";
import type { SiteState, SiteVersion } from "#subjects/site-settings/contract/site-settings.ts";
import { withChanges } from "#subjects/site-settings/rules/document-changes.ts";
import { deskConfig, emptyServices } from "#tests/fixtures/empty-desk.ts";
import { leastConfig } from "#tests/support/company-config.ts";

import { AdminApp, createAdminApp } from "./admin-app.tsx";

const published: SiteDocument = {
  ...leastConfig,
  offers: { promotion: { from: civilDate("2026-12-01"), to: civilDate("2026-12-31") } },
  claims: {
    testimonials: [
      { name: "Anne", role: "Notaire", text: "Bien.", source: "a", date: "b", consent: "c" },
      { name: "Brice", role: "Avocat", text: "Mieux.", source: "a", date: "b", consent: "c" },
    ],
  },
};

const versionOf = (changed: Partial<SiteVersion>): SiteVersion => ({
  version: 1,
  source: "file",
  author: null,
  reason: "",
  made_at: "2026-11-01T08:00:00Z",
  effective_at: "2026-11-01T08:00:00Z",
  withdrawn_at: null,
  from_version: null,
  ...changed,
});

const before: SiteState = {
  published: { version: 2, document: published },
  draft: null,
  versions: [versionOf({ version: 2, source: "desk", author: "a@b.fr", reason: "Noël" }), versionOf({})],
  is_file_other: false,
  refused_versions: [],
  undrawn_pages: [],
};

/** A site in memory: one draft, saved upon the one that was seen. */
function siteHolding(state: SiteState) {
  const held = { state };
  const draftOf = (set: Record<string, unknown>, seenAt: string) => {
    const document = withChanges(held.state.draft?.document ?? published, set) as SiteDocument;
    held.state = { ...held.state, draft: { document, seen_at: seenAt, author: "a@b.fr" } };
  };
  const done = async () => ok(undefined);
  const api = {
    read: vi.fn<SiteApi["read"]>(async () => ok(held.state)),
    save: vi.fn<SiteApi["save"]>(async (_, set) => {
      draftOf(set, "2026-11-20T12:00:00.000Z");
      return ok(undefined);
    }),
    discard: vi.fn<SiteApi["discard"]>(done),
    check: vi.fn<SiteApi["check"]>(async () => ok([])),
    publish: vi.fn<SiteApi["publish"]>(done),
    returnTo: vi.fn<SiteApi["returnTo"]>(done),
    withdraw: vi.fn<SiteApi["withdraw"]>(done),
    keepArticle: vi.fn<SiteApi["keepArticle"]>(async () => ok("fedcba9876543210".repeat(2))),
    listArticles: vi.fn<SiteApi["listArticles"]>(async () => ok([])),
    readArticle: vi.fn<SiteApi["readArticle"]>(async () => ok(undefined)),
    upload: vi.fn<SiteApi["upload"]>(async () => ok({ id: "0123456789abcdef".repeat(2), width: 800, height: 600 })),
    preview: vi.fn<SiteApi["preview"]>(async () => ok("/apercu/jeton/")),
  } satisfies SiteApi;
  return { api, draftOf, held };
}

function visit(site: SiteApi, part = "") {
  const services: AdminServices = {
    ...emptyServices,
    config: { ...deskConfig, today: civilDate("2026-11-20"), promotion: undefined },
    session: {
      signIn: async () => ok(undefined),
      secondFactors: async () => ok([]),
      sendCode: async () => ok("challenge-1"),
      verifyCode: async () => ok(undefined),
      verifyKey: async () => ok(undefined),
      accessState: async () => ok("manager"),
      email: async () => "admin@ariane.example",
      accessToken: async () => "token",
      signOut: async () => undefined,
      onSignedOut: () => undefined,
    },
    leads: {} as LeadsApi,
    leadEvents: { follow: () => new Promise(() => {}), say: async () => undefined },
    accounts: {
      read: async () => ok({ state: "none", invitedAt: null }),
      change: async () => failed({ code: "unavailable" }),
    },
    deliveries: {} as AdminServices["deliveries"],
    payments: {} as AdminServices["payments"],
    rooms: { site: async () => site } as Partial<RoomsApi> as RoomsApi,
    security: { proveByPassword: async () => ok(undefined) } as Partial<
      AdminServices["security"]
    > as AdminServices["security"],
  };
  const path = `/admin/site${part && `?partie=${part}`}`;
  const app = createAdminApp(services, {
    createRouter: (routes) => createMemoryRouter(routes, { basename: "/admin", initialEntries: [path] }),
    now: () => new Date("2026-11-20T12:00:00Z"),
  });
  render(<AdminApp services={services} app={app} />);
}

const type = async (label: string | RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole("button", { name }));

beforeAll(() => import("#subjects/site-settings/desk/site-screen.tsx"), 30_000);
beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe("« Site »", () => {
  test("asks before another screen takes unsaved changes along", async () => {
    const { api } = siteHolding(before);
    visit(api);
    await type("Au (inclus)", "2027-01-06");
    await press("Coordonnées");
    expect(screen.queryByRole("dialog")).toBeNull();
    const elsewhere = screen.getAllByRole("link", { name: /^Aujourd’hui/ })[0]!;
    fireEvent.click(elsewhere);
    expect(await screen.findByRole("dialog", { name: "Des changements ne sont pas enregistrés" })).toBeTruthy();
    await press("Rester ici");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    expect(await screen.findByText(/^1 changement non enregistré/)).toBeTruthy();
    const closing = new Event("beforeunload", { cancelable: true });
    dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
  });

  test("saves what was changed by its place, upon the draft that was seen, and says what differs", async () => {
    const { api } = siteHolding(before);
    visit(api);
    await screen.findByText("Version 2 en ligne, aucun brouillon");
    await type("Au (inclus)", "2027-01-06");
    await press("Coordonnées");
    await type("Téléphone", "01 99 00 11 22");
    await screen.findByText(/^2 changements non enregistrés/);
    await press("Enregistrer le brouillon");
    await screen.findByText("Brouillon enregistré. Rien n’est encore en ligne.");
    expect(api.save.mock.calls).toEqual([
      [null, { "offers.promotion.to": "2027-01-06", "contact.phone": "01 99 00 11 22" }],
    ]);
    const changes = await screen.findByRole("list", { name: "Ce qui change" });
    expect(
      within(changes)
        .getAllByRole("listitem")
        .map(({ textContent }) => textContent),
    ).toEqual([
      expect.stringMatching(/^Coordonnées, Téléphone.*01 42 68 53 00.*01 99 00 11 22$/),
      expect.stringMatching(/^Promotion du secrétariat, Au \(inclus\).*31\sdécembre 2026.*6\sjanvier 2027$/),
    ]);
  });

  test("adds, moves and takes out entries, and turns optional parts on and off", async () => {
    const { api } = siteHolding(before);
    visit(api, "temoignages");
    await press(/^Descendre\s: Témoignage 1$/);
    await press(/^Retirer\s: Témoignage 1$/);
    await press(/^Ajouter\s: témoignage$/);
    fireEvent.change(document.getElementById("claims.testimonials.1.name")!, { target: { value: "Chloé" } });
    fireEvent.click(document.getElementById("claims.testimonials.0.pages.closing")!);
    fireEvent.click(document.getElementById("claims.testimonials.0.figure-on")!);
    await press("Offres datées");
    fireEvent.click((await screen.findAllByLabelText("Renseigner cette partie"))[0]!);
    await press("Enregistrer le brouillon");
    await waitFor(() => expect(api.save).toHaveBeenCalled());
    const empty = { role: "", text: "", source: "", date: "", consent: "" };
    const anne = { ...published.claims?.testimonials?.[0], pages: ["closing"], figure: { number: "", unit: "" } };
    expect(api.save.mock.calls).toEqual([
      [null, { "offers.promotion": null, "claims.testimonials": [anne, { name: "Chloé", ...empty }] }],
    ]);
  });

  test("asks the server for nothing that it would refuse, and says each mistake at its field", async () => {
    const { api } = siteHolding(before);
    visit(api, "paiement");
    await press(/^Ajouter\s: lien$/);
    await type(/^Premier montant/, "douze");
    await type(/^Factures des clients/, "http://factures.fr");
    await press("Enregistrer le brouillon");
    const summary = await screen.findByRole("alert");
    expect(
      within(summary)
        .getAllByRole("link")
        .map(({ textContent }) => textContent),
    ).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Factures des clients.*https/),
        expect.stringMatching(/^Liens de paiement, Premier montant demandé \(n°\s1\).*chiffres/),
      ]),
    );
    expect(api.save).not.toHaveBeenCalled();
  });

  test("shows both values of what another manager saved meanwhile, and saves the choice upon theirs", async () => {
    const { api, draftOf } = siteHolding(before);
    api.save.mockImplementationOnce(async () => {
      draftOf({ "contact.phone": "01 99 00 00 99" }, "2026-11-20T11:59:00.000Z");
      const stored = { "contact.phone": "01 99 00 00 99", "contact.email": "bonjour@zephyr-standard.fr" };
      return failed({ code: "refused", reason: "draft_changed", sentence: "…", status: 409, stored });
    });
    visit(api, "coordonnees");
    await type("Téléphone", "01 99 00 11 22");
    await type("Adresse e-mail", "mien@zephyr-standard.fr");
    await press("Enregistrer le brouillon");
    const group = await screen.findByRole("group", { name: "Coordonnées, Téléphone" });
    expect(group.textContent).toMatch(/Le vôtre.*01 99 00 11 22.*Déjà enregistré.*01 99 00 00 99/);
    expect(screen.queryByRole("group", { name: "Coordonnées, Adresse e-mail" })).toBeNull();
    fireEvent.click(within(group).getByRole("radio", { name: /^Déjà enregistré/ }));
    await press("Enregistrer ce choix");
    await screen.findByText("Brouillon enregistré. Rien n’est encore en ligne.");
    expect(api.save.mock.calls[1]).toEqual([
      "2026-11-20T11:59:00.000Z",
      { "contact.email": "mien@zephyr-standard.fr" },
    ]);
  });

  test("publishes with a reason, at an instant of Paris, after a proof where one is asked for", async () => {
    const { api, draftOf, held } = siteHolding(before);
    draftOf({ "contact.phone": "01 99 00 11 22" }, "2026-11-20T11:00:00.000Z");
    const { draft } = held.state;
    const refusal = { code: "refused", reason: "reauthentication_needed", sentence: "", status: 403 } as const;
    api.publish.mockResolvedValueOnce(failed(refusal));
    visit(api);
    await press("Publier");
    await screen.findByText("Dites pourquoi en quelques mots.");
    await type("Pourquoi ce changement ?", "Nouveau numéro");
    await type("À partir du", "2026-11-23T08:00");
    await press("Publier");
    await type("Mot de passe actuel", "secret");
    await press("Confirmer");
    await screen.findByText(/^C’est prévu pour le 23 novembre 2026, 08:00/);
    expect(draft?.seen_at).toBe("2026-11-20T11:00:00.000Z");
    const asked = { seenAt: "2026-11-20T11:00:00.000Z", at: "2026-11-23T07:00:00.000Z", reason: "Nouveau numéro" };
    expect(api.publish.mock.calls).toEqual([[asked], [asked]]);
  });

  test("says what disagrees, when it is asked and when a publication is refused for it", async () => {
    const { api, draftOf } = siteHolding(before);
    draftOf({ "contact.phone": "01 99 00 11 22" }, "2026-11-20T11:00:00.000Z");
    visit(api);
    await press("Vérifier le brouillon");
    await screen.findByText(/^Tout concorde/);
    api.check.mockResolvedValueOnce(ok([{ sentence: "Le contrat dit 12 € au lieu de 10 €." }]));
    const sentence = "Le brouillon se contredit.";
    api.publish.mockResolvedValueOnce(failed({ code: "refused", reason: "draft_disagrees", sentence, status: 409 }));
    await type("Pourquoi ce changement ?", "Essai");
    await press("Publier");
    await screen.findByText("Le contrat dit 12 € au lieu de 10 €.");
    await screen.findByText(sentence);
    expect([api.check.mock.calls.length, api.publish.mock.calls.length]).toEqual([2, 1]);
  });

  test("returns to a version with a reason, and takes back one that waits", async () => {
    const waiting = versionOf({ version: 3, source: "desk", effective_at: "2026-12-01T07:00:00Z", reason: "Fêtes" });
    const { api } = siteHolding({ ...before, versions: [waiting, ...before.versions] });
    visit(api);
    const lines = within(await screen.findByRole("list", { name: "Versions du site" })).getAllByRole("listitem");
    expect(lines.map((line) => within(line).queryByRole("button")?.textContent)).toEqual([
      "Retirer",
      undefined,
      "Revenir à cette version",
    ]);
    await press("Retirer");
    await waitFor(() => expect(api.withdraw.mock.calls).toEqual([[3]]));
    await press("Revenir à cette version");
    await type("Pourquoi ce changement ?", "Trop tôt");
    fireEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name: "Revenir à cette version" }));
    await waitFor(() => expect(api.returnTo.mock.calls).toEqual([[1, "Trop tôt"]]));
  });

  test("prepares a page of the draft on a day", async () => {
    const { api, draftOf } = siteHolding(before);
    draftOf({ "contact.phone": "01 99 00 11 22" }, "2026-11-20T11:00:00.000Z");
    visit(api);
    await type("Page", "/conferences");
    await type("Jour", "2026-12-24");
    await press("Aperçu");
    const link = await screen.findByRole("link", { name: /24\sdécembre 2026/ });
    expect(link.getAttribute("href")).toBe("/apercu/jeton/conferences");
    expect(api.preview.mock.calls).toEqual([["2026-12-24"]]);
  });

  test("keeps an article that is whole, and names it in the draft at an address made of its title", async () => {
    const { api } = siteHolding(before);
    visit(api, "articles");
    await press("Écrire un article");
    await press("Mettre dans le brouillon");
    expect(api.keepArticle).not.toHaveBeenCalled();
    await screen.findAllByText("À remplir.");
    await type("Titre", "Répondre en été");
    await type("Résumé", "Quand l’équipe est à moitié là.");
    await type("Description", "Tenir le téléphone en août.");
    await type("Texte", "## Préparer\n\nUne phrase.");
    await press("Mettre dans le brouillon");
    await press("Enregistrer le brouillon");
    expect(api.keepArticle).toHaveBeenCalledWith(expect.objectContaining({ title: "Répondre en été" }));
    await waitFor(() => expect(api.save).toHaveBeenCalledOnce());
    const [, set] = api.save.mock.calls[0] ?? [];
    expect(Object.values(set ?? {})).toEqual([{ slug: "repondre-en-ete", content: "fedcba9876543210".repeat(2) }]);
    expect(Object.keys(set ?? {})[0]).toMatch(/^articles\.a[\da-f-]{13}$/);
  });

  test("says where the text of an article may not stand so, and keeps what was written", async () => {
    const { api } = siteHolding(before);
    const mistakes = ["Ligne 3\u00a0: un article n’a pas une image."];
    const sentence = "Le texte contient ce qu’un article n’a pas.";
    api.keepArticle.mockResolvedValue(
      failed({
        code: "refused",
        reason: "article_text",
        sentence,
        status: 400,
        field: "text",
        stored: { mistakes },
      }),
    );
    visit(api, "articles");
    await press("Écrire un article");
    for (const name of ["Titre", "Résumé", "Description", "Texte"]) await type(name, "Un texte");
    await press("Mettre dans le brouillon");
    await screen.findByText(/^Ligne 3/);
    expect((await screen.findByLabelText<HTMLInputElement>("Titre")).value).toBe("Un texte");
    expect(api.save).not.toHaveBeenCalled();
  });
});
