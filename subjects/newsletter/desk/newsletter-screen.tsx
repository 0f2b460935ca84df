import { Link, useSearchParams } from "react-router";

import { For } from "#app/admin/people/role.tsx";
import { useDashboardVisit } from "#app/admin/frame/guard.ts";
import { useServices } from "#app/admin/data/services.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { ExportButton } from "#app/admin/ui/export-button.tsx";
import { AttentionPage } from "#app/admin/frame/attention-page.tsx";
import { FilterBar, FilterChoice, FilterSearch } from "#app/admin/ui/filter-bar.tsx";
import { shortInstant } from "#app/admin/ui/formats.ts";
import { MoreLines } from "#app/admin/ui/more-lines.tsx";
import { RoomLine } from "#app/admin/ui/room-line.tsx";
import { useToast } from "#app/admin/ui/use-toast.ts";
import type { NewsletterLine } from "#subjects/leads/contract/desk-lists.ts";
import { Box } from "#app/ui/layout.tsx";
import { adminNewsletter as copy } from "#subjects/newsletter/words/admin-newsletter.ts";
import {
  type NewsletterState,
  newsletterStates,
  readNewsletterFilters,
  writeNewsletterFilters,
} from "#subjects/newsletter/rules/newsletter-filters.ts";

import { useNewsletterCounts, useNewsletterLines, useUnsubscription } from "./newsletter-queries.ts";

const statePills: Record<NewsletterState, string> = {
  confirmed: "pill pill-done",
  waiting: "pill pill-late",
  unsubscribed: "pill pill-closed",
};

/** Who gets the newsletter, who is still to confirm, and who left it. */
export function NewsletterScreen() {
  const { now } = useDashboardVisit();
  const [params, setParams] = useSearchParams();
  const filters = readNewsletterFilters(params);
  const counts = useNewsletterCounts();
  const list = useNewsletterLines(filters);
  const { newsletter } = useServices().rooms;
  const { showToast, dismiss, ...page } = useToast();
  const lines = list.data?.pages.flat();

  return (
    <AttentionPage
      {...page}
      id="newsletter"
      copy={copy}
      query={list}
      total={counts.data && copy.total(counts.data)}
      isEmpty={lines?.length === 0}
      onDismiss={dismiss}
      action={
        <For least="manager">
          <ExportButton fetchFile={() => newsletter.exportLines(filters)} />
        </For>
      }
      filters={
        <FilterBar label={copy.filters.label}>
          <FilterSearch
            label={copy.filters.search}
            search={filters.search}
            onSearch={(search) => setParams(writeNewsletterFilters({ ...filters, search }), { replace: true })}
          />
          <FilterChoice
            label={copy.filters.state}
            value={filters.state ?? ""}
            options={[
              { value: "", label: copy.filters.any },
              ...newsletterStates.map((value) => ({ value, label: copy.states[value] })),
            ]}
            onChoose={(value) => {
              const state = newsletterStates.find((known) => known === value);
              setParams(writeNewsletterFilters({ ...filters, state }));
            }}
          />
        </FilterBar>
      }
    >
      {lines && lines.length > 0 && (
        <Box as="ul" rule="bottom" aria-label={copy.listLabel}>
          {lines.map((line) => (
            <Line key={line.request_id} line={line} now={now} onDone={() => showToast(copy.done(line.email))} />
          ))}
        </Box>
      )}
      <MoreLines query={list} label={copy.more} busyLabel={copy.loading} />
    </AttentionPage>
  );
}

function Line({ line, now, onDone }: { line: NewsletterLine; now: Date; onDone: () => void }) {
  const { state, email, name, company_name, lead_id, unsubscribed_by } = line;
  const since = copy.since[state](shortInstant(instantOf(line), now));
  return (
    <RoomLine>
      <span>
        <span className={statePills[state]}>{copy.states[state]}</span>
      </span>
      <span>
        <b className="block">{email}</b>
        <span className="text-caption quiet">{[name, company_name].filter(Boolean).join(", ")}</span>
      </span>
      <span className="text-caption quiet tabular">
        {unsubscribed_by === null ? since : `${since}, ${copy.ways[unsubscribed_by]}`}{" "}
        {lead_id === null ? (
          <span className="block">{copy.withoutFile}</span>
        ) : (
          <Link className="text-link" to={`/dashboard?fiche=${lead_id}`}>
            {copy.file}
            <span className="visually-hidden">{copy.ofAddress(email)}</span>
          </Link>
        )}
      </span>
      <For least="seller">{state !== "unsubscribed" && <Unsubscription line={line} onDone={onDone} />}</For>
    </RoomLine>
  );
}

function instantOf({ state, requested_at, confirmed_at, unsubscribed_at }: NewsletterLine): string | null {
  if (state === "unsubscribed") return unsubscribed_at;
  return state === "confirmed" ? confirmed_at : requested_at;
}

function Unsubscription({ line, onDone }: { line: NewsletterLine; onDone: () => void }) {
  const { unsubscribe, isBusy, hasFailed } = useUnsubscription(line, onDone);
  return (
    <Box justifySelf="start" lg={{ justifySelf: "end" }}>
      <button type="button" className="text-link finger-link" aria-disabled={isBusy || undefined} onClick={unsubscribe}>
        {isBusy ? copy.busy : copy.unsubscribe}
        <span className="visually-hidden">{copy.ofAddress(line.email)}</span>
      </button>
      <ProblemSentence sentence={hasFailed ? copy.failed : undefined} />
    </Box>
  );
}
