import type { ReactNode } from "react";

import { Jack } from "./jack.tsx";
import { Box, Row, Stack } from "./layout.tsx";
import { type DueOnDay, type ScheduleWords, type SetUpCost, writeDueLine, writeSetUp } from "./schedule-lines.ts";

type Props = {
  lines: readonly DueOnDay[];
  setUp?: SetUpCost;
  words: ScheduleWords;
  titleAs?: "h2" | "h3" | "h4";
  /** False where its title stands on what opens it. */
  isTitled?: boolean;
  /** Where it stands: on green, or on paper. */
  ground?: "paper" | "green";
  /** Its lines side by side where there is room. */
  isWide?: boolean;
  /** Room on either side, where what surrounds it gives none. */
  paddingInline?: "none" | "inset" | "cell";
};

/** What is paid when: one line for each date, readable by programs through `data-schedule`. */
export function PaymentSchedule({
  lines,
  setUp,
  words,
  titleAs = "h3",
  isTitled = true,
  ground = "paper",
  isWide = false,
  paddingInline = "none",
}: Props) {
  const isGreen = ground === "green";
  const isInThree = isWide && lines.length === 3;
  const inset = paddingInline === "none" ? {} : { paddingInline };
  return (
    <Box width="full" className={isGreen ? "schedule-green" : undefined}>
      {isTitled && (
        <Box as={titleAs} paddingBlock={12} {...inset} className="schedule-title text-small strong">
          {words.title}
        </Box>
      )}
      <Stack as="ol" data-schedule="" {...(isWide && { lg: { columns: isInThree ? 3 : 2 } })}>
        {lines.map((line, index) => (
          <DueRow
            key={line.date}
            {...writeDueLine(line, words)}
            prefix={line.prefix !== undefined && <b>{line.prefix}, </b>}
            {...{ isFirst: index === 0, isGreen, isInThree, inset }}
          />
        ))}
      </Stack>
      {setUp && <SetUpLine label={words.setUp.label} {...writeSetUp(setUp, words)} inset={inset} isGreen={isGreen} />}
    </Box>
  );
}

type Inset = { paddingInline?: "inset" | "cell" };

type LineProps = {
  date: string;
  prefix?: ReactNode;
  day: ReactNode;
  label: ReactNode;
  amount: ReactNode;
  includingTax: ReactNode;
  isFirst: boolean;
  isGreen?: boolean;
  /** Three lines stand side by side: the amount is under its date, else at its right. */
  isInThree?: boolean;
  inset: Inset;
};

/** What is due on a day: words, or places for them. */
export function DueRow({
  date,
  prefix = false,
  day,
  label,
  amount,
  includingTax,
  isFirst,
  isGreen = false,
  isInThree = false,
  inset,
}: LineProps) {
  return (
    <Stack
      as="li"
      columns="auto 1fr auto"
      columnGap={12}
      sm={{ columnGap: 16 }}
      align="center"
      {...(isInThree && { lg: { columns: "auto 1fr", align: "start" } })}
      paddingBlock={12}
      {...inset}
      rule="top"
      position="relative"
      className="schedule-line leading-snug"
    >
      <Jack state={isFirst ? "live" : isGreen ? "connected" : "idle"} />
      <span>
        {prefix}
        <time dateTime={date} className={prefix === false ? "strong unbroken" : "unbroken"}>
          {day}
        </time>
        <span className="schedule-label text-small block">{label}</span>
      </span>
      <span className={isInThree ? "right-aligned schedule-below tabular" : "right-aligned tabular"}>
        <b className="text-lead block unbroken">{amount}</b>
        {includingTax !== "" && <small className="schedule-label text-caption block unbroken"> {includingTax}</small>}
      </span>
    </Stack>
  );
}

type SetUpProps = { label: string; setUp: ReactNode; insteadOf: ReactNode; inset: Inset; isGreen?: boolean };

/** What setting it up costs: words, or places for them. */
export function SetUpLine({ label, setUp, insteadOf, inset, isGreen = false }: SetUpProps) {
  return (
    <Row
      as="p"
      gap={16}
      justify="between"
      isWrapping
      paddingBlock={12}
      paddingInline={12}
      {...inset}
      rule="top"
      className={isGreen ? undefined : "schedule-set-up"}
    >
      <span>{label}</span>
      <Row as="span" gap={12}>
        {insteadOf !== "" && <s className="schedule-label tabular">{insteadOf}</s>}
        <b>{setUp}</b>
      </Row>
    </Row>
  );
}
