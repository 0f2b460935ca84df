import { sayableFirstName } from "#domain/kernel/first-name.ts";
import type { Tx } from "#engine/db/database.ts";
import { dayOfSite } from "#kit/civil-date.ts";
import { ok, type Result } from "#kit/result.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { Problem } from "#server/functions/door/endpoint.ts";
import { refuseAbsentLead } from "#server/functions/door/outcomes.ts";
import { isPayableOnline } from "#server/mail/compose-mail.ts";
import { type LeadRow, readLeadRow } from "#subjects/leads/rules/lead-row.ts";
import type { FieldValues } from "#subjects/mails/rules/mail-fields.ts";
import { mailEnd, sayAmount } from "#subjects/mails/words/mail-fields.ts";
import { siteOn } from "#subjects/offers/rules/site-on-day.ts";
import type { Prices } from "#domain/site/prices.ts";
import { isMonthly } from "#subjects/offers/rules/schedule.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";
import { priceOfLead, purchaseOfLead } from "#subjects/orders/rules/order-schedule.ts";
import type { LeadReceived } from "#subjects/orders/words/order-in-mail.ts";
import { readMailWriter, type MailWriter } from "#subjects/team/server/mail-writer.ts";

/** What a mail about a lead can say, and to whom. */
export type MailDraft = {
  lead: LeadRow;
  writer: MailWriter;
  recipient: string | null;
  refusal: "no_address" | "mails_refused" | null;
  hasAccount: boolean;
  /** What its link is made from when the mail leaves; undefined where there is nothing to pay online. */
  order: Record<string, unknown> | undefined;
  values: FieldValues;
  /** Of the file they were imported with, while nothing came from them. Source: RGPD, article 14. */
  source: string | null;
};

type Row = Omit<MailDraft, "lead" | "writer" | "hasAccount" | "order" | "values"> & {
  columns: Record<string, unknown>;
  has_account: boolean;
  ordered: (LeadReceived & Record<string, unknown>) | null;
};

const question = `
  select private.shown_answers(lead, profile)
           || jsonb_build_object('lead_id', lead.id, 'funnel_origin', lead.funnel_origin) as columns,
         private.mailable_address(coalesce(lead.email, profile.email)) as recipient,
         private.team_mail_refusal(lead.id) as refusal,
         profile.user_id is not null as has_account,
         case when not lead.payment_status then (
           select private.order_in_mail(submission) from private.submissions as submission
           where submission.lead_id = lead.id and submission.is_adopted limit 1) end as ordered,
         (select min(import.source)
          from private.submissions as submission
          left join private.lead_imports as import on import.id = submission.import_id
          where submission.lead_id = lead.id having bool_and(import.id is not null)) as source
  from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
  where lead.id = $1
  for key share of lead`;

type Asker = { context: ServerContext; caller: { userId: string }; now: Date };
type Gone = Problem<"unknown_lead" | "lead_merged">;

export async function collectMailDraft(
  tx: Tx,
  { context, caller, now }: Asker,
  leadId: string,
): Promise<Result<MailDraft, Gone>> {
  const { rows } = await tx.query<Row>(question, [leadId]);
  const [row] = rows;
  const lead = readLeadRow(row?.columns);
  if (!row || !lead) return refuseAbsentLead(tx, leadId);

  const { settings } = context;
  const today = dayOfSite(settings, now);
  const site = { ...siteOn(settings.site, today), today };
  const { recipient, refusal, has_account: hasAccount, ordered, source } = row;
  const isPayable = ordered !== null && isPayableOnline(ordered, recipient ?? "", { ...settings, site });
  const writer = await readMailWriter(tx, context, caller.userId);
  return ok({
    lead,
    writer,
    recipient,
    refusal,
    source,
    hasAccount,
    order: isPayable ? ordered : undefined,
    values: {
      ...valuesOf(lead, site.prices),
      signature: mailEnd(writer, site.brand),
      // In their space they pay too; nothing of that address opens anything.
      ...(hasAccount && { lien: `${site.origin}/dashboard` }),
    },
  });
}

/** A greeting does without a name, a sentence does not do without the rest. */
function valuesOf(lead: LeadRow, prices: Prices): FieldValues {
  const purchase = purchaseOfLead(lead);
  const price = priceOfLead(lead, prices);
  return {
    prenom: sayableFirstName(lead.firstName) ?? "",
    ...(lead.companyName !== null && { entreprise: lead.companyName }),
    ...(lead.origin !== null && { offre: offerWords[lead.origin].name }),
    ...(purchase && price !== undefined && { montant: sayAmount(price, isMonthly(purchase)) }),
  };
}
