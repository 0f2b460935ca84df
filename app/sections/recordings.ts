import questionFacts from "#app/assets/media/appel-question.mp3?sound";
import rendezVousFacts from "#app/assets/media/appel-rendez-vous.mp3?sound";
import urgenceFacts from "#app/assets/media/appel-urgence.mp3?sound";
import { assistantName, type CallRecording, callRecordings, syntheticVoice } from "#content/media.ts";
import type { RecordingId, SoundFacts } from "#domain/contracts/media.ts";

import { callSources } from "./media-files.ts";

const facts: Record<RecordingId, SoundFacts> = {
  "rendez-vous": rendezVousFacts,
  question: questionFacts,
  urgence: urgenceFacts,
};

/** The recorded calls, in their order, with all that a player shows of them. */
export function listRecordings() {
  return callRecordings.map((recording) => ({
    ...recording,
    player: playerOf(recording),
    disclosure: syntheticVoice,
  }));
}

export type ShownRecording = ReturnType<typeof listRecordings>[number];

function playerOf({ id, title, caller, turns }: CallRecording) {
  const speakers = { assistant: assistantName, caller };
  const { durationSeconds, loudness } = facts[id];
  return {
    title,
    durationSeconds: Math.round(durationSeconds),
    loudness,
    sources: callSources[id],
    turns: turns.map((turn) => ({ ...turn, speaker: speakers[turn.by] })),
  };
}
