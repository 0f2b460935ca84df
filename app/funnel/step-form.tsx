import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";

import { ErrorSummary, type FieldProblemLink, focusField } from "#app/ui/form/error-summary.tsx";
import { funnelCopy } from "#content/funnel.ts";

type Props = {
  problems: readonly FieldProblemLink[];
  /** Says whether the answers could be taken. */
  onSubmit: () => boolean;
  className?: string;
  header: ReactNode;
  children: ReactNode;
};

/** A step's form checks itself; what is wrong takes the focus, and the page's title says so. */
export function StepForm({ problems, onSubmit, className, header, children }: Props) {
  const summary = useRef<HTMLDivElement>(null);
  const [refusals, setRefusals] = useState(0);
  const hasProblems = problems.length > 0;

  // Focus: after each refused submit, not while the visitor corrects.
  useEffect(() => {
    if (refusals === 0) return;
    if (summary.current) summary.current.focus();
    else if (problems[0]) focusField(problems[0].field);
    // oxlint-disable-next-line react/exhaustive-deps -- the problems of that submit
  }, [refusals]);

  // The document's title, which belongs to the page.
  useEffect(() => {
    if (!hasProblems) return undefined;
    const title = document.title;
    document.title = funnelCopy.errorTitlePrefix + title;
    return () => {
      document.title = title;
    };
  }, [hasProblems]);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!onSubmit()) setRefusals((count) => count + 1);
  }

  return (
    <form className={className} method="post" noValidate onSubmit={submit}>
      {header}
      {problems.length > 1 && (
        <ErrorSummary ref={summary} title={funnelCopy.problemsTitle(problems.length)} problems={problems} />
      )}
      {children}
    </form>
  );
}

type Sentences = Record<string, Partial<Record<string, string>>>;

/** The problems of a form in the order of its fields, in words. */
export function problemsInWords(codes: Record<string, string>, sentences: Sentences): FieldProblemLink[] {
  return Object.keys(sentences).flatMap((field) => {
    const code = codes[field];
    const sentence = code === undefined ? undefined : sentences[field]?.[code];
    return sentence === undefined ? [] : [{ field, sentence }];
  });
}

/** The sentence of one field. */
export function sentenceOf(problems: readonly FieldProblemLink[], field: string): string | undefined {
  return problems.find((problem) => problem.field === field)?.sentence;
}
