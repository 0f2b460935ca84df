import questionFacts from "#app/assets/media/appel-question.mp3?sound";
import rendezVousFacts from "#app/assets/media/appel-rendez-vous.mp3?sound";
import urgenceFacts from "#app/assets/media/appel-urgence.mp3?sound";
import { useSite } from "#app/page-kit/site-context.tsx";
import {
  assistantName,
  type CallRecording,
  callRecordings,
  exampleNote,
  syntheticVoice,
} from "#content/shared/media.ts";
import type { OwnRecording, RecordingId, SoundFacts } from "#domain/site/media.ts";

import { callSources } from "./media-files.ts";

const facts: Record<RecordingId, SoundFacts> = {
  "rendez-vous": rendezVousFacts,
  question: questionFacts,
  urgence: urgenceFacts,
};

/** The recorded calls, in order: the owner's, else the demonstration's. One that cannot be played has no player. */
export function useRecordings() {
  const own = useSite().media?.recordings;
  return callRecordings.map((recording) => {
    const replaced = own?.[recording.id];
    if (replaced) return showOwn(recording.id, replaced);
    const { id, title, scene } = recording;
    const player = replaced === null ? undefined : playerOf(recording, facts[id]);
    return { id, title, scene, player, disclosure: syntheticVoice, note: exampleNote };
  });
}

export type ShownRecording = ReturnType<typeof useRecordings>[number];

function playerOf({ id, title, caller, turns }: CallRecording, { durationSeconds, loudness }: SoundFacts) {
  const speakers = { assistant: assistantName, caller };
  return {
    title,
    durationSeconds: Math.round(durationSeconds),
    loudness,
    sources: callSources[id],
    turns: turns.map((turn) => ({ ...turn, speaker: speakers[turn.by] })),
  };
}

function showOwn(id: RecordingId, { scene, isSynthetic, ...own }: OwnRecording) {
  return {
    id,
    title: own.title,
    scene,
    player: { ...own, durationSeconds: Math.round(own.durationSeconds) },
    disclosure: isSynthetic ? syntheticVoice : undefined,
    note: undefined,
  };
}
