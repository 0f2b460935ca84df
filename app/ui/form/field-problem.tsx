import "./field-problem.css";

import { Icon } from "#app/ui/icon.tsx";

/** What is wrong with a field, tied to it by `aria-describedby`. */
export function FieldProblem({ field, sentence }: { field: string; sentence: string | undefined }) {
  if (sentence === undefined) return null;
  return (
    <p className="field-problem" id={`${field}-problem`}>
      <Icon name="warning" isSmall />
      <span>{sentence}</span>
    </p>
  );
}
