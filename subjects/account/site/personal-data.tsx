import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { useState } from "react";

import type { CustomerAccount, CustomerProblem } from "#subjects/account/calls/customer-account.ts";
import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { useOnce } from "#app/ui/use-once.ts";
import { dashboardCopy } from "#subjects/account/words/dashboard.ts";

import type { AccountSite } from "./account-site.ts";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";
import { saveFile } from "#app/ui/save-file.ts";

const copy = dashboardCopy.data;

type Props = {
  account: CustomerAccount;
  site: AccountSite;
  email: string;
  /** Back from the identity provider, which confirmed who deletes. */
  isDeleting: boolean;
  onSignedOut: () => void;
  onDeleted: () => void;
};

/** What we keep about a customer: a copy of it, or none of it any more. */
export function PersonalData({ account, site, email, isDeleting, onSignedOut, onDeleted }: Props) {
  const [isOpen, setIsOpen] = useState(isDeleting);
  const [exported, setExported] = useState<{ isSaved: boolean; sentence: string }>();
  const { isBusy, once } = useOnce();

  function exportData() {
    once(async () => {
      setExported(undefined);
      const found = await account.exportData();
      if (!found.ok) return showProblem(found.problem);
      saveFile("mes-donnees.json", new Blob([found.value], { type: "application/json" }));
      setExported({ isSaved: true, sentence: copy.exported });
    });
  }

  function showProblem(problem: CustomerProblem) {
    if (problem.kind !== "failed") return onSignedOut();
    setExported({ isSaved: false, sentence: problem.sentence });
  }

  return (
    <Stack
      as="section"
      gap={16}
      paddingBlock="block"
      paddingInline="cell"
      rule="top"
      tablet={{ columns: "1fr auto", align: "center" }}
      aria-labelledby="donnees"
    >
      <div>
        <h2 className="text-subtitle leading-tight" id="donnees">
          {copy.title}
        </h2>
        <Box as="p" marginTop={8} maxWidth="48ch" className="text-small quiet">
          {copy.text}
        </Box>
      </div>
      <Row rowGap={8} columnGap={12} isWrapping>
        <Button variant="secondary" isSmall busyLabel={isBusy ? copy.exporting : undefined} onClick={exportData}>
          {copy.export}
        </Button>
        <Button variant="quiet" isSmall hasPlug={false} onClick={() => setIsOpen(true)}>
          {copy.delete}
        </Button>
      </Row>
      {exported && (
        <Box span="all">
          <FormNotice variant={exported.isSaved ? "success" : "problem"}>{exported.sentence}</FormNotice>
        </Box>
      )}
      {isOpen && (
        <DeleteAccountDialog
          account={account}
          site={site}
          email={email}
          onClose={() => setIsOpen(false)}
          onSignedOut={onSignedOut}
          onDeleted={onDeleted}
        />
      )}
    </Stack>
  );
}
