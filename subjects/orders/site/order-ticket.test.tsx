// @vitest-environment happy-dom
import { render, screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";

import { civilDate } from "#kit/civil-date.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";
import { keepLastOrder } from "#subjects/orders/calls/last-order.ts";
import { standInForBrowser } from "#tests/support/browser.ts";

import { OrderTicket } from "./order-ticket.tsx";

standInForBrowser();
beforeEach(() => localStorage.clear());

const site = {
  brand: "Zeta",
  origin: "https://zeta.example",
  promotion: { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") },
  testLine: { number: "01 99 00 22 22", address: "tel:+33199002222", isDemo: false },
  place: { heldOn: "2025-12-02", place: "Paris", hours: "9 h à 17 h 30" },
};
const ways = { home: "/", nextSteps: "/commande-validee", calendar: "/conference.ics" };
const payer = { reference: "ref-1", firstName: "Camille", email: "camille@atelier.example" };

function returnFrom(address: string, ordered?: Purchase) {
  if (ordered) keepLastOrder(ordered, { day: civilDate("2025-10-15"), promotion: site.promotion }, payer);
  history.replaceState(null, "", address);
  render(<OrderTicket site={site} ways={ways} />);
  return screen.getByRole("region", { name: "Votre commande" }).textContent.replaceAll(/\s+/g, " ");
}

test.each<[Purchase, RegExp[], number]>([
  [{ offer: "secretariat", volume: 50 }, [/50 appels par jour/, /0 € à la commande/, /15 novembre 2025/], 3],
  [{ offer: "suiviclient", volume: 50 }, [/50 clients actifs par mois/, /15 novembre 2025/], 3],
  [{ offer: "marketing", volume: 2000 }, [/2 000 contacts par mois/, /720 € à la commande/], 3],
  [{ offer: "closing", volume: 2000 }, [/2 000 appels/, /600 € à la commande/], 3],
  [{ offer: "conferences", volume: 1 }, [/Conférence/, /228 € à la commande/], 3],
])("The ticket of %j says what it is, what is due and when, whose it is and its reference", (ordered, said, steps) => {
  const text = returnFrom(`/merci?offre=${ordered.offer}`, ordered);
  for (const words of [...said, /Camille, camille@atelier.example/, /ref-1/]) expect(text).toMatch(words);
  const list = screen.getByRole("heading", { name: "Ce qui suit" }).parentElement;
  expect(within(list!).getAllByRole("listitem")).toHaveLength(steps);
  expect(list!.textContent).toMatch(/15 octobre 2025/);
});

test.each([
  ["of another offer", "/merci?offre=closing", { offer: "secretariat", volume: 50 } as const],
  ["that this browser does not know", "/merci?offre=closing", undefined],
])("Of an order %s the page says where its details are, and shows no amount", (_, address, ordered) => {
  const text = returnFrom(address, ordered);
  expect(text).toMatch(/Appels sortants.*dans l’e-mail que vous allez recevoir/);
  expect(text).not.toMatch(/€/);
});

test("After a place at the conference there is no assistant to try and no space to open", () => {
  returnFrom("/merci?offre=conferences", { offer: "conferences", volume: 1 });
  expect(screen.queryByRole("link", { name: "Appelez votre assistante de test" })).toBeNull();
  expect(screen.queryByText(/Votre compte est prêt sous/)).toBeNull();
  screen.getByRole("link", { name: "Ajouter à mon agenda" });
});

test("An order of a mail's address is shown without what this browser keeps of another", () => {
  keepLastOrder({ offer: "secretariat", volume: 50 }, { day: civilDate("2025-10-15") }, payer);
  history.replaceState(null, "", "/commande-validee#commande=closing,2000,2025-10-15,60000");
  render(<OrderTicket site={site} />);
  expect(screen.getByRole("region", { name: "Votre commande" }).textContent).not.toMatch(/ref-1/);
});
