import { deferPart } from "#app/admin/ui/deferred-part.tsx";

import type { FilePanelProps } from "./file-panel-content.tsx";

const Content = deferPart(async () => (await import("./file-panel-content.tsx")).FilePanelContent);

/** The open file of a screen, if any. */
export function FilePanel(props: FilePanelProps) {
  return <Content isWanted={props.file !== undefined} {...props} />;
}
