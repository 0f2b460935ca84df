import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { useState } from "react";

import { IconButton } from "#app/ui/icon-button.tsx";
import { type PictureSource, SitePicture } from "#app/ui/site-picture.tsx";

export type LogoStripProps = {
  label: string;
  /** How many there are; nothing where it is not supported. */
  claim?: string | undefined;
  /** Those of a demonstration have no logos: they are drawn some. */
  areInvented?: boolean;
  clients: { name: string; picture?: PictureSource }[];
  pause: string;
  resume: string;
};

/** One for each invented client, in this order; more clients than drawings begin again. */
const drawings = [
  "M3 3h5v18H3zM9 12l8-9h6l-8 9 8 9h-6z",
  "M13 1 4 14h6l-2 9L20 9h-7z",
  "M12 2 2 9v13h7v-7a3 3 0 0 1 6 0v7h7V9z",
  "M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22Zm0 6a5 5 0 1 1 0 10 5 5 0 0 1 0-10Z",
  "M2 2h20v6H8v3h11v6H8v5H2z",
  "M2 20h20v2H2zM4 8h3v10H4zm6.5 0h3v10h-3zM17 8h3v10h-3zM12 1l10 5H2z",
  "M12 23C4 17 4 8 12 1c8 7 8 16 0 22Z",
  "M12 1l4 9h7l-11 13L1 10h7z",
];

/** One colour, one letter drawing each. */
const letterings = [
  "text-subtitle bold tracking-display",
  "text-subtitle strong stretch-narrow logo-spaced",
  "text-subtitle tracking-title",
  "text-subtitle strong stretch-narrow",
  "text-subtitle bold tracking-giant",
  "text-body stretch-narrow logo-wide",
  "text-subtitle strong tracking-display",
  "text-subtitle bold stretch-mid tracking-title",
];

/** The strip moves by CSS; only its pause button needs the browser. */
export function LogoStrip({ label, claim, areInvented = false, clients, pause, resume }: LogoStripProps) {
  const [isPaused, setIsPaused] = useState(false);

  return (
    <Stack
      as="section"
      rule="top"
      lg={{ columns: "1fr 3fr" }}
      className={isPaused ? "is-paused" : undefined}
      aria-label={label}
    >
      <Row
        gap={16}
        align="center"
        justify="between"
        paddingTop={16}
        paddingInline="cell"
        lg={{ paddingBlock: 8 }}
        className="text-small leading-snug quiet"
      >
        <Box as="p" maxWidth="34ch" className="balanced">
          {claim ?? label}
        </Box>
        <IconButton
          icon={isPaused ? "play" : "pause"}
          label={isPaused ? resume : pause}
          size="small"
          onClick={() => setIsPaused(!isPaused)}
        />
      </Row>
      <Box lg={{ rule: "left" }} className="logos-window">
        <ul className="logos-track">
          {/* Twice, so that the end of one round is the beginning of the next. */}
          {[...clients, ...clients].map(({ name, picture }, index) => (
            <Row
              as="li"
              paddingInline={40}
              gap={8}
              align="center"
              className={`leading-tight unbroken quiet ${letterings[index % letterings.length]}`}
              key={index}
              aria-hidden={index >= clients.length ? true : undefined}
            >
              {areInvented && (
                <svg viewBox="0 0 24 24" aria-hidden="true">
                  <path fillRule="evenodd" d={drawings[(index % clients.length) % drawings.length]} />
                </svg>
              )}
              {picture === undefined ? name : <SitePicture alt={name} {...picture} loading="eager" />}
            </Row>
          ))}
        </ul>
      </Box>
    </Stack>
  );
}
