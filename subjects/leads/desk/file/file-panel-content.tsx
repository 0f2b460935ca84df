import { Dialog } from "@base-ui/react/dialog";
import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

import { rowOfFile } from "#app/admin/data/file-address.ts";
import { cachedRow } from "#subjects/leads/desk/rows/lead-pages.ts";
import { useLeadAddress } from "#subjects/leads/desk/views/lead-address.ts";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import { UndoPlace } from "#app/admin/ui/undo-provider.tsx";
import { dockedWidth } from "#app/admin/ui/widths.ts";
import { Box } from "#app/ui/layout.tsx";
import { useMediaQuery } from "#app/ui/use-media-query.ts";
import { admin } from "#content/shared/admin.ts";

import { FileHeader } from "./file-header.tsx";
import { useLeadFile } from "./file-queries.ts";
import { LeadFile } from "./lead-file.tsx";

const copy = admin.file;

export type FilePanelProps = {
  file: string | undefined;
  onClose: () => void;
  onDeleted: (sentence: string) => void;
};

/** The open file, if any, as `FilePanel` shows it: beside the list where there is room, over it where there is none. */
export function FilePanelContent({ file, onClose, onDeleted }: FilePanelProps) {
  const isDocked = useMediaQuery(dockedWidth);
  const content = file !== undefined && <OpenFile key={file} file={file} onClose={onClose} onDeleted={onDeleted} />;

  if (isDocked) {
    return (
      content && (
        <Box as="aside" background="canvas" rule="left" className="file-panel" aria-label={copy.panelLabel}>
          {content}
        </Box>
      )
    );
  }
  return (
    <Dialog.Root open={file !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="file-backdrop" />
        <Dialog.Popup className="file-panel file-panel-over" aria-label={copy.panelLabel}>
          {content}
          <UndoPlace />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

type OpenFileProps = FilePanelProps & { file: string };

function OpenFile({ file, ...actions }: OpenFileProps) {
  const place = rowOfFile(file);
  return place === undefined ? <FileOfLead leadId={file} {...actions} /> : <FileOfRow place={place} {...actions} />;
}

type FileProps = Omit<FilePanelProps, "file">;

function FileOfLead({ leadId, onClose, onDeleted }: FileProps & { leadId: string }) {
  const { data, isError, refetch } = useLeadFile(leadId);
  if (data) return <LeadFile lead={data} onClose={onClose} onDeleted={onDeleted} />;

  return (
    <NoLead onClose={onClose}>
      {isError && <RetryNotice sentence={admin.list.loadFailed} onRetry={() => void refetch()} />}
      {data === null && <p role="status">{copy.gone}</p>}
      {data === undefined && !isError && <p role="status">{copy.loading}</p>}
    </NoLead>
  );
}

/** A row without an id cannot be read again: what the list holds is shown. */
function FileOfRow({ place, onClose, onDeleted }: FileProps & { place: number }) {
  const { filters } = useLeadAddress();
  const queryClient = useQueryClient();
  const lead = cachedRow(queryClient, filters, place);
  if (lead) return <LeadFile lead={lead} onClose={onClose} onDeleted={onDeleted} />;

  return (
    <NoLead onClose={onClose}>
      <p role="status">{copy.gone}</p>
    </NoLead>
  );
}

function NoLead({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <FileHeader onClose={onClose}>
      <Box paddingTop={8}>{children}</Box>
    </FileHeader>
  );
}
