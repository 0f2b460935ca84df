// @vitest-environment happy-dom
import { civilDate } from "#kit/civil-date.ts";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { MissedCalls } from "./missed-calls.tsx";

const scrolled = vi.fn<() => void>();

beforeEach(() => {
  scrolled.mockReset();
  Element.prototype.scrollIntoView = scrolled;
});

afterEach(() => {
  cleanup();
  history.replaceState(null, "", "/");
});

const today = civilDate("2025-10-15");
const board = { funnel: "/inscription-secretariat", contactHref: "https://rdv.example", notSold: [1000], today };
const open = (fragment = "") => {
  history.replaceState(null, "", `/${fragment}`);
  return render(<MissedCalls brand="Zeta" {...board} />);
};
const shown = () => (screen.getByRole("status").textContent ?? "").replaceAll(/\s/g, " ");
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const order = () => screen.getByRole("link", { name: "Essayer avec ce volume" }).getAttribute("href");

test("It opens on the example, with the price of its tier from the price book", () => {
  open();

  expect(shown()).toMatch(/60 appels manqués,900 €de ventes perdues.*197 € HT par mois, au palier de 10 appels/);
  expect(order()).toBe("/inscription-secretariat?volume=10");
});

test("The visitor's own numbers give another result, whose tier goes to the funnel and which has an address", () => {
  open();
  type("Appels reçus par jour", "45");
  type("Dont manqués", "9");
  type("Première vente moyenne, en euros", "1 200");

  expect(shown()).toMatch(
    /180 appels manqués,7 200 €.*597 € HT par mois, au palier de 50 appels.*marge sur ces ventes dépasse 9\s%/,
  );
  expect(order()).toBe("/inscription-secretariat?volume=50");
  const address = screen.getByRole("link", { name: "Adresse de ce calcul" }).getAttribute("href") ?? "";
  expect(address).toBe("#calcul=45,9,1200");

  cleanup();
  open(address);
  expect(shown()).toContain("7 200 €");
  expect(scrolled).toHaveBeenCalled();
});

test("It says so when the assistant would cost more than what is lost", () => {
  open("#calcul=100,1,50");
  expect(shown()).toMatch(/33 €.*997 € HT.*c’est plus que ce que vous perdez/);
});

test("Nothing missed is said in the singular", () => {
  open("#calcul=10,0,450");
  expect(shown()).toContain("0 appel manqué,0 €");
});

test.each([
  ["60", true],
  ["50", false],
  ["45", false],
])("With %s calls a day, what happens above the tier is said: %s", (calls, isAbove) => {
  open(`#calcul=${calls},3,450`);
  expect(shown()).toContain("au palier de 50 appels");
  expect(shown().includes("Pour quelques appels au-dessus du palier")).toBe(isAbove);
});

test("A volume without a payment link leads into the funnel, and to a talk where one can be booked", () => {
  open("#calcul=1000,100,450");
  expect(shown()).toContain("Ce volume se commande avec notre équipe");
  expect(screen.getByRole("link", { name: "Parlons-en" }).getAttribute("href")).toBe("https://rdv.example");
  expect(order()).toBe("/inscription-secretariat?volume=1000");

  cleanup();
  render(<MissedCalls brand="Zeta" {...board} contactHref={undefined} />);
  expect(order()).toBe("/inscription-secretariat?volume=1000");
  expect(screen.queryByRole("link", { name: "Parlons-en" })).toBeNull();
});

test.each([
  "#calcul=<img src=x onerror=alert(1)>,1,1",
  "#calcul=-5,3,450",
  "#calcul=99999999999,1,1",
  "#calcul=5,9,450",
])("%s shows the example, and no element of its own", (fragment) => {
  const { container } = open(fragment);
  expect(shown()).toContain("900 €");
  expect(container.querySelector("img, script")).toBeNull();
});

test("Half typed, it asks for the numbers instead of counting", () => {
  open();
  type("Dont manqués", "");
  expect(shown()).toContain("Saisissez trois nombres entiers");
  type("Dont manqués", "<b>3</b>");
  expect(shown()).toContain("Saisissez trois nombres entiers");
  type("Dont manqués", "2");
  expect(shown()).toContain("600 €");
});

test("Another address is another calculation, whatever was typed", () => {
  open();
  type("Dont manqués", "1");
  act(() => {
    history.replaceState(null, "", "/#calcul=40,8,6000");
    dispatchEvent(new HashChangeEvent("hashchange"));
  });
  expect(shown()).toContain("32 000 €");
});
