// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { LogoStrip } from "./logo-strip.tsx";

afterEach(cleanup);

test("The strip says each client once, and its button pauses and resumes it", () => {
  const clients = [{ name: "Uno" }, { name: "Due" }];
  render(<LogoStrip label="Clients" claim="Plus de 150" clients={clients} pause="Arrêter" resume="Reprendre" />);
  const strip = screen.getByRole("region", { name: "Clients" });

  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Uno", "Due"]);
  expect(strip.classList).not.toContain("is-paused");

  fireEvent.click(screen.getByRole("button", { name: "Arrêter" }));
  expect(strip.classList).toContain("is-paused");

  fireEvent.click(screen.getByRole("button", { name: "Reprendre" }));
  expect(strip.classList).not.toContain("is-paused");
});

test("A client with a logo is named by it, and only an invented one is drawn a logo", () => {
  const clients = [{ name: "Uno" }, { name: "Due", picture: { src: "/photos/due.png" } }];
  const labels = { label: "Clients", pause: "Arrêter", resume: "Reprendre" };
  const { container, rerender } = render(<LogoStrip {...labels} clients={clients} />);

  expect(screen.getByRole("img", { name: "Due" }).getAttribute("src")).toBe("/photos/due.png");
  expect(container.querySelector(".logos-track svg")).toBeNull();

  rerender(<LogoStrip {...labels} clients={clients} areInvented />);
  expect(container.querySelectorAll(".logos-track svg")).toHaveLength(4);
});
