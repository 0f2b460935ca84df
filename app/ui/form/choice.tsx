import "#app/ui/text.css";
import { Row } from "#app/ui/layout.tsx";
import "./choice.css";

import { describedBy } from "./field-frame.tsx";
import { FieldProblem } from "./field-problem.tsx";

type ChoiceOption = { value: string; label: string; detail?: string };

type Props = {
  name: string;
  legend: string;
  hint?: string | undefined;
  problem?: string | undefined;
  options: readonly ChoiceOption[];
  value: string;
  onChange: (value: string) => void;
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
          <Row as="label" gap={16} align="center" className="choice" key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              required={required}
            />
            <span>
              <b>{option.label}</b>
              {option.detail !== undefined && <small className="text-small quiet">{option.detail}</small>}
            </span>
          </Row>
        ))}
      </div>
      <FieldProblem field={name} sentence={problem} />
    </fieldset>
  );
}
