type Props = {
  name: string;
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
};

/** The whole line is the target. */
export function Checkbox({ name, label, isChecked, onChange }: Props) {
  return (
    <label className="checkbox">
      <input
        id={name}
        name={name}
        type="checkbox"
        checked={isChecked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
