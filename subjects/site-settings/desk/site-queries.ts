import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { hasEndedAccess, sentenceOf, valueOf } from "#app/admin/ui/leads-error.ts";
import { type CallProblem, isRefusedFor } from "#app/api/transport/call.ts";
import { useOwnerProof } from "#app/security/owner-proof.tsx";
import { securitySentence } from "#app/security/security-sentence.ts";
import type { Result } from "#kit/result.ts";
import type { SiteApi } from "#subjects/site-settings/calls/site.ts";
import type { publishSiteCall } from "#subjects/site-settings/contract/site-settings.ts";
import { adminSite } from "#subjects/site-settings/words/admin-site.ts";

import { shrinkPicture } from "./shrink-picture.ts";

/** What is published, what is being prepared, and what was before. */
export function useSiteState() {
  const { rooms } = useServices();
  return useQuery({
    queryKey: screenKeys.site,
    queryFn: async ({ signal }) => valueOf(await (await rooms.site()).read(signal)),
    staleTime: 0,
  });
}

/** What keeps the draft from being published. It draws every page: asked for by a press, never by itself. */
export function useSiteCheck(seenAt: string) {
  const { rooms } = useServices();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: screenKeys.siteCheck(seenAt),
    queryFn: async ({ signal }) => valueOf(await (await rooms.site()).check(signal)),
    enabled: false,
    retry: false,
  });
  return { found: data, isFailed: error !== null, isChecking: isFetching, check: () => void refetch() };
}

/**
 * Does something about the site, once its owner has proved themselves where that is asked for. What is shown is read
 * again before `run` ends, which gives what was refused.
 *
 * @returns `proving`, to be shown outside of every form; `problem`: the sentence of the last refusal
 */
export function useSiteAct<Asked>(
  act: (site: SiteApi, asked: Asked) => Promise<Result<unknown, CallProblem>>,
  onDone?: (asked: Asked) => void,
) {
  const { rooms, security, session } = useServices();
  const queryClient = useQueryClient();
  const { proving, provenFirst } = useOwnerProof(security, () => void session.signOut());
  const { mutateAsync, isPending, data, error } = useMutation({
    mutationFn: async (asked: Asked) => {
      const site = await rooms.site();
      const done = await provenFirst(
        () => act(site, asked),
        (answer) => !answer.ok && asksProof(answer.problem),
      );
      return done.ok ? undefined : { problem: done.problem, sentence: sayProblem(done.problem) };
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: screenKeys.site }),
  });

  return {
    /** A second press while one runs does nothing. */
    run: async (asked: Asked): Promise<CallProblem | undefined> => {
      if (isPending) return undefined;
      const refused = await mutateAsync(asked).catch(() => ({ problem: { code: "unavailable" } as const }));
      if (refused === undefined) onDone?.(asked);
      return refused?.problem;
    },
    proving,
    isBusy: isPending,
    problem: isPending || hasEndedAccess(error) ? undefined : error === null ? data?.sentence : adminSite.unavailable,
  };
}

/** Sends a picture. `sent`: what a document names it by; `sentence`: why it was not taken. */
export function useSitePicture() {
  const { rooms } = useServices();
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async (file: File) => {
      const site = await rooms.site();
      const answer = await site.upload(await shrinkPicture(file));
      if (answer.ok) return { sent: answer.value };
      return { sentence: sentenceOf(answer.problem, adminSite.form.picture.failed) };
    },
  });
  const failure = error === null || hasEndedAccess(error) ? undefined : adminSite.form.picture.failed;
  return {
    sent: data && "sent" in data ? data.sent : undefined,
    sentence: isPending ? undefined : data && "sentence" in data ? data.sentence : failure,
    isSending: isPending,
    /** One at a time: a second one meanwhile does nothing. */
    send: (file: File) => {
      if (!isPending) mutate(file);
    },
  };
}

function sayProblem(problem: CallProblem): string {
  return asksProof(problem) ? securitySentence("reauthentication_needed") : sentenceOf(problem, adminSite.unavailable);
}

function asksProof(problem: CallProblem): boolean {
  return isRefusedFor<typeof publishSiteCall>(problem, "reauthentication_needed");
}
