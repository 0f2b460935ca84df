// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";

import { EmailHint } from "./email-hint.tsx";

afterEach(cleanup);

const suggest = (typed: string) => (typed === "yann@gmial.com" ? "yann@gmail.com" : undefined);
const warn = (typed: string) => (typed.includes(",") ? "Aucun e-mail n’y arrive." : undefined);
const label = (email: string) => `Vouliez-vous dire ${email} ?`;

function Kept() {
  const [email, setEmail] = useState("");
  return (
    <>
      <input id="email" aria-label="E-mail" value={email} onChange={(event) => setEmail(event.target.value)} />
      <EmailHint field="email" suggest={suggest} label={label} warn={warn} />
      <p data-kept>{email}</p>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>("E-mail");
const type = (value: string) => act(async () => void fireEvent.input(field(), { target: { value } }));
const leave = () => act(async () => void field().dispatchEvent(new Event("change", { bubbles: true })));

test("No hint shows during typing; once the field is left, the probable spelling is one tap away", async () => {
  render(<Kept />);
  await type("yann@gmial.com");
  expect(screen.queryByRole("button")).toBeNull();
  await leave();
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: label("yann@gmail.com") })));
  expect(screen.queryByRole("button")).toBeNull();
  expect(field().value).toBe("yann@gmail.com");
  expect(document.querySelector("[data-kept]")?.textContent).toBe("yann@gmail.com");
  expect(document.activeElement).toBe(field());
});

test("It goes when the address is changed, and never comes for a usual one", async () => {
  render(<Kept />);
  await type("yann@gmial.com");
  await leave();
  await type("yann@kerbrat.fr");
  expect(screen.queryByRole("button")).toBeNull();
  await leave();
  expect(screen.queryByRole("button")).toBeNull();
});

test("An address that no mail can reach is said once the field is left, and goes on", async () => {
  render(<Kept />);
  await type("a@b.fr,c@d.fr");
  expect(screen.queryByText("Aucun e-mail n’y arrive.")).toBeNull();
  await leave();
  expect(screen.getByText("Aucun e-mail n’y arrive.")).toBeTruthy();
  await type("a@b.fr");
  expect(screen.queryByText("Aucun e-mail n’y arrive.")).toBeNull();
});
