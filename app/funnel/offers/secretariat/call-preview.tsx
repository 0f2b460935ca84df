import "#app/ui/text.css";
import { Row } from "#app/ui/layout.tsx";
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
    <section className="call-preview dark" aria-labelledby={titleId}>
      <div className="call-preview-head">
        <h2 className="text-subtitle" id={titleId}>
          {copy.title}
        </h2>
        <p>{copy.lead}</p>
      </div>
      <Row as="p" gap={8} className="text-small call-preview-hours">
        <Icon name="clock" isSmall />
        {hours}
      </Row>
      <ol>
        {lines.map((line, index) => (
          <Line key={index} line={line} isSpoken={index === spokenLine} />
        ))}
      </ol>
      {hasVoice && (
        <div className="call-preview-voice">
          <button type="button" className="button button-secondary button-leading" onClick={isReading ? stop : listen}>
            <Icon name={isReading ? "pause" : "play"} />
            <span>{isReading ? copy.stop : copy.listen}</span>
          </button>
          <p>
            <b>{copy.aiVoice}</b> {copy.deviceVoice}
          </p>
        </div>
      )}
    </section>
  );
}

function Line({ line: { speaker, text, note }, isSpoken }: { line: ScriptLine; isSpoken: boolean }) {
  return (
    <li data-speaker={speaker} data-spoken={isSpoken ? "" : undefined}>
      <b>{copy[speaker]}</b>
      <p>{text}</p>
      {note !== undefined && <small className="text-small">{note}</small>}
    </li>
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
