import { CSPProvider } from "@base-ui/react/csp-provider";
import { useRef, useState } from "react";

import { AdminBar } from "#app/admin/frame/admin-bar.tsx";
import { useDashboardVisit } from "#app/admin/frame/guard.ts";
import { usePageTitle } from "#app/admin/frame/page-title.ts";
import { FilePanel } from "#subjects/leads/desk/file/file-panel.tsx";
import { useLeadAddress } from "#subjects/leads/desk/views/lead-address.ts";
import { LeadFiltersBar } from "#subjects/leads/desk/views/lead-filters-bar.tsx";
import { Toast } from "#app/admin/ui/toast.tsx";
import { Stack } from "#app/ui/layout.tsx";
import { admin } from "#content/shared/admin.ts";

import { KeyFigures } from "./key-figures.tsx";
import { LeadList } from "./lead-list.tsx";
import { PrintedLeads } from "./printed-leads.tsx";

export function LeadsScreen() {
  usePageTitle(admin.list.title);
  const { now } = useDashboardVisit();
  const { openFile, setOpenFile } = useLeadAddress();
  const main = useRef<HTMLElement>(null);
  const [toast, setToast] = useState<{ sentence: string; number: number }>();

  function showDeleted(sentence: string) {
    setToast((previous) => ({ sentence, number: (previous?.number ?? 0) + 1 }));
    setOpenFile(undefined);
    // What had the focus is gone with the file.
    main.current?.focus({ preventScroll: true });
  }

  return (
    // The content policy lets no library write style elements.
    <CSPProvider disableStyleElements>
      <a className="skip-link" href="#leads">
        {admin.list.skip}
      </a>
      <AdminBar />
      <Stack className="admin-columns" data-file={openFile}>
        <PrintedLeads now={now} />
        <main id="leads" ref={main} tabIndex={-1}>
          <h1 className="visually-hidden">{admin.list.title}</h1>
          <KeyFigures />
          <LeadFiltersBar />
          <LeadList now={now} />
        </main>
        <FilePanel file={openFile} onClose={() => setOpenFile(undefined)} onDeleted={showDeleted} />
      </Stack>
      {toast && <Toast key={toast.number} sentence={toast.sentence} onDismiss={() => setToast(undefined)} />}
    </CSPProvider>
  );
}
