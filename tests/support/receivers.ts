/** Receivers of the two topics of the site, as its settings have them. */
export function receiversOf({ leadUrls = [], signInUrls = [] }: { leadUrls?: string[]; signInUrls?: string[] }) {
  return [...leadUrls.map((url) => ({ topic: "lead", url })), ...signInUrls.map((url) => ({ topic: "sign_in", url }))];
}
