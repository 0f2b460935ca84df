import type { ReactNode } from "react";

import { StepSlider } from "#app/ui/step-slider.tsx";
import { Box } from "#app/ui/layout.tsx";
import { beyondTier } from "#subjects/offers/words/general/beyond-tier.ts";

import { VolumeFigure, VolumeFigures, volumeTitleClasses } from "./volume-figures.tsx";

type Props = {
  name: string;
  copy: { question: string; label: string; unit: string; beyond: string; fewer: string; more: string };
  /** The volumes in their order, as they are written under the track. */
  steps: readonly string[];
  /** Position of the chosen one. */
  index: number;
  price: string;
  priceNote: string;
  /** Volume and price, for those who do not see the numbers. */
  valueText: string;
  onChange: (index: number) => void;
  /** Said of a volume that has no payment link. */
  children?: ReactNode;
};

/** A volume on equal steps, with what it costs. */
export function VolumeQuestion({ name, copy, steps, index, price, priceNote, valueText, onChange, children }: Props) {
  return (
    <Box as="fieldset" paddingTop={24} paddingBottom={20} paddingInline="inset" className="card">
      <legend className={volumeTitleClasses}>{copy.question}</legend>
      <VolumeFigures>
        <VolumeFigure figure={steps[index] ?? ""} note={copy.unit} />
        <VolumeFigure figure={price} note={priceNote} isPrice />
      </VolumeFigures>
      {steps.length > 1 && (
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
      )}
      <Box as="p" marginTop={12} className="text-small quiet">
        <b>{beyondTier.title}</b> {copy.beyond}
      </Box>
      {children}
    </Box>
  );
}
