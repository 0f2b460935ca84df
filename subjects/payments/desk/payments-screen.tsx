import { Box } from "#app/ui/layout.tsx";
import { useDashboardVisit } from "#app/admin/frame/guard.ts";
import { AttentionPage, AttentionSection } from "#app/admin/frame/attention-page.tsx";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import { useToast } from "#app/admin/ui/use-toast.ts";
import type { OpenPayment } from "#subjects/leads/contract/desk-lists.ts";
import { adminPayments as copy } from "#subjects/payments/words/admin-payments.ts";

import { BillingLine } from "./billing-line.tsx";
import { PaymentLine, type Settled } from "./payment-line.tsx";
import { useOpenBilling, useOpenPayments } from "./payment-queries.ts";

/**
 * Payments that need a person: not what their lead owes, a second one, without a lead, under another e-mail than their
 * lead's, or by another company than their order's; and what the provider said since of payments without a lead.
 */
export function PaymentsScreen() {
  const { now } = useDashboardVisit();
  const payments = useOpenPayments();
  const told = useOpenBilling();
  const billing = told.data;
  const { showToast, dismiss, ...page } = useToast();
  const offerUndo = useUndo();
  const onSettled: Settled = (sentence, undo) => {
    if (undo === undefined) return showToast(sentence);
    offerUndo({ sentence, undo });
    page.heading.current?.focus({ preventScroll: true });
  };
  const { data } = payments;
  const waiting = data?.filter(({ lead_id }) => lead_id === null) ?? [];
  const again = waiting.filter(({ is_second }) => is_second);
  const unexpected = waiting.filter(({ named_lead_id, is_second }) => named_lead_id !== null && !is_second);
  const withoutLead = waiting.filter(({ named_lead_id, is_second }) => named_lead_id === null && !is_second);
  const applied = data?.filter(({ lead_id }) => lead_id !== null) ?? [];
  const otherEmail = applied.filter(({ email }) => email !== null);
  const otherPayer = applied.filter(({ email }) => email === null);

  return (
    <AttentionPage
      {...page}
      id="paiements"
      copy={copy}
      query={{
        isPending: payments.isPending || told.isPending,
        isError: payments.isError || told.isError,
        refetch: () => Promise.all([payments.refetch(), told.refetch()]),
      }}
      total={
        data &&
        billing &&
        copy.total(
          unexpected.length,
          again.length,
          withoutLead.length,
          otherEmail.length,
          otherPayer.length,
          billing.length,
        )
      }
      isEmpty={data?.length === 0 && billing?.length === 0}
      onDismiss={dismiss}
    >
      <Group id="a-verifier" {...copy.unexpected} payments={unexpected} now={now} onSettled={onSettled} />
      <Group id="en-double" {...copy.again} payments={again} now={now} onSettled={onSettled} />
      <Group id="sans-lead" {...copy.withoutLead} payments={withoutLead} now={now} onSettled={onSettled} />
      <Group id="autre-email" {...copy.otherEmail} payments={otherEmail} now={now} onSettled={onSettled} />
      <Group id="autre-nom" {...copy.otherPayer} payments={otherPayer} now={now} onSettled={onSettled} />
      {billing && billing.length > 0 && (
        <AttentionSection id="incidents" title={copy.billing.title}>
          <Box as="p" maxWidth="72ch" paddingInline="inset" paddingBottom={12} className="quiet">
            {copy.billing.text}
          </Box>
          <Box as="ul" rule="bottom" aria-labelledby="incidents">
            {billing.map((each) => (
              <BillingLine key={each.event_id} billing={each} now={now} />
            ))}
          </Box>
        </AttentionSection>
      )}
    </AttentionPage>
  );
}

type GroupProps = {
  id: string;
  title: string;
  text: string;
  payments: OpenPayment[];
  now: Date;
  onSettled: Settled;
};

function Group({ id, title, text, payments, now, onSettled }: GroupProps) {
  if (payments.length === 0) return null;
  return (
    <AttentionSection id={id} title={title}>
      <Box as="p" maxWidth="72ch" paddingInline="inset" paddingBottom={12} className="quiet">
        {text}
      </Box>
      <Box as="ul" rule="bottom" aria-labelledby={id}>
        {payments.map((payment) => (
          <PaymentLine key={payment.payment_id} payment={payment} now={now} onSettled={onSettled} />
        ))}
      </Box>
    </AttentionSection>
  );
}
