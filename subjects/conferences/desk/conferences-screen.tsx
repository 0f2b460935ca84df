import { Link, useSearchParams } from "react-router";

import { For, useMay } from "#app/admin/people/role.tsx";
import { useDashboardVisit } from "#app/admin/frame/guard.ts";
import { useServices } from "#app/admin/data/services.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { AttentionPage } from "#app/admin/frame/attention-page.tsx";
import { ExportButton } from "#app/admin/ui/export-button.tsx";
import { Figure, FigureRow } from "#app/admin/ui/figure-row.tsx";
import { FilterBar, FilterChoice, FilterSearch } from "#app/admin/ui/filter-bar.tsx";
import { dash, shortInstant } from "#app/admin/ui/formats.ts";
import { MoreLines } from "#app/admin/ui/more-lines.tsx";
import { RoomLine } from "#app/admin/ui/room-line.tsx";
import { useToast } from "#app/admin/ui/use-toast.ts";
import type { ConferenceFigures } from "#subjects/conferences/contract/conferences.ts";
import type { ConferenceLine } from "#subjects/leads/contract/desk-lists.ts";
import { formatCount, formatDay } from "#app/ui/format.ts";
import { Box, Row } from "#app/ui/layout.tsx";
import { adminConferences as copy } from "#subjects/conferences/words/admin-conferences.ts";
import {
  type ConferenceFilters,
  readConferenceFilters,
  writeConferenceFilters,
} from "#subjects/conferences/rules/conference-filters.ts";

import { AttendanceSheet, PrintSheet } from "./attendance-sheet.tsx";
import { useAttendance, useConferenceLines, useConferences, useWaitingListExit } from "./conference-queries.ts";

/** Who comes to each conference, who waits to hear of the next one, and the sheet that people sign. */
export function ConferencesScreen() {
  const { now } = useDashboardVisit();
  const [params] = useSearchParams();
  const filters = readConferenceFilters(params);
  const all = useConferences();
  const { heldOn = all.data?.[0]?.heldOn } = filters;
  const conference = all.data?.find((each) => each.heldOn === heldOn);
  const list = useConferenceLines(heldOn === undefined ? undefined : { ...filters, heldOn });
  const attendance = useAttendance(heldOn ?? null);
  const { conferences } = useServices().rooms;
  const { heading, toast, showToast, dismiss } = useToast();
  const lines = list.data?.pages.flat();
  // No registration and no announced conference: there is no list to load.
  const hasNone = all.data?.length === 0;

  return (
    <AttentionPage
      id="conferences"
      copy={hasNone ? { ...copy, empty: copy.none } : copy}
      query={all.isError || hasNone ? all : list}
      total={conference && copy.total(conference)}
      isEmpty={hasNone || lines?.length === 0}
      heading={heading}
      toast={toast}
      onDismiss={dismiss}
      action={
        !hasNone && (
          <Row gap={16} align="center" isWrapping>
            <For least="seller">
              <PrintSheet attendance={attendance} />
            </For>
            <For least="manager">
              <ExportButton fetchFile={() => conferences.exportLines({ ...filters, heldOn })} />
            </For>
          </Row>
        )
      }
      filters={
        !hasNone && (
          <>
            {conference && <Figures conference={conference} />}
            <Filters filters={filters} all={all.data ?? []} heldOn={heldOn ?? null} />
          </>
        )
      }
    >
      {lines && lines.length > 0 && (
        <Box as="ul" rule="bottom" aria-label={copy.listLabel}>
          {lines.map((line) => (
            <Line
              key={line.lead_id}
              line={line}
              now={now}
              onLeft={() => showToast(copy.left(line.email ?? copy.noName))}
            />
          ))}
        </Box>
      )}
      <MoreLines query={list} label={copy.more} busyLabel={copy.loading} />
      {attendance.sheet && <AttendanceSheet title={nameOf(attendance.sheet.heldOn)} people={attendance.sheet.people} />}
    </AttentionPage>
  );
}

function nameOf(heldOn: string | null): string {
  return heldOn === null ? copy.edition.withoutDay : copy.edition.of(formatDay(heldOn));
}

type FiltersProps = { filters: ConferenceFilters; all: ConferenceFigures[]; heldOn: ConferenceFigures["heldOn"] };

