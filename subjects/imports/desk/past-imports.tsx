import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { fileParam } from "#app/admin/data/file-address.ts";
import { leadKeys, screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { PersonName } from "#app/admin/people/person-name.tsx";
import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import { AttentionSection } from "#app/admin/frame/attention-page.tsx";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { longDate, longInstant } from "#app/admin/ui/formats.ts";
import { sentenceOf } from "#app/admin/ui/leads-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { TextLink } from "#app/ui/link.tsx";
import type { UndoAnswer } from "#subjects/imports/calls/imports.ts";
import type { ImportedFile } from "#subjects/imports/contract/imports.ts";
import { adminImport } from "#subjects/imports/words/admin-import.ts";

const copy = adminImport.past;

type Props = { imports: readonly ImportedFile[]; onUndone: (sentence: string) => void };

/** The latest first, each to be taken back for a day. */
export function PastImports({ imports, onUndone }: Props) {
  const [asked, setAsked] = useState<ImportedFile>();
  const [kept, setKept] = useState<UndoAnswer>();
  const { personOf } = useColleagues();
  return (
    <AttentionSection id="imports-titre" title={copy.title}>
      {kept && kept.kept_count > 0 && <Kept undone={kept} />}
      <ul aria-label={copy.title}>
        {imports.map((each) => (
          <Row
            as="li"
            key={each.id}
            gap={16}
            align="center"
            justify="between"
            isWrapping
            paddingBlock={12}
            paddingInline="inset"
            rule="top"
          >
            <span className="breakable">
              <b className="block">{each.file_name}</b>
              <span className="text-caption quiet">{copy.source(each.source)}</span>
            </span>
            <span className="text-caption quiet">
              {copy.facts(each.created_count, each.duplicate_count, each.refused_count)}
              <span className="block">
                {`${copy.on(longInstant(each.started_at))} `}
                {each.author_email === null ? copy.unknownAuthor : <PersonName person={personOf(each.author_email)} />}
              </span>
              {each.undone_at !== null && <span className="block">{copy.undone(longDate(each.undone_at))}</span>}
              {each.undone_at === null && each.reached_line < each.last_line && (
                <span className="block">{copy.halfWay(each.reached_line, each.last_line)}</span>
              )}
            </span>
            {each.may_undo && (
              <button type="button" className="text-small quiet-action" onClick={() => setAsked(each)}>
                {copy.undo}
                <span className="visually-hidden">{copy.undoOf(each.file_name)}</span>
              </button>
            )}
          </Row>
        ))}
      </ul>
      <DeskDialog
        title={copy.confirm.title}
        intro={copy.confirm.text(asked?.created_count ?? 0)}
        isOpen={asked !== undefined}
        onClose={() => setAsked(undefined)}
      >
        {asked && (
          <Undo
            asked={asked}
            onClose={() => setAsked(undefined)}
            onDone={(undone) => {
              setAsked(undefined);
              setKept(undone);
              onUndone(copy.done(undone.undone));
            }}
          />
        )}
      </DeskDialog>
    </AttentionSection>
  );
}

type UndoProps = { asked: ImportedFile; onClose: () => void; onDone: (undone: UndoAnswer) => void };

function Undo({ asked, onClose, onDone }: UndoProps) {
  const { imports } = useServices().rooms;
  const queryClient = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function undo() {
    setIsBusy(true);
    setProblem(undefined);
    let count = 0;
    for (;;) {
      const answered = await imports.undo(asked.id);
      if (!answered.ok) {
        setIsBusy(false);
        return setProblem(sentenceOf(answered.problem, adminImport.unavailable));
      }
      count += answered.value.undone;
      if (!answered.value.is_done) continue;
      void queryClient.invalidateQueries({ queryKey: leadKeys.all });
      await queryClient.invalidateQueries({ queryKey: screenKeys.imports });
      return onDone({ ...answered.value, undone: count });
    }
  }

  return (
    <Stack gap={16}>
      <ProblemSentence sentence={problem} />
      <Row gap={8} justify="end" isWrapping>
        <Button variant="secondary" isSmall hasPlug={false} onClick={onClose}>
          {copy.confirm.cancel}
        </Button>
        <Button
          variant="danger"
          isSmall
          hasPlug={false}
          busyLabel={isBusy ? copy.confirm.busy : undefined}
          onClick={() => void undo()}
        >
          {copy.confirm.save}
        </Button>
      </Row>
    </Stack>
  );
}

/** The leads that stay, each with the way to its file. */
function Kept({ undone }: { undone: UndoAnswer }) {
  return (
    <Stack gap={8} paddingInline="inset" paddingBottom={16}>
      <p role="status">{copy.kept(undone.kept_count)}</p>
      <ul className="text-small">
        {undone.kept.map(({ lead_id: id, name }) => (
          <li key={id}>
            <TextLink href={`/admin/dashboard?${fileParam}=${id}`}>{name ?? adminImport.duplicates.unnamed}</TextLink>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
