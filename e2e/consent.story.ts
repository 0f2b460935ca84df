import type { Page, Request } from "playwright-core";
import { expect, inject, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";
import { fullTest } from "#tests/support/full-test.ts";

import { desktop, expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";

const siteUrl = inject("siteUrl");

/** A page with every part, an application, a plain text. */
const routes = ["/", "/inscription-secretariat", "/mentions-legales"];

type Visit = { purpose: "marketing" | "analytics"; event: string; page: string };

/** What this visitor's pages told the partners: the site's own journal has everybody's. */
const visits = new WeakMap<Page, Visit[]>();

async function visitor(options: Parameters<typeof newVisitor>[0] = {}): Promise<Page> {
  const page = await newVisitor(options);
  const told: Visit[] = [];
  visits.set(page, told);
  page.context().on("request", (request) => told.push(...readVisit(request)));
  return page;
}

const visitsOf = (page: Page): Visit[] => visits.get(page) ?? [];

function readVisit(request: Request): Visit[] {
  const { pathname, searchParams } = new URL(request.url());
  if (pathname === "/demo/pixel.gif") {
    return [{ purpose: "marketing", event: searchParams.get("ev") ?? "", page: searchParams.get("dl") ?? "" }];
  }
  return pathname === "/demo/measure" ? [{ purpose: "analytics", ...request.postDataJSON() }] : [];
}

const banner = (page: Page) => page.getByRole("region", { name: "Choix des cookies", exact: true });
const button = (page: Page, name: string) => banner(page).getByRole("button", { name, exact: true });
const purpose = (page: Page, name: string) => banner(page).getByRole("group", { name, exact: true });
const manage = (page: Page) => page.getByRole("button", { name: "Gérer mes cookies" });

async function stored(page: Page) {
  return page.evaluate(() => ({
    answer: localStorage.getItem("cookieConsent"),
    choices: JSON.parse(localStorage.getItem("cookieConsentChoices") ?? "null"),
  }));
}

/** What the four signals say now: the last command that was pushed. */
async function signals(page: Page): Promise<Record<string, string>> {
  const commands = await page.evaluate(() => (globalThis as unknown as { dataLayer: unknown[][] }).dataLayer);
  return commands.at(-1)?.[2] as Record<string, string>;
}

/** These partners and no other: on a busy machine the network may rest before the scripts come. */
async function expectTold(page: Page, purposes: readonly string[]): Promise<void> {
  const told = () => [...new Set(visitsOf(page).map((visit) => visit.purpose))].toSorted();
  await expect.poll(told).toEqual(purposes);
  await page.waitForLoadState("networkidle");
  expect(told()).toEqual(purposes);
}

const allSignals = (state: string) => ({
  analytics_storage: state,
  ad_storage: state,
  ad_user_data: state,
  ad_personalization: state,
});

/** Every key and cookie of the visitor. */
async function leftBehind(page: Page): Promise<string[]> {
  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const cookies = await page.context().cookies();
  return [...keys, ...cookies.map(({ name }) => name)].toSorted();
}

/** A page opened by a visitor who has answered before. */
async function returnWith(answer: string, choices?: object | string): Promise<Page> {
  const page = await visitor();
  const text = typeof choices === "object" ? JSON.stringify(choices) : choices;
  await page.addInitScript(
    ([given, kept]) => {
      if (localStorage.length > 0) return;
      localStorage.setItem("cookieConsent", given ?? "");
      if (kept) localStorage.setItem("cookieConsentChoices", kept);
    },
    [answer, text],
  );
  return page;
}

test.each(sampleOf(routes, 1))(
  "%s asks, with three answers of one weight, and leaves nothing before one is given",
  async (route) => {
    const page = await visitor();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(route);
    await banner(page)
      .getByText(/Ariane et ses partenaires utilisent des traceurs/)
      .waitFor();
    await banner(page).getByRole("link", { name: "Liste des partenaires (2)" }).waitFor();
    await banner(page).getByRole("link", { name: "Politique de confidentialité" }).waitFor();

    const looks = await Promise.all(
      ["Paramètres", "Refuser", "Autoriser les cookies"].map((name) =>
        button(page, name).evaluate((element) => {
          const { color, backgroundColor, boxShadow, fontSize, fontWeight, height } = getComputedStyle(element);
          return [color, backgroundColor, boxShadow, fontSize, fontWeight, height].join();
        }),
      ),
    );
    expect(new Set(looks).size).toBe(1);
    expect(await signals(page)).toEqual(allSignals("denied"));
    await expectAccessible(page);
    await expectNoOverflow(page);

    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await button(page, "Refuser").click();
    await banner(page).waitFor({ state: "hidden" });
    await expect.poll(() => signals(page).then((all) => all.ad_storage)).toBe("denied");
    expect(asked.filter((url) => !url.startsWith(siteUrl) || url.includes("/demo/"))).toEqual([]);
    expect(visitsOf(page)).toEqual([]);
    expect((await leftBehind(page)).filter((key) => key !== "funnel_state")).toEqual([
      "cookieConsent",
      "cookieConsentChoices",
    ]);
  },
);

test("'Refuser' is kept, says no to the four signals, and is not asked again", async () => {
  const page = await visitor();
  await page.goto("/");
  await button(page, "Refuser").click();
  const { answer, choices } = await stored(page);
  expect(answer).toBe("rejected");
  expect(choices).toMatchObject({ analytics: false, marketing: false });
  expect(Object.keys(choices).toSorted()).toEqual(["analytics", "date", "id", "marketing", "version"]);

  await page.reload();
  await page.goto("/inscription", { waitUntil: "networkidle" });
  expect(await banner(page).isVisible()).toBe(false);
  expect(await signals(page)).toEqual(allSignals("denied"));
  expect(visitsOf(page)).toEqual([]);
});

fullTest("'Refuser' is as wide as 'Autoriser les cookies' on every screen", async () => {
  const page = await visitor();
  await page.goto("/");
  for (const width of [320, 390, 600, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const widths = await Promise.all(
      ["Refuser", "Autoriser les cookies"].map(async (name) => (await button(page, name).boundingBox())?.width ?? 0),
    );
    expect(widths[0], `at ${width}`).toBeGreaterThan(80);
    expect(widths[0], `at ${width}`).toBeCloseTo(widths[1] ?? 0, 0);
  }
});

test("'Autoriser les cookies' tells both partners of the page, then of each page opened", async () => {
  const page = await visitor();
  await page.goto("/?email=claire@exemple.fr#tarifs");
  await button(page, "Autoriser les cookies").click();
  await banner(page).waitFor({ state: "hidden" });
  expect(await stored(page)).toMatchObject({ answer: "accepted", choices: { analytics: true, marketing: true } });
  await expect.poll(() => signals(page)).toEqual(allSignals("granted"));
  await expect.poll(() => visitsOf(page).length).toBe(2);
  // Neither query nor hash.
  expect(visitsOf(page).map(({ page: address }) => address)).toEqual([`${siteUrl}/`, `${siteUrl}/`]);

  await page.goto("/inscription");
  await expect.poll(() => visitsOf(page).length).toBe(4);
  await expect.poll(() => signals(page)).toEqual(allSignals("granted"));
  const told = visitsOf(page).filter((visit) => visit.page.endsWith("/inscription"));
  expect(told.map((visit) => visit.purpose).toSorted()).toEqual(["analytics", "marketing"]);
  expect(told.find((visit) => visit.purpose === "marketing")?.event).toBe("PageView");
  const received = async () => (await fetch(`${siteUrl}/demo/tracking.json`)).json() as Promise<Visit[]>;
  await expect.poll(received).toEqual(expect.arrayContaining(told.map((visit) => expect.objectContaining(visit))));
});

fullTest("In the settings nothing is pressed, one answer stores nothing, and 'Retour' forgets it", async () => {
  const page = await visitor();
  await page.goto("/");
  await button(page, "Paramètres").click();
  await banner(page).getByText("Toujours actifs").waitFor();
  expect(await banner(page).getByRole("button", { pressed: true }).count()).toBe(0);
  expect(await button(page, "Fermer").isVisible()).toBe(false);
  await expectAccessible(page);

  await purpose(page, "Marketing").getByRole("button", { name: "Autoriser" }).click();
  await purpose(page, "Marketing").getByRole("button", { name: "Autoriser", pressed: true }).waitFor();
  expect(await stored(page)).toEqual({ answer: null, choices: null });

  await button(page, "Retour").click();
  await button(page, "Refuser").waitFor();
  await button(page, "Paramètres").click();
  await expect.poll(() => banner(page).getByRole("button", { pressed: true }).count()).toBe(0);
  expect(await stored(page)).toEqual({ answer: null, choices: null });
});

test("'Enregistrer' is there before a choice, keeps what is pressed and refuses the rest", async () => {
  const page = await visitor();
  await page.goto("/");
  await button(page, "Paramètres").click();
  await button(page, "Enregistrer").waitFor();
  await purpose(page, "Marketing").getByRole("button", { name: "Autoriser" }).click();
  await button(page, "Enregistrer").click();
  await banner(page).waitFor({ state: "hidden" });
  expect(await stored(page)).toMatchObject({ answer: "rejected", choices: { marketing: true, analytics: false } });

  await manage(page).click();
  await button(page, "Fermer").waitFor();
  expect(await button(page, "Enregistrer").isVisible()).toBe(false);
});

test.each(
  sampleOf(
    [
      ["Autoriser", "Refuser", "rejected", ["marketing"]],
      ["Refuser", "Autoriser", "rejected", ["analytics"]],
      ["Autoriser", "Autoriser", "accepted", ["analytics", "marketing"]],
      ["Refuser", "Refuser", "rejected", []],
    ],
    1,
  ),
)("Marketing '%s' and analytics '%s' store %s and tell %j", async (marketing, analytics, answer, told) => {
  const page = await visitor();
  await page.goto("/merci");
  await button(page, "Paramètres").click();
  await purpose(page, "Marketing").getByRole("button", { name: marketing }).click();
  await purpose(page, "Mesure d’audience").getByRole("button", { name: analytics }).click();
  await banner(page).waitFor({ state: "hidden" });

  expect((await stored(page)).answer).toBe(answer);
  const state = (isGranted: boolean) => (isGranted ? "granted" : "denied");
  await expect
    .poll(() => signals(page))
    .toEqual({ ...allSignals(state(marketing === "Autoriser")), analytics_storage: state(analytics === "Autoriser") });
  await page.reload();
  await expectTold(page, told);
});

test.each(sampleOf(routes, 1))(
  "From %s, two clicks stop the pixel, forget its cookies and leave a new answer",
  async (route) => {
    const page = await visitor();
    await page.goto(route);
    await button(page, "Autoriser les cookies").click();
    await expect.poll(async () => (await page.context().cookies()).map(({ name }) => name)).toContain("demo_pixel");
    const first = await stored(page);

    await manage(page).click();
    await purpose(page, "Marketing").getByRole("button", { name: "Autoriser", pressed: true }).waitFor();
    await purpose(page, "Marketing").getByRole("button", { name: "Refuser" }).click();
    await expect.poll(async () => (await stored(page)).answer).toBe("rejected");
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("demo_pixel");
    expect(await signals(page)).toEqual({ ...allSignals("denied"), analytics_storage: "granted" });
    expect((await stored(page)).choices.id).toBe(first.choices.id);

    await button(page, "Fermer").click();
    await banner(page).waitFor({ state: "hidden" });
    await expect.poll(() => manage(page).evaluate((element) => element === document.activeElement)).toBe(true);
    visitsOf(page).length = 0;
    await page.reload();
    await expectTold(page, ["analytics"]);
    expect(visitsOf(page)).toHaveLength(1);
  },
);

fullTest("Both answers are asked again after six months, and when the text changes", async () => {
  for (const answer of ["accepted", "rejected"]) {
    const page = await visitor();
    await page.clock.install({ time: "2026-01-10T12:00:00Z" });
    await page.goto("/");
    await button(page, answer === "accepted" ? "Autoriser les cookies" : "Refuser").click();
    await banner(page).waitFor({ state: "hidden" });

    await page.clock.setSystemTime("2026-07-09T12:00:00Z");
    await page.goto("/", { waitUntil: "networkidle" });
    expect(await banner(page).isVisible()).toBe(false);
    await page.clock.setSystemTime("2026-07-12T12:00:00Z");
    visitsOf(page).length = 0;
    await page.goto("/");
    await button(page, "Refuser").waitFor();
    expect(await signals(page)).toEqual(allSignals("denied"));
    expect(visitsOf(page)).toEqual([]);
  }

  const choices = { id: "123-456", version: "autre", date: new Date().toISOString(), analytics: true, marketing: true };
  const page = await returnWith("accepted", choices);
  await page.goto("/");
  await button(page, "Refuser").waitFor();
  expect(visitsOf(page)).toEqual([]);
});

test.each(
  sampleOf(
    [
      ["oui", undefined],
      ["true", undefined],
      ["accepted", "{"],
      ["accepted", "[]"],
    ],
    1,
  ),
)("Stored text %j with %j is no answer: the banner asks", async (answer, choices) => {
  const page = await returnWith(answer, choices);
  await page.goto("/");
  await button(page, "Refuser").waitFor();
  expect(await signals(page)).toEqual(allSignals("denied"));
  expect(visitsOf(page)).toEqual([]);
});

fullTest("An answer without its details counts as a full one given that day", async () => {
  const page = await returnWith("accepted");
  await page.goto("/");
  await expect.poll(() => visitsOf(page).length).toBe(2);
  expect(await banner(page).isVisible()).toBe(false);
  expect((await stored(page)).choices).toMatchObject({ analytics: true, marketing: true });
  expect(Date.now() - Date.parse((await stored(page)).choices.date)).toBeLessThan(60_000);
});

fullTest("A blocked pixel is a warning in the console and nothing on the page", async () => {
  const page = await visitor();
  expectProblem(/ERR_BLOCKED_BY_CLIENT|ERR_FAILED/);
  const warnings: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "warning") warnings.push(message.text());
  });
  await page.route("**/demo/pixel.gif*", (route) => route.abort("blockedbyclient"));
  await page.goto("/");
  const before = await page.getByRole("main").innerText();
  await button(page, "Autoriser les cookies").click();

  await expect.poll(() => warnings).toEqual(["The tracking pixel was blocked."]);
  expect(await page.getByRole("alert").count()).toBe(0);
  expect((await page.getByRole("main").innerText()).length).toBeGreaterThan(before.length / 2);
});

