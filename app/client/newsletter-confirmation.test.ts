// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";

import { start } from "./newsletter-confirmation.ts";

afterEach(() => vi.unstubAllGlobals());

const page = `<section id="lettre"><div data-asks><button data-confirm>Confirmer</button></div><div role="status">
  ${["confirmed", "used", "expired", "unknown", "unavailable"].map((word) => `<p data-outcome="${word}" hidden>${word}</p>`).join("")}
</div></section>`;

function open(said: string) {
  history.replaceState(null, "", `/merci?newsletter=${said}#lettre`);
  document.body.innerHTML = page;
  start();
  const button = document.querySelector<HTMLButtonElement>("button")!;
  const shown = () => [...document.querySelectorAll<HTMLElement>("p:not([hidden])")].map((each) => each.textContent);
  const isAsking = () => !document.querySelector("[data-asks]")!.hasAttribute("hidden");
  return { button, shown, isAsking };
}

function answerWith(answer: () => Promise<Response>) {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(answer);
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

test("Opening the link confirms nothing; pressing the button does, once, and the token leaves the address", async () => {
  const fetched = answerWith(async () => Response.json({ outcome: "confirmed" }));
  const { button, shown, isAsking } = open("abc");
  expect(fetched).not.toHaveBeenCalled();
  button.click();
  button.click();
  await expect.poll(shown).toEqual(["confirmed"]);
  expect(fetched).toHaveBeenCalledOnce();
  expect(fetched.mock.calls[0]?.[1].body).toBe('{"token":"abc"}');
  expect([isAsking(), `${location.search}${location.hash}`]).toEqual([false, "?newsletter=confirmee#lettre"]);
});

test.each([
  ["used", "deja-confirmee"],
  ["expired", "expiree"],
  ["unknown", "invalide"],
])("A link that is %s says so, and says it again when the page is opened again", async (outcome, word) => {
  answerWith(async () => Response.json({ outcome }));
  const { button, shown } = open("abc");
  button.click();
  await expect.poll(shown).toEqual([outcome]);
  const again = open(word);
  expect([again.shown(), again.isAsking()]).toEqual([[outcome], false]);
});

test.each<[string, () => Promise<Response>]>([
  ["the network is cut", () => Promise.reject(new TypeError("no"))],
  ["the service is away", async () => new Response("{}", { status: 503 })],
  ["the answer is not JSON", async () => new Response("<html>")],
])("When %s, the button can be pressed again", async (_title, answer) => {
  answerWith(answer);
  const { button, shown, isAsking } = open("abc");
  button.click();
  await expect.poll(shown).toEqual(["unavailable"]);
  expect(isAsking()).toBe(true);
  answerWith(async () => Response.json({ outcome: "confirmed" }));
  button.click();
  await expect.poll(shown).toEqual(["confirmed"]);
});
