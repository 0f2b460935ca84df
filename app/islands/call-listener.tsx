import { useId } from "react";

import { Icon } from "#app/ui/icon.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { Transcript } from "#app/ui/transcript.tsx";
import { useIsAlive, useRecording } from "#app/ui/use-recording.ts";
import { callListenerCopy as copy, callPlayerCopy } from "#content/call-player.ts";

import { Bars } from "./bars.tsx";
import type { CallPlayerProps } from "./call-player.tsx";

type Props = Omit<CallPlayerProps, "fallback"> & {
  /** That the voice is a machine's, where it is. */
  disclosure?: string;
};

/** One button of a first view: the assistant answers, and each sentence is shown while it is said. */
export function CallListener({ title, durationSeconds, loudness, sources, turns, disclosure }: Props) {
  const { audio, isPlaying, atSeconds, hasFailed, toggle, events } = useRecording();
  const isAlive = useIsAlive();
  const hintId = useId();
  const hasBegun = isPlaying || atSeconds > 0;
  const said = turns.findLast((turn) => turn.atSeconds <= atSeconds) ?? turns[0];

  return (
    <Stack gap={8} className="call-listener">
      <button
        type="button"
        className="listener-button"
        aria-pressed={isPlaying}
        aria-describedby={hintId}
        onClick={toggle}
      >
        <span className="disc listener-disc">
          <Icon name={isPlaying ? "pause" : "play"} />
        </span>
        <b className="stretch-mid leading-tight">{copy.listen}</b>
        <Bars loudness={loudness} share={atSeconds / durationSeconds} isSmall />
      </button>
      {hasBegun && said && (
        // The whole transcript is below: two voices at once would be too many for who listens to a screen reader.
        <Box as="p" className="text-lead leading-snug listener-words" aria-hidden="true">
          <b className="text-caption block color-signal-text">{said.speaker}</b> {said.text}
        </Box>
      )}
      <details className="text-small">
        <summary className="caption listener-summary">
          <span id={hintId}>
            {copy.length(title, durationSeconds)}. {disclosure === undefined ? "" : `${disclosure}. `}
          </span>
          <u className="unbroken">{copy.read}</u>
        </summary>
        <Transcript turns={turns} label={callPlayerCopy.transcript} />
      </details>
      {/* There before its words are, so that they are read out. */}
      <p className="text-small listener-failure" role="status">
        {hasFailed && callPlayerCopy.failed}
      </p>
      {isAlive && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- its words are beside it
        <audio ref={audio} preload="none" aria-label={title} {...events}>
          {sources.map((source) => (
            <source key={source.src} {...source} />
          ))}
        </audio>
      )}
    </Stack>
  );
}
