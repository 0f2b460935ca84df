import "#app/ui/text.css";
import { Row, Stack } from "#app/ui/layout.tsx";
import "#app/ui/pill.css";
import "#app/ui/speech.css";
import "#app/ui/words.css";
import "./call-console.css";

import { Icon } from "#app/ui/icon.tsx";
import type { HomeCopy } from "#content/home.ts";

import { Wave } from "./wave.tsx";

type Props = HomeCopy["call"];

const lineCount = 12;
const busyLines = new Set([3, 6]);
const liveLine = 12;
const voice = [5, 18, 6, 9, 11, 18, 15, 9, 7, 10, 21, 7, 13, 5, 15, 11, 19, 11, 5, 12, 13, 20, 8, 7, 5, 20];

/** A whole call, as the assistant handles it; the script replays it line by line. */
export function CallConsole(call: Props) {
  return (
    <section className="console" aria-label={call.label}>
      <Board names={call.board} />
      <div className="console-call">
        <CallHead {...call} />
        <div className="call-columns">
          <Stack as="ol" gap={16} className="transcript">
            {call.transcript.map(({ by, speaker, text }) => (
              <li key={text} className={by === "caller" ? "by-caller" : "by-assistant"}>
                <span className="caption">{speaker}</span>
                <p>{text}</p>
              </li>
            ))}
          </Stack>
          <CallActions {...call} />
        </div>
      </div>
    </section>
  );
}

function Board({ names }: { names: readonly string[] }) {
  const lines = Array.from({ length: lineCount }, (_, index) => index + 1);

  return (
    <div className="console-board">
      <p className="text-caption board-name">
        {names.map((name) => (
          <span key={name}>{name} </span>
        ))}
      </p>
      <Row as="ol" gap={4} justify="between" className="board-jacks" aria-hidden="true">
        {lines.map((line) => (
          <li key={line} className={lineClass(line)}>
            <span />
            <i className="tabular call-line">{line}</i>
          </li>
        ))}
      </Row>
    </div>
  );
}

function lineClass(line: number): string | undefined {
  if (line === liveLine) return "board-live";
  return busyLines.has(line) ? "board-busy" : undefined;
}

function CallHead({ state, caller, moment, durationSeconds }: Props) {
  return (
    <Row gap={16} align="center" isWrapping className="text-small call-head">
      <span className="pill pill-live">{state}</span>
      <b className="tabular">{caller}</b>
      <Wave heights={voice} />
      <span className="call-moment caption tabular">{moment}</span>
      <b className="call-clock tabular">{`00:${durationSeconds}`}</b>
    </Row>
  );
}

function CallActions({ actionsTitle, actions, weekDays, replay }: Props) {
  return (
    <div className="call-actions">
      <h2 className="text-caption caption">{actionsTitle}</h2>
      <ol>
        {actions.map((action) => (
          <li className="text-small" key={action.title}>
            <Icon name={action.icon} />
            <div>
              <b className="text-body">{action.title}</b>
              {action.detail.map((line) => (
                <span key={line} className="quiet action-detail">
                  {line}
                </span>
              ))}
              {"bookedDay" in action && <Week days={weekDays} bookedDay={action.bookedDay} />}
            </div>
            <span className="faint text-caption tabular">{action.at}</span>
          </li>
        ))}
      </ol>
      <button type="button" className="text-small call-replay">
        {replay}
      </button>
    </div>
  );
}

function Week({ days, bookedDay }: { days: readonly string[]; bookedDay: number }) {
  return (
    <span className="week" aria-hidden="true">
      {days.map((day, index) => (
        <span key={index} className={index === bookedDay ? "week-booked" : undefined}>
          {day}
        </span>
      ))}
    </span>
  );
}
