/** In the fragment of `/compte/mot-de-passe`: the link of whoever has just paid and has no password yet. */
export const firstPasswordName = "acces";
