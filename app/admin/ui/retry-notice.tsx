import { Row } from "#app/ui/layout.tsx";

import { Icon } from "#app/ui/icon.tsx";
import { admin } from "#content/shared/admin.ts";

/** One sentence where something failed, and the way to try again. */
export function RetryNotice({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <Row
      as="p"
      rowGap={2}
      columnGap={8}
      align="center"
      isWrapping
      paddingBlock={8}
      paddingInline="inset"
      className="color-error text-small retry-notice"
      role="alert"
    >
      <Icon name="warning" isSmall />
      <span>{sentence}</span>
      <button type="button" className="text-link finger-link" onClick={onRetry}>
        {admin.list.retry}
      </button>
    </Row>
  );
}
