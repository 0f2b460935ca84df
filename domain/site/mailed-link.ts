/** In the fragment of `/compte/mot-de-passe`: the link of a payer who has no password yet. */
export const firstPasswordName = "acces";
