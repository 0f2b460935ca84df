import { expect, test } from "vitest";

import { isFull, sampleOf } from "#tests/support/depth.ts";
import { fullTest } from "#tests/support/full-test.ts";

import { heightOnFirstVisit, openAnswered } from "./support/answered-visit.ts";
import { desktop, listAccessFaults, newVisitor } from "./support/pages.ts";

const widths = [320, 360, 375, 384, 844, 900];

fullTest(
  "The title's full stop stays beside its verb, and the cord leaves it, at the widths of telephones",
  async () => {
    const page = await openAnswered("/", { reducedMotion: "reduce" });

    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 });
      const message = `${width} px`;
      await expect.poll(() => page.evaluate(readTitle), { message }).toEqual({ lines: 2, isWithinMargins: true });
      await expect.poll(() => page.evaluate(readCord), { message }).toBe("drawn from the full stop");
    }
  },
);

test("One call plays the page: lamp, cord, words and outcomes by its sound, then the visitor's own", async () => {
  const page = await openAnswered("/", { ...desktop, reducedMotion: "reduce" });
  await expect.poll(() => page.evaluate(readCord)).toBe("drawn from the full stop");
  const console = page.getByRole("region", { name: /le standard tenu par/ });
  const sound = console.getByLabel("Prendre un rendez-vous", { exact: true });
  const moveTo = (seconds: number) =>
    sound.evaluate((audio: HTMLAudioElement, at) => void (audio.currentTime = at), seconds);
  const words = console.getByRole("list", { name: "Transcription de l’appel" });

  await console.getByRole("button", { name: "Écoutez-la décrocher" }).click();
  await console.getByText("Appel en cours").waitFor();
  await page.locator("[data-call=playing]").waitFor();
  await moveTo(27);
  await expect.poll(() => words.locator("[data-is-said=true]").textContent()).toContain("C’est noté");
  await expect.poll(() => console.locator("[data-is-done=true]").count()).toBe(2);
  await moveTo(10);
  await expect.poll(() => words.locator("[data-is-said=true]").textContent()).toContain("Bonsoir. Ma porte");
  expect(await console.locator("[data-is-done=true]").count()).toBe(0);
  expect(await listAccessFaults(page, ".console")).toEqual([]);

  await sound.evaluate((audio: HTMLAudioElement) => void (audio.currentTime = audio.duration - 0.3));
  await console.getByLabel("Nom de votre entreprise").waitFor();
  await page.locator("[data-call=over]").waitFor();
});

/** What must be seen of each first view, without a gesture. */
const firstViews = [
  [1280, 720],
  [1366, 768],
  [1536, 730],
  [1440, 900],
  [360, 640],
  [375, 667],
  [390, 844],
  [844, 390],
] as const;

test.each(sampleOf(["/", "/secretariat"], 1))(
  "%s says what it is, what it costs and how to begin in its first view",
  async (path) => {
    const page = await newVisitor({ reducedMotion: "reduce" });
    const main = page.getByRole("main");
    const button = main.getByRole("link", { name: "Essayer gratuitement" }).first();
    const words = [
      main.getByRole("heading", { level: 1 }),
      main.locator(".lead").first(),
      main.getByText(/dès 97\s€\sHT par mois/).first(),
    ];
    const faults: string[] = [];
    await page.goto(path);
    for (const [width, height] of firstViews) {
      await page.setViewportSize({ width, height });
      if (isFull) await page.reload();
      await page.locator(".consent[data-view=simple]").waitFor();
      await page.evaluate(async () => void (await document.fonts.ready));
      const banner = await page.locator(".consent").evaluate(readEdges);
      // On lower screens the banner may cover words, never the way in.
      const clear = width >= 390 && height >= 700 ? [button, ...words] : [button];
      for (const part of [button, ...words]) {
        const edges = await part.evaluate(readEdges);
        const isCovered = edges.bottom > banner.top && edges.right > banner.left;
        const place = `${edges.text} at ${width} × ${height}`;
        if (edges.bottom > height) faults.push(`${place} ends at ${edges.bottom}`);
        if (isCovered && clear.includes(part)) faults.push(`${place} is covered`);
      }
    }
    expect(faults).toEqual([]);
  },
);

test.each([
  ["/", 9000],
  ["/secretariat", 8000],
])(
  "On a telephone %s is %i px high at most, and its way in goes along between first view and end",
  async (path, most) => {
    const page = await openAnswered(path, { reducedMotion: "reduce" });
    await page.locator("html[data-painted]").waitFor();
    await expect.poll(() => heightOnFirstVisit(page)).toBeLessThanOrEqual(most);

    const way = page.locator(".action-bar");
    const isSeen = () =>
      way.evaluate((bar) => {
        const { left, top, width, height } = bar.getBoundingClientRect();
        return bar.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      });
    expect(await isSeen()).toBe(false);
    await page.locator("#fonctionnement h2").evaluate((title) => title.scrollIntoView({ block: "start" }));
    await expect.poll(isSeen).toBe(true);
    expect(await way.getByRole("link").count()).toBe(2);
    // A form passes over it.
    await page.locator(".missed-calls").evaluate((form) => {
      form.scrollIntoView({ block: "start", behavior: "instant" });
      scrollBy({ top: -300, behavior: "instant" });
    });
    await expect.poll(isSeen).toBe(false);
    // Above the final call it stays behind.
    await page.locator(".final-call").evaluate((end) => end.scrollIntoView({ block: "start" }));
    await expect.poll(isSeen).toBe(false);
  },
);

/** Runs in the page: of the words that are drawn, not of their boxes. */
function readEdges(element: Element) {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const boxes: DOMRect[] = element.matches("a, .consent") ? [element.getBoundingClientRect()] : [];
  while (texts.nextNode()) {
    const words = document.createRange();
    if (texts.currentNode.parentElement?.matches(".visually-hidden")) continue;
    words.selectNode(texts.currentNode);
    boxes.push(...words.getClientRects());
  }
  return {
    text: element.textContent,
    top: Math.min(...boxes.map(({ top }) => top)),
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}

/** Runs in the page. */
function readTitle() {
  const title = document.querySelector("h1") as HTMLElement;
  const words = document.createRange();
  words.selectNodeContents(title);
  const boxes = [...words.getClientRects()];
  const hero = title.parentElement as HTMLElement;
  const edge = hero.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(hero).paddingRight);
  return {
    lines: Math.round(title.offsetHeight / Number.parseFloat(getComputedStyle(title).lineHeight)),
    isWithinMargins: boxes.every(({ right }) => right <= edge),
  };
}

/** Runs in the page. */
function readCord(): string {
  const cord = document.querySelector(".hero-cord path") as SVGPathElement;
  const dot = (document.querySelector(".hero-dot") as Element).getBoundingClientRect();
  const start = cord.getAttribute("d") === null ? undefined : cord.getPointAtLength(0);
  const box = cord.ownerSVGElement?.getBoundingClientRect();
  if (!start || !box || box.width === 0) return "not drawn";
  const [dx, dy] = [box.left + start.x - dot.left - dot.width / 2, box.top + start.y - dot.top - dot.height / 2];
  return Math.hypot(dx, dy) < 2 ? "drawn from the full stop" : `${dx}, ${dy} px away from it`;
}
