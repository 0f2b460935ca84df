import { Box, Row } from "#app/ui/layout.tsx";
import { adminStatistics } from "#subjects/statistics/words/admin-statistics.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import {
  lastDays,
  type StatisticsStep,
  statisticsSteps,
  type StatisticsView,
} from "#subjects/statistics/rules/statistics-period.ts";

const copy = adminStatistics.period;

/** The usual ones, in days. */
const spans = [7, 30, 90, 365];

type Props = { view: StatisticsView; today: CivilDate; onChoose: (params: Record<string, string>) => void };

/** From when to when, and by what. */
export function PeriodChoice({ view: { from, to, step }, today, onChoose }: Props) {
  return (
    <Row
      as="search"
      rowGap={8}
      columnGap={16}
      align="center"
      isWrapping
      paddingInline="inset"
      paddingTop={16}
      aria-label={copy.label}
    >
      <Row gap={16} isWrapping>
        {spans.map((days) => {
          const { from: first, to: last } = lastDays(days, today);
          return (
            <button
              key={days}
              type="button"
              className="text-small quiet-action period-span"
              aria-pressed={from === first && to === last}
              onClick={() => onChoose({ du: first, au: last })}
            >
              {days === 365 ? copy.lastYear : copy.last(days)}
            </button>
          );
        })}
      </Row>
      <Row gap={8} align="center" isWrapping>
        <Day label={copy.from} value={from} max={to} onChoose={(du) => onChoose({ du, au: to, pas: step })} />
        <Day label={copy.to} value={to} min={from} onChoose={(au) => onChoose({ du: from, au, pas: step })} />
        <label className="text-small faint">
          {copy.step}{" "}
          <Box
            as="select"
            paddingInline={8}
            className="control period-step"
            value={step}
            onChange={(event) => onChoose({ du: from, au: to, pas: event.target.value })}
          >
            {statisticsSteps.map((each: StatisticsStep) => (
              <option key={each} value={each}>
                {copy.steps[each]}
              </option>
            ))}
          </Box>
        </label>
      </Row>
    </Row>
  );
}

type DayProps = { label: string; value: string; min?: string; max?: string; onChoose: (day: string) => void };

function Day({ label, onChoose, ...input }: DayProps) {
  return (
    <label className="text-small faint">
      {label}{" "}
      <Box
        as="input"
        type="date"
        paddingInline={8}
        className="control"
        {...input}
        onChange={(event) => event.target.value !== "" && onChoose(event.target.value)}
      />
    </label>
  );
}
