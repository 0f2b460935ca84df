import { Row } from "#app/ui/layout.tsx";

import { admin } from "#content/shared/admin.ts";

/** While the right to be here is checked: no bar, no list, nothing of a lead. */
export function WaitingScreen() {
  return (
    <Row as="p" gap={16} align="center" justify="center" className="quiet admin-waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      {admin.checking}
    </Row>
  );
}
