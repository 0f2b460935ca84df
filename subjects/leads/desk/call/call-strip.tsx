import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from "react";

import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { longInstant } from "#app/admin/ui/formats.ts";
import { newUuid } from "#app/api/transport/uuid.ts";
import { Button } from "#app/ui/button.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { admin, statusLabels } from "#content/shared/admin.ts";
import { type LeadStatus, leadStatuses } from "#domain/kernel/lead.ts";
import { instantInParis } from "#domain/kernel/paris-clock.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";
import { type CallOutcome, callOutcomes } from "#subjects/leads/rules/today.ts";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";

import { useLogCall } from "./call-queries.ts";
import { choicesAt } from "./later-choices.tsx";

const copy = fileCopy.call;
/** The promised call was made, or is of no use any more. */
const isSettled = (outcome: CallOutcome) => outcome !== "absent" && outcome !== "voicemail";

type Props = {
  lead: LeadRow;
  onClose: () => void;
  /** Opens a mail; left out where there is no address. */
  onWrite?: () => void;
};

/** How a call went, what was said, when the next one is and where the lead stands: one form, one key. */
export function CallStrip({ lead, onClose, onWrite }: Props) {
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [callId] = useState(newUuid);
  const [now] = useState(() => new Date());
  const [outcome, setOutcome] = useState<CallOutcome>("reached");
  const [note, setNote] = useState("");
  const [next, setNext] = useState<string>();
  const [typed, setTyped] = useState("");
  const [chosen, setChosen] = useState<LeadStatus>();
  const [isPast, setIsPast] = useState(false);
  const isMailNext = useRef(false);
  const { log, isPending, problem } = useLogCall(lead, () => {
    onClose();
    if (isMailNext.current) onWrite?.();
  });
  // Synchronises with the focus: the person is on the telephone.
  useEffect(() => form.current?.querySelector("input")?.focus(), []);

  const kept = lead.callbackAt !== null && !isSettled(outcome) ? "kept" : "none";
  const shownNext = next ?? kept;
  const firstTalk = lead.status === "to_contact" && outcome === "reached" ? "contacted" : (lead.status ?? "");
  const status = chosen ?? firstTalk;

  function save(event?: SyntheticEvent, andWrite = false) {
    event?.preventDefault();
    isMailNext.current = andWrite;
    const other = shownNext === "other" ? instantInParis(typed) : undefined;
    if (shownNext === "other" && (!other || other <= now)) return setIsPast(true);
    setIsPast(false);
    const known = leadStatuses.find((each) => each === status);
    log({
      callId,
      outcome,
      note,
      callbackAt: callbackOf(shownNext, other, lead),
      status: known === lead.status ? undefined : known,
    });
  }

  function pressKey(event: KeyboardEvent) {
    if (event.key === "Escape") onClose();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save(event);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the fields within
    <form
      ref={form}
      aria-label={copy.title(nameOfLead(lead) ?? admin.list.unnamed)}
      onSubmit={save}
      onKeyDown={pressKey}
    >
      <Stack gap={12} justify="start" paddingBlock={12}>
        <fieldset>
          <legend className="text-caption quiet">{copy.outcome}</legend>
          <Row gap={16} isWrapping>
            {callOutcomes.map((each) => (
              <Row as="label" key={each} gap={8} align="center" className="text-small finger-link">
                <input
                  type="radio"
                  name={`${id}-outcome`}
                  checked={each === outcome}
                  onChange={() => setOutcome(each)}
                />
                {copy.outcomes[each]}
              </Row>
            ))}
          </Row>
        </fieldset>
        <textarea
          className="control text-body"
          aria-label={copy.note}
          placeholder={copy.note}
          rows={2}
          maxLength={10_000}
          value={note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Row gap={12} isWrapping align="end">
          <label className="text-caption quiet">
            {copy.next}
            <select
              className="control file-control text-body"
              value={shownNext}
              onChange={(event) => setNext(event.target.value)}
            >
              <option value="none">{copy.nextNone}</option>
              {lead.callbackAt !== null && (
                <option value="kept">{copy.nextUnchanged(longInstant(lead.callbackAt))}</option>
              )}
              {choicesAt(now).map(({ words, at }) => (
                <option key={words} value={at.toISOString()}>
                  {words}
                </option>
              ))}
              <option value="other">{copy.otherDate}</option>
            </select>
          </label>
          {shownNext === "other" && (
            <input
              className="control file-control text-body tabular"
              type="datetime-local"
              aria-label={copy.date}
              aria-invalid={isPast || undefined}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          <label className="text-caption quiet">
            {copy.status}
            <select
              className="control file-control text-body"
              value={status}
              onChange={(event) => setChosen(leadStatuses.find((each) => each === event.target.value))}
            >
              {lead.status === null && <option value="">–</option>}
              {leadStatuses.map((each) => (
                <option key={each} value={each}>
                  {statusLabels[each]}
                </option>
              ))}
            </select>
          </label>
        </Row>
        <ProblemSentence sentence={isPast ? copy.inThePast : problem} />
        <Row gap={8} align="center" isWrapping>
          <Button type="submit" isSmall hasPlug={false} busyLabel={isPending ? copy.busy : undefined}>
            {copy.save}
          </Button>
          {onWrite && (
            <Button variant="secondary" isSmall hasPlug={false} onClick={(event) => save(event, true)}>
              {copy.saveAndWrite}
            </Button>
          )}
          <Button variant="secondary" isSmall hasPlug={false} onClick={onClose}>
            {copy.cancel}
          </Button>
          <span className="text-caption faint">{copy.key}</span>
        </Row>
      </Stack>
    </form>
  );
}

/** Undefined leaves the call-back as it is; none is promised any more where none is chosen. */
function callbackOf(next: string, other: Date | undefined, lead: LeadRow): string | null | undefined {
  if (next === "kept" || (next === "none" && lead.callbackAt === null)) return undefined;
  return next === "none" ? null : (other?.toISOString() ?? next);
}
