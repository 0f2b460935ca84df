import { useState } from "react";

import { AttentionPage } from "#app/admin/frame/attention-page.tsx";
import { useToast } from "#app/admin/ui/use-toast.ts";
import { newUuid } from "#app/api/transport/uuid.ts";
import { Button } from "#app/ui/button.tsx";
import { Box } from "#app/ui/layout.tsx";
import type { WrittenTemplate } from "#subjects/mails/calls/mails.ts";
import { adminTemplates as copy } from "#subjects/mails/words/admin-templates.ts";

import { useTemplates } from "./mail-queries.ts";
import { TemplateForm } from "./template-form.tsx";
import { TemplateLine } from "./template-line.tsx";

/** What mails of the team begin with. */
export function TemplatesScreen() {
  const templates = useTemplates();
  const [created, setCreated] = useState<string>();
  const { showToast, dismiss, ...page } = useToast();
  const lines = templates.data;
  const sayDone = ({ name, isOffered }: WrittenTemplate) =>
    showToast(isOffered ? copy.done(name) : copy.doneWithdrawn(name));

  return (
    <AttentionPage
      {...page}
      id="modeles"
      copy={copy}
      query={templates}
      total={lines && copy.total(lines.filter((line) => line.is_offered).length)}
      isEmpty={lines?.length === 0}
      onDismiss={dismiss}
      action={
        created === undefined && (
          <Button variant="green" isSmall onClick={() => setCreated(newUuid())}>
            {copy.create}
          </Button>
        )
      }
    >
      {created !== undefined && (
        <Box paddingInline="inset" paddingBlock={16}>
          <TemplateForm
            template={{ id: created, name: "", subject: "", text: "", seenVersion: 0, isOffered: true }}
            onDone={(saved) => {
              setCreated(undefined);
              sayDone(saved);
            }}
            onClose={() => setCreated(undefined)}
          />
        </Box>
      )}
      {lines && (
        <Box as="ul" rule="bottom" aria-label={copy.listLabel}>
          {lines.map((template) => (
            <TemplateLine key={template.id} template={template} onDone={sayDone} />
          ))}
        </Box>
      )}
    </AttentionPage>
  );
}
