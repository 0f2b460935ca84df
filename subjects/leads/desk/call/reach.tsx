import { useState } from "react";

import { dialHref, mailHref } from "#app/admin/ui/formats.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { adminToday as copy } from "#subjects/leads/words/admin-today.ts";
import { admin } from "#content/shared/admin.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

/** Who refused calls is written to, unless a call was promised. */
export function waysTo({ phoneE164, phone, email, hasCallConsent, callbackAt }: LeadRow) {
  const call = dialHref(phoneE164 ?? phone);
  const write = mailHref(email);
  return { call, write, isCallFirst: call !== undefined && (hasCallConsent !== false || callbackAt !== null) };
}

/** Whether the strip of a call is open. */
export function useCalling() {
  const [isCalling, setIsCalling] = useState(false);
  return { isCalling, startCall: () => setIsCalling(true), endCall: () => setIsCalling(false) };
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

export function WriteLink({ lead, isMain }: { lead: LeadRow; isMain: boolean }) {
  return (
    <ButtonLink
      href={waysTo(lead).write}
      variant={isMain ? "green" : "secondary"}
      isSmall
      hasPlug={false}
      aria-label={copy.writeTo(nameOfLead(lead) ?? admin.list.unnamed)}
    >
      <Icon name="mail" isSmall />
      {copy.write}
    </ButtonLink>
  );
}
