import type { Prices } from "#domain/site/prices.ts";
import { useQuery } from "@tanstack/react-query";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { usePrices, useServices } from "#app/admin/data/services.ts";
import { joinFacts, longDate, originOf } from "#app/admin/ui/formats.ts";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import { Row } from "#app/ui/layout.tsx";
import { admin, paymentLabels, statusLabels } from "#content/shared/admin.ts";
import { amountOf } from "#subjects/leads/desk/rows/lead-amount.ts";
import { useLeadAddress } from "#subjects/leads/desk/views/lead-address.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";

import { FileSection } from "./file-section.tsx";

/** What else the same contact asked for; nothing where it has one lead. */
export function OtherLeads({ lead: { leadId, profileId } }: { lead: LeadRow }) {
  const prices = usePrices();
  const { leads } = useServices();
  const { setOpenFile } = useLeadAddress();
  const ofContact = useQuery({
    queryKey: leadKeys.siblings(leadId ?? ""),
    queryFn: async ({ signal }) => valueOf(await leads.ofProfile(profileId ?? "", signal)),
    enabled: leadId !== null && profileId !== null,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const others = ofContact.data?.filter((other) => other.leadId !== leadId) ?? [];

  if (ofContact.isError) {
    return <RetryNotice sentence={admin.list.loadFailed} onRetry={() => void ofContact.refetch()} />;
  }
  if (others.length === 0) return null;
  return (
    <FileSection title={fileCopy.otherLeads}>
      <ul aria-label={fileCopy.otherLeads}>
        {others.map((other) => (
          <Row as="li" key={other.leadId} gap={12} align="baseline" justify="between" isWrapping paddingBlock={8}>
            <button
              type="button"
              className="text-link finger-link"
              onClick={() => other.leadId !== null && setOpenFile(other.leadId)}
            >
              {originOf(other)}
            </button>
            <span className="text-caption quiet tabular">{describe(other, prices)}</span>
          </Row>
        ))}
      </ul>
    </FileSection>
  );
}

function describe(lead: LeadRow, prices: Prices): string {
  const status = lead.status && statusLabels[lead.status];
  const payment = lead.isPaid ? paymentLabels.paid : null;
  return joinFacts([amountOf(lead, prices), status, payment, longDate(lead.createdAt)]);
}
