import { Row } from "#app/ui/layout.tsx";

import { useLayoutEffect, useRef, type KeyboardEvent } from "react";

import { IconButton } from "./icon-button.tsx";
import { useEarlyValue } from "./use-early-value.ts";

type Props = {
  id: string;
  /** Values of the range; what is chosen is one of the tiers. */
  min: number;
  max: number;
  step: number;
  value: number;
  tiers: readonly number[];
  chosenTier: number | undefined;
  formatTier: (tier: number) => string;
  /** The value in words, for those who do not see the numbers. */
  valueText: string;
  /** What says how it is moved. */
  describedBy?: string;
  labels: { slider: string; tiers: string; previous: string; next: string; ends: readonly [string, string] };
  onChange: (value: number) => void;
};

/**
 * A range with tiers: arrows, Home and End are the browser's own; Page Up and Page Down, − and + go from one tier
 * to the next.
 */
export function VolumeSlider({
  id,
  min,
  max,
  step,
  value,
  tiers,
  chosenTier,
  formatTier,
  valueText,
  describedBy,
  labels,
  onChange,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  const drawnValue = useRef(value);
  const previous = tiers.findLast((tier) => tier < value);
  const next = tiers.find((tier) => tier > value);

  useEarlyValue(id, (moved) => Number(moved) !== value && onChange(Number(moved)));

  // The range itself: it follows what the buttons choose, and its track is filled up to there.
  // Before the browser's next
  // event: a key pressed meanwhile would move the range from a place it has left.
  useLayoutEffect(() => {
    if (!input.current) return;
    if (drawnValue.current !== value) input.current.value = String(value);
    drawnValue.current = value;
    input.current.style.setProperty("--filled", String((value - min) / (max - min)));
  }, [value, min, max]);

  function jump(event: KeyboardEvent) {
    if (event.key !== "PageUp" && event.key !== "PageDown") return;
    event.preventDefault();
    onChange((event.key === "PageUp" ? next : previous) ?? value);
  }

  return (
    <>
      <div className="step-slider volume-slider">
        <IconButton
          icon="minus"
          label={labels.previous}
          size="medium"
          aria-disabled={previous === undefined}
          onClick={() => onChange(previous ?? value)}
        />
        <div>
          <label className="visually-hidden" htmlFor={id}>
            {labels.slider}
          </label>
          <input
            ref={input}
            id={id}
            type="range"
            min={min}
            max={max}
            step={step}
            defaultValue={value}
            // A reload shows the first position again, as the words around it do.
            autoComplete="off"
            aria-valuetext={valueText}
            aria-describedby={describedBy}
            onChange={(event) => onChange(Number(event.target.value))}
            onKeyDown={jump}
          />
          <Row justify="between" marginTop={12} className="color-on-line-2 text-caption tabular" aria-hidden="true">
            <span>{labels.ends[0]}</span>
            <span>{labels.ends[1]}</span>
          </Row>
        </div>
        <IconButton
          icon="plus"
          label={labels.next}
          size="medium"
          aria-disabled={next === undefined}
          onClick={() => onChange(next ?? value)}
        />
      </div>
      <Row gap={8} isWrapping marginTop={16} role="group" aria-label={labels.tiers}>
        {tiers.map((tier) => (
          <button
            key={tier}
            type="button"
            className="text-small tier-chip tabular"
            aria-pressed={tier === chosenTier}
            onClick={() => onChange(tier)}
          >
            {formatTier(tier)}
          </button>
        ))}
      </Row>
    </>
  );
}
