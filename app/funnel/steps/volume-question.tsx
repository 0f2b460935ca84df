import "#app/ui/words.css";
import "./volume-question.css";

import { StepSlider } from "#app/ui/form/step-slider.tsx";

type Props = {
  name: string;
  copy: { question: string; label: string; unit: string; fewer: string; more: string };
  /** The volumes in their order, as they are written under the track. */
  steps: readonly string[];
  /** Position of the chosen one. */
  index: number;
  price: string;
  priceNote: string;
  /** Volume and price, for those who do not see the numbers. */
  valueText: string;
  onChange: (index: number) => void;
};

/** A volume on equal steps, with what it costs. */
export function VolumeQuestion({ name, copy, steps, index, price, priceNote, valueText, onChange }: Props) {
  return (
    <fieldset className="volume-question">
      <legend>{copy.question}</legend>
      <div className="volume-figures">
        <div>
          <b className="tabular">{steps[index]}</b>
          <span>{copy.unit}</span>
        </div>
        <div>
          <b className="tabular">{price}</b>
          <span className="tabular">{priceNote}</span>
        </div>
      </div>
      <StepSlider
        name={name}
        label={copy.label}
        steps={steps}
        index={index}
        valueText={valueText}
        previousLabel={copy.fewer}
        nextLabel={copy.more}
        onChange={onChange}
      />
    </fieldset>
  );
}
