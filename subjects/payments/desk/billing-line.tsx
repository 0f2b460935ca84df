import { shortInstant } from "#app/admin/ui/formats.ts";
import { formatDay, formatEuros } from "#app/ui/format.ts";
import { Box, Stack } from "#app/ui/layout.tsx";
import type { OpenBilling } from "#subjects/payments/contract/payments.ts";
import { readBilling } from "#subjects/payments/rules/billing.ts";
import { describeBilling } from "#subjects/payments/words/billing.ts";

import { SettleButton } from "./settle-button.tsx";

/** What the provider said of a payment that no lead is known for, and the ids under which it stands there. */
export function BillingLine({ billing, now }: { billing: OpenBilling; now: Date }) {
  const { event_id: id, object, customer, received_at: at } = billing;
  const [told] = readBilling([{ ...billing, id }]);
  if (!told) return null;
  const said = describeBilling(told, { euros: formatEuros, day: formatDay });
  return (
    <Stack
      as="li"
      rowGap={8}
      columnGap={24}
      align="center"
      paddingBlock={12}
      paddingInline="inset"
      rule="top"
      lg={{ columns: "1fr auto" }}
    >
      <div>
        <p className="strong">{said}</p>
        <Box as="p" className="text-caption quiet breakable">
          <time className="tabular" dateTime={at}>
            {shortInstant(at, now)}
          </time>
          {`, ${[object, customer].filter((each) => each !== null).join(", ")}`}
        </Box>
      </div>
      <Stack gap={8} justify="start">
        <SettleButton eventId={id} said={said} />
      </Stack>
    </Stack>
  );
}
