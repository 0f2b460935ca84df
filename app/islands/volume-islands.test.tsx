// @vitest-environment happy-dom
import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import { formatEuros } from "#app/ui/format.ts";
import { sayCount } from "#content/language/count.ts";
import { civilDate } from "#kit/civil-date.ts";
import { followUpTiers, pricePerClient } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { marketingPrice, marketingVolumes } from "#subjects/offers/rules/marketing/contact-volumes.ts";
import { pricePerCall, secretariatTiers } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";
import { callSlider } from "#subjects/offers/rules/secretariat/call-choice.ts";

import { CallVolume } from "./call-volume.tsx";
import { ContactVolume } from "./contact-volume.tsx";
import { FollowUpVolume } from "./follow-up-volume.tsx";
import { boardFor } from "./line-board.tsx";

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  history.replaceState(null, "");
});

const slider = () => screen.getByRole<HTMLInputElement>("slider");
const move = (value: number) => fireEvent.change(slider(), { target: { value: String(value) } });
const press = (key: string) => fireEvent.keyDown(slider(), { key });
const plain = (text: string | null | undefined) => (text ?? "").replaceAll(/\s+/g, " ");
const shown = () => plain(screen.getByRole("region").textContent);
const goTo = () => screen.getByRole("link", { name: "Choisir ce volume" }).getAttribute("href");

const promotion = { from: civilDate("2025-09-01"), to: civilDate("2025-10-30") };
const board = {
  contactHref: "https://rdv.example",
  today: civilDate("2025-10-15"),
  notSold: [],
  security: { href: "/securite-et-donnees", label: "Sécurité et données" },
};
const schedule = () => {
  const list = document.querySelector("[data-schedule]");
  return [...(list?.children ?? [])].map((line) => plain(line.textContent));
};

test.each([
  { name: "calls", island: <CallVolume {...board} funnel="/funnel" />, choice: 200, volume: 200 },
  { name: "contacts", island: <ContactVolume {...board} funnel="/funnel" />, choice: 10_000, volume: 10_000 },
  {
    name: "trainees",
    island: <FollowUpVolume {...board} funnel="/funnel?variante=formation" />,
    choice: 2,
    volume: 200,
  },
])("Who comes back to the slider of $name finds the choice again, its link included", ({ island, choice, volume }) => {
  const first = render(island);
  move(choice);
  expect(history.state).toEqual({ volume: choice });
  first.unmount();

  render(island);
  expect(slider().value).toBe(String(choice));
  expect(goTo()).toMatch(new RegExp(`[?&]volume=${volume}$`));
});

/** As the translation of Chrome leaves a page: each text within two elements of its own. */
function translate(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  while (texts.nextNode()) found.push(texts.currentNode as Text);
  for (const text of found) {
    const font = document.createElement("font");
    const inner = font.appendChild(document.createElement("font"));
    text.replaceWith(font);
    inner.append(text);
  }
}

test.each([
  { name: "calls", island: <CallVolume {...board} funnel="/funnel" />, choices: [1, 75, 200, 50] },
  { name: "contacts", island: <ContactVolume {...board} funnel="/funnel" />, choices: [10_000, 500, 20_000, 5000] },
  { name: "trainees", island: <FollowUpVolume {...board} funnel="/funnel?variante=formation" />, choices: [2, 1, 3] },
  { name: "clients", island: <FollowUpVolume {...board} funnel="/funnel" />, choices: [200, 500, 50] },
])("Once translated, the board of $name shows one tier and one price at each stop", ({ island, choices }) => {
  const { unmount } = render(island);
  translate();
  const translated = choices.map((choice) => {
    move(choice);
    return shown();
  });
  unmount();
  const fresh = choices.map((choice) => {
    history.replaceState({ volume: choice }, "");
    const { unmount: leave } = render(island);
    const text = shown();
    leave();
    return text;
  });
  expect(translated).toEqual(fresh);
});