function Filters({ filters, all, heldOn }: FiltersProps) {
  const [, setParams] = useSearchParams();
  const change = (changes: Partial<ConferenceFilters>, options = {}) =>
    setParams(writeConferenceFilters({ ...filters, ...changes }), options);
  const { isWaiting } = filters;

  return (
    <FilterBar label={copy.filters.label}>
      <FilterSearch
        label={copy.filters.search}
        search={filters.search}
        onSearch={(search) => change({ search }, { replace: true })}
      />
      <FilterChoice
        label={copy.edition.label}
        value={heldOn ?? ""}
        options={all.map((each) => ({ value: each.heldOn ?? "", label: nameOf(each.heldOn) }))}
        onChoose={(value) => change({ heldOn: all.find((each) => (each.heldOn ?? "") === value)?.heldOn })}
      />
      <FilterChoice
        label={copy.filters.state}
        value={isWaiting === undefined ? "" : String(isWaiting)}
        options={[
          { value: "", label: copy.filters.any },
          { value: "false", label: copy.states.registered },
          { value: "true", label: copy.states.waiting },
        ]}
        onChoose={(value) => change({ isWaiting: value === "" ? undefined : value === "true" })}
      />
    </FilterBar>
  );
}

function Figures({ conference }: { conference: ConferenceFigures }) {
  const { registered, waiting, paid, seats, phase } = conference;
  const left = seats === null ? 0 : seats - registered;
  return (
    <FigureRow label={copy.figures.label}>
      <Figure name={copy.figures.registered} value={formatCount(registered)} note={sayPhase(conference)} />
      {phase !== null && (
        <Figure
          name={copy.figures.seats}
          value={seats === null ? dash : formatCount(Math.max(left, 0))}
          note={seats === null ? copy.figures.noSeats : left < 0 ? copy.figures.tooMany(-left) : copy.figures.of(seats)}
          isWrong={left < 0}
        />
      )}
      <Figure name={copy.figures.paid} value={formatCount(paid)} />
      <Figure name={copy.figures.waiting} value={formatCount(waiting)} />
    </FigureRow>
  );
}

function sayPhase({ phase, registrationUntil }: ConferenceFigures): string | undefined {
  if (phase === "open" && registrationUntil !== null) return copy.figures.openUntil(formatDay(registrationUntil));
  return phase === "closed" || phase === "past" ? copy.figures[phase] : undefined;
}

function Line({ line, now, onLeft }: { line: ConferenceLine; now: Date; onLeft: () => void }) {
  const { lead_id, has_file, is_waiting, is_paid, is_suspect, registered_at, first_name, last_name } = line;
  const name = [first_name, last_name].filter(Boolean).join(" ") || (line.email ?? copy.noName);
  return (
    <RoomLine>
      <span>
        <span className={is_waiting ? "pill pill-late" : "pill pill-done"}>
          {is_waiting ? copy.states.waiting : copy.states.registered}
        </span>
        {is_suspect && <span className="text-caption color-error block">{copy.suspect}</span>}
      </span>
      <span>
        <b className="block">{name}</b>
        <span className="text-caption quiet">{line.company_name}</span>
      </span>
      <span className="text-caption quiet">
        {line.email}
        {line.phone !== null && (
          <>
            , <span className="unbroken tabular">{line.phone}</span>
          </>
        )}
        {line.comment !== null && <span className="block">{line.comment}</span>}
      </span>
      <span className="text-caption">
        <span className="quiet block">
          {!is_waiting && `${is_paid ? copy.payments.paid : copy.payments.unpaid}, `}
          <span className="unbroken tabular">{shortInstant(registered_at, now)}</span>
        </span>
        {has_file ? (
          <Link className="text-link finger-link" to={`/dashboard?fiche=${lead_id}`}>
            {copy.file}
            <span className="visually-hidden">{copy.ofPerson(name)}</span>
          </Link>
        ) : (
          <span className="quiet block">{copy.withoutFile}</span>
        )}
        {is_waiting && <WaitingListExit line={line} name={name} onLeft={onLeft} />}
      </span>
    </RoomLine>
  );
}

/** For who asked by telephone or by mail. What else they sent stays. */
function WaitingListExit({ line, name, onLeft }: { line: ConferenceLine; name: string; onLeft: () => void }) {
  const { leave, isBusy, hasFailed } = useWaitingListExit(line, onLeft);
  const mayLeave = useMay("seller");
  if (!mayLeave) return null;
  return (
    <>
      <button type="button" className="text-link finger-link block" aria-disabled={isBusy || undefined} onClick={leave}>
        {isBusy ? copy.leaving : copy.leave}
        <span className="visually-hidden">{copy.ofPerson(name)}</span>
      </button>
      <ProblemSentence sentence={hasFailed ? copy.leaveFailed : undefined} />
    </>
  );
}
