import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import { useTags } from "#subjects/leads/desk/rows/use-tags.ts";
import { longDate } from "#app/admin/ui/formats.ts";
import { paymentLabels, reasonLabels, statusLabels } from "#content/shared/admin.ts";
import { originLabels } from "#subjects/offers/words/origin-labels.ts";
import { adminLeads } from "#subjects/leads/words/admin-leads.ts";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";
import { fullNameOf } from "#subjects/team/rules/person-name.ts";
import { funnelOrigins, leadStatuses } from "#domain/kernel/lead.ts";
import {
  type LeadFilterName,
  type LeadFilters,
  filterText,
  reasonChoices,
  takesSeveral,
} from "#subjects/leads/rules/lead-filters.ts";

const copy = adminLeads.filters;

export type Option = { value: string; label: string };

const yesOrNo: Option[] = [
  { value: "oui", label: copy.yes },
  { value: "non", label: copy.no },
];
const offeredDays = [15, 30];

/** What each filter offers, as the address says it. Days are typed. */
const offered = {
  origin: funnelOrigins.map((value) => ({ value, label: originLabels[value] })),
  status: leadStatuses.map((value) => ({ value, label: statusLabels[value] })),
  reason: reasonChoices.map((value) => ({
    value,
    label: value === "none" ? fileCopy.reason.none : reasonLabels[value],
  })),
  isPaid: [
    { value: "paye", label: paymentLabels.paid },
    { value: "non-paye", label: paymentLabels.unpaid },
  ],
  hasCallConsent: yesOrNo,
  isSuspect: yesOrNo,
  isDuplicate: yesOrNo,
  hasAccount: yesOrNo,
  isWaiting: yesOrNo,
  expiresWithinDays: offeredDays.map((days) => ({ value: String(days), label: copy.withinDays(days) })),
} satisfies Partial<Record<LeadFilterName, Option[]>>;

/** What a filter offers, and what it says when it narrows the list. */
export function useFilterWords(filters: LeadFilters) {
  const { colleagues } = useColleagues();
  const { data: tags = [] } = useTags();

  function optionsOf(name: LeadFilterName): Option[] {
    if (name === "owner") {
      const people = colleagues.map((person) => ({ value: person.user_id, label: fullNameOf(person) }));
      return [{ value: "moi", label: copy.owners.me }, { value: "aucun", label: copy.owners.none }, ...people];
    }
    if (name === "tags") return tags.map((tag) => ({ value: tag.name, label: tag.name }));
    return name in offered ? offered[name as keyof typeof offered] : [];
  }

  function wordsOf(name: LeadFilterName): string {
    const text = filterText(filters, name);
    if (!takesSeveral(name)) return wordsOfOne(name, text);
    return text
      .split(",")
      .map((one) => wordsOfOne(name, one))
      .join(", ");
  }

  function wordsOfOne(name: LeadFilterName, text: string): string {
    const option = optionsOf(name).find(({ value }) => value === text);
    if (option) return option.label;
    if (name === "expiresWithinDays") return copy.withinDays(Number(text));
    if (name === "owner") return copy.owners.unknown;
    return name === "from" || name === "to" ? longDate(text) : text;
  }

  /** What an address chose stays chosen, also where it is not offered. */
  function choicesOf(name: LeadFilterName): Option[] {
    const options = optionsOf(name);
    const text = filterText(filters, name);
    const isOffered = text === "" || options.some(({ value }) => value === text);
    return [{ value: "", label: copy.any }, ...options, ...(isOffered ? [] : [{ value: text, label: wordsOf(name) }])];
  }

  return { optionsOf, choicesOf, wordsOf };
}
