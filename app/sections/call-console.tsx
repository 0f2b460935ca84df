import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { Icon } from "#app/ui/icon.tsx";
import { LineJack } from "#app/ui/line-jack.tsx";
import { Transcript } from "#app/ui/transcript.tsx";
import type { HomeCopy } from "#content/home.ts";

import { Wave } from "#app/ui/wave.tsx";

type Props = HomeCopy["call"];

const lineCount = 12;
const busyLines = new Set([3, 6]);
const liveLine = 12;
const voice = [5, 18, 6, 9, 11, 18, 15, 9, 7, 10, 21, 7, 13, 5, 15, 11, 19, 11, 5, 12, 13, 20, 8, 7, 5, 20];

/** A whole call, as the assistant handles it; the script replays it line by line. */
export function CallConsole(call: Props) {
  return (
    <Row
      as="section"
      direction="column"
      minWidth={0}
      position="relative"
      radius="lg"
      background="surface"
      className="console"
      aria-label={call.label}
    >
      <Board names={call.board} />
      <Row direction="column" isGrowing minWidth={0} className="console-call">
        <CallHead {...call} />
        <Stack isGrowing lg={{ columns: "1.35fr 1fr" }}>
          <Transcript turns={call.transcript} className="call-lines" />
          <CallActions {...call} />
        </Stack>
      </Row>
    </Row>
  );
}

function Board({ names }: { names: readonly string[] }) {
  const lines = Array.from({ length: lineCount }, (_, index) => index + 1);

  return (
    <div className="console-board">
      <p className="text-caption leading-snug unbroken board-name">
        {names.map((name) => (
          <span key={name}>{name} </span>
        ))}
      </p>
      <Row
        as="ol"
        gap={4}
        justify="between"
        isGrowing
        className="text-caption leading-tight board-jacks"
        aria-hidden="true"
      >
        {lines.map((line) => (
          <Stack
            as="li"
            gap={8}
            justify="center"
            key={line}
            className={line === liveLine ? "color-white board-live" : undefined}
          >
            <LineJack state={stateOf(line)} />
            <i className="tabular call-line">{line}</i>
          </Stack>
        ))}
      </Row>
    </div>
  );
}

function stateOf(line: number): "idle" | "done" | "live" {
  if (line === liveLine) return "live";
  return busyLines.has(line) ? "done" : "idle";
}

function CallHead({ state, caller, moment, durationSeconds }: Props) {
  return (
    <Row
      gap={16}
      align="center"
      isWrapping
      paddingBlock={16}
      paddingInline="inset"
      rule="bottom"
      className="text-small call-head"
    >
      <span className="call-state">
        <span className="pill pill-live">{state.live}</span>
        <span className="pill pill-done">{state.over}</span>
      </span>
      <b className="tabular">{caller}</b>
      <Wave heights={voice} />
      <span className="call-moment caption tabular">{moment}</span>
      <b className="call-clock tabular">{`00:${durationSeconds}`}</b>
    </Row>
  );
}

function CallActions({ actionsTitle, actions, weekDays, replay }: Props) {
  return (
    <Row
      direction="column"
      paddingBlock={24}
      paddingInline="inset"
      rule="top"
      background="canvas"
      lg={{ rule: "left" }}
      className="call-actions"
    >
      <h2 className="plain-title caption">{actionsTitle}</h2>
      <ol>
        {actions.map((action) => (
          <Stack
            as="li"
            columns="auto 1fr auto"
            gap={12}
            paddingBlock={16}
            rule="bottom"
            position="relative"
            className="text-small leading-snug"
            key={action.title}
          >
            <Icon name={action.icon} />
            <div>
              <b className="text-body block">{action.title}</b>
              {action.detail.map((line) => (
                <span key={line} className="quiet block">
                  {line}
                </span>
              ))}
              {"bookedDay" in action && <Week days={weekDays} bookedDay={action.bookedDay} />}
            </div>
            <span className="faint text-caption tabular">{action.at}</span>
          </Stack>
        ))}
      </ol>
      <button type="button" className="text-small call-replay">
        {replay}
      </button>
    </Row>
  );
}

function Week({ days, bookedDay }: { days: readonly string[]; bookedDay: number }) {
  return (
    <Stack as="span" columns={5} gap={4} marginTop={8} aria-hidden="true">
      {days.map((day, index) => (
        <Box
          as="span"
          key={index}
          paddingBlock={4}
          radius="sm"
          background={index === bookedDay ? "line-800" : "sunken"}
          className={`text-caption centered ${index === bookedDay ? "color-white" : "quiet"}`}
        >
          {day}
        </Box>
      ))}
    </Stack>
  );
}
