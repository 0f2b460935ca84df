import type { ReactNode } from "react";

import { href } from "#app/page-kit/href.ts";
import { Island } from "#app/page-kit/island.tsx";
import { LineJack } from "#app/ui/line-jack.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { maxLengthOf } from "#subjects/funnel/rules/questions.ts";
import type { HomeCopy } from "#content/home.ts";
import { tryOutCopy } from "#content/shared/trades.ts";

import { useRecordings } from "./recordings.ts";

type Props = HomeCopy["console"] & {
  /** The calls of a night, the last of which is the one that is played. */
  children: ReactNode;
};

const lineCount = 12;
const busyLines = new Set([3, 6]);
const liveLine = 12;

/** What the assistant answers from: twelve lines, their log, the call of the last one, and the visitor's own. */
export function CallConsole({ label, board, children }: Props) {
  const recording = useRecordings().find((each) => each.player);

  return (
    <Stack
      as="section"
      minWidth={0}
      position="relative"
      radius="lg"
      background="surface"
      className="console"
      aria-label={label}
    >
      <Board names={board} />
      {recording?.player && (
        <Island
          name="CallConsole"
          when="interaction"
          props={{
            ...recording.player,
            caption: [recording.scene, recording.disclosure].filter((each) => each !== undefined).join(". "),
            outcomes: recording.outcomes,
          }}
        />
      )}
      <div className="console-log">{children}</div>
      <div className="console-try" id="essayer">
        <Box as="p" paddingTop={16} paddingInline="inset" className="text-small quiet">
          {tryOutCopy.lead}
        </Box>
        <Island
          name="CallTryOut"
          when="interaction"
          props={{
            funnel: href("/inscription-secretariat"),
            maxLength: maxLengthOf("companyName"),
            isNarrow: true,
          }}
        />
      </div>
    </Stack>
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
