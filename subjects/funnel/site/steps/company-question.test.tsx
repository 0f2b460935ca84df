// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";

import { secretariatFunnel } from "#subjects/funnel/site/offers/secretariat/secretariat-funnel.tsx";
import { network, standInForBrowser } from "#tests/support/browser.ts";
import { funnelOpenedAt, knownVisitor, siteOfFunnel, storedState, title } from "#tests/support/funnel.ts";

const { Funnel: SecretariatFunnel } = secretariatFunnel;

standInForBrowser({ now: funnelOpenedAt });
// Loaded at the first key in a browser; here beforehand, so that only the clock is waited for.
beforeAll(async () => void (await import("#subjects/companies/site/company-finder.tsx")));

const site = { ...siteOfFunnel, companyRegister: "le registre Zeta" };
const kerbrat = {
  siren: "732829320",
  name: "Menuiserie Kerbrat",
  legalName: "KERBRAT SARL",
  place: "29200 Brest",
  address: "12 rue du Port 29200 Brest",
};
const ofRegister = ["companySiren", "companyLegalName", "companyAddress"] as const;
const choice = /^Menuiserie Kerbrat ?, 29200 Brest, SIREN\u00a0732\u00a0829\u00a0320$/;

function open(settings = site) {
  localStorage.setItem("funnel_state", JSON.stringify({ ...knownVisitor("secretariat"), step: 2 }));
  render(<SecretariatFunnel site={settings} />);
}

const field = () => screen.getByLabelText<HTMLInputElement>("Nom commercial");
const letTimePass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const type = (value: string) => act(async () => void fireEvent.change(field(), { target: { value } }));
const asked = () => network.mock.calls.filter(([address]) => address.endsWith("/functions/v1/find-company"));
const typedIn = () => asked().map(([, { body }]) => JSON.parse(body as string) as unknown);
const answer = (value: unknown, status = 200) =>
  network.mockImplementation(() => Promise.resolve(new Response(JSON.stringify(value), { status })));

test("A company of the register is one tap away, and the field is never filled otherwise", async () => {
  answer({ companies: [kerbrat], isAway: false });
  open();
  expect(field().getAttribute("aria-describedby")).toBe("companyName-hint");
  expect(document.getElementById("companyName-hint")?.textContent).toContain("le registre Zeta");
  await type("menuis");
  await letTimePass(400);
  expect(screen.getByText("Une entreprise trouvée.").getAttribute("role")).toBe("status");
  expect(field().value).toBe("menuis");

  await act(async () => void fireEvent.click(screen.getByRole("button", { name: choice })));
  expect([field().value, storedState().companyName]).toEqual(["Menuiserie Kerbrat", "Menuiserie Kerbrat"]);
  expect(document.activeElement).toBe(field());
  expect(screen.queryByRole("list", { name: "Entreprises trouvées" })).toBeNull();
  await letTimePass(1000);
  expect(typedIn()).toEqual([{ typed: "menuis" }]);
});

test("The company that was chosen stays with the order under any name, is said, and can be taken away", async () => {
  answer({ companies: [kerbrat], isAway: false });
  open();
  await type("menuis");
  await letTimePass(400);
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: choice })));
  await type("Chez Kerbrat");
  expect(ofRegister.map((key) => storedState()[key])).toEqual([kerbrat.siren, kerbrat.legalName, kerbrat.address]);
  const said = /^Pour la facture : KERBRAT SARL, SIREN 732 829 320, 12 rue du Port 29200 Brest\./;
  expect(screen.getByText(said)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Ce n’est pas mon entreprise" }));
  expect(ofRegister.map((key) => storedState()[key])).toEqual(["", "", ""]);
  expect([storedState().companyName, document.activeElement]).toEqual(["Chez Kerbrat", field()]);
  expect(screen.queryByText(said)).toBeNull();
});

test("Nothing is looked up of what was there before, of two letters, nor of each letter", async () => {
  open();
  await letTimePass(1000);
  await type("me");
  await letTimePass(1000);
  expect(asked()).toEqual([]);
  for (const typed of ["men", "menu", "menui"]) {
    await type(typed);
    await letTimePass(200);
  }
  await letTimePass(400);
  expect(typedIn()).toEqual([{ typed: "menui" }]);
});

test("What is typed next gives the former question up, and its late answer is not shown", async () => {
  const late = Promise.withResolvers<Response>();
  network.mockImplementation(() => late.promise);
  open();
  await type("menuis");
  await letTimePass(400);
  const signal = asked()[0]?.[1].signal;
  expect(signal?.aborted).toBe(false);
  answer({ companies: [], isAway: false });
  await type("menuisier");
  expect(signal?.aborted).toBe(true);
  await letTimePass(400);
  await act(async () => late.resolve(new Response(JSON.stringify({ companies: [kerbrat], isAway: false }))));
  expect(screen.queryByRole("button", { name: choice })).toBeNull();
  expect(screen.getByText(/Aucune entreprise de ce nom/)).toBeTruthy();
});

test("What was found stays while the name is typed on, and goes with another name", async () => {
  answer({ companies: [kerbrat], isAway: false });
  open();
  await type("menuis");
  await letTimePass(400);
  network.mockImplementation(hang);
  await type("menuiserie");
  expect(screen.getByRole("button", { name: choice })).toBeTruthy();
  await type("boulangerie");
  expect(screen.queryByRole("button", { name: choice })).toBeNull();
  expect(screen.queryByText("Une entreprise trouvée.")).toBeNull();
});

test.each([
  ["away", () => answer({ companies: [], isAway: true })],
  ["asked too often", () => answer({ error: "Trop", code: "over_request_rate_limit" }, 429)],
  ["answered with nonsense", () => answer({ companies: [{ siren: "1", name: "" }], isAway: false })],
  ["unreachable", () => network.mockImplementation(() => Promise.reject(new TypeError("network")))],
  ["silent", () => network.mockImplementation(hang)],
])("A register that is %s is one quiet sentence: the name stays, and the step goes on", async (_, prepare) => {
  prepare();
  open();
  await type("Ateliers Kerbrat");
  await letTimePass(6000);
  expect(screen.getByText(/^Le registre ne répond pas/)).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Continuer" }));
  expect(storedState()).toMatchObject({ step: 3, companyName: "Ateliers Kerbrat" });
  expect(title()).not.toBe("Vos informations");
});

/** As a browser: no answer, until it is given up. */
function hang(_address: string, { signal }: RequestInit): Promise<Response> {
  return new Promise((_resolve, reject) => {
    signal?.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
  });
}

test("Without a register the field is plain, and no request is sent", async () => {
  open(siteOfFunnel as typeof site);
  expect(field().hasAttribute("aria-describedby")).toBe(false);
  await type("Ateliers Kerbrat");
  await letTimePass(1000);
  expect(asked()).toEqual([]);
});
