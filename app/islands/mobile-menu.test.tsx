// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { MobileMenu } from "./mobile-menu.tsx";

afterEach(cleanup);

function openMenu() {
  render(
    <MobileMenu
      brand="Zeta"
      labels={{ label: "Menu", open: "Menu", close: "Fermer", offers: "Offres" }}
      links={[
        { target: "#services", label: "Services" },
        { target: "#tarifs", label: "Tarifs" },
      ]}
      offers={[{ target: "#secretariat", label: "Secrétariat" }]}
      account={{ target: "#espace", label: "Espace client" }}
      phone={{ target: "tel:+33199000000", label: "01 99 00 00 00" }}
      signUp={{ target: "#inscription", label: "Essayer gratuitement" }}
    />,
  );
  fireEvent.click(toggle());
  return screen.getByRole<HTMLDialogElement>("dialog");
}

const toggle = () => screen.getByRole("button", { name: "Menu", hidden: true });

test("The button opens a dialog with sections, offers, ways to us and sign-up, and says that it is open", () => {
  const dialog = openMenu();

  expect(dialog.open).toBe(true);
  expect(toggle().getAttribute("aria-expanded")).toBe("true");
  expect(toggle().getAttribute("aria-controls")).toBe(dialog.id);
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "Services",
    "Tarifs",
    "Secrétariat",
    "Espace client",
    "01 99 00 00 00",
    "Essayer gratuitement",
  ]);
});

test.each(["Services", "Secrétariat", "Espace client", "Essayer gratuitement"])(
  "Choosing « %s » closes the menu",
  (name) => {
    const dialog = openMenu();

    fireEvent.click(screen.getByRole("link", { name }));

    expect(dialog.open).toBe(false);
  },
);

test("The close button closes it, and the first button says so", () => {
  const dialog = openMenu();

  fireEvent.click(screen.getByRole("button", { name: "Fermer" }));

  expect(dialog.open).toBe(false);
  expect(toggle().getAttribute("aria-expanded")).toBe("false");
});

test("When the browser closes it, by Escape, the first button says so", () => {
  const dialog = openMenu();

  act(() => dialog.close());

  expect(toggle().getAttribute("aria-expanded")).toBe("false");
});
