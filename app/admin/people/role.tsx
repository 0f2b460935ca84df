import { createContext, type ReactNode, useContext } from "react";

import { roleMay, type Role } from "#domain/kernel/roles.ts";

/** What the signed-in administrator may. It decides what is shown; what is done, the database. */
export const RoleContext = createContext<Role>("manager");

export function useMay(least: Role): boolean {
  return roleMay(useContext(RoleContext), least);
}

/** What only some roles may do is not there for the others. */
export function For({ least, children }: { least: Role; children: ReactNode }) {
  return useMay(least) ? children : null;
}
