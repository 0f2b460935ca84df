import { Autocomplete } from "@base-ui/react/autocomplete";
import { Dialog } from "@base-ui/react/dialog";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useContext, useEffect, useState } from "react";
import { useLocation, useNavigate } from "react-router";

import { fileParam } from "#app/admin/data/file-address.ts";
import { screenKeys } from "#app/admin/data/query-keys.ts";
import { RoleContext } from "#app/admin/people/role.tsx";
import { useServices } from "#app/admin/data/services.ts";
import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import { joinFacts, originOf } from "#app/admin/ui/formats.ts";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Row } from "#app/ui/layout.tsx";
import { adminKeys } from "#content/admin-keys.ts";
import { admin } from "#content/shared/admin.ts";
import { noFilters, searchMaxLength } from "#subjects/leads/rules/lead-filters.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

import { type Command, type CommandGroup, findCommands } from "./palette-commands.ts";
import { pressOfFile, pressOnceThere } from "./press.ts";

const copy = adminKeys.palette;
const typingPauseMs = 200;
/** One letter finds half of the leads. */
const shortestName = 2;
const shownLeads = 8;

type Props = { onClose: () => void; onHelp: () => void };

/** Screens, actions and leads by their name, from wherever one is. */
export function CommandPalette({ onClose, onHelp }: Props) {
  const [typed, setTyped] = useState("");
  const leads = useLeadsNamed(usePaused(typed.trim()));
  const around = useAround();
  const groups = [...findCommands(typed, around), ...leads.groups];
  const run = useCommand({ onClose, onHelp });

  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup className="dialog palette" aria-label={copy.title}>
          <Autocomplete.Root
            open
            inline
            items={groups}
            mode="none"
            autoHighlight="always"
            value={typed}
            // A choice acts; what is typed stays what was typed.
            onValueChange={(value, { reason }) => reason !== "item-press" && setTyped(value)}
            itemToStringValue={({ label }: Command) => label}
          >
            <label className="palette-field">
              <Icon name="search" />
              <span className="visually-hidden">{copy.label}</span>
              <Autocomplete.Input className="text-body" placeholder={copy.placeholder} maxLength={searchMaxLength} />
            </label>
            <p role="status" className="visually-hidden">
              {describe(groups, leads.isSearching)}
            </p>
            {leads.isFailed && (
              <Box as="p" padding={16} className="text-caption">
                {copy.failed}
              </Box>
            )}
            {groups.length === 0 && (
              <Box as="p" padding={16} className="quiet">
                {leads.isSearching ? copy.searching : copy.nothing}
              </Box>
            )}
            <Autocomplete.List className="palette-list" aria-label={copy.results}>
              {(group: CommandGroup) => (
                <Autocomplete.Group key={group.value} items={group.items}>
                  <Autocomplete.GroupLabel className="text-caption quiet palette-group">
                    {group.value}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => (
                      <Autocomplete.Item
                        key={command.id}
                        value={command}
                        onClick={() => run(command)}
                        className="palette-item"
                      >
                        <Row gap={16} justify="between" align="center">
                          <span>{command.label}</span>
                          {command.detail !== undefined && <span className="text-caption">{command.detail}</span>}
                        </Row>
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function describe(groups: CommandGroup[], isSearching: boolean): string {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  if (isSearching) return copy.searching;
  return count === 0 ? copy.nothing : copy.found(count);
}

/** The views and the colleagues, as far as they are known, and whether a file is open. */
function useAround() {
  const role = useContext(RoleContext);
  const { views } = useServices();
  const { colleagues } = useColleagues();
  const { search } = useLocation();
  const kept = useQuery({
    queryKey: screenKeys.views,
    queryFn: async ({ signal }) => valueOf(await views.list(signal)),
  });
  const hasFile = new URLSearchParams(search).has(fileParam);
  return { role, hasFile, views: kept.data ?? [], colleagues };
}

/** What is typed, once typing pauses. */
function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  // Synchronises with the clock.
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), typingPauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}

function useLeadsNamed(name: string) {
  const { leads } = useServices();
  const isAsked = name.length >= shortestName;
  const { data, isError, isFetching } = useQuery({
    queryKey: screenKeys.palette(name),
    queryFn: async ({ signal }) => valueOf(await leads.list({ ...noFilters, search: name }, null, signal)),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  const items = (isAsked && data ? data.rows : []).flatMap((lead) => toCommand(lead, name)).slice(0, shownLeads);
  return {
    groups: items.length > 0 ? [{ value: copy.leads, items }] : [],
    isSearching: isAsked && isFetching,
    isFailed: isAsked && isError,
  };
}

/** Beside the name stands what was looked for: an e-mail, a telephone, or else the company. */
function toCommand(lead: LeadRow, typed: string): Command[] {
  if (lead.leadId === null) return [];
  const reached = typed.includes("@") ? lead.email : /^[\d\s+().-]+$/.test(typed) ? lead.phone : null;
  const detail = joinFacts([reached ?? lead.companyName, originOf(lead)]);
  return [{ id: lead.leadId, label: nameOfLead(lead) ?? lead.email ?? admin.list.unnamed, detail, lead: lead.leadId }];
}

function useCommand({ onClose, onHelp }: Props) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  return function run({ to, lead, press, isInFile, opensHelp }: Command): void {
    if (opensHelp) return onHelp();
    onClose();
    // Once the palette has let go of the page.
    if (press !== undefined && isInFile) return void setTimeout(() => pressOfFile(press));
    if (lead !== undefined) {
      // Over the list as it is filtered now, where there is one.
      const params = new URLSearchParams(pathname === "/dashboard" ? search : "");
      params.set(fileParam, lead);
      return void navigate(`/dashboard?${params.toString()}`);
    }
    const isThere = press !== undefined && to === pathname;
    if (to !== undefined && !isThere) void navigate(to);
    if (press !== undefined) pressOnceThere(press);
  };
}
