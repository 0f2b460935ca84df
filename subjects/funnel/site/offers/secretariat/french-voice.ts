import { useSyncExternalStore } from "react";

type Utterance = {
  text: string;
  /** 1 is the voice's own; lower is deeper. */
  pitch: number;
};

type Listeners = {
  onStart: (index: number) => void;
  /** At the end of the last one, or at the first that fails. Not after `stop`. */
  onEnd: () => void;
};

/** Keeps a reference: browsers collect an utterance without one, and with it the end of the sentence. */
let held: SpeechSynthesisUtterance[] = [];

/** Whether this device can read French aloud. */
export function useHasFrenchVoice(): boolean {
  return useSyncExternalStore(
    onVoicesChange,
    () => findFrenchVoice() !== undefined,
    () => false,
  );
}

/**
 * Reads one text after the other.
 *
 * @returns stops it
 */
export function readAloud(utterances: readonly Utterance[], { onStart, onEnd }: Listeners): () => void {
  const voice = findFrenchVoice();
  if (!voice) {
    onEnd();
    return () => undefined;
  }
  speechSynthesis.cancel();
  let isStopped = false;
  const finish = () => {
    if (isStopped) return;
    isStopped = true;
    speechSynthesis.cancel();
    onEnd();
  };

  held = utterances.map(({ text, pitch }, index) => {
    const utterance = new SpeechSynthesisUtterance(text);
    Object.assign(utterance, { voice, lang: voice.lang, pitch });
    utterance.addEventListener("start", () => isStopped || onStart(index));
    utterance.addEventListener("error", finish);
    if (index === utterances.length - 1) utterance.addEventListener("end", finish);
    return utterance;
  });
  for (const utterance of held) speechSynthesis.speak(utterance);

  return () => {
    if (isStopped) return;
    isStopped = true;
    speechSynthesis.cancel();
  };
}

/** Of the device itself only: other voices send the text to their maker. */
function findFrenchVoice(): SpeechSynthesisVoice | undefined {
  if (!("speechSynthesis" in globalThis)) return undefined;
  const voices = speechSynthesis.getVoices().filter((voice) => voice.localService && /^fr\b/i.test(voice.lang));
  return voices.find((voice) => /^fr[-_]FR/i.test(voice.lang)) ?? voices[0];
}

/** Voices arrive after the page. Some browsers have the voices without the event. */
function onVoicesChange(act: () => void): () => void {
  const { speechSynthesis: synthesis } = globalThis as Partial<typeof globalThis>;
  synthesis?.addEventListener?.("voiceschanged", act);
  return () => synthesis?.removeEventListener?.("voiceschanged", act);
}
