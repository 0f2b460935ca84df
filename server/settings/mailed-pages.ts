/** Where an invitation and a reset lead: their link opens the page where a password is chosen. */
export function passwordPage(origin: string): string {
  return `${origin}/compte/mot-de-passe`;
}

/** Where the link of a change of address leads: it is confirmed there, in the session that asked, or by its digits. */
export function addressPage(origin: string): string {
  return `${origin}/compte/adresse`;
}
