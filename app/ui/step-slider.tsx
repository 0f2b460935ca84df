import { Row } from "#app/ui/layout.tsx";

import { IconButton } from "#app/ui/icon-button.tsx";

type Props = {
  name: string;
  label: string;
  /** Short words under the track, one per step. */
  steps: readonly string[];
  /** Position of the chosen step. */
  index: number;
  /** The value in words, for those who do not see the numbers. */
  valueText: string;
  previousLabel: string;
  nextLabel: string;
  onChange: (index: number) => void;
};

/** A slider of equal steps. Arrows, Page keys, Home and End are the browser's own; − and + move one step. */
export function StepSlider({ name, label, steps, index, valueText, previousLabel, nextLabel, onChange }: Props) {
  const last = steps.length - 1;
  const stride = strideOf(last);
  const moveTo = (wished: number) => onChange(Math.min(Math.max(wished, 0), last));

  return (
    <div className="step-slider">
      <IconButton
        icon="minus"
        label={previousLabel}
        size="medium"
        aria-disabled={index === 0}
        onClick={() => moveTo(index - 1)}
      />
      <div>
        <input
          // The filled part of the track: a custom property set by script, since the page allows no style attribute.
          ref={(input) => input?.style.setProperty("--filled", String(index / last))}
          id={name}
          name={name}
          type="range"
          min={0}
          max={last}
          step={1}
          value={index}
          onChange={(event) => moveTo(Number(event.target.value))}
          aria-label={label}
          aria-valuetext={valueText}
        />
        <Row justify="between" className="text-caption quiet step-slider-marks" aria-hidden="true">
          {steps.map((step, position) => (
            <span key={step} className={position % stride === 0 ? undefined : "is-between"}>
              {step}
            </span>
          ))}
        </Row>
      </div>
      <IconButton
        icon="plus"
        label={nextLabel}
        size="medium"
        aria-disabled={index === last}
        onClick={() => moveTo(index + 1)}
      />
    </div>
  );
}

/** Every how many steps a mark stays where there is no room for all: equal parts, five of them at most. */
function strideOf(last: number): number {
  const strides = Array.from({ length: last }, (_, index) => index + 1);
  return strides.find((stride) => last % stride === 0 && last / stride <= 5) ?? 1;
}
