import { useEffect, useId, useRef, useState, useSyncExternalStore } from "react";

import { ButtonLink } from "#app/ui/button.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { useEarlyValue } from "#app/ui/use-early-value.ts";
import { missedCallsCopy as copy } from "#subjects/offers/words/missed-calls.ts";
import {
  estimateMissedCalls,
  exampleMissedCalls,
  type MissedCallsInput as Numbers,
  missedCallsFragment,
  readMissedCalls,
  readMissedCallsFragment,
} from "#subjects/offers/rules/secretariat/missed-calls.ts";

import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { nearestCallsPerDay } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";

import { talkOf, useLinkVolumeSync, withVolume } from "./link-volume-sync.ts";
import type { BoardProps } from "./volume-order.tsx";

export type MissedCallsProps = Pick<BoardProps, "funnel" | "contactHref" | "notSold" | "today" | "prices"> & {
  brand: string;
};

type Typed = Record<keyof Numbers, string>;

/** What missed calls cost, from the visitor's own numbers, beside what the tier costs. The result has an address. */
export function MissedCalls({ brand, ...board }: MissedCallsProps) {
  const { funnel } = board;
  const section = useRef<HTMLElement>(null);
  const titleId = useId();
  const fragment = useSyncExternalStore(
    onFragment,
    () => location.hash,
    () => "",
  );
  const shared = readMissedCallsFragment(fragment);
  const [typing, setTyping] = useState<{ at: string; values: Partial<Typed> }>({ at: "", values: {} });
  // Another address is another calculation: what was typed belongs to the one before.
  const typed = typing.at === fragment ? typing.values : {};
  const values = { ...textsOf(shared ?? exampleMissedCalls), ...typed };
  const numbers = readMissedCalls(values);
  const isOwn = shared !== undefined || Object.keys(typed).length > 0;

  useLinkVolumeSync(funnel, isOwn && numbers ? nearestCallsPerDay(numbers.callsPerDay) : undefined);

  // The window: an address that names a result opens on it, as one that names a section does.
  const isShared = shared !== undefined;
  useEffect(() => {
    if (isShared) section.current?.scrollIntoView();
  }, [isShared]);

  const field = (name: keyof Numbers) => ({
    name,
    value: values[name],
    onChange: (value: string) =>
      setTyping(({ at, values: before }) => ({
        at: fragment,
        values: { ...(at === fragment ? before : {}), [name]: value },
      })),
  });

  return (
    <Stack
      as="section"
      tablet={{ columns: 2 }}
      className="missed-calls above-bar"
      ref={section}
      aria-labelledby={titleId}
    >
      <Box padding="cell" lg={{ paddingBlock: "block" }}>
        <h2 className="leading-tight missed-calls-title" id={titleId}>
          {copy.title}
        </h2>
        <Box
          as="p"
          marginTop={8}
          marginBottom={16}
          maxWidth="46ch"
          tablet={{ marginTop: 16, marginBottom: 24 }}
          className="lead leading-snug"
        >
          {copy.lead} <span className="hidden-until-tablet">{copy.private}</span>
        </Box>
        <Stack columns={3} gap={12} align="end" tablet={{ columns: 1, gap: 20 }}>
          <NumberField {...copy.fields.callsPerDay} {...field("callsPerDay")} />
          <NumberField {...copy.fields.missedPerDay} {...field("missedPerDay")} />
          <NumberField {...copy.fields.basketEuros} {...field("basketEuros")} />
        </Stack>
      </Box>
      <Row
        as="output"
        direction="column"
        justify="center"
        background="line-100"
        padding="cell"
        tablet={{ rule: "left" }}
        lg={{ paddingBlock: "block" }}
        htmlFor="callsPerDay missedPerDay basketEuros"
        className="missed-calls-result"
      >
        {numbers ? (
          <Result numbers={numbers} brand={brand} {...board} />
        ) : (
          <span className="lead">{copy.incomplete}</span>
        )}
      </Row>
    </Stack>
  );
}

/** Whole numbers, on the keys of telephones that have only those. */
function NumberField({ onChange, ...field }: Parameters<typeof Field>[0] & { onChange: (value: string) => void }) {
  useEarlyValue(field.name, (value) => value !== field.value && onChange(value));
  return <Field {...field} inputMode="numeric" autoComplete="off" maxLength={9} onChange={onChange} />;
}

function Result({ numbers, brand, ...board }: MissedCallsProps & { numbers: Numbers }) {
  const { missedPerMonth, lostRevenue, tier, marginPercent } = estimateMissedCalls(
    numbers,
    pricesOn(board, board.today),
  );
  const talk = talkOf(board, tier.callsPerDay);
  const { result } = copy;
  return (
    <>
      <span className="text-small on-line-100">{result.title}</span>
      <Box as="span" tablet={{ marginTop: 8 }} className="text-lead block">
        {result.missed(missedPerMonth, formatCount(missedPerMonth))}
      </Box>
      <b className="text-display block tracking-display leading-display color-line-800 unbroken tabular">
        {formatEuros(lostRevenue)}
      </b>
      <span className="text-lead block">{result.lost}</span>
      <Box
        as="span"
        marginTop={12}
        paddingTop={12}
        rule="top"
        tablet={{ marginTop: 24, paddingTop: 20 }}
        className="block strong"
      >
        {result.price(brand, formatEuros(tier.monthlyExcludingTax), formatCount(tier.callsPerDay))}
      </Box>
      {numbers.callsPerDay > tier.callsPerDay && (
        <Box as="span" marginTop={8} className="block">
          {result.over}
        </Box>
      )}
      {talk !== undefined && (
        <Box as="span" marginTop={8} className="block">
          {result.talk.sentence} <TextLink href={talk}>{result.talk.button}</TextLink>
        </Box>
      )}
      <Box as="span" marginTop={8} marginBottom={16} tablet={{ marginBottom: 24 }} className="block">
        {marginPercent === undefined ? result.notPaid : result.paid(String(marginPercent))}
      </Box>
      <Row as="span" columnGap={16} rowGap={8} isWrapping align="center">
        <ButtonLink href={withVolume(board.funnel, tier.callsPerDay)} variant="green" isSmall>
          {result.choose}
        </ButtonLink>
        <span className="text-small">
          <TextLink href={missedCallsFragment(numbers)}>{result.share}</TextLink>
        </span>
      </Row>
    </>
  );
}

function textsOf({ callsPerDay, missedPerDay, basketEuros }: Numbers): Typed {
  return { callsPerDay: String(callsPerDay), missedPerDay: String(missedPerDay), basketEuros: String(basketEuros) };
}

function onFragment(changed: () => void): () => void {
  addEventListener("hashchange", changed);
  return () => removeEventListener("hashchange", changed);
}
