import { PaymentSchedule } from "#app/ui/payment-schedule.tsx";
import { describeSchedule } from "#content/schedule.ts";
import type { FunnelSite } from "#domain/funnel/funnel-site.ts";
import { type Purchase, scheduleOf } from "#domain/offers/schedule.ts";

type Props = { purchase: Purchase; site: Pick<FunnelSite, "today" | "promotion"> };

/** What is paid when, for an order made today. */
export function OrderSchedule({ purchase, site: { today, promotion } }: Props) {
  const schedule = scheduleOf(purchase, { day: today, promotion });
  if (!schedule) return null;
  return <PaymentSchedule {...describeSchedule(schedule, today)} titleAs="h2" paddingInline="inset" />;
}
