import "#app/ui/text.css";
import { Stack } from "#app/ui/layout.tsx";
import "#app/ui/skip-link.css";
import "#app/ui/words.css";
import "./attention-page.css";
import "#app/admin/leads/no-leads.css";

import type { ReactNode, RefObject } from "react";

import { AdminBar } from "#app/admin/shell/admin-bar.tsx";
import { useDashboardVisit } from "#app/admin/shell/guard.ts";
import { usePageTitle } from "#app/admin/shell/page-title.ts";

import { RetryNotice } from "./retry-notice.tsx";
import { SlackCord } from "./slack-cord.tsx";
import { Toast } from "./toast.tsx";
import type { ToastMessage } from "./use-toast.ts";

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
  toast: ToastMessage | undefined;
  onDismiss: () => void;
  children: ReactNode;
};

/** A screen of what waits for a person to decide. */
export function AttentionPage({ id, copy, query, total, isEmpty, heading, toast, onDismiss, children }: Props) {
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
          <h1 className="text-heading" ref={heading} tabIndex={-1}>
            {copy.title}
          </h1>
          <p className="quiet">{copy.intro}</p>
        </header>
        <p role="status" className="admin-page-count tabular">
          {total ?? (query.isPending && copy.loading)}
        </p>
        {query.isError && <RetryNotice sentence={copy.loadFailed} onRetry={() => void query.refetch()} />}
        {isEmpty && (
          <Stack gap={8} justify="start" className="no-leads no-leads-alone">
            <SlackCord />
            <b className="text-subtitle">{copy.empty.title}</b>
            <p>{copy.empty.text}</p>
          </Stack>
        )}
        {children}
      </main>
      {toast && <Toast key={toast.number} sentence={toast.sentence} onDismiss={onDismiss} />}
    </>
  );
}
