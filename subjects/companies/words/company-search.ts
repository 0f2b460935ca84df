type Chosen = { companyLegalName: string; companyAddress: string; companySiren: string };

/** In groups of three digits that stay together. */
export function saySiren(siren: string): string {
  return `SIREN\u00a0${siren.replaceAll(/(\d{3})(?=\d)/g, "$1\u00a0")}`;
}

/** Company found by name or SIREN, below the field of its name. */
export const companySearchCopy = {
  /** Who is asked: a host, or the stand-in of the demonstration, whose companies are invented. */
  register: (host: string) => `le registre ${host}`,
  demoRegister: "le registre inventé de la démonstration",
  hint: (register: string) =>
    `Saisissez le nom ou le SIREN\u00a0: notre serveur le cherche dans ${register}, et ne lui transmet rien d’autre.`,
  list: "Entreprises trouvées",
  /** After the name. */
  where: ({ place, siren }: { place: string; siren: string }) => `${place && `, ${place}`}, ${saySiren(siren)}`,
  /** What an invoice will name, below the field. */
  chosen: ({ companyLegalName, companyAddress, companySiren }: Chosen) =>
    `Pour la facture\u00a0: ${[companyLegalName, saySiren(companySiren), companyAddress].filter(Boolean).join(", ")}.`,
  leave: "Ce n’est pas mon entreprise",
  found: (count: number) => (count === 1 ? "Une entreprise trouvée." : `${count} entreprises trouvées.`),
  none: "Aucune entreprise de ce nom dans le registre\u00a0: gardez ce que vous avez écrit.",
  away: "Le registre ne répond pas\u00a0: gardez ce que vous avez écrit.",
} as const;
