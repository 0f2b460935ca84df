import type { CivilDate } from "#kit/civil-date.ts";

/** The edition that pages show on a day: the one that is held next, on that very day too, else the one held last. */
export function editionOn<Edition extends { heldOn: CivilDate }>(
  editions: readonly Edition[] | undefined,
  day: CivilDate,
): Edition | undefined {
  const inOrder = [...(editions ?? [])].sort((one, other) => (one.heldOn < other.heldOn ? -1 : 1));
  return inOrder.find(({ heldOn }) => heldOn >= day) ?? inOrder.at(-1);
}
