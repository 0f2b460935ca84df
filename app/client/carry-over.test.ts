// @vitest-environment happy-dom
import { beforeEach, expect, test } from "vitest";

import { rememberIsland } from "./carry-over.ts";

const html = `<form>
  <input name="company"><textarea name="needs"></textarea><input type="checkbox" name="terms">
  <input type="radio" name="voice" value="a" checked><input type="radio" name="voice" value="b">
  <select name="trade"><option value="1">Un</option><option value="2">Deux</option></select>
  <button type="button" class="less">−</button><button type="button" class="more"><b>+</b></button>
</form>`;

let island: HTMLElement;
const find = <Found extends HTMLElement = HTMLInputElement>(selector: string) => island.querySelector<Found>(selector)!;
const drawAfresh = () => void (island.innerHTML = html);

beforeEach(() => {
  document.body.innerHTML = `<div>${html}</div>`;
  island = document.body.firstElementChild as HTMLElement;
});

test("Every kind of answer goes over to what stands in its place, which hears of it", () => {
  find("[name=company]").after(Object.assign(document.createElement("input"), { className: "foreign" }));
  const before = rememberIsland(island);
  find("[name=company]").value = "Bois";
  find("[name=needs]").value = "Deux\nlignes";
  find("[name=terms]").checked = true;
  find("[value=b]").checked = true;
  find("select").value = "2";
  drawAfresh();
  const heard: string[] = [];
  for (const type of ["input", "change"]) {
    island.addEventListener(type, ({ target }) => heard.push(`${type} ${(target as HTMLInputElement).name}`));
  }

  before.carryOver();
  expect(Object.fromEntries(new FormData(find("form")))).toEqual({
    company: "Bois",
    needs: "Deux\nlignes",
    terms: "on",
    voice: "b",
    trade: "2",
  });
  for (const each of ["input company", "input needs", "change terms", "change voice", "input trade", "change trade"]) {
    expect(heard).toContain(each);
  }
});

test("Focus and caret go over too, unless the visitor is elsewhere by then", () => {
  const company = find("[name=company]");
  company.value = "Bois";
  company.focus();
  company.setSelectionRange(1, 3);
  const before = rememberIsland(island);
  drawAfresh();
  before.carryOver();
  const heir = find("[name=company]");
  expect(document.activeElement).toBe(heir);
  expect([heir.selectionStart, heir.selectionEnd]).toEqual([1, 3]);
});

test("What was pressed inside a button leads to the button of the same kind", () => {
  const before = rememberIsland(island);
  const pressed = find("b");
  expect(before.successorOf(pressed)).toBe(pressed);
  drawAfresh();
  before.carryOver();
  expect(before.successorOf(pressed)).toBe(find(".more"));
});
