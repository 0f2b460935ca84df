import { CallLog } from "#app/product/call-log.tsx";
import { SmsPhone } from "#app/product/sms-phone.tsx";
import { WeekAgenda } from "#app/product/week-agenda.tsx";
import { SectionHead } from "#app/sections/section-head.tsx";
import { Stack } from "#app/ui/layout.tsx";

type Props = { title: readonly string[]; lead: string };

/** What a night of calls leaves: a list, a week, three messages. */
export function NightScene({ title, lead }: Props) {
  return (
    <section className="section">
      <SectionHead title={title} lead={lead} />
      <Stack
        gap={16}
        paddingInline="cell"
        paddingBottom="block"
        tablet={{ columns: 2, align: "start" }}
        xl={{ columns: "7fr 5fr 20rem", gap: 24 }}
      >
        <CallLog />
        <WeekAgenda />
        <SmsPhone />
      </Stack>
    </section>
  );
}
