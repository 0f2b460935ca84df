import type { ReactNode } from "react";

import { Icon } from "#app/ui/icon.tsx";
import { Jack, type JackState } from "#app/ui/jack.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { Wave } from "#app/ui/wave.tsx";
import { productExamples } from "#content/shared/product-examples.ts";

import { ProductFigure } from "./product-figure.tsx";

const { title, weeks, currentWeek, ...copy } = productExamples.voice;

const voice = [
  8, 34, 17, 8, 24, 10, 37, 26, 15, 9, 10, 33, 31, 19, 21, 8, 23, 30, 19, 33, 11, 24, 16, 39, 17, 12, 22, 31, 9, 27, 14,
  35, 10,
];

type Props = {
  /** The message of this week, what plays it and its words; without it, all is told in short. */
  message?: { player: ReactNode; text: string };
};

/** Eight weeks on one cord: what is done is green, this week is orange, what comes is grey. */
export function VoiceThread({ message }: Props) {
  return (
    <ProductFigure title={title} className="thread">
      {message ? <Weeks /> : <WeekJacks />}
      <Stack
        gap={16}
        paddingTop={16}
        paddingInline={20}
        paddingBottom={20}
        rule={message ? "top" : "none"}
        {...(message && { lg: { columns: "5fr 4fr", columnGap: 32 } })}
      >
        <Stack gap={8} alignContent="start" minWidth={0}>
          <p className="caption">{copy.messageOf}</p>
          {message?.player ?? (
            <Row gap={16} align="center" className="voice-message" aria-hidden="true">
              <span className="disc">
                <Icon name="play" />
              </span>
              <Wave heights={voice} />
            </Row>
          )}
          {message && <p className="leading-snug pretty">«&nbsp;{message.text}&nbsp;»</p>}
        </Stack>
        {message && <Replies />}
      </Stack>
    </ProductFigure>
  );
}

/** How far it is, in one line. */
function WeekJacks() {
  return (
    <Row as="p" gap={4} align="center" isWrapping paddingTop={8} paddingInline={20} className="text-small leading-snug">
      {weeks.map((name, index) => (
        <Jack key={name} state={stateOf(index + 1)} />
      ))}
      <Box as="b" paddingLeft={8}>
        {copy.progress}
      </Box>
    </Row>
  );
}

function Weeks() {
  return (
    <Box position="relative">
      <Box
        as="svg"
        viewBox="0 0 1200 100"
        preserveAspectRatio="none"
        className="hidden-until-tablet thread-cords"
        aria-hidden="true"
      >
        {weeks.slice(1).map((name, index) => (
          <path
            key={name}
            d={`M${75 + index * 150} 20c15 72 135 72 150 0`}
            className={`cord thread-${stateOf(index + 2)}`}
            strokeWidth="5"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </Box>
      <Stack
        as="ol"
        columns={1}
        paddingBlock={8}
        paddingInline={20}
        tablet={{ columns: 8, paddingInline: 0, paddingBottom: 24 }}
        className="thread-weeks"
      >
        {weeks.map((name, index) => {
          const state = stateOf(index + 1);
          return (
            <Stack
              as="li"
              gap={12}
              align="center"
              justify="start"
              paddingBlock={4}
              position="relative"
              alignContent="start"
              tablet={{ columns: 1, gap: 8, justify: "center", align: "stretch", paddingBlock: 0 }}
              key={name}
              className={`text-small leading-snug thread-${state}`}
            >
              <Jack state={state} />
              <b className="tabular">
                <span aria-hidden="true">{copy.weekShort(index + 1)}</span>
                <span className="visually-hidden">{copy.week(index + 1)}</span>
              </b>
              <span className="quiet">
                {name}
                {state === "live" && <span className="visually-hidden">, {copy.current}</span>}
              </span>
            </Stack>
          );
        })}
      </Stack>
    </Box>
  );
}

function Replies() {
  return (
    <Stack gap={8} alignContent="start" justify="start" className="text-small leading-snug">
      <p className="caption">{copy.repliesLabel}</p>
      <Stack as="ul" gap={8} justify="start">
        {copy.replies.map((reply) => (
          <Box
            as="li"
            paddingBlock={8}
            paddingInline={12}
            radius="lg"
            background="line-100"
            className="color-line-800"
            key={reply}
          >
            «&nbsp;{reply}&nbsp;»
          </Box>
        ))}
      </Stack>
      <p className="strong">{copy.passedOn}</p>
    </Stack>
  );
}

function stateOf(week: number): JackState {
  if (week === currentWeek) return "live";
  return week < currentWeek ? "connected" : "idle";
}