describe("Calls a day", () => {
  const open = (props = {}) =>
    render(<CallVolume {...board} funnel="/inscription-secretariat" promotion={promotion} {...props} />);

  test.each(secretariatTiers(firstPrices).filter(({ callsPerDay }) => callsPerDay >= callSlider.min))(
    "$callsPerDay have the price of the price book, in words too",
    (tier) => {
      open();
      move(tier.callsPerDay);

      const calls = tier.callsPerDay;
      const price = plain(formatEuros(tier.monthlyExcludingTax));
      expect(shown()).toContain(`Palier retenu : ${tier.callsPerDay} appels par jour`);
      expect(shown()).toContain(`${price}HT par mois, soit ${plain(formatEuros(pricePerCall(tier)))} par appel`);
      expect(schedule().at(-1)).toContain(`15 décembre 2025Puis chaque mois, sans engagement${price} HT`);
      expect(plain(slider().getAttribute("aria-valuetext"))).toBe(
        `${calls} appels par jour, Palier retenu : ${calls} appels par jour, ${price} HT par mois`,
      );
      expect(goTo()).toBe(`/inscription-secretariat?volume=${tier.callsPerDay}`);
    },
  );

  test.each([
    [60, 50],
    [75, 100],
    [80, 100],
    [990, 1000],
  ])("A wish for %i keeps its place on the slider and falls to the tier of %i", (wished, tier) => {
    open();
    move(wished);

    expect(slider().value).toBe(String(wished));
    expect(shown()).toContain(`Palier retenu : ${tier} appels par jour`);
    expect(screen.getByRole("button", { pressed: true }).textContent?.replaceAll(/\s/g, "")).toBe(String(tier));
  });

  test("Page Up and Page Down, − and + go from tier to tier, and stop at both ends", () => {
    open();

    press("PageUp");
    expect(slider().value).toBe("100");
    press("PageDown");
    press("PageDown");
    expect(slider().value).toBe("40");
    move(60);
    press("PageDown");
    expect(slider().value).toBe("50");

    fireEvent.click(screen.getByRole("button", { name: "Palier suivant" }));
    expect(slider().value).toBe("100");
    move(10);
    expect(screen.getByRole("button", { name: "Palier précédent" }).getAttribute("aria-disabled")).toBe("true");
    fireEvent.click(screen.getByRole("button", { name: "Palier précédent" }));
    press("PageDown");
    expect(slider().value).toBe("10");
  });

  test("The time it takes is said in hours, and past what one day holds in people", () => {
    open();
    move(50);
    expect(shown()).toContain("À trois minutes l’appel, 2 h 30 de téléphone en moins chaque jour");
    move(500);
    expect(shown()).toContain("À trois minutes l’appel, trois personnes au téléphone toute la journée.");
    move(1000);
    expect(shown()).toContain("six personnes au téléphone");
  });

  test("The last stop keeps its price and offers to talk", () => {
    open();
    move(995);
    expect(shown()).not.toContain("parlons-en");

    move(1000);
    expect(shown()).toContain("7 997 €HT par mois, soit 0,27 € par appel");
    expect(shown()).toContain("Au-delà de 1000 appels par jour : parlons-en");
    expect(screen.getByRole("link", { name: "parlons-en" }).getAttribute("href")).toBe("https://rdv.example");
  });

  test("Without anyone to talk to, the sentence stays and links nowhere", () => {
    open({ contactHref: undefined });
    move(1000);

    expect(shown()).toContain("parlons-en");
    expect(screen.queryByRole("link", { name: "parlons-en" })).toBeNull();
  });

  test("The promotion's two months are shown while it lasts, the trial otherwise", () => {
    open();
    expect(schedule()).toEqual([
      "Aujourd’hui, 15 octobre 2025Premier mois offert0 €",
      "15 novembre 2025Deuxième mois, quel que soit le volume97 € HT 116,40 € TTC",
      "15 décembre 2025Puis chaque mois, sans engagement597 € HT 716,40 € TTC",
    ]);
    cleanup();

    open({ promotion: undefined });
    expect(schedule()).toEqual([
      "Aujourd’hui, 15 octobre 202515 jours d’essai gratuit, à compter de la commande0 €",
      "30 octobre 2025Puis chaque mois, sans engagement597 € HT 716,40 € TTC",
    ]);
  });

  test("5 calls, below the slider, have their price and their own way into the funnel", () => {
    open();
    move(300);
    const link = screen.getByRole("link", { name: /^5 appels par jour/ });
    expect(plain(link.textContent)).toBe("5 appels par jour : 97 € HT par mois");
    expect(link.getAttribute("href")).toBe("/inscription-secretariat?volume=5");
  });

  test.each([750, 900, 1000])("%i, without a payment link, keeps its way into the funnel beside a talk", (wished) => {
    open({ notSold: [1000] });
    expect(screen.queryByRole("link", { name: "Parlons-en" })).toBeNull();
    move(wished);
    expect(shown()).toContain("Ce volume se commande avec notre équipe");
    expect(screen.getByRole("link", { name: "Parlons-en" }).getAttribute("href")).toBe("https://rdv.example");
    expect(goTo()).toBe("/inscription-secretariat?volume=1000");
  });

  test("Without anyone to talk to, the funnel notes the wish", () => {
    open({ notSold: [50], contactHref: undefined });
    expect(goTo()).toBe("/inscription-secretariat?volume=50");
  });

  test("What happens above the tier is said under the slider", () => {
    open();
    expect(shown()).toContain("Et si je dépasse ?");
  });
});

