import { Icon } from "#app/ui/icon.tsx";

import { describedBy, FieldFrame, type FieldTexts } from "./field-frame.tsx";

type Props = FieldTexts & {
  options: Record<string, string>;
  /** What stands there as long as nothing is chosen; without it, the first of the options is. */
  placeholder?: string;
  /** What is chosen at first, instead. */
  defaultValue?: string;
  required?: boolean;
};

/** The browser's own list. */
export function SelectField({ options, placeholder, defaultValue, required, ...frame }: Props) {
  const { name, hint, problem } = frame;
  return (
    <FieldFrame {...frame}>
      <span className="select">
        <select
          id={name}
          name={name}
          defaultValue={defaultValue ?? (placeholder === undefined ? undefined : "")}
          required={required}
          aria-invalid={problem !== undefined}
          aria-describedby={describedBy(name, hint, problem)}
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
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
