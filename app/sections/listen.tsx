import { Island } from "#app/page-kit/island.tsx";

import { listRecordings } from "./recordings.ts";

/** The first recorded call, at a button. Nothing of it is downloaded before. */
export function Listen() {
  const [recording] = listRecordings();
  if (!recording) return null;
  const { player, disclosure } = recording;
  return <Island name="CallListener" when="interaction" props={{ ...player, disclosure }} />;
}
