import "#app/ui/words.css";
import "./volume-question.css";

import { StopSlider } from "#app/ui/form/stop-slider.tsx";

type Props = {
  name: string;
  copy: { question: string; label: string; unit: string; fewer: string; more: string };
  /** The volumes in their order, as they are written under the track. */
  stops: readonly string[];
  /** Position of the chosen one. */
  index: number;
  price: string;
  priceNote: string;
  /** Volume and price, for those who do not see the numbers. */
  valueText: string;
  onChange: (index: number) => void;
};

/** A volume on equal stops, with what it costs. */
export function VolumeQuestion({ name, copy, stops, index, price, priceNote, valueText, onChange }: Props) {
  return (
    <fieldset className="volume-question">
      <legend>{copy.question}</legend>
      <div className="volume-figures">
        <div>
          <b className="tabular">{stops[index]}</b>
          <span>{copy.unit}</span>
        </div>
        <div>
          <b className="tabular">{price}</b>
          <span className="tabular">{priceNote}</span>
        </div>
      </div>
      <StopSlider
        name={name}
        label={copy.label}
        stops={stops}
        index={index}
        valueText={valueText}
        previousLabel={copy.fewer}
        nextLabel={copy.more}
        onChange={onChange}
      />
    </fieldset>
  );
}
