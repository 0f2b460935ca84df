import { expect, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";
import { fullTest } from "#tests/support/full-test.ts";

import { openAnswered } from "./support/answered-visit.ts";
import { desktop } from "./support/pages.ts";

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

test.each(
  sampleOf(
    [
      ["a telephone", {}],
      ["a desk", desktop],
    ],
    1,
  ),
)("Where less movement is asked for, the whole call and its cord are there on %s", async (_, view) => {
  const page = await openAnswered("/", { ...view, reducedMotion: "reduce" });

  await expect.poll(() => page.evaluate(readCord)).toBe("drawn from the full stop");
  const call = page.getByRole("region", { name: /un appel traité/ });
  expect(await call.getByText("Appel terminé, 46 s").isVisible()).toBe(true);
  expect(await call.getByRole("button", { name: "Rejouer l’appel" }).isVisible()).toBe(false);
});

fullTest("On a telephone the call begins when it is scrolled to, and is over at its end", async () => {
  const page = await openAnswered("/");
  const call = page.getByRole("region", { name: /un appel traité/ });
  await page.waitForSelector("[data-call=waiting]");

  await call.getByText("Appelante").first().scrollIntoViewIfNeeded();
  await call.getByText("Appel en cours").waitFor();
  await call.getByText("Appel terminé, 46 s").waitFor();
  expect(await call.getByText("00:46").isVisible()).toBe(true);
});

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
