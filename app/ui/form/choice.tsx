import { Row } from "#app/ui/layout.tsx";

import type { ReactNode } from "react";

import { describedBy } from "./field-frame.tsx";
import { FieldProblem } from "./field-problem.tsx";

type ChoiceOption = {
  value: string;
  label: string;
  detail?: string;
  /** A control beside the answer, which it leaves as it is. */
  aside?: ReactNode;
};

type Props = {
  name: string;
  legend: string;
  hint?: string | undefined;
  problem?: string | undefined;
  options: readonly ChoiceOption[];
  /** What is chosen, where the parent keeps it; else the choice stays in the control. */
  value?: string;
  onChange?: (value: string) => void;
  defaultValue?: string;
  required?: boolean;
};

/** A few answers side by side, each a jack to plug in. */
export function RadioCards(props: Props) {
  return <RadioGroup {...props} listClass="choice-cards" />;
}

/** A longer list of answers, one under the other. */
export function RadioList(props: Props) {
  return <RadioGroup {...props} listClass="choice-list" />;
}

function RadioGroup({
  name,
  legend,
  hint,
  problem,
  options,
  value,
  onChange,
  defaultValue,
  required,
  listClass,
}: Props & { listClass: string }) {
  return (
    <fieldset
      id={name}
      className="field-group"
      role="radiogroup"
      aria-required={required}
      aria-invalid={problem !== undefined}
      aria-describedby={describedBy(name, hint, problem)}
    >
      <legend className="text-lead">{legend}</legend>
      {hint !== undefined && (
        <p className="text-small quiet field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      <div className={listClass}>
        {options.map((option) => (
          <div className="choice-place" key={option.value}>
            <Row as="label" gap={16} align="center" tablet={{ gap: 12 }} lg={{ gap: 16 }} className="choice">
              <input
                type="radio"
                name={name}
                value={option.value}
                {...(onChange
                  ? { checked: option.value === value, onChange: () => onChange(option.value) }
                  : { defaultChecked: option.value === defaultValue })}
                required={required}
              />
              <span>
                <b>{option.label}</b>
                {option.detail !== undefined && <small className="text-small quiet">{option.detail}</small>}
              </span>
            </Row>
            {option.aside !== undefined && <div className="choice-aside">{option.aside}</div>}
          </div>
        ))}
      </div>
      <FieldProblem field={name} sentence={problem} />
    </fieldset>
  );
}
