import { useRef, useState } from "react";

/**
 * One sound of the page, played by our own button. Whatever else plays falls silent.
 *
 * @param onEnded once it has said its last word
 */
export function useRecording(onEnded?: () => void) {
  const audio = useRef<HTMLAudioElement>(null);
  const [isPlaying, setIsPlaying] = useState(false);
  const [atSeconds, setAtSeconds] = useState(0);
  const [hasFailed, setHasFailed] = useState(false);

  function toggle() {
    const sound = audio.current;
    if (!sound) return;
    if (!sound.paused) return sound.pause();
    for (const other of document.querySelectorAll<HTMLMediaElement>("audio, video")) other.pause();
    setHasFailed(false);
    sound.play().catch((problem: unknown) => {
      setIsPlaying(false);
      // A pause that came before the sound is no failure: the browser then names it so.
      setHasFailed(!(problem instanceof DOMException && problem.name === "AbortError"));
    });
  }

  function moveTo(seconds: number) {
    if (audio.current) audio.current.currentTime = seconds;
    setAtSeconds(seconds);
  }

  return {
    audio,
    isPlaying,
    /** Where it is, from its start. */
    atSeconds,
    /** A refusal or a missing file: the button is ready again, and the words can still be read. */
    hasFailed,
    toggle,
    moveTo,
    /** For the element. */
    events: {
      onPlay: () => setIsPlaying(true),
      onPause: () => setIsPlaying(false),
      onEnded,
      onTimeUpdate: () => setAtSeconds(audio.current?.currentTime ?? 0),
    },
  };
}
