import "#app/ui/card.css";

import { StepSlider } from "#app/ui/form/step-slider.tsx";
import { Box } from "#app/ui/layout.tsx";

import { VolumeFigure, VolumeFigures, volumeTitleClasses } from "./volume-figures.tsx";

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
    <Box as="fieldset" paddingTop={24} paddingBottom={20} paddingInline="inset" className="card">
      <legend className={volumeTitleClasses}>{copy.question}</legend>
      <VolumeFigures>
        <VolumeFigure figure={steps[index] ?? ""} note={copy.unit} />
        <VolumeFigure figure={price} note={priceNote} isPrice />
      </VolumeFigures>
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
    </Box>
  );
}
