import { PaymentSchedule } from "#app/ui/payment-schedule.tsx";
import { describeSchedule } from "#content/schedule.ts";
import type { FunnelSite } from "#domain/funnel/funnel-site.ts";
import { paymentLinkOf } from "#domain/offers/payment-link.ts";
import { type Purchase, scheduleOf } from "#domain/offers/schedule.ts";

type Props = { purchase: Purchase; site: Pick<FunnelSite, "payments" | "today" | "promotion"> };

/** What is paid when, for an order made today; nothing of a volume that cannot be paid yet. */
export function OrderSchedule({ purchase, site: { payments, today, promotion } }: Props) {
  const { offer, volume, isTraining } = purchase;
  if (paymentLinkOf(payments, offer, volume, isTraining) === undefined) return null;
  const schedule = scheduleOf(purchase, { day: today, promotion });
  if (!schedule) return null;
  return <PaymentSchedule {...describeSchedule(schedule, today)} titleAs="h2" paddingInline="inset" />;
}
