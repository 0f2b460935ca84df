import { type ReactNode, useState } from "react";

import { nameOfEvent } from "#subjects/deliveries/desk/delivery-words.ts";
import { PersonName } from "#app/admin/people/person-name.tsx";
import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import { dash, longInstant } from "#app/admin/ui/formats.ts";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import type { LeadFact } from "#subjects/leads/contract/lead-reading.ts";
import { Button } from "#app/ui/button.tsx";
import { formatDay, formatEuros } from "#app/ui/format.ts";
import { admin } from "#content/shared/admin.ts";
import { columnLabel, fileCopy, sayFact } from "#subjects/leads/words/admin-file.ts";
import { tagCopy } from "#subjects/leads/words/tags.ts";
import { leadStatuses } from "#domain/kernel/lead.ts";
import { cents } from "#domain/kernel/money.ts";
import { useLeadChanges } from "#subjects/leads/desk/rows/lead-changes.ts";
import { fullNameOf } from "#subjects/team/rules/person-name.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

import { readBilling } from "#subjects/payments/rules/billing.ts";
import { describeBilling } from "#subjects/payments/words/billing.ts";

import { useHistory } from "./file-queries.ts";
import { NoteText } from "./note-text.tsx";
import { FileSection } from "./file-section.tsx";

const copy = fileCopy.history;

/** Lines that stand there before the whole history is asked for. */
const mostAtFirst = 6;
/** Written by machines, or about openings: of no use to a person who is about to call. */
const technical: ReadonlySet<LeadFact["kind"]> = new Set(["opened", "webhook", "consent"]);
/** Whether the team may write is no such thing. */
const matters: readonly unknown[] = ["mails_refused", "mails_allowed"];

const isOfUse = ({ kind, detail }: LeadFact) => !technical.has(kind) || matters.includes(detail.fact);

/** What happened to a lead, the newest first: the last lines that matter to a call, and on demand all of them. */
export function LeadHistory({ lead, children }: { lead: LeadRow & { leadId: string }; children?: ReactNode }) {
  const { leadId } = lead;
  const history = useHistory(leadId);
  const [isWhole, setIsWhole] = useState(false);
  const all = withoutRepeats(history.data?.pages.flat() ?? []);
  const facts = isWhole ? all : all.filter(isOfUse).slice(0, mostAtFirst);

  return (
    <FileSection title={copy.title}>
      {children}
      {history.isPending && <p role="status">{copy.loading}</p>}
      {history.isError && <RetryNotice sentence={admin.list.loadFailed} onRetry={() => void history.refetch()} />}
      {history.isSuccess && all.length === 0 && <p className="text-caption faint">{copy.empty}</p>}
      <ol aria-label={copy.title}>
        {facts.map((fact) => (
          <Fact key={fact.id} fact={fact}>
            {fact.kind === "status" && fact.detail.by === "payment" && (
              <BackToStatus lead={lead} detail={fact.detail} />
            )}
          </Fact>
        ))}
      </ol>
      {!isWhole && (history.hasNextPage || facts.length < all.length) && (
        <Button variant="secondary" isSmall hasPlug={false} onClick={() => setIsWhole(true)}>
          {copy.whole}
        </Button>
      )}
      {isWhole && history.hasNextPage && (
        <Button
          variant="secondary"
          isSmall
          hasPlug={false}
          busyLabel={history.isFetchingNextPage ? copy.loading : undefined}
          onClick={() => void history.fetchNextPage()}
        >
          {copy.more}
        </Button>
      )}
    </FileSection>
  );
}

/** Joins consecutive openings by the same person into the latest one. */
function withoutRepeats(facts: LeadFact[]): LeadFact[] {
  return facts.filter(({ kind, author }, place) => {
    const after = facts[place - 1];
    return kind !== "opened" || after?.kind !== "opened" || after.author !== author;
  });
}

type Detail = LeadFact["detail"];

