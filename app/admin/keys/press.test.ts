// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test } from "vitest";

import { followWithFile, isBehindDialog, isTyping, moveToRow, press, pressOnceThere } from "./press.ts";

const row = (name: string, extra = "") => `
  <tr data-key-scope="row" ${extra}>
    <td><input type="checkbox" data-pressed-by="select" aria-label="${name}"></td>
    <td><button data-pressed-by="payment">${name} paid</button></td>
    <td><button data-pressed-by="open">${name}</button></td>
  </tr>`;
const file = `<article data-key-scope="file"><button data-pressed-by="payment">file paid</button>
  <button data-pressed-by="close">close</button></article>`;

let clicked: string[];

beforeEach(() => {
  clicked = [];
  document.addEventListener("click", note);
});
afterEach(() => {
  document.removeEventListener("click", note);
  document.body.innerHTML = "";
});

function note(event: Event) {
  const target = event.target as HTMLElement;
  clicked.push(target.textContent || (target.getAttribute("aria-label") ?? ""));
}

function show(html: string) {
  document.body.innerHTML = `<table><tbody>${html}</tbody></table>`;
}

const focusedText = () => document.activeElement?.textContent;

test("From nowhere one comes to the first row, then from row to row, and stays at the ends", () => {
  show(row("a") + row("b"));
  moveToRow(1);
  expect(focusedText()).toBe("a");
  moveToRow(1);
  expect(focusedText()).toBe("b");
  expect(moveToRow(1)).toBeUndefined();
  expect(focusedText()).toBe("b");
  moveToRow(-1);
  expect(focusedText()).toBe("a");
});

test("One goes on from the row that one left", () => {
  show(row("a") + row("b", "data-is-last-focused") + row("c"));
  moveToRow(1);
  expect(focusedText()).toBe("b");
});

test("On a box that is ticked, one comes to the box of the next row", () => {
  show(row("a") + row("b"));
  document.querySelector("input")!.focus();
  moveToRow(1);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("b");
});

test("A key means the row with the focus, and the open file when no row has it", () => {
  document.body.innerHTML = `<table><tbody>${row("a")}${row("b")}</tbody></table>${file}`;
  press("payment");
  moveToRow(1);
  moveToRow(1);
  press("payment");
  expect(clicked).toEqual(["file paid", "b paid"]);
});

test("Without a row and without a file nothing is pressed", () => {
  show(row("a"));
  expect(press("payment")).toBe(false);
  expect(press("close")).toBe(false);
  expect(clicked).toEqual([]);
});

test("From the row of the open file one comes to the next, and the file follows; without one nothing opens", () => {
  show(row("a") + row("b", 'aria-current="true"') + row("c"));
  document.body.insertAdjacentHTML("beforeend", file);
  followWithFile(moveToRow(1)!);
  expect([focusedText(), clicked]).toEqual(["c", ["c"]]);
  show(row("a") + row("b"));
  followWithFile(moveToRow(1)!);
  expect(clicked).toEqual(["c"]);
});

test("A file that closes gives the focus back to its row", () => {
  document.body.innerHTML = `<table><tbody>${row("a")}${row("b", 'aria-current="true"')}</tbody></table>${file}`;
  expect(press("close")).toBe(true);
  expect(clicked).toEqual(["close"]);
  expect(focusedText()).toBe("b");
});

test.for([
  ["<input>", true],
  ['<input type="search">', true],
  ['<input type="datetime-local">', true],
  ["<textarea></textarea>", true],
  ["<select><option>a</option></select>", true],
  ['<p contenteditable="true">a</p>', true],
  ['<input type="checkbox">', false],
  ["<button>a</button>", false],
] as const)("%s: what is pressed there is typed: %s", ([html, expected]) => {
  document.body.innerHTML = html;
  expect(isTyping(document.body.firstElementChild)).toBe(expected);
});

test("Behind a dialog the keys are silent; a file that covers the list has its own", () => {
  document.body.innerHTML = `<div role="dialog">${file}</div>`;
  expect(isBehindDialog()).toBe(false);
  document.body.innerHTML += `<div role="alertdialog">Supprimer ?</div>`;
  expect(isBehindDialog()).toBe(true);
});

test("A shortcut waits for its control to appear and clicks it once; any other input cancels it", async () => {
  const later = () => new Promise((resolve) => void setTimeout(resolve));
  pressOnceThere("create");
  document.body.innerHTML = '<button data-pressed-by="create">create</button>';
  await later();
  expect(clicked).toEqual(["create"]);
  document.body.innerHTML = "";
  document.body.innerHTML = '<button data-pressed-by="create">again</button>';
  await later();
  expect(clicked).toEqual(["create"]);

  document.body.innerHTML = "";
  pressOnceThere("create");
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
  document.body.innerHTML = '<button data-pressed-by="create">too late</button>';
  await later();
  expect(clicked).toEqual(["create"]);
});
