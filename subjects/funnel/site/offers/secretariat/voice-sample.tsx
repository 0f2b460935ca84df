import { Icon } from "#app/ui/icon.tsx";
import { useRecording } from "#app/ui/use-recording.ts";
import { callPreviewCopy } from "#subjects/offers/words/secretariat/call-preview.ts";
import type { MediaSource } from "#domain/site/media.ts";

type Props = { sources: readonly MediaSource[]; label: string };

/** A few seconds of a voice. Listening chooses nothing. */
export function VoiceSample({ sources, label }: Props) {
  const copy = callPreviewCopy.sample;
  const { audio, isPlaying, hasFailed, toggle, events } = useRecording();
  return (
    <>
      <button
        type="button"
        className="round-button round-button-medium"
        aria-label={isPlaying ? copy.pause(label) : copy.play(label)}
        onClick={toggle}
      >
        <Icon name={isPlaying ? "pause" : "play"} />
      </button>
      <span className="visually-hidden" role="status">
        {hasFailed && copy.failed}
      </span>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a sentence that says nothing the page does not */}
      <audio ref={audio} preload="none" {...events}>
        {sources.map((source) => (
          <source key={source.src} {...source} />
        ))}
      </audio>
    </>
  );
}
