// Pictures of every page and state, of an earlier revision and of this build, compared pixel by pixel:
// npm run look -- [revision, HEAD by default] [--only=words of a scene]… [--width=390]…. See docs/decisions/0021.
// npm run look -- --every-width: every address of this build, every 8 px from 320 to 1920, for what is cut, covered or
// too wide.
// npm run look -- --readme: the two pictures of README.md, into docs/pictures.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { type Browser, errors } from "playwright-core";

import { launchBrowser } from "#e2e/support/browser.ts";
import type { RunningSite } from "#e2e/support/site.ts";

import { comparePictures, type Difference } from "./look/compare-pictures.ts";
import { buildRevision } from "./look/revision.ts";
import { listScenes, type Scene } from "./look/scenes.ts";
import { openVisit, shoot } from "./look/shoot.ts";
import { startPair } from "./look/start-pair.ts";
import { tryEveryWidth } from "./look/every-width.ts";
import { writeReadmePictures } from "./look/readme-pictures.ts";

const { values: options, positionals } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    width: { type: "string", multiple: true },
    "every-width": { type: "boolean" },
    readme: { type: "boolean" },
  },
  allowPositionals: true,
});
const isWanted = ({ name }: Scene) => options.only?.some((words) => name.includes(words)) ?? true;
if (options["every-width"]) process.exit(await tryEveryWidth(isWanted));
if (options.readme) {
  await writeReadmePictures();
  process.exit();
}

const widths = options.width?.map(Number) ?? [390, 768, 1440];
const folder = "look";

const oldRoot = buildRevision(positionals[0] ?? "HEAD");
const pair = await startPair(oldRoot, process.cwd());
const browser = await launchBrowser();
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
let pictureCount = 0;
let differenceCount = 0;
try {
  const scenes = (await listScenes(pair.sites[0].url)).filter(isWanted);
  // Those that add to the data come last, or lists would differ with the order in which they end.
  for (const isWriting of [false, true]) {
    const turns = scenes.filter((scene) => (scene.isWriting === true) === isWriting);
    await inTurns(turns.flatMap((scene) => widths.map((width) => ({ scene, width }))));
  }
} finally {
  await browser.close();
  await pair.stop();
}
console.log(
  `${pictureCount} pairs of pictures, ${differenceCount} different${differenceCount > 0 ? `: see ${folder}/` : ""}.`,
);
process.exit(differenceCount === 0 && pictureCount > 0 ? 0 : 1);

async function inTurns(turns: { scene: Scene; width: number }[]): Promise<void> {
  const work = async () => {
    for (let turn = turns.shift(); turn; turn = turns.shift()) await comparePair(turn.scene, turn.width);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

async function comparePair(scene: Scene, width: number): Promise<void> {
  const [oldSide, newSide] = await Promise.all(pair.sites.map((site) => play(scene, width, site, browser)));
  for (const name of new Set([...(oldSide?.keys() ?? []), ...(newSide?.keys() ?? [])])) {
    pictureCount += 1;
    const [before, after] = [oldSide?.get(name), newSide?.get(name)];
    if (!before || !after) {
      report(`${name}: only the ${before ? "old" : "new"} build comes so far`);
      continue;
    }
    const difference = comparePictures(before, after);
    if (difference) keep(name, before, after, difference);
  }
}

function keep(name: string, before: Buffer, after: Buffer, { picture, pixels, firstRow, sizes }: Difference): void {
  const file = join(folder, name.replaceAll(/[^\w-]+/g, "_"));
  writeFileSync(`${file}.old.png`, before);
  writeFileSync(`${file}.new.png`, after);
  writeFileSync(`${file}.difference.png`, picture);
  report(`${name}: ${pixels} pixels from row ${firstRow} on, ${sizes.join(" → ")}`);
}

/** As it is found: a comparison that is stopped has said what it saw. */
function report(difference: string): void {
  differenceCount += 1;
  console.log(difference);
}

/** @returns the pictures of a scene by their names; those before a step that does not come */
async function play(scene: Scene, width: number, site: RunningSite, visitors: Browser): Promise<Map<string, Buffer>> {
  const pictures = new Map<string, Buffer>();
  const page = await openVisit(visitors, site.url, width);
  try {
    await scene.play(page, async (state = "", isPointed = false) => {
      pictures.set([scene.name, state, width].filter(Boolean).join(" "), await shoot(page, isPointed));
    });
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error;
    console.error(`${scene.name} at ${width} px on ${site.url}: ${error.message.split("\n").slice(0, 4).join(" ")}`);
    pictures.set(`${scene.name} interrupted on ${site === pair.sites[0] ? "old" : "new"} ${width}`, await shoot(page));
  } finally {
    await page.context().close();
  }
  return pictures;
}