/** What it says, each kind in its own words. */
const words: Record<LeadFact["kind"], (detail: Detail) => ReactNode> = {
  created: ({ origin, by_hand: isByHand }) => copy.created(origin, isByHand === true),
  import: ({ origin, source, file_name: file }) => (
    <>
      {copy.imported(origin, text(source) ?? dash)}
      <small className="faint block breakable">{text(file)}</small>
    </>
  ),
  answers: (detail) => <Answers detail={detail} />,
  status: (detail) =>
    detail.fact === "reason_changed" ? (
      copy.reason(detail.to)
    ) : (
      <>
        {copy.status(detail.from, detail.to)}
        {text(detail.reason) !== null && copy.because(detail.reason)}
        {detail.by === "payment" && copy.byPayment}
        <small className="faint">{` ${copy.lasted(duration(detail.lasted_seconds))}`}</small>
      </>
    ),
  payment: paymentWords,
  owner: ({ from_name: from, to_name: to, by }) => (
    <OwnerChange from={text(from)} to={text(to)} isTurn={by === "turn"} />
  ),
  callback: ({ to }) => (typeof to === "string" ? copy.callback(longInstant(to)) : copy.noCallback),
  note: ({ text: note, is_for_customer: isForCustomer, mentions }) => (
    <>
      {isForCustomer === true && <small className="faint block">{copy.noteForCustomer}</small>}
      <NoteText text={text(note) ?? ""} mentions={mentions} />
    </>
  ),
  tag: ({ added, removed }) => tagCopy.history(shown("", added), shown("", removed)),
  call: ({ outcome, text: note }) => (
    <>
      {fileCopy.call.outcomes[String(outcome)] ?? dash}
      {text(note) !== null && <span className="as-typed breakable block">{text(note)}</span>}
    </>
  ),
  message: (detail) => (
    <>
      <b className="block breakable">{text(detail.subject)}</b>
      <small className="faint">{copy.message.to(text(detail.to) ?? dash, stateOfMail(detail))}</small>
      <span className="as-typed breakable block">{text(detail.text)}</span>
      {detail.is_for_customer === true && <small className="faint block">{copy.message.inSpace}</small>}
    </>
  ),
  correction: (detail) => (
    <>
      {copy.correction}
      <Differences before={detail.before} after={detail.after} />
    </>
  ),
  mail: (detail) => <Message detail={detail} />,
  webhook: (detail) => <Message detail={detail} />,
  consent: ({ fact, consents, reason }) => (
    <>
      {copy.newsletter[String(fact)] ?? copy.consent(consentWords(consents))}
      {typeof reason === "string" && <p className="quiet as-typed">{reason}</p>}
    </>
  ),
  account: ({ fact }) => copy.account[String(fact)] ?? dash,
  merged: (detail) => (
    <>
      {copy.merged[String(detail.way)]?.(detail.origin) ?? dash}
      {detail.way === "joined" && <Disclosed label={copy.payload} value={detail.lead} />}
    </>
  ),
  opened: () => copy.opened,
};

export function Fact({ fact: { kind, at, author, detail }, children }: { fact: LeadFact; children?: ReactNode }) {
  const { personOf } = useColleagues();
  return (
    <li className="history-line" data-kind={kind}>
      <p className="text-caption faint">
        <time className="tabular" dateTime={at}>
          {longInstant(at)}
        </time>
        {author !== null && (
          <>
            {", "}
            <PersonName person={personOf(author)} />
          </>
        )}
      </p>
      <div className="text-body">{words[kind](detail)}</div>
      {children}
    </li>
  );
}

/** By their addresses; null where there is none. */
function OwnerChange({ from, to, isTurn }: { from: string | null; to: string | null; isTurn: boolean }) {
  const { personOf } = useColleagues();
  const nameOf = (email: string | null) => (email === null ? fileCopy.none : fullNameOf(personOf(email)));
  return copy.owner(nameOf(from), nameOf(to), isTurn);
}

/** A payment made a client: as long as that stands, it is taken back in one press. */
function BackToStatus({ lead, detail: { from, to } }: { lead: LeadRow; detail: Detail }) {
  const { shown, canChange, change } = useLeadChanges(lead);
  const before = leadStatuses.find((status) => status === from);
  if (before === undefined || shown.status !== to || !canChange) return null;
  return (
    <button
      type="button"
      className="text-link finger-link text-caption"
      onClick={() => change({ lead_status: before })}
    >
      {copy.backTo(before)}
    </button>
  );
}

function Answers({ detail }: { detail: Detail }) {
  if (detail.fact === "answers_adopted") return copy.answers.adopted;
  if (detail.fact === "adoption_undone") return copy.answers.adoptionUndone;
  const isFirst = detail.before === null || detail.before === undefined;
  const title = !isFirst
    ? copy.answers.changed
    : detail.by_hand === true
      ? copy.answers.byHand
      : detail.from_another_device === true
        ? copy.answers.fromAnotherDevice
        : copy.answers.sent;
  return (
    <>
      {title}
      {isFirst ? (
        <Disclosed label={copy.payload} value={detail.answers} />
      ) : (
        <Differences before={detail.before} after={detail.answers} />
      )}
    </>
  );
}

