import { useMutation } from "@tanstack/react-query";
import { useState } from "react";

import { useServices } from "#app/admin/data/services.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { FilterChoice, FilterDay } from "#app/admin/ui/filter-bar.tsx";
import { hasEndedAccess, valueOf } from "#app/admin/ui/leads-error.ts";
import { Button } from "#app/ui/button.tsx";
import { formatDay } from "#app/ui/format.ts";
import { Row, Stack } from "#app/ui/layout.tsx";
import { type CivilDate, readCivilDate } from "#kit/civil-date.ts";
import { adminSite } from "#subjects/site-settings/words/admin-site.ts";
import { previewPages } from "#subjects/site-settings/words/site-sections.ts";

const copy = adminSite.preview;
const options = Object.entries(previewPages).map(([value, label]) => ({ value, label }));

/** A link to a page as the saved draft has it on a day: a browser opens none for an answer. */
export function DraftPreview() {
  const { rooms, config } = useServices();
  const [page, setPage] = useState("/");
  const [typed, setTyped] = useState<string>(config.today);
  const [isMissing, setMissing] = useState(false);
  const day = readCivilDate(typed);
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async (asked: CivilDate) => ({
      day: asked,
      home: valueOf(await (await rooms.site()).preview(asked)),
    }),
  });

  return (
    <Stack as="section" gap={12} aria-labelledby="site-preview">
      <Stack gap={4}>
        <h2 className="text-lead" id="site-preview">
          {copy.title}
        </h2>
        <p className="text-small quiet">{copy.text}</p>
      </Stack>
      <Row gap={12} align="center" isWrapping>
        <FilterChoice label={copy.page} value={page} options={options} onChoose={setPage} />
        <FilterDay label={copy.day} value={typed} onChoose={setTyped} />
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
            <a className="text-link finger-link" href={`${data.home}${page.slice(1)}`} target="_blank" rel="noreferrer">
              {copy.open(previewPages[page] ?? page, formatDay(data.day))}
            </a>
          )}
        </span>
        <ProblemSentence sentence={isMissing ? copy.missing : undefined} />
        <ProblemSentence sentence={error !== null && !hasEndedAccess(error) ? copy.failed : undefined} />
      </Row>
    </Stack>
  );
}
