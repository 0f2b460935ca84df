import type { PressName } from "./pressed-by.ts";
import { adminKeys } from "#content/admin-keys.ts";
import { adminNavigation } from "#content/admin-navigation.ts";
import { statusLabels } from "#content/shared/admin.ts";
import { roleMay, type Role } from "#domain/kernel/roles.ts";
import { adminScreens, screenRoles } from "#domain/site/admin-screens.ts";
import { foldAccents } from "#kit/fold-accents.ts";
import { leadStatuses } from "#domain/kernel/lead.ts";
import type { ColleagueLine } from "#subjects/team/contract/team.ts";
import { fullNameOf } from "#subjects/team/rules/person-name.ts";
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
  /** What is pressed stands in the open file, and not in a row. */
  isInFile?: true;
  opensHelp?: true;
  /** The least role that it is for, where not all may. */
  role?: Role;
};

export type CommandGroup = { value: string; items: Command[] };

const list = "/dashboard";

/** What does not depend on any lead. */
const commandGroups: CommandGroup[] = [
  {
    value: copy.screens,
    items: adminScreens.map((screen) => ({
      id: screen,
      label: adminNavigation.screens[screen],
      to: `/${screen}`,
      role: screenRoles[screen],
    })),
  },
  {
    value: copy.actions,
    items: [
      { id: "create", label: copy.create, to: list, press: "create", role: "seller" },
      { id: "export", label: copy.export, to: list, press: "export", role: "manager" },
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

/** What one does with the open file. */
const fileCommands: CommandGroup = {
  value: copy.file,
  items: (["status", "payment", "note", "correct", "close"] as const).map((press) => ({
    id: `file-${press}`,
    label: adminKeys.actions[press],
    press,
    isInFile: true,
    ...(press !== "close" && { role: "seller" as const }),
  })),
};

type Around = {
  role: Role;
  hasFile: boolean;
  views: readonly { id: string; name: string }[];
  colleagues: readonly Pick<ColleagueLine, "user_id" | "name" | "email">[];
};

/** What depends on the team, and on what is on screen. */
function groupsAround({ hasFile, views, colleagues }: Around): CommandGroup[] {
  const ownersList = (owner: string) => `${list}?${writeLeadFilters({ ...noFilters, owner: [owner] }).toString()}`;
  return [
    ...(hasFile ? [fileCommands] : []),
    ...commandGroups,
    { value: copy.views, items: views.map(({ id, name }) => ({ id, label: name, to: `${list}?vue=${id}` })) },
    {
      value: copy.people,
      items: [
        { id: "mine", label: copy.mine, to: ownersList("me") },
        ...colleagues.map((person) => ({
          id: person.user_id,
          label: copy.leadsOf(fullNameOf(person)),
          to: ownersList(person.user_id),
        })),
      ],
    },
  ];
}

/** What the role may and has each of the words somewhere in its name; all of it while nothing is typed. */
export function findCommands(typed: string, around: Around): CommandGroup[] {
  const words = foldAccents(typed).split(/\s+/).filter(Boolean);
  return groupsAround(around)
    .map(({ value, items }) => ({
      value,
      items: items.filter(
        ({ label, role: least = "reader" }) =>
          roleMay(around.role, least) && words.every((word) => foldAccents(label).includes(word)),
      ),
    }))
    .filter(({ items }) => items.length > 0);
}
