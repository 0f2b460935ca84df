import type { ReactNode, RefObject } from "react";

import { AdminBar } from "#app/admin/admin-bar.tsx";
import { DoneMessage } from "#app/admin/done-message.tsx";
import { useDashboardVisit } from "#app/admin/guard.ts";
import { usePageTitle } from "#app/admin/page-title.ts";
import { RetryNotice } from "#app/admin/retry-notice.tsx";
import { SlackCord } from "#app/admin/slack-cord.tsx";
import type { Done } from "#app/admin/use-done.ts";

type Props = {
  /** Of the main part, where the skip link leads. */
  id: string;
  copy: {
    title: string;
    skip: string;
    intro: string;
    loading: string;
    loadFailed: string;
    empty: { title: string; text: string };
  };
  query: { isPending: boolean; isError: boolean; refetch: () => Promise<unknown> };
  /** How many there are; undefined until it is known. */
  total: string | undefined;
  isEmpty: boolean;
  heading: RefObject<HTMLHeadingElement | null>;
  done: Done | undefined;
  onDismiss: () => void;
  children: ReactNode;
};

/** A screen of what waits for a person to decide. */
export function AstrayPage({ id, copy, query, total, isEmpty, heading, done, onDismiss, children }: Props) {
  usePageTitle(copy.title);
  const { email } = useDashboardVisit();

  return (
    <>
      <a className="skip-link" href={`#${id}`}>
        {copy.skip}
      </a>
      <AdminBar email={email} />
      <main id={id} className="admin-page" tabIndex={-1}>
        <header>
          <h1 ref={heading} tabIndex={-1}>
            {copy.title}
          </h1>
          <p>{copy.intro}</p>
        </header>
        <p role="status" className="admin-page-count tabular">
          {total ?? (query.isPending && copy.loading)}
        </p>
        {query.isError && <RetryNotice sentence={copy.loadFailed} onRetry={() => void query.refetch()} />}
        {isEmpty && (
          <div className="no-leads">
            <SlackCord />
            <b>{copy.empty.title}</b>
            <p>{copy.empty.text}</p>
          </div>
        )}
        {children}
      </main>
      {done && <DoneMessage key={done.number} sentence={done.sentence} onDismiss={onDismiss} />}
    </>
  );
}
