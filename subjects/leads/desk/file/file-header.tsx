import type { ReactNode } from "react";

import { pressedBy } from "#app/admin/keys/pressed-by.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Row } from "#app/ui/layout.tsx";
import { admin } from "#content/shared/admin.ts";

/** Whose file it is, and the way out of it. */
export function FileHeader({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <Row as="header" gap={16} align="start" justify="between" padding={24} paddingBottom={16}>
      <div>{children}</div>
      <IconButton icon="close" label={admin.file.close} size="medium" {...pressedBy("close")} onClick={onClose} />
    </Row>
  );
}
