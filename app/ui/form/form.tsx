import { type FormEvent, type ReactNode, useEffect, useRef } from "react";

import { ErrorSummary, type FieldProblemLink, focusField } from "./error-summary.tsx";

type Props = {
  /** See `useForm`. */
  form: {
    problems: readonly FieldProblemLink[];
    refusals: number;
    submit: (event: FormEvent<HTMLFormElement>) => void;
    onInput?: ((event: FormEvent<HTMLFormElement>) => void) | undefined;
  };
  words: {
    /** Before the page's title, as long as something is wrong. */
    titlePrefix: string;
    /** Above several problems. */
    problemsTitle: (count: number) => string;
  };
  className?: string | undefined;
  /** The browser checks first, in its own words. */
  isCheckedByBrowser?: boolean;
  /** Above the list of problems. */
  header?: ReactNode;
  children: ReactNode;
};

/**
 * What is wrong takes the focus, a summary that leads to each field when there is more than one, and the page's title
 * says so.
 */
export function Form({ form, words, className, isCheckedByBrowser = false, header, children }: Props) {
  const { problems, refusals, submit, onInput } = form;
  const summary = useRef<HTMLDivElement>(null);
  const hasProblems = problems.length > 0;

  // Focus: after each refusal, not while the visitor corrects.
  useEffect(() => {
    if (refusals === 0) return;
    if (summary.current) summary.current.focus();
    else if (problems[0]) focusField(problems[0].field);
    // oxlint-disable-next-line react/exhaustive-deps -- the problems of that refusal
  }, [refusals]);

  // The document's title, which belongs to the page.
  useEffect(() => {
    if (!hasProblems) return undefined;
    const title = document.title;
    document.title = words.titlePrefix + title;
    return () => {
      document.title = title;
    };
  }, [hasProblems, words.titlePrefix]);

  return (
    <form className={className} method="post" noValidate={!isCheckedByBrowser} onSubmit={submit} onInput={onInput}>
      {header}
      {problems.length > 1 && (
        <ErrorSummary ref={summary} title={words.problemsTitle(problems.length)} problems={problems} />
      )}
      {children}
    </form>
  );
}
