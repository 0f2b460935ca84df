import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { type ReactNode, useEffect, useId, useRef, useState } from "react";

import { Icon } from "#app/ui/icon.tsx";
import { useRecording } from "#app/ui/use-recording.ts";
import { mediaUnavailable } from "#content/shared/media.ts";
import type { Spoken } from "#domain/site/media.ts";
import { callPreviewCopy as copy } from "#subjects/offers/words/secretariat/call-preview.ts";
import type { Voice } from "#subjects/funnel/rules/choices.ts";

import type { CallScript, ScriptLine } from "./call-script.ts";
import { readAloud, useHasFrenchVoice } from "./french-voice.ts";

/** A device has one French voice or two: its pitch tells who speaks. */
const pitches: Record<Voice | "" | "caller", number> = { feminin: 1.15, masculin: 0.75, "": 1, caller: 0.95 };

type Props = {
  title: string;
  lead: string;
  call: CallScript;
  /** Of the assistant; empty before a choice. */
  voice: Voice | "";
  /** Below the lines: what becomes of the call. */
  children?: ReactNode;
  /** The call as it was recorded, line for line. */
  recording?: Spoken;
  /** Words that no recording has: the device says them, where it speaks French. */
  hasOwnWords?: boolean;
  /** Until it is heard, how it begins. */
  isBrief?: boolean;
};

/** A call to read and to hear. */
export function SpokenCall({ title, lead, call, voice, children, recording, hasOwnWords = true, isBrief }: Props) {
  const { hours, lines } = call;
  const titleId = useId();
  const assistant = copy.assistant[voice];
  const isReadable = useHasFrenchVoice() && hasOwnWords;
  const { audio, isPlaying, atSeconds, hasFailed, toggle, events } = useRecording();
  const script = JSON.stringify([lines, voice]);
  const { spokenLine, isReading, start, stop } = useReading(script);

  const heard = isPlaying ? recording?.turns.findLastIndex((turn) => turn.atSeconds <= atSeconds) : spokenLine;

  const isWhole = !isBrief || isPlaying || atSeconds > 0 || spokenLine !== undefined;

  function hear() {
    stop();
    toggle();
  }

  function listen() {
    audio.current?.pause();
    start(lines.map(({ speaker, text }) => ({ text, pitch: pitches[speaker === "caller" ? speaker : voice] })));
  }

  return (
    <Box
      as="section"
      radius="lg"
      background="line-800"
      className="color-on-line spoken-call breakable dark"
      aria-labelledby={titleId}
    >
      <Box paddingTop={24} paddingBottom={16} paddingInline="inset">
        <h2 className="text-subtitle leading-tight color-white" id={titleId}>
          {title}
        </h2>
        <Box as="p" marginTop={8} className="color-on-line-2 text-small">
          {lead}
        </Box>
      </Box>
      <Row as="p" gap={8} paddingBlock={12} paddingInline="inset" background="line-900" className="text-small">
        <Box as="span" paddingTop={2} className="color-line-300">
          <Icon name="clock" isSmall />
        </Box>
        {hours}
      </Row>
      {recording && (
        <Hearing isOn={isPlaying} words={copy.recorded} isFirst onToggle={hear}>
          {copy.recorded.what}
          <span role="status">{hasFailed && ` ${mediaUnavailable.recording}`}</span>
          {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- its words are above it */}
          <audio ref={audio} preload="none" {...events}>
            {recording.sources.map((source) => (
              <source key={source.src} {...source} />
            ))}
          </audio>
        </Hearing>
      )}
      <Stack as="ol" gap={20} paddingBlock={24} paddingInline="inset">
        {(isWhole ? lines : lines.slice(0, 1)).map((line, index) => (
          <Line key={index} line={line} assistant={assistant.name} isSpoken={index === heard} />
        ))}
      </Stack>
      {children}
      {isReadable && (
        <Hearing isOn={isReading} words={recording ? copy.named : copy} onToggle={isReading ? stop : listen}>
          {assistant.deviceVoice}
        </Hearing>
      )}
    </Box>
  );
}

type HearingProps = {
  isOn: boolean;
  words: { listen: string; stop: string };
  /** Above the lines. */
  isFirst?: boolean;
  onToggle: () => void;
  /** Whose voice it is. */
  children: ReactNode;
};

function Hearing({ isOn, words, isFirst = false, onToggle, children }: HearingProps) {
  return (
    <Row
      gap={12}
      align="center"
      isWrapping
      paddingTop={16}
      paddingBottom={isFirst ? 8 : 20}
      paddingInline="inset"
      rule={isFirst ? "none" : "top"}
    >
      <button type="button" className="button button-secondary button-leading" onClick={onToggle}>
        <Icon name={isOn ? "pause" : "play"} />
        <span>{isOn ? words.stop : words.listen}</span>
      </button>
      <p className="text-small color-on-line-2">
        <b className="block color-white">{copy.aiVoice}</b> {children}
      </p>
    </Row>
  );
}

type LineProps = { line: ScriptLine; assistant: string; isSpoken: boolean };

function Line({ line: { speaker, text, note }, assistant, isSpoken }: LineProps) {
  return (
    <Box as="li" paddingLeft={40} position="relative" data-speaker={speaker} data-spoken={isSpoken ? "" : undefined}>
      <span className="text-caption block color-on-line-2">{speaker === "caller" ? copy.caller : assistant}</span>
      <Box
        as="p"
        className={
          speaker === "caller"
            ? "color-on-line-2 text-lead leading-snug as-typed"
            : "color-white text-lead leading-snug as-typed"
        }
      >
        {text}
      </Box>
      {note !== undefined && (
        <Box as="small" marginTop={4} className="text-small block color-line-300">
          {note}
        </Box>
      )}
    </Box>
  );
}

/** @param script what is read: another one silences the voice */
function useReading(script: string) {
  const [spokenLine, setSpokenLine] = useState<number>();
  const [isReading, setIsReading] = useState(false);
  const silence = useRef(() => {});

  function end() {
    setIsReading(false);
    setSpokenLine(undefined);
  }

  function stop() {
    silence.current();
    end();
  }

  function start(utterances: Parameters<typeof readAloud>[0]) {
    setIsReading(true);
    silence.current = readAloud(utterances, { onStart: setSpokenLine, onEnd: end });
  }

  // The device's voice, which would go on by itself.
  useEffect(
    () => () => {
      silence.current();
      setIsReading(false);
      setSpokenLine(undefined);
    },
    [script],
  );

  return { spokenLine, isReading, start, stop };
}
