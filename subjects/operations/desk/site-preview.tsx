import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { useServices } from "#app/admin/data/services.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { FilterDay } from "#app/admin/ui/filter-bar.tsx";
import { hasEndedAccess, valueOf } from "#app/admin/ui/leads-error.ts";
import { Button } from "#app/ui/button.tsx";
import { formatDay } from "#app/ui/format.ts";
import { Box, Row } from "#app/ui/layout.tsx";
import { adminHealth } from "#subjects/operations/words/admin-health.ts";
import { type CivilDate, readCivilDate } from "#kit/civil-date.ts";

const copy = adminHealth.preview;

/** A link to the public pages on a chosen day. A browser opens a page for who presses a link, and not for an answer. */
export function SitePreview() {
  const { health } = useServices().rooms;
  const [typed, setTyped] = useState("");
  const [isMissing, setMissing] = useState(false);
  const day = readCivilDate(typed);
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async (asked: CivilDate) => ({ day: asked, path: valueOf(await health.preview(asked)) }),
  });

  return (
    <Row gap={12} align="center" isWrapping paddingInline="inset" paddingTop={16}>
      <Box maxWidth="40ch" isGrowing>
        <FilterDay label={copy.label} value={typed} onChoose={setTyped} />
      </Box>
      <Button
        variant="secondary"
        isSmall
        hasPlug={false}
        busyLabel={isPending ? copy.busy : undefined}
        onClick={() => {
          setMissing(day === undefined);
          if (day !== undefined) mutate(day);
        }}
      >
        {copy.prepare}
      </Button>
      <span role="status">
        {data && data.day === day && (
          <a className="text-link finger-link" href={data.path} target="_blank" rel="noreferrer">
            {copy.open(formatDay(data.day))}
          </a>
        )}
      </span>
      <ProblemSentence sentence={isMissing ? copy.missing : undefined} />
      <ProblemSentence sentence={error !== null && !hasEndedAccess(error) ? copy.failed : undefined} />
    </Row>
  );
}
