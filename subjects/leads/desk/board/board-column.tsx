import { useVirtualizer } from "@tanstack/react-virtual";
import { type ComponentProps, useEffect, useEffectEvent, useRef } from "react";

import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { Box, Row } from "#app/ui/layout.tsx";
import { adminBoard as copy } from "#subjects/leads/words/admin-board.ts";
import { statusLabels } from "#content/shared/admin.ts";

import { BoardCard } from "./board-card.tsx";
import type { ColumnState } from "./board-queries.ts";

/** About a card and the space below it, until each is measured. */
const cardHeightPx = 124;
/** The next page is on its way when its cards come this near. */
const cardsAhead = 15;

type CardProps = Omit<ComponentProps<typeof BoardCard>, "lead" | "isOpen" | "isTaken">;
type Props = CardProps & {
  column: ColumnState;
  openFile: string | undefined;
  takenId: string | null | undefined;
  /** A card is held over it. */
  isTarget: boolean;
  /** The card whose name gets the focus once it stands here. */
  focusedId: string | undefined;
  onFocused: () => void;
  onMore: () => void;
};

/** The leads of one status, as many in the document as are in sight. */
export function BoardColumn({ column, openFile, takenId, isTarget, focusedId, onFocused, onMore, ...card }: Props) {
  const { status, cards, hasMore } = column;
  const scroller = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- no compiler is on; see lead-table.tsx for the list
  const virtualizer = useVirtualizer({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeightPx,
    getItemKey: (index) => cards[index]?.leadId ?? index,
    overscan: 4,
  });
  const items = virtualizer.getVirtualItems();
  const isNearEnd = hasMore && (items.at(-1)?.index ?? 0) >= cards.length - cardsAhead;
  const askForMore = useEffectEvent(onMore);

  // Synchronises with the server: scrolling near the end loads the next cards.
  useEffect(() => {
    if (isNearEnd) askForMore();
  }, [isNearEnd, cards.length]);

  const focusedAt = focusedId === undefined ? -1 : cards.findIndex(({ leadId }) => leadId === focusedId);
  const focus = useEffectEvent((index: number) => {
    virtualizer.scrollToIndex(index);
    requestAnimationFrame(() => {
      scroller.current?.querySelector<HTMLElement>(`[data-card="${focusedId}"]`)?.focus();
      onFocused();
    });
  });
  // Synchronises with the focus, which went with the card that was moved.
  useEffect(() => {
    if (focusedAt >= 0) focus(focusedAt);
  }, [focusedAt]);

  return (
    <Row
      as="section"
      direction="column"
      minWidth={0}
      radius="md"
      background="canvas"
      className={isTarget ? "board-column-target" : undefined}
      data-status={status}
      aria-labelledby={`colonne-${status}`}
    >
      <Row align="baseline" justify="between" gap={8} paddingBlock={12} paddingInline={12} className="hidden-until-lg">
        <h2 id={`colonne-${status}`} className="text-body leading-snug">
          {statusLabels[status]}
        </h2>
        <span className="quiet tabular">{countText(column)}</span>
      </Row>
      {column.worth && (column.worth.monthly > 0 || column.worth.once > 0) && (
        <Box
          as="p"
          paddingInline={12}
          paddingTop={8}
          paddingBottom={8}
          lg={{ paddingTop: 0 }}
          className="text-caption quiet tabular"
        >
          {worthText(column.worth)}
        </Box>
      )}
      {column.isError && <RetryNotice sentence={copy.loadFailed} onRetry={column.retry} />}
      {cards.length === 0 && !column.isError && (
        <Box as="p" paddingInline={12} className="quiet">
          {isTarget ? copy.dropHere : column.isPending ? copy.loading : copy.empty}
        </Box>
      )}
      {/* What scrolls is reached by the keyboard through what it holds. */}
      <Box ref={scroller} isGrowing paddingInline={8} className="board-scroller">
        <ul
          className="board-cards"
          style={{ height: virtualizer.getTotalSize() }}
          aria-labelledby={`colonne-${status}`}
        >
          {items.map(({ index, key, start }) => {
            const lead = cards[index];
            return lead ? (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                style={{ transform: `translateY(${start}px)` }}
                aria-setsize={hasMore ? -1 : cards.length}
                aria-posinset={index + 1}
              >
                <BoardCard {...card} lead={lead} isOpen={openFile === lead.leadId} isTaken={takenId === lead.leadId} />
              </li>
            ) : null;
          })}
        </ul>
      </Box>
    </Row>
  );
}

function worthText({ monthly, once }: NonNullable<ColumnState["worth"]>): string {
  return copy.worth(monthly > 0 ? formatEuros(monthly) : null, once > 0 ? formatEuros(once) : null);
}

export function countText({ count }: Pick<ColumnState, "count">): string {
  if (!count) return "";
  const number = formatCount(count.number);
  return count.isBeyond ? copy.beyond(number) : number;
}
