import type { ReactNode } from "react";

import { FieldProblem } from "./field-problem.tsx";

export type FieldTexts = {
  /** Also the id that an error summary links to: one field of that name per page. */
  name: string;
  label: string;
  /** Beside the label, such as « (optionnel) ». */
  note?: string | undefined;
  hint?: string | undefined;
  /** The sentence of what is wrong. */
  problem?: string | undefined;
  isWide?: boolean | undefined;
};

type Props = FieldTexts & { children: ReactNode; below?: ReactNode };

/** A control between its label and hint and its problem. */
export function FieldFrame({ name, label, note, hint, problem, isWide, children, below }: Props) {
  return (
    <div className={isWide ? "field field-wide" : "field"}>
      <label className="text-lead" htmlFor={name}>
        {label} {note !== undefined && <small className="text-caption faint">{note}</small>}
      </label>
      {hint !== undefined && (
        <p className="text-small quiet field-hint" id={`${name}-hint`}>
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
export function describedBy(name: string, hint: string | undefined, problem?: string): string | undefined {
  const ids = [hint !== undefined && `${name}-hint`, problem !== undefined && `${name}-problem`].filter(Boolean);
  return ids.length > 0 ? ids.join(" ") : undefined;
}
