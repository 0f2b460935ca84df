import { Button } from "#app/ui/button.tsx";
import { Row } from "#app/ui/layout.tsx";

type Props = {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> };
  label: string;
  busyLabel: string;
};

/** Under a list that is longer than what is shown of it. */
export function MoreLines({ query, label, busyLabel }: Props) {
  if (!query.hasNextPage) return null;
  return (
    <Row justify="end" paddingBlock={16} paddingInline="inset">
      <Button
        variant="secondary"
        isSmall
        hasPlug={false}
        busyLabel={query.isFetchingNextPage ? busyLabel : undefined}
        onClick={() => void query.fetchNextPage()}
      >
        {label}
      </Button>
    </Row>
  );
}
