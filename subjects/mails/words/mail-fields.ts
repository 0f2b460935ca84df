import { sayEuros } from "#content/language/amounts.ts";
import { adminLeads } from "#subjects/leads/words/admin-leads.ts";

/** « 487 € HT par mois » */
export const sayAmount = (price: number, isMonthly: boolean) => adminLeads.amount(sayEuros(price), isMonthly);
