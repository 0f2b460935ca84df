import "./select-field.css";

import { Icon } from "#app/ui/icon.tsx";

import { describedBy, FieldFrame, type FieldTexts } from "./field-frame.tsx";

type Props = FieldTexts & { options: Record<string, string>; placeholder: string; required?: boolean };

/** The browser's own list; nothing is chosen beforehand. */
export function SelectField({ options, placeholder, required, ...frame }: Props) {
  const { name, hint, problem } = frame;
  return (
    <FieldFrame {...frame}>
      <span className="select">
        <select
          id={name}
          name={name}
          defaultValue=""
          required={required}
          aria-invalid={problem !== undefined}
          aria-describedby={describedBy(name, hint, problem)}
        >
          <option value="">{placeholder}</option>
          {Object.entries(options).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <Icon name="down" />
      </span>
    </FieldFrame>
  );
}
