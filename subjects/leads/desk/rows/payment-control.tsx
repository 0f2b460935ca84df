import { useMay } from "#app/admin/people/role.tsx";
import { pressedBy } from "#app/admin/keys/pressed-by.ts";
import { Row } from "#app/ui/layout.tsx";
import { admin, paymentLabels } from "#content/shared/admin.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

import { useLeadChanges } from "./lead-changes.ts";

export function PaymentControl({ lead }: { lead: LeadRow }) {
  const { shown, canChange, change } = useLeadChanges(lead);
  const words = shown.isPaid ? paymentLabels.paid : paymentLabels.unpaid;
  const mayChange = useMay("seller");
  if (!mayChange) return words;

  return (
    <Row
      as="button"
      gap={8}
      align="center"
      position="relative"
      type="button"
      className="text-caption quiet payment-control"
      {...pressedBy("payment")}
      role="switch"
      aria-checked={shown.isPaid}
      aria-label={admin.list.paymentOf(nameOfLead(lead) ?? admin.list.unnamed)}
      disabled={!canChange}
      onClick={() => change({ payment_status: !shown.isPaid })}
    >
      <i aria-hidden="true" />
      <span>{words}</span>
    </Row>
  );
}
