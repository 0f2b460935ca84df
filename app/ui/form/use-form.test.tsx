// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { Field } from "./field.tsx";
import { Form } from "./form.tsx";
import { type FormProblem, type TypedForm, useForm } from "./use-form.ts";

type Name = "email" | "message";
type Codes = Partial<Record<Name, "missing">>;
type Send = (values: TypedForm) => Promise<FormProblem<Name> | undefined>;

const words = { titlePrefix: "Erreur : ", problemsTitle: (count: number) => `${count} à compléter` };
const sentences = { email: { missing: "Saisissez l’adresse" }, message: { missing: "Saisissez le message" } };

function readLetter(typed: TypedForm) {
  const problem: Codes = {
    ...(!typed["email"] && { email: "missing" }),
    ...(!typed["message"] && { message: "missing" }),
  };
  return Object.keys(problem).length > 0 ? ({ ok: false, problem } as const) : ({ ok: true, value: typed } as const);
}

function Letter({ send, failure }: { send: Send; failure?: string }) {
  const form = useForm({ sentences, read: readLetter, send, failure });
  return (
    <Form form={form} words={words} header={form.failure && <p role="note">{form.failure.sentence}</p>}>
      <Field name="email" label="Adresse" problem={form.problemOf("email")} />
      <Field name="message" label="Message" problem={form.problemOf("message")} />
      <button type="submit">{form.isBusy ? "Envoi" : "Envoyer"}</button>
      <button type="button" onClick={() => form.run(() => Promise.resolve({ sentence: "Pas aujourd’hui" }))}>
        Autrement
      </button>
      <button type="button" onClick={form.dismiss}>
        Compris
      </button>
    </Form>
  );
}

const send = vi.fn<Send>();
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const submit = () => act(async () => void fireEvent.submit(document.querySelector("form")!));

beforeEach(() => {
  document.title = "Lettre";
  send.mockResolvedValue(undefined);
});
afterEach(() => {
  cleanup();
  send.mockReset();
});

describe("What is wrong with a form", () => {
  test("takes the focus to the one field, is said by it, and is in the title until it is sent", async () => {
    render(<Letter send={send} />);
    type("Adresse", "a@b");
    await submit();
    expect(document.activeElement).toBe(field("Message"));
    expect(field("Message").getAttribute("aria-invalid")).toBe("true");
    const described = field("Message").getAttribute("aria-describedby")!;
    expect(document.getElementById(described)?.textContent).toBe("Saisissez le message");
    expect(screen.queryByRole("alert")).toBeNull();
    expect(document.title).toBe("Erreur : Lettre");

    type("Message", "Bonjour");
    await submit();
    expect(document.title).toBe("Lettre");
    expect(field("Message").getAttribute("aria-invalid")).toBe("false");
    expect(send.mock.calls.map(([values]) => values)).toEqual([{ email: "a@b", message: "Bonjour" }]);
  });

  test("has a summary when it is several things, which takes the focus and leads to each", async () => {
    render(<Letter send={send} />);
    await submit();
    const summary = screen.getByRole("alert");
    expect(document.activeElement).toBe(summary);
    expect(screen.getByRole("heading").textContent).toBe("2 à compléter");
    const links = [...summary.querySelectorAll("a")];
    expect(links.map(({ textContent }) => textContent)).toEqual(["Saisissez l’adresse", "Saisissez le message"]);
    fireEvent.click(links[1]!);
    expect(document.activeElement).toBe(field("Message"));
    expect(send).not.toHaveBeenCalled();
  });

  test("takes the focus again at each submit, and not while it is corrected", async () => {
    render(<Letter send={send} />);
    type("Adresse", "a@b");
    await submit();
    field("Adresse").focus();
    type("Adresse", "c@d");
    expect(document.activeElement).toBe(field("Adresse"));
    await submit();
    expect(document.activeElement).toBe(field("Message"));
    expect(field("Adresse").value).toBe("c@d");
  });

  test("and known after sending is said by its field, or above the form", async () => {
    send.mockResolvedValueOnce({ field: "email", sentence: "Déjà prise" });
    send.mockResolvedValueOnce({ sentence: "Réessayez" });
    render(<Letter send={send} />);
    type("Adresse", "a@b");
    type("Message", "Bonjour");
    await submit();
    expect(document.activeElement).toBe(field("Adresse"));
    expect(screen.getByText("Déjà prise").closest(".field")).toBe(field("Adresse").closest(".field"));
    expect(screen.queryByRole("note")).toBeNull();

    await submit();
    expect(screen.queryByText("Déjà prise")).toBeNull();
    expect(screen.getByRole("note").textContent).toBe("Réessayez");
    expect(document.title).toBe("Lettre");
  });

  test("before the form was there is said until something else happens", async () => {
    render(<Letter send={send} failure="Refusé par le fournisseur" />);
    expect(screen.getByRole("note").textContent).toBe("Refusé par le fournisseur");
    fireEvent.click(screen.getByRole("button", { name: "Compris" }));
    expect(screen.queryByRole("note")).toBeNull();
  });
});

describe("A form is sent once", () => {
  test("whatever the number of clicks, and no other of its actions runs meanwhile", async () => {
    let answer: (problem: FormProblem<Name> | undefined) => void = () => {};
    send.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    render(<Letter send={send} />);
    type("Adresse", "a@b");
    type("Message", "Bonjour");
    for (let click = 0; click < 5; click += 1) fireEvent.submit(document.querySelector("form")!);
    fireEvent.click(screen.getByRole("button", { name: "Autrement" }));
    await act(async () => {});
    expect(screen.getByRole("button", { name: "Envoi" })).toBeTruthy();
    expect(send).toHaveBeenCalledOnce();
    expect(screen.queryByRole("note")).toBeNull();

    await act(async () => answer(undefined));
    expect(screen.getByRole("button", { name: "Envoyer" })).toBeTruthy();
    await submit();
    expect(send).toHaveBeenCalledTimes(2);
  });

  test("and another action says what became of it in the same place", async () => {
    render(<Letter send={send} />);
    await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Autrement" })));
    expect(screen.getByRole("note").textContent).toBe("Pas aujourd’hui");
  });
});

test("What was typed before the page came alive is sent", async () => {
  document.body.innerHTML = `<div>${renderToString(<Letter send={send} />)}</div>`;
  type("Adresse", "tôt@exemple.fr");
  type("Message", "Bonjour");
  const root = await act(async () => hydrateRoot(document.body.firstElementChild!, <Letter send={send} />));
  expect(field("Adresse").value).toBe("tôt@exemple.fr");
  await submit();
  expect(send.mock.calls[0]?.[0]).toEqual({ email: "tôt@exemple.fr", message: "Bonjour" });
  await act(async () => root.unmount());
  document.body.innerHTML = "";
});
