import { useQuery } from "@tanstack/react-query";

import { screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { AttentionPage } from "#app/admin/frame/attention-page.tsx";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { useToast } from "#app/admin/ui/use-toast.ts";
import { adminImport as copy } from "#subjects/imports/words/admin-import.ts";

import { NewImport } from "./new-import.tsx";
import { PastImports } from "./past-imports.tsx";

/** Leads of a file, and the files that were imported. */
export function ImportScreen() {
  const { imports } = useServices().rooms;
  const { heading, toast, showToast, dismiss } = useToast();
  const past = useQuery({
    queryKey: screenKeys.imports,
    queryFn: async ({ signal }) => valueOf(await imports.list(signal)),
  });

  return (
    <AttentionPage
      id="importer"
      copy={copy}
      query={past}
      total={past.data && copy.total(past.data.length)}
      isEmpty={false}
      heading={heading}
      toast={toast}
      onDismiss={dismiss}
    >
      {past.data && <NewImport past={past.data} />}
      {past.data && past.data.length > 0 && <PastImports imports={past.data} onUndone={showToast} />}
    </AttentionPage>
  );
}
