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
      {/* Side by side on a telephone too: moved by a finger, or by the arrows of a keyboard. */}
      <Stack
        as="section"
        position="relative"
        gap={16}
        align="start"
        paddingInline="cell"
        paddingBottom="block"
        tablet={{ columns: 2 }}
        xl={{ columns: "7fr 5fr 20rem", gap: 24 }}
        className="night-scene"
        aria-label={title.join(" ")}
        tabIndex={0}
      >
        <CallLog />
        <WeekAgenda />
        <SmsPhone />
      </Stack>
    </section>
  );
}
