import { spawnSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";

import {
  linkOfPack,
  nameOf,
  pointTo,
  previousOf,
  readRelease,
  type Release,
  unpackBeside,
  whileAlone,
} from "./releases.ts";
import { isAnswering, type Place, restartAt } from "./restarts.ts";

export type Update = {
  place: Place;
  /** @returns where it is, for a sentence; undefined where the site makes none of its own */
  backUp: () => Promise<string | undefined>;
  say: (line: string) => void;
};

/**
 * From what runs to the release of a pack: unpacked, its settings looked at by its own rules, the database backed up,
 * the link set, started, asked until it is ready. Whatever fails before the link is set has changed nothing; after it,
 * the release before is put back and started.
 *
 * @throws in one sentence
 */
export async function updateTo(pack: string, { place, backUp, say }: Update): Promise<void> {
  const link = linkOfPack();
  return whileAlone(link, async () => {
    await refuseUnknownRestart(place);
    const before = readRelease(link);
    const next = unpackBeside(pack, before);
    say(`Unpacked: ${next.folder}`);
    refuseSettings(next);
    say("Its settings are those it needs.");
    const backup = await backUp();
    if (backup !== undefined) say(`Backed up: ${backup}`);
    await change(link, { from: before, to: next }, place, say);
  });
}

/** To what ran before the last update; once more, and it is the update again. @throws in one sentence */
export async function rollBack({ place, say }: Pick<Update, "place" | "say">): Promise<void> {
  const link = linkOfPack();
  return whileAlone(link, async () => {
    await refuseUnknownRestart(place);
    if (!existsSync(previousOf(link))) throw new Error(`Nothing ran before: there is no ${previousOf(link)}.`);
    await change(link, { from: readRelease(link), to: readRelease(previousOf(link)) }, place, say);
  });
}

async function change(
  link: string,
  { from, to }: { from: Release; to: Release },
  place: Place,
  say: Update["say"],
): Promise<void> {
  pointTo(link, to.folder);
  try {
    await restartAt(link, to, place);
  } catch (error) {
    pointTo(link, from.folder);
    const cause = (error as Error).message;
    await restartAt(link, from, place).catch((problem: Error) => {
      throw new Error(`${cause} Nor is ${nameOf(from)} ready again: ${problem.message}`, { cause: error });
    });
    throw new Error(`${nameOf(to)} did not start: ${cause} ${nameOf(from)} is back, and ready.`, { cause: error });
  }
  rmSync(previousOf(link), { force: true });
  pointTo(previousOf(link), from.folder);
  say(`${nameOf(to)} is ready${place.commands.length === 0 ? ": start it" : ""}. Before it: ${nameOf(from)}.`);
}

/** As a start of that release would read them. */
function refuseSettings({ folder, version }: Release): void {
  const { status, stderr, error } = spawnSync(join(folder, "ariane"), ["check:settings"], { encoding: "utf8" });
  if (status === 0) return;
  throw new Error(`${version} refuses these settings:\n${(error?.message ?? stderr).trim()}`);
}

async function refuseUnknownRestart(place: Place): Promise<void> {
  if (place.commands.length > 0 || !(await isAnswering(place))) return;
  throw new Error("The site runs, and RESTART_COMMAND does not say how it is started anew: set it, or stop the site.");
}
