// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";

import { LogoStrip } from "./logo-strip.tsx";

afterEach(cleanup);

test("The strip says each client once, and its button pauses and resumes it", () => {
  render(<LogoStrip label="Clients" claim="Plus de 150" names={["Uno", "Due"]} pause="Arrêter" resume="Reprendre" />);
  const strip = screen.getByRole("region", { name: "Clients" });

  expect(screen.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Uno", "Due"]);
  expect(strip.classList).not.toContain("is-paused");

  fireEvent.click(screen.getByRole("button", { name: "Arrêter" }));
  expect(strip.classList).toContain("is-paused");

  fireEvent.click(screen.getByRole("button", { name: "Reprendre" }));
  expect(strip.classList).not.toContain("is-paused");
});
