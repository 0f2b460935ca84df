import { Icon } from "#app/ui/icon.tsx";
import { formatLength } from "#app/ui/format.ts";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { useIsAlive } from "#app/ui/use-is-alive.ts";
import { useRecording } from "#app/ui/use-recording.ts";
import { callPlayerCopy as copy } from "#content/call-player.ts";

import { Bars } from "./bars.tsx";
import type { CallPlayerProps } from "./call-player.tsx";

type Props = Omit<CallPlayerProps, "turns" | "fallback"> & {
  /** That the voice is a machine's. */
  disclosure: string;
};

/** A message of one voice: its button, its wave, its length. Its words stand beside it. */
export function MessagePlayer({ title, durationSeconds, loudness, sources, disclosure }: Props) {
  const { audio, isPlaying, atSeconds, hasFailed, toggle, events } = useRecording();
  const isAlive = useIsAlive();
  return (
    <Stack gap={8}>
      <Row gap={16} align="center" className="message-player">
        <button
          type="button"
          className="disc disc-play message-play"
          aria-label={isPlaying ? copy.pause(title) : copy.play(title)}
          onClick={toggle}
        >
          <Icon name={isPlaying ? "pause" : "play"} />
        </button>
        <Box isGrowing minWidth={0}>
          <Bars loudness={loudness} share={atSeconds / durationSeconds} />
        </Box>
        <span className="text-small tabular">{formatLength(isPlaying ? Math.floor(atSeconds) : durationSeconds)}</span>
      </Row>
      <p className="text-caption faint">{disclosure}</p>
      {/* There before its words are, so that they are read out. */}
      <p className="text-small message-failure" role="status">
        {hasFailed && copy.failed}
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
