import { Chip } from "#app/admin/ui/chip.tsx";
import { useMay } from "#app/admin/people/role.tsx";
import { dash } from "#app/admin/ui/formats.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { Row } from "#app/ui/layout.tsx";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import { tagCopy as copy } from "#subjects/leads/words/tags.ts";

import { NewTag } from "./new-tag.tsx";
import { useTagChange } from "./tag-queries.ts";

/** The tags of a lead. */
export function TagsControl({ lead }: { lead: LeadRow }) {
  const { run, problem } = useTagChange(lead);
  const mayTag = useMay("seller");
  if (!mayTag) return lead.tags.join(", ") || dash;
  return (
    <>
      {lead.tags.length > 0 && (
        <Row as="ul" gap={4} isWrapping paddingBottom={4} aria-label={copy.label}>
          {lead.tags.map((tag) => (
            <li key={tag}>
              <Chip label={tag} removeLabel={copy.remove(tag)} onRemove={() => run({ remove: [tag] })} />
            </li>
          ))}
        </Row>
      )}
      <NewTag taken={lead.tags} onAdd={(name) => run({ add: [name] })} />
      <ProblemSentence sentence={problem} />
    </>
  );
}
