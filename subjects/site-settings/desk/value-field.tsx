import { useState } from "react";

import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { Field, TextArea } from "#app/ui/form/field.tsx";
import { describedBy, FieldFrame } from "#app/ui/form/field-frame.tsx";
import type { FieldFacts } from "#domain/site/site-config.ts";
import { readNumber, writeNumber } from "#subjects/site-settings/rules/document-form.ts";
import { adminSite } from "#subjects/site-settings/words/admin-site.ts";
import { siteFieldWords } from "#subjects/site-settings/words/site-fields.ts";
import { siteChoices } from "#subjects/site-settings/words/site-sections.ts";

import { PictureField } from "./picture-field.tsx";

const copy = adminSite.form;

/** `path`: with the numbers of entries. `place`: without, as words have it. `problems`: sentences by path. */
export type Placed = {
  path: string;
  place: string;
  value: unknown;
  problems: Readonly<Record<string, string>>;
  /** Undefined: left out. */
  onChange: (value: unknown) => void;
};

type Props = Placed & { facts: FieldFacts; isOptional: boolean };

/** One value of the document, in the control of its kind. */
export function ValueField({ facts, path, place, value, isOptional, problems, onChange }: Props) {
  const { label, help } = siteFieldWords[place] ?? { label: place };
  const frame = {
    name: path,
    label,
    hint: help,
    problem: problems[path],
    ...(isOptional && { note: copy.optional }),
  };
  const text = typeof value === "string" ? value : "";
  const write = (typed: string) => onChange(isOptional && typed === "" ? undefined : typed);

  switch (facts.kind) {
    case "line":
      return <Field {...frame} maxLength={facts.max} autoComplete="off" value={text} onChange={write} />;
    case "address":
      return (
        <Field {...frame} maxLength={facts.max} inputMode="url" spellCheck={false} value={text} onChange={write} />
      );
    case "area":
      return <TextArea {...frame} maxLength={facts.max} rows={4} value={text} onChange={write} />;
    case "hour":
      return <Field {...frame} type="time" value={text} onChange={write} />;
    case "day":
      return <Field {...frame} type="date" value={text} onChange={write} />;
    case "picture":
      return <PictureField {...frame} problems={problems} value={value} onChange={onChange} />;
    case "flag":
      return (
        <Checkbox
          name={path}
          isChecked={value === true}
          onChange={onChange}
          {...(help !== undefined && { note: help })}
        >
          {label}
        </Checkbox>
      );
    case "choice":
      return (
        <FieldFrame {...frame}>
          <select
            id={path}
            name={path}
            value={text}
            aria-invalid={frame.problem !== undefined}
            aria-describedby={describedBy(path, help, frame.problem)}
            onChange={(event) => write(event.target.value)}
          >
            {isOptional && <option value="">{copy.unset}</option>}
            {facts.choices.map((choice) => (
              <option key={choice} value={choice}>
                {siteChoices[place]?.[choice] ?? choice}
              </option>
            ))}
          </select>
        </FieldFrame>
      );
    case "number":
    case "euros":
      return <NumberField {...frame} isEuros={facts.kind === "euros"} value={value} onChange={onChange} />;
  }
}

type NumberProps = Pick<Placed, "value" | "onChange"> & {
  isEuros: boolean;
  name: string;
  label: string;
  note?: string;
  hint: string | undefined;
  problem: string | undefined;
};

/** What is typed stays as it is typed until the field is left: « 12, » is on its way to a number. */
function NumberField({ isEuros, value, onChange, hint, ...frame }: NumberProps) {
  const [typed, setTyped] = useState<string>();
  return (
    // The frame hands the blur on: an input of the kit has none of its own.
    <div onBlur={() => setTyped(undefined)}>
      <Field
        {...frame}
        hint={isEuros ? [hint, copy.euros].filter(Boolean).join(" ") : hint}
        inputMode="decimal"
        autoComplete="off"
        value={typed ?? writeNumber(value, isEuros)}
        onChange={(text) => {
          setTyped(text);
          onChange(readNumber(text, isEuros));
        }}
      />
    </div>
  );
}
