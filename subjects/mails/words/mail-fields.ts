import { sayEuros } from "#content/language/amounts.ts";
import { adminLeads } from "#subjects/leads/words/admin-leads.ts";

/** « 487 € HT par mois » */
export const sayAmount = (price: number, isMonthly: boolean) => adminLeads.amount(sayEuros(price), isMonthly);

/** How a mail ends: a writer without a name signs for the team. */
export const mailEnd = ({ name, email }: { name: string; email: string }, brand: string) =>
  name === email ? `L’équipe ${brand}` : `${name}\n${brand}`;
