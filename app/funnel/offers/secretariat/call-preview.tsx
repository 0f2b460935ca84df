import "#app/ui/words.css";
import "#app/ui/text.css";

import { Box, Row, Stack } from "#app/ui/layout.tsx";
import "#app/ui/button.css";
import "./call-preview.css";

import { useEffect, useId, useRef, useState } from "react";

import { Icon } from "#app/ui/icon.tsx";
import { secretariatCopy } from "#content/secretariat-funnel.ts";
import type { FunnelState } from "#domain/funnel/answers.ts";
import type { Voice } from "#domain/funnel/choices.ts";

import { callScript, type ScriptLine } from "./call-script.ts";
import { readAloud, useHasFrenchVoice } from "./french-voice.ts";

const copy = secretariatCopy.preview;

/** A device has one French voice or two: its pitch tells who speaks. */
const pitches: Record<Voice | "" | "caller", number> = { feminin: 1.15, masculin: 0.75, "": 1, caller: 0.95 };

/** The call that the answers make, to read and, where the device speaks French, to hear. */
export function CallPreview({ state }: { state: FunnelState }) {
  const titleId = useId();
  const hasVoice = useHasFrenchVoice();
  const { hours, lines } = callScript(state);
  const script = JSON.stringify([lines, state.voice]);
  const { spokenLine, isReading, start, stop } = useReading(script);

  const listen = () =>
    start(lines.map(({ speaker, text }) => ({ text, pitch: pitches[speaker === "caller" ? speaker : state.voice] })));

  return (
    <Box
      as="section"
      radius="lg"
      background="line-800"
      color="on-line"
      className="call-preview breakable dark"
      aria-labelledby={titleId}
    >
      <Box paddingTop={24} paddingBottom={16} paddingInline="inset">
        <h2 className="text-subtitle leading-tight color-white" id={titleId}>
          {copy.title}
        </h2>
        <Box as="p" marginTop={8} color="on-line-2" className="text-small">
          {copy.lead}
        </Box>
      </Box>
      <Row as="p" gap={8} paddingBlock={12} paddingInline="inset" background="line-900" className="text-small">
        <Box as="span" paddingTop={2} color="line-300">
          <Icon name="clock" isSmall />
        </Box>
        {hours}
      </Row>
      <Stack as="ol" gap={20} paddingBlock={24} paddingInline="inset">
        {lines.map((line, index) => (
          <Line key={index} line={line} isSpoken={index === spokenLine} />
        ))}
      </Stack>
      {hasVoice && (
        <Stack gap={12} justify="start" paddingTop={16} paddingBottom={20} paddingInline="inset" rule="top">
          <button type="button" className="button button-secondary button-leading" onClick={isReading ? stop : listen}>
            <Icon name={isReading ? "pause" : "play"} />
            <span>{isReading ? copy.stop : copy.listen}</span>
          </button>
          <p className="text-small color-on-line-2">
            <b className="block color-white">{copy.aiVoice}</b> {copy.deviceVoice}
          </p>
        </Stack>
      )}
    </Box>
  );
}

function Line({ line: { speaker, text, note }, isSpoken }: { line: ScriptLine; isSpoken: boolean }) {
  return (
    <Box as="li" paddingLeft={40} position="relative" data-speaker={speaker} data-spoken={isSpoken ? "" : undefined}>
      <span className="text-caption block color-on-line-2">{copy[speaker]}</span>
      <Box as="p" color={speaker === "caller" ? "on-line-2" : "white"} className="text-lead leading-snug as-typed">
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
