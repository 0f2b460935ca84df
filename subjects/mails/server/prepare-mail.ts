import { ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { prepareMailCall } from "#subjects/mails/contract/mails.ts";
import { mailProblems } from "#subjects/mails/words/mail-problems.ts";

import { collectMailDraft } from "./mail-draft.ts";
import { readTemplates } from "./mail-templates.ts";

/** `POST /prepare-mail`: `{"lead_id"}`. */
export const prepareMail = administratorFunction(prepareMailCall, {
  sentences: mailProblems,
  async act(tx, call, { lead_id: leadId }) {
    const draft = await collectMailDraft(tx, call, leadId);
    if (!draft.ok) return draft;
    return ok({ draft: draft.value, templates: await readTemplates(tx) });
  },
  answer: ({ draft: { recipient, refusal, values, hasAccount, order }, templates }) => ({
    recipient,
    refusal: refusal && mailProblems[refusal],
    is_refused: refusal === "mails_refused",
    fields: values,
    has_link: hasAccount || order !== undefined,
    is_in_space: hasAccount,
    templates: templates.filter(({ is_offered: isOffered }) => isOffered),
  }),
});
