import { Box, Stack } from "#app/ui/layout.tsx";

import { useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";

import { Icon } from "#app/ui/icon.tsx";
import { Transcript } from "#app/ui/transcript.tsx";
import { useIsAlive } from "#app/ui/use-is-alive.ts";
import { useRecording } from "#app/ui/use-recording.ts";
import { callPlayerCopy as copy } from "#content/call-player.ts";

import { SoundTrack } from "./sound-track.tsx";

export type CallPlayerProps = {
  title: string;
  durationSeconds: number;
  /** Of equal parts of it, in hundredths of the loudest one. */
  loudness: readonly number[];
  sources: { src: string; type: string }[];
  turns: { by: "assistant" | "caller"; speaker: string; text: string; atSeconds: number }[];
  /** What the audio element says where there is none. */
  fallback: string;
};

/** A recorded call and its words, the one being said in front. Until it comes alive, the browser's own player. */
export function CallPlayer({ title, durationSeconds, loudness, sources, turns, fallback }: CallPlayerProps) {
  const { audio, isPlaying, atSeconds, hasFailed, toggle, moveTo, adopt, events } = useRecording();
  const playButton = useRef<HTMLButtonElement>(null);
  const isAlive = useIsAlive();
  const said = atSeconds > 0 || isPlaying ? turns.findLastIndex((turn) => turn.atSeconds <= atSeconds) : undefined;

  // Focus and playback of the browser's own player go over to the one that replaces it.
  const takeOver = useEffectEvent(() => {
    if (document.activeElement === audio.current) playButton.current?.focus();
    adopt();
  });
  useLayoutEffect(() => {
    if (isAlive) takeOver();
  }, [isAlive]);

  // The row that holds the call: closed, it falls silent.
  useEffect(() => {
    const row = audio.current?.closest("details");
    const fallSilent = () => row?.open === false && audio.current?.pause();
    row?.addEventListener("toggle", fallSilent);
    return () => row?.removeEventListener("toggle", fallSilent);
  }, [audio]);

  const inFront = turns[said ?? 0];
  return (
    <Stack gap={16} lg={{ columns: 2, gap: "block-large", align: "start" }}>
      <Stack columns="auto 1fr" rowGap={20} columnGap="inset" align="center" className="player-deck">
        {isAlive && (
          <>
            <button
              ref={playButton}
              type="button"
              className="disc disc-play player-play"
              aria-label={isPlaying ? copy.pause(title) : copy.play(title)}
              onClick={toggle}
            >
              <Icon name={isPlaying ? "pause" : "play"} />
            </button>
            <SoundTrack {...{ loudness, durationSeconds, atSeconds, isAlive }} onMove={moveTo} />
          </>
        )}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words are beside it */}
        <audio ref={audio} controls={!isAlive} preload="none" aria-label={title} {...events}>
          {sources.map((source) => (
            <source key={source.src} {...source} />
          ))}
          {fallback}
        </audio>
        <Box as="p" span="all" className="text-small" role="status">
          {hasFailed && copy.failed}
        </Box>
        {isAlive && inFront && (
          // The transcript beside it is what assistive technology reads.
          <Box
            as="p"
            span="all"
            className="text-subtitle tracking-snug leading-snug player-words hidden-until-lg"
            aria-hidden="true"
          >
            <Box as="b" marginBottom={4} className="text-small block color-signal-text">
              {inFront.speaker}
            </Box>{" "}
            {inFront.text}
          </Box>
        )}
      </Stack>
      <Transcript turns={turns} label={copy.transcript} className="player-transcript" said={said ?? -1} />
    </Stack>
  );
}
