import type { ComponentProps, ReactNode } from "react";

import { describedBy, FieldFrame, type FieldTexts } from "./field-frame.tsx";

type Common = FieldTexts & {
  /** The value, where the parent keeps it; else what is typed stays in the control. */
  value?: string;
  onChange?: ((value: string) => void) | undefined;
  /** Under the control: an action, a reminder. */
  children?: ReactNode;
};

type InputProps = Pick<
  ComponentProps<"input">,
  "type" | "autoComplete" | "inputMode" | "maxLength" | "required" | "placeholder" | "spellCheck" | "defaultValue"
>;

/** A line of text with its label, hint and problem. */
export function Field({ onChange, name, value, type, ...rest }: Common & InputProps) {
  const { label, note, hint, problem, children, isWide, ...input } = rest;
  return (
    <FieldFrame {...{ name, label, note, hint, problem, isWide }} below={children}>
      <input
        {...input}
        id={name}
        name={name}
        type={type ?? "text"}
        value={value}
        onChange={onChange && ((event) => onChange(event.target.value))}
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy(name, hint, problem)}
      />
    </FieldFrame>
  );
}

type TextAreaProps = Pick<
  ComponentProps<"textarea">,
  | "rows"
  | "maxLength"
  | "required"
  | "placeholder"
  | "defaultValue"
  | "onSelect"
  | "onKeyDown"
  | "onBlur"
  | "aria-autocomplete"
  | "aria-haspopup"
  | "aria-controls"
  | "aria-activedescendant"
>;

/** Several lines of text. */
export function TextArea({ onChange, name, value, ...rest }: Common & TextAreaProps) {
  const { label, note, hint, problem, children, isWide, ...area } = rest;
  return (
    <FieldFrame {...{ name, label, note, hint, problem, isWide }} below={children}>
      <textarea
        {...area}
        id={name}
        name={name}
        value={value}
        onChange={onChange && ((event) => onChange(event.target.value))}
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy(name, hint, problem)}
      />
    </FieldFrame>
  );
}
