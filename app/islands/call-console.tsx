import { useEffect, useId, useRef, useState } from "react";

import { Icon, type IconName } from "#app/ui/icon.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { Transcript } from "#app/ui/transcript.tsx";
import { useIsAlive } from "#app/ui/use-is-alive.ts";
import { useRecording } from "#app/ui/use-recording.ts";
import { callConsoleCopy as copy, callPlayerCopy } from "#content/call-player.ts";

import type { CallPlayerProps } from "./call-player.tsx";
import { SoundTrack } from "./sound-track.tsx";

type Props = Omit<CallPlayerProps, "fallback"> & {
  /** Whose call it is, and that the voice is a machine's. */
  caption: string;
  /** What she does of it, and when. */
  outcomes: readonly { icon: IconName; title: string; detail: readonly string[]; atSeconds: number }[];
};

const views = ["log", "read", "try"] as const;
type View = (typeof views)[number];

/**
 * One call, told by its own sound: lamp, cord, words, clock and outcomes follow where it is, forwards and back. The log
 * of calls and the try-out stand beside this in the console, which shows the one that its data name.
 */
export function CallConsole({ title, durationSeconds, loudness, sources, turns, caption, outcomes }: Props) {
  const [view, setView] = useState<View>("log");
  const [isOver, setIsOver] = useState(false);
  const { audio, isPlaying, atSeconds, hasFailed, toggle, moveTo, events } = useRecording(() => {
    setIsOver(true);
    setView("try");
  });
  const isAlive = useIsAlive();
  const captionId = useId();
  const root = useRef<HTMLDivElement>(null);

  const hasBegun = isPlaying || atSeconds > 0;
  const stage = isPlaying ? "playing" : isOver ? "over" : "waiting";
  // Where nothing was heard, the call is there to be read.
  const heard = hasBegun ? atSeconds : durationSeconds;
  const said = turns.findLastIndex((turn) => turn.atSeconds <= heard);

  // The lamp and the cord, which the page has drawn around this.
  useEffect(() => {
    const hero = root.current?.closest<HTMLElement>("[data-call]");
    if (hero) Object.assign(hero.dataset, { call: stage, view });
  }, [stage, view]);

  function listen() {
    setIsOver(false);
    setView("read");
    toggle();
  }

  function move(seconds: number) {
    setIsOver(false);
    setView("read");
    moveTo(seconds);
  }

  return (
    <div ref={root} className="console-call">
      <Row columnGap={20} rowGap={12} align="center" isWrapping paddingTop={16} paddingInline="inset">
        <button
          type="button"
          className="listener-button"
          aria-pressed={isPlaying}
          aria-describedby={captionId}
          onClick={listen}
        >
          <span className="disc disc-play listener-disc">
            <Icon name={isPlaying ? "pause" : "play"} />
          </span>
          <b className="text-lead stretch-mid leading-tight">{copy.listen}</b>
        </button>
        <SoundTrack {...{ loudness, durationSeconds, atSeconds, isAlive }} onMove={move} />
        <p className="caption console-caption" id={captionId}>
          {caption}
        </p>
        {/* There before its words are, so that they are read out. */}
        <p className="text-small listener-failure" role="status">
          {hasFailed && callPlayerCopy.failed}
        </p>
      </Row>
      <Row
        columnGap={20}
        isWrapping
        paddingInline="inset"
        rule="bottom"
        className="text-small console-views"
        role="group"
        aria-label={copy.views}
      >
        {views.map((each) => (
          <button
            key={each}
            type="button"
            className="finger-high stretch-mid"
            aria-pressed={view === each}
            onClick={() => setView(each)}
          >
            {copy[each]}
          </button>
        ))}
      </Row>
      {view !== "log" && (
        <Stack lg={{ columns: outcomes.length > 0 ? "1fr 17.5rem" : 1 }} className="console-words">
          <Transcript
            turns={turns}
            label={callPlayerCopy.transcript}
            className={said < 0 ? "call-lines is-ringing" : "call-lines"}
            said={said}
          />
          {outcomes.length > 0 && (
            <Box
              paddingBlock={24}
              paddingInline="inset"
              rule="top"
              background="canvas"
              lg={{ rule: "left" }}
              className="call-actions"
            >
              <span className={`pill ${isPlaying ? "pill-live" : "pill-done"}`}>
                {isPlaying ? copy.state.live : copy.state.over}
              </span>
              <Box as="h2" marginTop={16} className="plain-title caption">
                {copy.outcomes}
              </Box>
              <ol>
                {outcomes.map(({ icon, title: done, detail, atSeconds: doneAt }) => (
                  <Stack
                    as="li"
                    key={done}
                    columns="auto 1fr"
                    gap={12}
                    paddingBlock={12}
                    rule="bottom"
                    position="relative"
                    className="text-small leading-snug"
                    data-is-done={doneAt <= heard}
                  >
                    <Icon name={icon} />
                    <div>
                      <b className="text-body block">{done}</b>
                      {detail.map((line) => (
                        <span key={line} className="quiet block">
                          {line}
                        </span>
                      ))}
                    </div>
                  </Stack>
                ))}
              </ol>
            </Box>
          )}
        </Stack>
      )}
      {isAlive && (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- its words are beside it
        <audio ref={audio} preload="none" aria-label={title} {...events}>
          {sources.map((source) => (
            <source key={source.src} {...source} />
          ))}
        </audio>
      )}
    </div>
  );
}
