import { useState } from "react";
import { Link } from "react-router";

import { AttentionPage } from "#app/admin/frame/attention-page.tsx";
import { useDashboardVisit } from "#app/admin/frame/guard.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { timeOrInstant } from "#app/admin/ui/formats.ts";
import { useToast } from "#app/admin/ui/use-toast.ts";
import { Button } from "#app/ui/button.tsx";
import { Box, Row } from "#app/ui/layout.tsx";
import type { Notification } from "#subjects/notifications/contract/notifications.ts";
import { adminNotifications as copy } from "#subjects/notifications/words/admin-notifications.ts";

import { ChoicesSection } from "./choices-section.tsx";
import { useNotifications, useReading } from "./notification-queries.ts";
import { pathOfNotification, useSentence } from "./told.ts";

/** Lines before the choices, which stand below. */
const shownAtFirst = 12;

/** What the reader was told, and how they want to be told. */
export function NotificationsScreen() {
  const { now } = useDashboardVisit();
  const query = useNotifications();
  const { read, isPending, problem } = useReading();
  const { heading, toast, dismiss } = useToast();
  const [isWhole, setIsWhole] = useState(false);
  const all = query.data ?? [];
  const unread = all.filter((told) => !told.is_read).length;
  const shown = isWhole ? all : all.slice(0, shownAtFirst);

  return (
    <AttentionPage
      id="notifications"
      copy={copy}
      query={query}
      total={query.data && copy.total(unread)}
      isEmpty={query.data?.length === 0}
      heading={heading}
      toast={toast}
      onDismiss={dismiss}
      action={
        unread > 0 && (
          <button
            type="button"
            className="text-small quiet-action"
            aria-disabled={isPending || undefined}
            onClick={() => {
              if (!isPending) read();
              heading.current?.focus({ preventScroll: true });
            }}
          >
            {copy.readAll}
          </button>
        )
      }
    >
      <Box paddingInline="inset">
        <ProblemSentence sentence={problem} />
      </Box>
      {all.length > 0 && (
        <Box as="ul" rule="bottom" aria-label={copy.listLabel}>
          {shown.map((told) => (
            <Line key={told.id} told={told} now={now} onRead={() => read([told.id])} />
          ))}
        </Box>
      )}
      {shown.length < all.length && (
        <Row paddingInline="inset" paddingBlock={16}>
          <Button variant="secondary" isSmall hasPlug={false} onClick={() => setIsWhole(true)}>
            {copy.more(all.length - shown.length)}
          </Button>
        </Row>
      )}
      <ChoicesSection />
    </AttentionPage>
  );
}

function Line({ told, now, onRead }: { told: Notification; now: Date; onRead: () => void }) {
  const sentence = useSentence()(told);
  return (
    <Row
      as="li"
      columnGap={16}
      rowGap={4}
      align="center"
      isWrapping
      paddingInline="inset"
      paddingBlock={8}
      rule="top"
      className="breakable"
    >
      <span className={told.is_read ? "notification-dot" : "notification-dot notification-unread"} />
      <Link
        to={pathOfNotification(told)}
        className={told.is_read ? "text-link finger-link" : "text-link finger-link strong"}
        onClick={() => told.is_read || onRead()}
      >
        {!told.is_read && <span className="visually-hidden">{`${copy.unread}\u00a0: `}</span>}
        {sentence}
      </Link>
      <time className="text-caption faint tabular" dateTime={told.at}>
        {timeOrInstant(new Date(told.at), now)}
      </time>
      {!told.is_read && (
        <Box as="button" type="button" marginLeft="auto" className="text-caption quiet-action" onClick={onRead}>
          {copy.read}
          <span className="visually-hidden">{copy.choices.of(sentence)}</span>
        </Box>
      )}
    </Row>
  );
}