test("Each choice leaves its proof on the server, and a server that fails changes nothing for the visitor", async () => {
  const page = await visitor();
  expectProblem(/status of 503/);
  const proofs: { body: unknown; status: number }[] = [];
  page.on("response", (response) => {
    const request = response.request();
    if (!request.url().endsWith("/functions/v1/record-consent")) return;
    proofs.push({ body: request.postDataJSON(), status: response.status() });
  });
  await page.goto("/");
  await button(page, "Autoriser les cookies").click();
  await expect.poll(() => proofs.length).toBe(1);
  expect(proofs[0]).toEqual({ body: (await stored(page)).choices, status: 200 });

  await page.route("**/record-consent", (route) => route.fulfill({ status: 503, body: "{}" }));
  await manage(page).click();
  await purpose(page, "Mesure d’audience").getByRole("button", { name: "Refuser" }).click();
  await expect.poll(() => proofs.length).toBe(2);
  expect((await stored(page)).answer).toBe("rejected");
});

test.each(sampleOf(["/inscription", "/"], 1))(
  "On %s the banner is reached first by keyboard, traps nothing, and never hides what has the focus",
  async (route) => {
    for (const size of [{}, desktop]) {
      const page = await visitor(size);
      await page.goto(route);
      await banner(page).waitFor();
      await page.keyboard.press("Tab");
      expect(await isFocusInBanner(page)).toBe(true);

      let seenOutside = 0;
      for (let count = 0; count < 20; count += 1) {
        await page.keyboard.press("Tab");
        if (await isFocusInBanner(page)) continue;
        // The page scrolls smoothly.
        await expect.poll(() => isFocusCovered(page)).toBe(false);
        seenOutside += 1;
      }
      expect(seenOutside).toBeGreaterThan(5);
    }
  },
);

