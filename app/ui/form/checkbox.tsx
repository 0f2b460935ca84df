import type { ReactNode } from "react";

type Props = {
  name: string;
  /** Whether it is ticked, where the parent keeps it; else the browser does, and it is not ticked beforehand. */
  isChecked?: boolean;
  onChange?: (isChecked: boolean) => void;
  required?: boolean;
  /** After its sentence, such as « (optionnel) ». */
  note?: string;
  children: ReactNode;
};

/** The whole line is the target. */
export function Checkbox({ name, isChecked, onChange, required, note, children }: Props) {
  return (
    <label className="text-small checkbox">
      <input
        id={name}
        name={name}
        type="checkbox"
        required={required}
        checked={isChecked}
        onChange={onChange && ((event) => onChange(event.target.checked))}
      />
      <span>
        {children} {note !== undefined && <small className="text-caption faint">{note}</small>}
      </span>
    </label>
  );
}
