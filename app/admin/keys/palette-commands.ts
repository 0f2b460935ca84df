import type { PressName } from "./pressed-by.ts";
import { adminKeys } from "#content/admin-keys.ts";
import { adminNavigation } from "#content/admin-navigation.ts";
import { statusLabels } from "#content/shared/admin.ts";
import { adminScreens } from "#domain/site/admin-screens.ts";
import { foldAccents } from "#kit/fold-accents.ts";
import { leadStatuses } from "#domain/kernel/lead.ts";
import { noFilters, writeLeadFilters } from "#subjects/leads/rules/lead-filters.ts";

const copy = adminKeys.palette;

/** `to`: an address below `/admin`. `press`: what is pressed there, as soon as it is there. */
export type Command = {
  id: string;
  label: string;
  /** The lead whose file opens. */
  lead?: string;
  /** Beside the label: what tells it from others of the same name. */
  detail?: string;
  to?: string;
  press?: PressName;
  opensHelp?: true;
};

export type CommandGroup = { value: string; items: Command[] };

const list = "/dashboard";

/** What does not depend on any lead. */
const commandGroups: CommandGroup[] = [
  {
    value: copy.screens,
    items: adminScreens.map((screen) => ({ id: screen, label: adminNavigation.screens[screen], to: `/${screen}` })),
  },
  {
    value: copy.actions,
    items: [
      { id: "create", label: copy.create, to: list, press: "create" },
      { id: "export", label: copy.export, to: list, press: "export" },
      { id: "keys", label: copy.keys, opensHelp: true },
    ],
  },
  {
    value: copy.filters,
    items: [
      ...leadStatuses.map((status) => ({
        id: `status-${status}`,
        label: copy.status(statusLabels[status]),
        to: `${list}?${writeLeadFilters({ ...noFilters, status: [status] }).toString()}`,
      })),
      { id: "all", label: copy.allLeads, to: list },
    ],
  },
];

/** The groups that have each of the words somewhere in a name; all of them while nothing is typed. */
export function findCommands(typed: string): CommandGroup[] {
  const words = foldAccents(typed).split(/\s+/).filter(Boolean);
  return commandGroups
    .map(({ value, items }) => ({
      value,
      items: items.filter(({ label }) => words.every((word) => foldAccents(label).includes(word))),
    }))
    .filter(({ items }) => items.length > 0);
}
