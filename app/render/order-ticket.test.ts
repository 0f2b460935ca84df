// @vitest-environment happy-dom
import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { screen, within } from "@testing-library/dom";
import { expect, test, vi } from "vitest";

import { civilDate } from "#kit/civil-date.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";
import { keepOrder } from "#subjects/orders/site/keep-order.ts";
import { start } from "#subjects/orders/site/order-ticket.ts";
import { standInForBrowser } from "#tests/support/browser.ts";
import { assetsForTests, siteForTests } from "#tests/support/site.ts";

import { renderPage } from "./render-page.tsx";

standInForBrowser();

const promotion = { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") };
const site = { ...siteForTests, offers: { ...siteForTests.offers, promotion } };
const payer = { reference: "ref-1", firstName: "Camille", email: "camille@atelier.example" };

/** What the page says once its ticket was filled in, if an order was to be. */
async function read(address: string, isTold: boolean): Promise<string> {
  const [path = ""] = address.split(/[?#]/);
  history.replaceState(null, "", address);
  const html = renderPage(path, { site, today: civilDate("2025-10-15"), assets: assetsForTests });
  document.body.innerHTML = /<main.*<\/main>/s.exec(html)?.[0] ?? "";
  const place = document.querySelector<HTMLElement>("[data-ticket]")!;
  const untold = place.textContent;
  start(place);
  if (isTold) await vi.waitUntil(() => place.textContent !== untold);
  return (screen.queryByRole("region", { name: "Votre commande" })?.textContent ?? "").replaceAll(/\s+/g, " ");
}

function keep(ordered: Purchase): void {
  keepOrder(ordered, { day: civilDate("2025-10-15"), promotion, prices: firstPrices }, payer);
}

test.each<[Purchase, RegExp[], number]>([
  [{ offer: "secretariat", volume: 50 }, [/50 appels par jour/, /0 € à la commande/, /15 novembre 2025/, /Offerte/], 3],
  [{ offer: "suiviclient", volume: 50 }, [/50 clients actifs par mois/, /15 novembre 2025/], 3],
  [{ offer: "marketing", volume: 2000 }, [/2 000 contacts par mois/, /720 € à la commande/], 3],
  [{ offer: "closing", volume: 2000 }, [/2 000 appels/, /600 € à la commande/], 3],
  [{ offer: "conferences", volume: 1 }, [/Conférence/, /228 € à la commande/], 3],
])(
  "The ticket of %j says what it is, what is due and when, whose it is and its reference",
  async (ordered, said, steps) => {
    keep(ordered);
    const text = await read(`/merci?offre=${ordered.offer}`, true);
    for (const words of [...said, /Camille, camille@atelier.example/, /ref-1/]) expect(text).toMatch(words);
    const list = screen.getByRole("heading", { name: "Ce qui suit" }).parentElement!;
    expect(within(list).getAllByRole("listitem")).toHaveLength(steps);
    expect(list.textContent).toMatch(/15\soctobre 2025.*fait/);
    expect(list.querySelector("time")?.dateTime).toBe("2025-10-15");
  },
);

test.each([
  ["of another offer", { offer: "secretariat", volume: 50 } as const],
  ["that this browser does not know", undefined],
])("Of an order %s the page says where its details are, and shows no amount", async (_, ordered) => {
  if (ordered) keep(ordered);
  const text = await read("/merci?offre=closing", true);
  expect(text).toMatch(/Appels sortants.*dans l’e-mail que vous allez recevoir/);
  expect(text).not.toMatch(/€|ref-1/);
  expect(screen.queryByRole("button", { name: "Ajouter à mon agenda" })).toBeNull();
});

test.each(["/merci", "/merci?offre=toString"])("%s names no offer and says where the details are", async (address) => {
  expect(await read(address, false)).toMatch(/^Votre commandeVotre commandeLe détail/);
});

test("After a place at the conference there is no assistant to try and no space to open", async () => {
  keep({ offer: "conferences", volume: 1 });
  await read("/merci?offre=conferences", true);
  expect(screen.queryByRole("link", { name: "Appelez votre assistante de test" })).toBeNull();
  expect(screen.queryByText(/Votre compte est prêt sous/)).toBeNull();
  screen.getByRole("link", { name: "Ajouter à mon agenda" });
});

test("An order of a mail's address is shown without what this browser keeps of another", async () => {
  keep({ offer: "secretariat", volume: 50 });
  const text = await read("/commande-validee#commande=closing,2000,2025-10-15,60000", true);
  expect(text).toMatch(/Appels sortants2 000 appels600 € à la commande/);
  expect(text).not.toMatch(/ref-1/);
});

test("Of an order at other prices than today's no amount is shown", async () => {
  const text = await read("/commande-validee#commande=closing,2000,2025-10-15,59900", true);
  expect(text).toMatch(/Appels sortants.*n’ont pas changé/);
  expect(text).not.toMatch(/€/);
});

test("The page that follows an order shows none where none is known", async () => {
  expect(await read("/commande-validee", false)).toBe("");
});
