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
  /** The weeks (`VoiceWeeks`), what plays the message of this one and its words; without them, all is told in short. */
  message?: { weeks: ReactNode; player: ReactNode; text: string };
};

/** Eight weeks on one cord: what is done is green, this week is orange, what comes is grey. */
export function VoiceThread({ message }: Props) {
  return (
    <ProductFigure title={title} className="thread">
      {message?.weeks ?? <WeekJacks />}
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
        {message ? (
          <Replies />
        ) : (
          <div className="hidden-until-lg">
            <Replies />
          </div>
        )}
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

/** Of a week, from 1: done, this one, or to come. */
export function stateOf(week: number): JackState {
  if (week === currentWeek) return "live";
  return week < currentWeek ? "connected" : "idle";
}
