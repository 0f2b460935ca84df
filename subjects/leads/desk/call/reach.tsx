import { useState } from "react";

import { pressedBy } from "#app/admin/keys/pressed-by.ts";
import { dialHref } from "#app/admin/ui/formats.ts";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Row } from "#app/ui/layout.tsx";
import { adminToday as copy } from "#subjects/leads/words/admin-today.ts";
import { admin } from "#content/shared/admin.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

/** Who refused calls is written to, unless a call was promised. */
export function waysTo({ phoneE164, phone, email, hasCallConsent, callbackAt }: LeadRow) {
  const call = dialHref(phoneE164 ?? phone);
  return {
    call,
    canWrite: email?.includes("@") === true,
    isCallFirst: call !== undefined && (hasCallConsent !== false || callbackAt !== null),
  };
}

/** What is open below: the strip of a call, or a mail that is being written. */
export function useReaching() {
  const [open, setOpen] = useState<"call" | "mail">();
  return {
    isCalling: open === "call",
    isWriting: open === "mail",
    startCall: () => setOpen("call"),
    startMail: () => setOpen("mail"),
    close: () => setOpen(undefined),
  };
}

/** Dials, and says that a call began. */
export function CallLink({ lead, isMain, onCall }: { lead: LeadRow; isMain: boolean; onCall: () => void }) {
  return (
    <ButtonLink
      href={waysTo(lead).call}
      variant={isMain ? "green" : "secondary"}
      isSmall
      hasPlug={false}
      aria-label={copy.callSomebody(nameOfLead(lead) ?? admin.list.unnamed)}
      onClick={onCall}
    >
      <Icon name="phone" isSmall />
      {copy.call}
    </ButtonLink>
  );
}

type WriteProps = { lead: LeadRow; isMain: boolean; isOpen: boolean; isInFile?: boolean; onWrite: () => void };

export const writePress = ({ leadId }: LeadRow) => `write-${leadId}` as const;

export function WriteButton({ lead, isMain, isOpen, isInFile, onWrite }: WriteProps) {
  return (
    <Button
      variant={isMain ? "green" : "secondary"}
      isSmall
      hasPlug={false}
      aria-label={copy.writeTo(nameOfLead(lead) ?? admin.list.unnamed)}
      aria-expanded={isOpen}
      {...(isInFile && pressedBy(writePress(lead)))}
      onClick={onWrite}
    >
      <Row as="span" gap={8} align="center">
        <Icon name="mail" isSmall />
        {copy.write}
      </Row>
    </Button>
  );
}
