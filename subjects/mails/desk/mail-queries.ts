import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { leadKeys, screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { sentenceOf, valueOf } from "#app/admin/ui/leads-error.ts";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import { newUuid } from "#app/api/transport/uuid.ts";
import { admin } from "#content/shared/admin.ts";
import { failed } from "#kit/result.ts";
import { keepMailDraft } from "#subjects/leads/calls/note-drafts.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";
import type { WrittenMail, WrittenTemplate } from "#subjects/mails/calls/mails.ts";
import { adminTemplates } from "#subjects/mails/words/admin-templates.ts";
import { composerCopy } from "#subjects/mails/words/mail-composer.ts";

/** Read once for a mail: what is being written does not change under its writer. */
export function usePreparedMail(leadId: string) {
  const { mails } = useServices();
  return useQuery({
    queryKey: leadKeys.mail(leadId),
    queryFn: async ({ signal }) => valueOf(await mails.prepare(leadId, signal)),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** @param person whose drafts this browser keeps */
export function useSendMail(lead: LeadRow & { leadId: string }, person: string, onDone: () => void) {
  const { desk, mails } = useServices();
  const { leadId } = lead;
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: leadKeys.history(leadId) });

  const { mutate, data, isPending, isPaused } = useMutation({
    mutationFn: async (mail: WrittenMail) => {
      const sent = await mails.send(leadId, mail);
      return sent.ok ? sent : failed(sentenceOf(sent.problem, composerCopy.unavailable));
    },
    onSuccess: (sent, mail) => {
      if (!sent.ok) return;
      keepMailDraft(person, leadId, undefined, new Date());
      onDone();
      offerUndo({
        sentence: composerCopy.queued(nameOfLead(lead) ?? admin.list.unnamed),
        undo: async () => {
          const undone = await desk.withdrawNote(leadId, mail.id);
          void readAgain();
          if (!undone.ok) return sentenceOf(undone.problem, composerCopy.unavailable);
          keepMailDraft(person, leadId, { ...mail, id: newUuid() }, new Date());
          return undefined;
        },
      });
      void readAgain();
    },
  });
  return {
    /** A second press while one is on its way does nothing. */
    send: (mail: WrittenMail) => void (!isPending && mutate(mail)),
    isPending,
    /** The browser has no network: it is sent as soon as there is one. */
    isPaused,
    problem: data?.ok === false ? data.problem : undefined,
  };
}

export function useTemplates() {
  const { mails } = useServices();
  return useQuery({
    queryKey: screenKeys.templates,
    queryFn: async ({ signal }) => valueOf(await mails.templates(signal)),
    staleTime: 0,
  });
}

export function useTemplateVersions(templateId: string) {
  const { mails } = useServices();
  return useQuery({
    queryKey: screenKeys.template(templateId),
    queryFn: async ({ signal }) => valueOf(await mails.versions(templateId, signal)),
    staleTime: 0,
  });
}

export function useSaveTemplate(onDone: (saved: WrittenTemplate) => void) {
  const { mails } = useServices();
  const queryClient = useQueryClient();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (template: WrittenTemplate) => {
      const saved = await mails.saveTemplate(template);
      return saved.ok ? saved : failed(sentenceOf(saved.problem, adminTemplates.unavailable));
    },
    onSuccess: (saved, template) => {
      if (saved.ok) onDone(template);
    },
    // Also after a refusal: it says that a colleague changed it meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: screenKeys.templates }),
  });
  return {
    /** @returns the sentence of what went wrong */
    save: async (template: WrittenTemplate): Promise<string | undefined> => {
      const saved = await mutateAsync(template);
      return saved.ok ? undefined : saved.problem;
    },
    isPending,
  };
}
