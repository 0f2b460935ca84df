import { formatDay, formatEuros } from "./format.ts";
import { Jack } from "./jack.tsx";
import { Box, Row, Stack } from "./layout.tsx";

/** In whole cents. */
type Amount = { excludingTax: number; includingTax: number };

type Line = { date: string; amount: Amount; label: string; prefix?: string };

export type PaymentScheduleProps = {
  lines: readonly Line[];
  setUp?: { kind: "included" } | { kind: "offered"; insteadOf: number };
  words: {
    title: string;
    excludingTax: (amount: string) => string;
    includingTax: (amount: string) => string;
    setUp: { label: string; offered: string; included: string };
  };
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
}: PaymentScheduleProps) {
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
          <Stack
            as="li"
            key={line.date}
            columns="auto 1fr auto"
            columnGap={16}
            align="center"
            {...(isInThree && { lg: { columns: "auto 1fr", align: "start" } })}
            paddingBlock={12}
            {...inset}
            rule="top"
            position="relative"
            className="schedule-line leading-snug"
          >
            <Jack state={index === 0 ? "live" : isGreen ? "connected" : "idle"} />
            <span>
              {line.prefix !== undefined && <b>{line.prefix}, </b>}
              <time dateTime={line.date} className={line.prefix === undefined ? "strong" : undefined}>
                {formatDay(line.date)}
              </time>
              <span className="schedule-label text-small block">{line.label}</span>
            </span>
            <AmountDue amount={line.amount} words={words} isBelow={isInThree} />
          </Stack>
        ))}
      </Stack>
      {setUp && <SetUp setUp={setUp} words={words} inset={inset} isGreen={isGreen} />}
    </Box>
  );
}

type AmountDueProps = Pick<PaymentScheduleProps, "words"> & {
  amount: Amount;
  /** Under the date where three lines stand side by side, else at its right. */
  isBelow: boolean;
};

function AmountDue({ amount, words, isBelow }: AmountDueProps) {
  const isFree = amount.excludingTax === 0;
  return (
    <span className={isBelow ? "right-aligned schedule-below tabular" : "right-aligned tabular"}>
      <b className="text-lead block unbroken">
        {isFree ? formatEuros(0) : words.excludingTax(formatEuros(amount.excludingTax))}
      </b>
      {!isFree && (
        <small className="schedule-label text-caption block unbroken">
          {" "}
          {words.includingTax(formatEuros(amount.includingTax))}
        </small>
      )}
    </span>
  );
}

type SetUpProps = {
  setUp: NonNullable<PaymentScheduleProps["setUp"]>;
  words: PaymentScheduleProps["words"];
  inset: { paddingInline?: "inset" | "cell" };
  isGreen: boolean;
};

function SetUp({ setUp, words, inset, isGreen }: SetUpProps) {
  const { label, offered, included } = words.setUp;
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
        {setUp.kind === "offered" && (
          <s className="schedule-label tabular">{words.excludingTax(formatEuros(setUp.insteadOf))}</s>
        )}
        <b>{setUp.kind === "offered" ? offered : included}</b>
      </Row>
    </Row>
  );
}