function isFocusInBanner(page: Page): Promise<boolean> {
  return banner(page).evaluate((element) => element.contains(document.activeElement));
}

function isFocusCovered(page: Page): Promise<boolean> {
  return banner(page).evaluate((element) => {
    if (!document.activeElement || document.activeElement === document.body) return false;
    const inner = document.activeElement.getBoundingClientRect();
    const outer = element.getBoundingClientRect();
    const isBetween = inner.top >= outer.top && inner.bottom <= outer.bottom;
    return isBetween && inner.left >= outer.left && inner.right <= outer.right;
  });
}

fullTest("The banner is chosen with the keyboard alone, and focus follows its views", async () => {
  const page = await visitor();
  await page.goto("/");
  await button(page, "Paramètres").focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Vos choix, un par un");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  await purpose(page, "Marketing").getByRole("button", { name: "Autoriser", pressed: true }).waitFor();
  await button(page, "Retour").press("Enter");
  await expect
    .poll(() => button(page, "Paramètres").evaluate((element) => element === document.activeElement))
    .toBe(true);
});

test.each(
  sampleOf(
    [
      [320, 256],
      [390, 844],
      [1280, 800],
    ],
    1,
  ),
)("At %i × %i both views fit and every answer can be reached", async (width, height) => {
  const page = await visitor({ viewport: { width, height } });
  await page.goto("/");
  await button(page, "Paramètres").click();
  await purpose(page, "Mesure d’audience").getByRole("button", { name: "Refuser" }).click();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await button(page, "Retour").click();
  await expectNoOverflow(page);
  await button(page, "Refuser").click();
  await banner(page).waitFor({ state: "hidden" });
});

