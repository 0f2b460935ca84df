import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { Wave } from "#app/sections/wave.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Jack, type JackState } from "#app/ui/jack.tsx";
import type { followUpPageCopy } from "#subjects/offers/words/offer-pages.ts";

type Props = ReturnType<typeof followUpPageCopy>["thread"];

const voice = [8, 34, 17, 8, 24, 10, 37, 26, 15, 9, 10, 33, 31, 19, 21, 8, 23, 30, 19, 33, 11, 24, 16, 39, 17, 12];

/** Eight weeks on one cord: what is done is green, this week is orange, what comes is grey. */
export function FollowUpThread({ weeks, currentWeek, ...copy }: Props) {
  return (
    <Box
      as="section"
      paddingTop={8}
      rule="top"
      background="surface"
      position="relative"
      tablet={{ paddingTop: 40 }}
      className="thread"
      aria-label={copy.label}
    >
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
            className={`cord thread-${stateOf(index + 2, currentWeek)}`}
            strokeWidth="5"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </Box>
      <Stack as="ol" columns={1} paddingBlock={8} paddingInline="cell" tablet={{ columns: 8, padding: 0 }}>
        {weeks.map((name, index) => {
          const state = stateOf(index + 1, currentWeek);
          return (
            <Stack
              as="li"
              gap={12}
              align="center"
              justify="start"
              paddingBlock={8}
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
      <Stack
        columns={1}
        gap={16}
        marginTop={8}
        paddingTop={24}
        paddingInline="cell"
        paddingBottom={32}
        rule="top"
        tablet={{ columns: 2, columnGap: 32, align: "center", marginTop: 32 }}
        lg={{ columns: "4fr 5fr 3fr", gap: 40 }}
        className="thread-message"
      >
        <Row gap={16} align="center" className="voice-message" aria-hidden="true">
          <span className="disc">
            <Icon name="play" />
          </span>
          <Wave heights={voice} />
          <b className="text-small tabular">{copy.duration}</b>
        </Row>
        <div>
          <p className="caption">{copy.messageOf}</p>
          <Box as="blockquote" marginTop={4} className="text-subtitle tracking-snug leading-snug pretty">
            «&nbsp;{copy.message}&nbsp;»
          </Box>
        </div>
        <Row as="ul" gap={8} isWrapping aria-label={copy.repliesLabel}>
          {copy.replies.map((reply) => (
            <Box
              as="li"
              paddingBlock={8}
              paddingInline={12}
              radius="lg"
              background="line-100"
              className="text-small color-line-800"
              key={reply}
            >
              «&nbsp;{reply}&nbsp;»
            </Box>
          ))}
        </Row>
      </Stack>
    </Box>
  );
}

function stateOf(week: number, currentWeek: number): JackState {
  if (week === currentWeek) return "live";
  return week < currentWeek ? "connected" : "idle";
}
