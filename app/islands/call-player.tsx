import { Box, Stack } from "#app/ui/layout.tsx";

import { useEffect } from "react";

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

/** A recorded call and its words, the one being said in front. Without a script its button leads to the sound. */
export function CallPlayer({ title, durationSeconds, loudness, sources, turns, fallback }: CallPlayerProps) {
  const { audio, isPlaying, atSeconds, hasFailed, toggle, moveTo, events } = useRecording();
  const isAlive = useIsAlive();
  const said = atSeconds > 0 || isPlaying ? turns.findLastIndex((turn) => turn.atSeconds <= atSeconds) : undefined;

  // The row that holds the call: closed, it falls silent.
  useEffect(() => {
    const row = audio.current?.closest("details");
    const fallSilent = () => row?.open === false && audio.current?.pause();
    row?.addEventListener("toggle", fallSilent);
    return () => row?.removeEventListener("toggle", fallSilent);
  }, [audio]);

  const inFront = said === undefined ? undefined : turns[said];
  return (
    <Stack gap={16} lg={{ columns: 2, gap: "block-large", align: "start" }}>
      <Stack columns="auto 1fr" rowGap={20} columnGap="inset" align="center" className="player-deck">
        <button
          type="button"
          className="disc disc-play player-play"
          aria-label={isPlaying ? copy.pause(title) : copy.play(title)}
          onClick={toggle}
        >
          <Icon name={isPlaying ? "pause" : "play"} />
        </button>
        <noscript>
          <a className="disc disc-play player-play" href={sources.at(-1)?.src} aria-label={copy.play(title)}>
            <Icon name="play" />
          </a>
        </noscript>
        <SoundTrack {...{ loudness, durationSeconds, atSeconds, isAlive }} onMove={moveTo} />
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words are beside it */}
        <audio ref={audio} preload="none" {...events}>
          {sources.map((source) => (
            <source key={source.src} {...source} />
          ))}
          {fallback}
        </audio>
        <Box as="p" span="all" className="text-small" role="status">
          {hasFailed && copy.failed}
        </Box>
        {inFront && (
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
