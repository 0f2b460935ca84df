import { useSearchParams } from "react-router";

import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import { FilterBar, FilterChoice, FilterDay } from "#app/admin/ui/filter-bar.tsx";
import { Row } from "#app/ui/layout.tsx";
import { adminAudit } from "#subjects/journal/words/admin-audit.ts";
import { fullNameOf } from "#subjects/team/rules/person-name.ts";
import { type AuditFilters, readAuditFilters, writeAuditFilters } from "#subjects/journal/rules/audit-filters.ts";

const copy = adminAudit.filters;
const any = { value: "", label: copy.any };
const server = { value: "serveur", label: copy.server };
const actions = adminAudit.actions.map(({ action, label }) => ({ value: action, label }));

/** The filters live in the address: it can be kept, shared and gone back to. */
export function useAuditFilters() {
  const [params, setParams] = useSearchParams();
  const filters = readAuditFilters(params);
  return {
    filters,
    /** Goes through the address, so that what a field holds is read where a shared link is read. */
    choose: (param: string, value: string) =>
      setParams((current) => {
        const chosen = writeAuditFilters(readAuditFilters(current));
        chosen.set(param, value);
        return writeAuditFilters(readAuditFilters(chosen));
      }),
    clear: () => setParams(new URLSearchParams()),
  };
}

export function JournalFilters({ filters, choose, clear }: ReturnType<typeof useAuditFilters>) {
  const known = useColleagues().colleagues.map((person) => ({ value: person.user_id, label: fullNameOf(person) }));
  return (
    <>
      <FilterBar label={copy.label}>
        <FilterChoice
          label={copy.person}
          value={filters.person === "server" ? server.value : (filters.person ?? "")}
          options={[any, ...withUnknown(known, filters), server]}
          onChoose={(value) => choose("personne", value)}
        />
        <FilterChoice
          label={copy.action}
          value={filters.action ?? ""}
          options={[any, ...actions]}
          onChoose={(value) => choose("action", value)}
        />
        <FilterDay label={copy.from} value={filters.from ?? ""} onChoose={(value) => choose("du", value)} />
        <FilterDay label={copy.to} value={filters.to ?? ""} onChoose={(value) => choose("au", value)} />
      </FilterBar>
      {writeAuditFilters(filters).size > 0 && (
        <Row as="p" gap={12} isWrapping paddingInline="inset" paddingTop={8} className="text-caption">
          {filters.leadId !== undefined && <span className="quiet">{copy.onlyOneLead}</span>}
          <button type="button" className="text-link finger-link" onClick={clear}>
            {copy.clear}
          </button>
        </Row>
      )}
    </>
  );
}

/** Adds the account of the address when it is not, or no longer, an administrator's. */
function withUnknown(known: { value: string; label: string }[], { person }: AuditFilters) {
  if (person === undefined || person === "server" || known.some(({ value }) => value === person)) return known;
  return [...known, { value: person, label: adminAudit.otherAccount }];
}
