/**
 * What an administrator may, from the least to the most: who has a role may all that the roles before it may. The
 * database decides (`private.has_role`); these are the words of `admin_users.role`.
 *
 * - `reader`: reads leads and figures, and writes nothing of them
 * - `seller`: works leads, and erases a single contact that has not paid
 * - `manager`: also erases several, exports, and looks after the team and the site
 */
export const roles = ["reader", "seller", "manager"] as const;

export type Role = (typeof roles)[number];

/** Whether a role may what `least` may. */
export function roleMay(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

export function isRole(word: string): word is Role {
  return roles.some((role) => role === word);
}
