import { Jack } from "#app/ui/jack.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { productExamples } from "#content/shared/product-examples.ts";

import { stateOf } from "./voice-thread.tsx";

const { weeks, ...copy } = productExamples.voice;

/** Each week by its name, on the cord that joins them. */
export function VoiceWeeks() {
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
