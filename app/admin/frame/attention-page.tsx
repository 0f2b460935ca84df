import type { ReactNode, RefObject } from "react";

import { NothingHere } from "#app/admin/ui/nothing-here.tsx";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import { ScreenHead } from "#app/admin/ui/screen-head.tsx";
import { Toast } from "#app/admin/ui/toast.tsx";
import type { ToastMessage } from "#app/admin/ui/use-toast.ts";
import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { AdminBar } from "./admin-bar.tsx";
import { usePageTitle } from "./page-title.ts";

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
  /** Between the head and the count. */
  filters?: ReactNode;
  /** Beside the count. */
  action?: ReactNode;
  onDismiss: () => void;
  children: ReactNode;
};

/** A screen of what waits for a person to decide. */
export function AttentionPage({
  id,
  copy,
  query,
  total,
  isEmpty,
  heading,
  toast,
  filters,
  action,
  onDismiss,
  children,
}: Props) {
  usePageTitle(copy.title);

  return (
    <>
      <a className="skip-link" href={`#${id}`}>
        {copy.skip}
      </a>
      <AdminBar />
      <main id={id} className="admin-page" tabIndex={-1}>
        <ScreenHead title={copy.title} intro={copy.intro} ref={heading} />
        {filters}
        <Row
          gap={16}
          align="center"
          justify="between"
          isWrapping
          paddingInline="inset"
          paddingTop={16}
          paddingBottom={4}
        >
          <p role="status" className="strong admin-page-count tabular">
            {total ?? (query.isPending && copy.loading)}
          </p>
          {action}
        </Row>
        {query.isError && <RetryNotice sentence={copy.loadFailed} onRetry={() => void query.refetch()} />}
        {isEmpty && (
          <Stack gap={8} justify="start" paddingInline="inset" paddingTop={12} paddingBottom={40}>
            <NothingHere {...copy.empty} />
          </Stack>
        )}
        {children}
      </main>
      {toast && <Toast key={toast.number} sentence={toast.sentence} onDismiss={onDismiss} />}
    </>
  );
}

type SectionProps = { id: string; title: string; children: ReactNode };

/** Of what waits, those of one kind. */
export function AttentionSection({ id, title, children }: SectionProps) {
  return (
    <section aria-labelledby={id}>
      <Box as="h2" id={id} paddingInline="inset" paddingTop={24} paddingBottom={8} className="text-body tracking-snug">
        {title}
      </Box>
      {children}
    </section>
  );
}