describe("Contacts a month", () => {
  const open = () => render(<ContactVolume {...board} funnel="/inscription-marketing" />);

  test.each(marketingVolumes.map((volume) => ({ volume })))(
    "$volume have the price of the price book",
    ({ volume }) => {
      open();
      move(volume);

      expect(shown()).toContain(`Palier retenu : ${plain(sayCount(volume))} contacts par mois`);
      expect(shown()).toContain(`${plain(formatEuros(marketingPrice(volume, firstPrices)))}HT par mois`);
      expect(shown()).toContain("Soit 0,30 € HT par contact du palier, chaque mois.");
      expect(goTo()).toBe(`/inscription-marketing?volume=${volume}`);
    },
  );

  test("3000 fall to 2000, at 600 €; 15000 to 20000", () => {
    open();
    move(3000);
    expect(shown()).toContain("Palier retenu : 2 000 contacts par mois");
    expect(shown()).toContain("600 €HT");
    move(15_000);
    expect(shown()).toContain("Palier retenu : 20 000 contacts");
  });
});

test("Every key counts, also while the slider comes alive", async () => {
  const container = document.createElement("div");
  container.innerHTML = renderToString(<ContactVolume {...board} funnel="/inscription-marketing" />);
  document.body.append(container);
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);

  startTransition(() => void hydrateRoot(container, <ContactVolume {...board} funnel="/inscription-marketing" />));
  for (let pressed = 1; pressed <= 12; pressed += 1) {
    // As the browser does, past what React keeps watch on.
    Reflect.set(HTMLInputElement.prototype, "value", String(Number(slider().value) + 1000), slider());
    slider().dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((resolve) => void setImmediate(resolve));
    expect(slider().value).toBe(String(5000 + pressed * 1000));
  }

  await vi.waitFor(() => expect(shown()).toContain("17 000Palier retenu : 20 000 contacts"));
  vi.unstubAllGlobals();
});

describe("Trainees a month", () => {
  test.each(followUpTiers(firstPrices).map((tier, index) => ({ ...tier, index })))(
    "$activeClientsPerMonth have the price of the price book",
    ({ index, ...tier }) => {
      render(<FollowUpVolume {...board} funnel="/inscription-suiviclient?variante=formation" />);
      move(index);

      const price = plain(formatEuros(tier.monthlyExcludingTax));
      expect(shown()).toContain(`${price}HT par mois, soit ${plain(formatEuros(pricePerClient(tier)))} par stagiaire`);
      expect(plain(slider().getAttribute("aria-valuetext"))).toBe(
        `${tier.activeClientsPerMonth} stagiaires suivis par mois, ${price} HT par mois`,
      );
      expect(goTo()).toBe(`/inscription-suiviclient?variante=formation&volume=${tier.activeClientsPerMonth}`);
    },
  );
});

describe("Other ways into the funnel", () => {
  beforeEach(() => {
    document.body.innerHTML =
      '<a href="/inscription-secretariat" data-follows-volume="">Essayer</a><a href="/blog">Blog</a>';
  });

  test("carry the volume once the visitor has chosen one, not before", () => {
    render(<CallVolume {...board} funnel="/inscription-secretariat" />);
    const [link, other] = document.querySelectorAll("a");

    expect(link?.getAttribute("href")).toBe("/inscription-secretariat");
    move(210);
    expect(link?.getAttribute("href")).toBe("/inscription-secretariat?volume=200");
    expect(other?.getAttribute("href")).toBe("/blog");
  });
});

test.each([
  [10, 10],
  [20, 40],
  [40, 40],
  [50, 90],
  [100, 160],
  [200, 250],
  [500, 640],
  [1000, 1000],
])("%i lines light a board of %i, at least half of it", (volume, lines) => {
  expect(boardFor(volume).lines).toBe(lines);
  expect(volume / lines).toBeGreaterThanOrEqual(0.5);
});
