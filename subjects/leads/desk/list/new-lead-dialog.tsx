import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

import { fileParam } from "#app/admin/data/file-address.ts";
import { leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { AnswerFields, readTypedAnswers, typedQuestions } from "#subjects/leads/desk/file/answer-fields.tsx";
import { ConsentFields, readTypedConsent } from "#subjects/leads/desk/file/consent-fields.tsx";
import { sentenceOf } from "#subjects/leads/desk/file/file-queries.ts";
import { describeDuplicate, nameOfDuplicate } from "#subjects/leads/desk/file/lead-duplicates.tsx";
import { useColleagues } from "#app/admin/people/use-colleagues.ts";
import type { TypedContact } from "#subjects/leads/calls/desk.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { FormButtons } from "#app/admin/ui/form-buttons.tsx";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { Field, TextArea } from "#app/ui/form/field.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { SelectField } from "#app/ui/form/select-field.tsx";
import { type TypedForm, useForm } from "#app/ui/form/use-form.ts";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Stack } from "#app/ui/layout.tsx";
import { TextLink } from "#app/ui/link.tsx";
import { originLabels } from "#subjects/offers/words/origin-labels.ts";
import { fullNameOf } from "#subjects/team/rules/person-name.ts";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";
import { formCopy } from "#content/shared/form.ts";
import { type ContactQuestion, questionOf } from "#subjects/funnel/rules/questions.ts";
import { type FunnelOrigin, funnelOrigins } from "#domain/kernel/lead.ts";
import { instantInParis } from "#domain/kernel/paris-clock.ts";

const copy = fileCopy.create;
const prefix = "nouveau-";

const nobody: TypedContact = { email: "", phone: "", company: "" };
const named = { note: `${prefix}note`, callback: `${prefix}rappel`, owner: `${prefix}proprietaire` };
const typingPauseMs = 300;

/** First, of no offer in particular. */
const origins = [...new Set<FunnelOrigin>(["general", ...funnelOrigins])];

export type NewLeadDialogProps = { isOpen: boolean; onClose: () => void; onCreated: (leadId: string) => void };

/** A lead that came by telephone. */
export function NewLeadDialog({ isOpen, onClose, onCreated }: NewLeadDialogProps) {
  return (
    <DeskDialog title={copy.title} intro={copy.intro} isOpen={isOpen} onClose={onClose}>
      <NewLeadForm
        onClose={onClose}
        onCreated={(leadId) => {
          onClose();
          onCreated(leadId);
        }}
      />
    </DeskDialog>
  );
}

type FormProps = Omit<NewLeadDialogProps, "isOpen">;

