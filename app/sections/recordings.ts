import question from "#app/assets/media/appel-question.mp3?sound";
import rendezVous from "#app/assets/media/appel-rendez-vous.mp3?sound";
import outbound from "#app/assets/media/appel-sortant.mp3?sound";
import urgence from "#app/assets/media/appel-urgence.mp3?sound";
import weekly from "#app/assets/media/message-hebdomadaire.mp3?sound";
import { useSite } from "#app/page-kit/site-context.tsx";
import { callRecordings, outgoingRecordings, syntheticVoice } from "#content/shared/media.ts";
import type { OwnRecording, RecordingId, Sound } from "#domain/site/media.ts";

const calls: Record<RecordingId, Sound> = { "rendez-vous": rendezVous, question, urgence };
const outgoing: Record<keyof typeof outgoingRecordings, Sound> = { weekly, outbound };

/** The recorded calls, in order: the owner's, else the demonstration's. One that cannot be played has no player. */
export function useRecordings() {
  const own = useSite().media?.recordings;
  return callRecordings.map(({ id, title, scene, outcomes }) => {
    const replaced = own?.[id];
    if (replaced) return showOwn(id, replaced);
    const player = replaced === null ? undefined : playerOf(title, calls[id]);
    return { id, title, scene, player, outcomes, disclosure: syntheticVoice };
  });
}

export type ShownRecording = ReturnType<typeof useRecordings>[number];

/** The weekly message, or the call that she makes: its words, and what a player of one voice is given. */
export function outgoingRecording(name: keyof typeof outgoingRecordings) {
  const { turns, ...player } = playerOf(outgoingRecordings[name], outgoing[name]);
  return { text: turns.map(({ text }) => text).join(" "), player: { ...player, disclosure: syntheticVoice } };
}

function playerOf(title: string, sound: Sound) {
  return { ...sound, title, durationSeconds: Math.round(sound.durationSeconds) };
}

function showOwn(id: RecordingId, { scene, isSynthetic, title, ...sound }: OwnRecording) {
  return {
    id,
    title,
    scene,
    player: playerOf(title, sound),
    disclosure: isSynthetic ? syntheticVoice : undefined,
    outcomes: [],
  };
}
