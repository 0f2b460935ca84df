import type { ComponentProps, ReactNode } from "react";

import { FieldProblem } from "./field-problem.tsx";

type Common = {
  /** Also the id that an error summary links to: one field of that name per page. */
  name: string;
  label: string;
  /** Beside the label, such as « (optionnel) ». */
  note?: string | undefined;
  hint?: string | undefined;
  /** The sentence of what is wrong. */
  problem?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  /** Under the control: an action, a reminder. */
  children?: ReactNode;
  isWide?: boolean | undefined;
};

type InputProps = Pick<
  ComponentProps<"input">,
  "type" | "autoComplete" | "inputMode" | "maxLength" | "required" | "placeholder" | "spellCheck"
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
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy(name, hint, problem)}
      />
    </FieldFrame>
  );
}

type TextAreaProps = Pick<ComponentProps<"textarea">, "rows" | "maxLength" | "required" | "placeholder">;

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
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={problem !== undefined}
        aria-describedby={describedBy(name, hint, problem)}
      />
    </FieldFrame>
  );
}

type FrameProps = Pick<Common, "name" | "label" | "note" | "hint" | "problem" | "isWide"> & {
  children: ReactNode;
  below: ReactNode;
};

function FieldFrame({ name, label, note, hint, problem, isWide, children, below }: FrameProps) {
  return (
    <div className={isWide ? "field field-wide" : "field"}>
      <label htmlFor={name}>
        {label} {note !== undefined && <small>{note}</small>}
      </label>
      {hint !== undefined && (
        <p className="field-hint" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <FieldProblem field={name} sentence={problem} />
      {below}
    </div>
  );
}

/** The ids that say more about a control. */
export function describedBy(name: string, hint: string | undefined, problem: string | undefined): string | undefined {
  const ids = [hint !== undefined && `${name}-hint`, problem !== undefined && `${name}-problem`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}
