import { doctorFindings as french } from "#content/doctor-findings.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import { ownFilms, recordingIds, sampledVoices } from "#domain/site/media.ts";
import type { MediaConfig } from "#domain/site/site-config.ts";

/** Files of the owner's that cannot be played, and what the pages still take from the demonstration. */
export function checkMedia(
  { media = {} }: { media?: MediaConfig },
  problems: readonly Omit<Finding, "id">[],
): Finding[] {
  const borrowed = [
    ...recordingIds.filter((id) => !media.recordings?.[id]).map((id) => `media.recordings.${id}`),
    ...sampledVoices.filter((voice) => !media.voices?.[voice]).map((voice) => `media.voices.${voice}`),
    // The presentation stands in for the film of Marketing, not the other way round.
    ...(media.film ? [] : ownFilms.filter((film) => !media[film]).map((film) => `media.${film}`)),
  ];
  const demonstration: Finding = {
    id: "borrowed-voices",
    sentence: `The pages play the demonstration's voices, a machine's: nothing in ${borrowed.join(", ")}.`,
    french: french.media.demonstration(borrowed.join(", ")),
  };
  return [
    ...problems.map((problem): Finding => ({ id: "unplayable-media", ...problem })),
    ...(borrowed.length > 0 ? [demonstration] : []),
  ];
}