function NewLeadForm({ onClose, onCreated }: FormProps) {
  const { config, desk } = useServices();
  const queryClient = useQueryClient();
  const say = useUndo();
  const { owners } = useColleagues();
  const [origin, setOrigin] = useState<FunnelOrigin>("general");
  const [contact, setContact] = useState<TypedContact>(nobody);
  const [hasConsent, setHasConsent] = useState(false);
  // One key for one lead: what is sent again after a lost answer makes no second one.
  const [key] = useState(() => crypto.randomUUID());

  const form = useForm<Record<string, unknown> | undefined, string, never>({
    sentences: Object.fromEntries(typedQuestions(origin).map((question) => [question, {}])),
    hear: (typed) => setContact(contactOf(typed)),
    read: (typed) => ({ ok: true, value: readTypedLead(typed, origin, hasConsent) }),
    send: async (given) => {
      if (!given) return { sentence: fileCopy.consent.incomplete };
      const created = await desk.create({ ...given, funnel_origin: origin, idempotency_key: key });
      if (created.ok) {
        say({ sentence: created.value.isNew ? copy.done : copy.known });
        void queryClient.invalidateQueries({ queryKey: leadKeys.list });
        void queryClient.invalidateQueries({ queryKey: leadKeys.counts });
        onCreated(created.value.leadId);
        return undefined;
      }
      const { problem } = created;
      const column = problem.code === "refused" ? problem.field : undefined;
      const field = typedQuestions(origin).find((question) => questionOf(question).column === column);
      return { sentence: sentenceOf(problem), ...(field && { field }) };
    },
  });

  return (
    <Form form={form} words={formCopy}>
      <Stack gap={16}>
        <Stack as="label" gap={4} justify="start">
          <span className="strong">{copy.origin}</span>
          <select
            className="control file-control text-body"
            value={origin}
            onChange={(event) => setOrigin(funnelOrigins.find((known) => known === event.target.value) ?? "general")}
          >
            {origins.map((known) => (
              <option key={known} value={known}>
                {originLabels[known]}
              </option>
            ))}
          </select>
        </Stack>
        <AnswerFields questions={typedQuestions(origin)} texts={{}} problemOf={form.problemOf} prefix={prefix} />
        <Alike contact={contact} />
        <TextArea name={named.note} label={copy.note} rows={3} maxLength={10_000} />
        <Field name={named.callback} label={copy.callback} type="datetime-local" />
        <SelectField
          name={named.owner}
          label={copy.owner}
          placeholder={fileCopy.owner.nobody}
          options={Object.fromEntries(owners.map((person) => [person.user_id, fullNameOf(person)]))}
        />
        <Checkbox name={`${prefix}accord`} isChecked={hasConsent} onChange={setHasConsent}>
          {copy.consent}
        </Checkbox>
        {hasConsent && <ConsentFields prefix={prefix} today={config.today} />}
        <ProblemSentence sentence={form.failure?.sentence} />
        <FormButtons words={copy} isBusy={form.isBusy} onCancel={onClose} />
      </Stack>
    </Form>
  );
}

function contactOf(typed: TypedForm): TypedContact {
  const of = (question: ContactQuestion) => (typed[`${prefix}${question}`] ?? "").trim();
  return { email: of("email"), phone: of("phone"), company: of("companyName") };
}

/** @returns undefined when an agreement lacks its proof */
function readTypedLead(typed: TypedForm, origin: FunnelOrigin, hasConsent: boolean) {
  const consent = hasConsent ? readTypedConsent(typed, prefix) : undefined;
  if (hasConsent && !consent) return undefined;
  const callbackAt = instantInParis(typed[named.callback] ?? "");
  return {
    ...readTypedAnswers(typed, origin, prefix),
    note: typed[named.note] ?? "",
    owner: typed[named.owner] || null,
    callback_at: callbackAt?.toISOString() ?? null,
    ...(consent && { call_consent: consent }),
  };
}

/** Who has the same e-mail, telephone or company already, while it is typed. */
function Alike({ contact }: { contact: TypedContact }) {
  const { desk } = useServices();
  const { isEmpty, asked } = usePaused(contact);
  const { data: found = [] } = useQuery({
    queryKey: leadKeys.alike(asked),
    queryFn: async ({ signal }) => valueOf(await desk.alike(asked, signal)),
    enabled: !isEmpty,
    placeholderData: keepPreviousData,
  });
  const alike = isEmpty ? [] : found;

  return (
    <div role="status">
      {alike.length > 0 && (
        <FormNotice variant="framed">
          {copy.alike(alike.length)}
          <ul>
            {alike.map((duplicate) => (
              <li key={duplicate.lead_id}>
                <TextLink
                  href={`?${fileParam}=${duplicate.lead_id}`}
                  target="_blank"
                  aria-label={copy.openAlike(nameOfDuplicate(duplicate))}
                >
                  {nameOfDuplicate(duplicate)}
                </TextLink>
                {`, ${describeDuplicate(duplicate)}`}
              </li>
            ))}
          </ul>
        </FormNotice>
      )}
    </div>
  );
}

/** What stays typed for a moment. */
function usePaused(contact: TypedContact) {
  const [asked, setAsked] = useState(contact);
  // Synchronises with the clock: each letter would ask.
  useEffect(() => {
    const timer = setTimeout(() => setAsked(contact), typingPauseMs);
    return () => clearTimeout(timer);
  }, [contact]);
  return { asked, isEmpty: Object.values(asked).every((text) => text === "") };
}