test.each(
  sampleOf(
    [
      ["/", "Essayer gratuitement"],
      ["/inscription-secretariat", "Continuer avec Google"],
    ],
    1,
  ),
)("On a telephone %s shows « %s » above the banner", async (path, action) => {
  const page = await visitor({ viewport: { width: 390, height: 844 } });
  await page.goto(path);
  const asked = await banner(page).boundingBox();
  const first = page.getByRole("main").getByText(action, { exact: true }).first();
  await first.waitFor();
  const place = await first.boundingBox();
  expect((place?.y ?? Infinity) + (place?.height ?? 0)).toBeLessThan(asked?.y ?? 0);
});

fullTest("An answer given in another tab, or before coming back, closes the banner here too", async () => {
  const page = await visitor();
  await page.goto("/");
  await banner(page).waitFor();
  const other = await page.context().newPage();
  await other.goto("/merci");
  await button(other, "Refuser").click();
  await banner(page).waitFor({ state: "hidden" });
});

fullTest("Where storage is forbidden the banner still answers, as long as the page lasts", async () => {
  const page = await visitor();
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "localStorage", {
      get() {
        throw new DOMException("refused", "SecurityError");
      },
    });
  });
  await page.goto("/merci");
  await button(page, "Autoriser les cookies").click();
  await banner(page).waitFor({ state: "hidden" });
  await expect.poll(() => signals(page)).toEqual(allSignals("granted"));
});

fullTest("Nothing moves when the banner comes or goes", async () => {
  const page = await visitor();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const route of routes) {
    await page.goto(route);
    await banner(page).waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([]);
  }
});

test.each(
  sampleOf(
    [
      "/",
      "/inscription",
      "/merci",
      "/blog",
      "/mentions-legales",
      "/secretariat",
      "/suivi-client",
      "/marketing",
      "/marketing/organismes-de-formation",
      "/nulle-part",
    ],
    1,
  ),
)("%s sends 2.5 KB of script at most before a gesture, the banner included", async (route) => {
  const page = await visitor();
  expectProblem(/status of 404/);
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.goto(route, { waitUntil: "networkidle" });
  await banner(page).waitFor();
  const sizes = await Promise.all(
    scripts.map(async (url) => {
      const answer = await fetch(url, { headers: { "accept-encoding": "br" } });
      return Number(answer.headers.get("content-length"));
    }),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(2560);
  expect(Math.min(...sizes)).toBeGreaterThan(0);
});

test("The back office and the demonstration's own pages ask nothing", async () => {
  const page = await visitor();
  for (const route of ["/admin", "/demo"]) {
    await page.goto(route);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await banner(page).count()).toBe(0);
  }
});
