import { Box, Cells, Stack } from "#app/ui/layout.tsx";

import { Island } from "#app/page-kit/island.tsx";
import { SectionHead } from "#app/sections/section-head.tsx";
import { type ShownRecording, useRecordings } from "#app/sections/recordings.ts";
import { formatLength } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Jack } from "#app/ui/jack.tsx";
import { audioFallback, mediaUnavailable } from "#content/shared/media.ts";

type Props = { title: string; lead: string };

/** Recorded calls, one open at a time, each with its words. */
export function AudioDemo({ title, lead }: Props) {
  return (
    <section className="section" id="ecouter">
      <SectionHead title={[title]} lead={lead} />
      <Cells rule="top" background="surface" className="recordings">
        {useRecordings().map((recording) => (
          <Recording key={recording.id} {...recording} />
        ))}
      </Cells>
    </section>
  );
}

function Recording({ title, scene, disclosure, player }: ShownRecording) {
  return (
    <details name="appels" className="fold">
      <Stack
        as="summary"
        columns="auto 1fr auto auto"
        gap={16}
        align="center"
        paddingBlock={12}
        paddingInline="cell"
        position="relative"
        tablet={{ paddingBlock: 16 }}
        className="leading-snug"
      >
        <Jack />
        <span>
          <b className="text-lead block stretch-mid">{title}</b>
          <small className="text-small faint">
            {scene}
            {disclosure !== undefined && `. ${disclosure}`}
          </small>
        </span>
        <span className="text-small faint tabular">{player && formatLength(player.durationSeconds)}</span>
        <Icon name="down" />
      </Stack>
      <Box paddingTop={8} paddingInline="cell" paddingBottom={40} className="recording">
        {player ? (
          <Island name="CallPlayer" when="engaged" props={{ ...player, fallback: audioFallback }} />
        ) : (
          <p>{mediaUnavailable.recording}</p>
        )}
      </Box>
    </details>
  );
}