/** Each column that changed: what it says, and what it said. */
function Differences({ before, after }: { before: unknown; after: unknown }) {
  const [old, now] = [columnsOf(before), columnsOf(after)];
  const changed = Object.keys({ ...old, ...now }).filter((name) => shown(name, old[name]) !== shown(name, now[name]));
  return (
    <dl className="history-differences">
      {changed.map((name) => (
        <div key={name}>
          <dt className="faint">{columnLabel(name)}</dt>
          <dd className="as-typed breakable">
            {shown(name, now[name]) || copy.nothing}
            <small className="faint block">{`${copy.before} ${shown(name, old[name]) || copy.nothing}`}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Message({ detail }: { detail: Detail }) {
  const event = String(detail.event);
  const isWaitingList = columnsOf(detail.payload).kind === "waitlist";
  const name = nameOfEvent({ event, is_waiting_list: isWaitingList });
  return (
    <>
      {copy.mail(name, text(detail.to) ?? "")}
      <small className="faint">{` ${copy.states[String(detail.status)] ?? ""}`}</small>
      <Disclosed label={copy.payload} value={detail.payload} />
    </>
  );
}

/** As the outbox says it: a mail has left once a mail server took it. */
function stateOfMail({
  status,
  sent_at: sentAt,
  attempts,
  last_status: refusedWith,
  last_error: error,
}: Detail): string {
  const { message } = copy;
  if (status === "delivered") return message.sent(longInstant(text(sentAt)));
  if (status === "dead") return typeof refusedWith === "number" ? message.refused : message.dead;
  return (typeof attempts === "number" && attempts > 0) || text(error) !== null ? message.retried : message.waiting;
}

/** What was said, for who wants to see it: as text, whatever it holds. */
function Disclosed({ label, value }: { label: string; value: unknown }) {
  const entries = Object.entries(columnsOf(value)).filter(([name, entry]) => shown(name, entry) !== "");
  if (entries.length === 0) return null;
  return (
    <details className="history-payload">
      <summary className="text-caption">{label}</summary>
      <dl>
        {entries.map(([name, entry]) => (
          <div key={name}>
            <dt className="faint">{columnLabel(name)}</dt>
            <dd className="as-typed breakable">{shown(name, entry)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function paymentWords(detail: Detail): string {
  const { fact, to, state, amount_cents: amount, currency } = detail;
  const [told] = readBilling([{ ...detail, id: fact, kind: fact, detail }]);
  if (told) return describeBilling(told, { euros: formatEuros, day: formatDay });
  const paid = typeof amount === "number" && currency === "eur" ? formatEuros(cents(amount)) : "";
  switch (fact) {
    case "received":
      if (amount === 0) return state === "applied" ? copy.payment.trial : copy.payment.waitingTrial;
      if (state === "dismissed") return copy.payment.received(paid);
      return state === "applied" ? copy.payment.received(paid) : copy.payment.waiting(paid);
    case "started":
    case "applied":
    case "attached":
    case "confirmed":
      return copy.payment[fact];
    case "detached":
    case "dismissed":
    case "restored":
    case "settled":
    case "reopened":
      return copy.payment[fact];
    case "setup_changed":
      return copy.setup(typeof to === "string");
    default:
      return copy.payment.changed(to === true);
  }
}

function consentWords(consents: unknown): string {
  const said = Object.entries(columnsOf(consents)).map(([purpose, consent]) => {
    const isGranted = columnsOf(consent).granted === true;
    return `${copy.consents[purpose] ?? purpose} ${isGranted ? admin.file.contact.yes : admin.file.contact.no}`;
  });
  return said.join(", ");
}

function duration(seconds: unknown): string {
  const minutes = Math.max(1, Math.round((typeof seconds === "number" ? seconds : 0) / 60));
  if (minutes < 120) return copy.durations.minutes(minutes);
  return minutes < 48 * 60
    ? copy.durations.hours(Math.round(minutes / 60))
    : copy.durations.days(Math.round(minutes / 1440));
}

function columnsOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** What a column holds, lists and notes in one line. */
function shown(name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map((each) => shown(name, each)).join(", ");
  if (typeof value !== "object") return typeof value === "number" ? String(value) : sayFact(name, value);
  const facts = Object.entries(value).map(([inner, fact]) => shown(inner, fact));
  return facts.filter(Boolean).join(", ");
}
