import "#app/ui/link.css";
import "./retry-notice.css";

import { Icon } from "#app/ui/icon.tsx";
import { admin } from "#content/admin.ts";

/** One sentence where something failed, and the way to try again. */
export function RetryNotice({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <p className="retry-notice" role="alert">
      <Icon name="warning" isSmall />
      <span>{sentence}</span>
      <button type="button" className="text-link" onClick={onRetry}>
        {admin.list.retry}
      </button>
    </p>
  );
}
