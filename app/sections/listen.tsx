import { Island } from "#app/page-kit/island.tsx";

import { useRecordings } from "./recordings.ts";

/** The first recorded call that can be played, at a button. Nothing of it is downloaded before. */
export function Listen() {
  const recording = useRecordings().find((each) => each.player);
  if (!recording?.player) return null;
  const { player, note, disclosure } = recording;
  const said = [note, disclosure].filter((each) => each !== undefined).join(". ");
  return (
    <Island name="CallListener" when="interaction" props={{ ...player, ...(said !== "" && { disclosure: said }) }} />
  );
}
