import type { MouseEvent, Ref } from "react";

export type FieldProblemLink = { field: string; sentence: string };

type Props = {
  title: string;
  problems: readonly FieldProblemLink[];
  ref?: Ref<HTMLDivElement>;
};

/** What is wrong with a form, each sentence leading to its field. Focus comes here when several are wrong. */
export function ErrorSummary({ title, problems, ref }: Props) {
  return (
    <div className="error-summary" role="alert" tabIndex={-1} ref={ref}>
      <h2 className="text-lead">{title}</h2>
      <ul>
        {problems.map(({ field, sentence }) => (
          <li key={field}>
            <a href={`#${field}`} onClick={(event) => followTo(event, field)}>
              {sentence}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Focus goes to the field, and the address stays: it belongs to the steps. */
function followTo(event: MouseEvent, field: string): void {
  event.preventDefault();
  focusField(field);
}

/** The control of that name; for a group of answers, the chosen one or the first. */
export function focusField(field: string): void {
  const found = document.getElementById(field);
  const control = found?.matches("fieldset") ? found.querySelector<HTMLElement>(":checked, input") : found;
  control?.focus();
}
