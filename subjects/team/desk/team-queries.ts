import { type QueryClient, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { sentenceOf, valueOf } from "#app/admin/ui/leads-error.ts";
import { type CallProblem, isRefusedFor } from "#app/api/transport/call.ts";
import type { Invitation, TeamAct } from "#subjects/team/calls/team.ts";
import { useOwnerProof } from "#app/security/owner-proof.tsx";
import { securitySentence } from "#app/security/security-sentence.ts";
import { adminTeam } from "#subjects/team/words/admin-team.ts";
import type { inviteAdministratorCall } from "#subjects/team/contract/team.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import type { Role } from "#domain/kernel/roles.ts";
import { failed, type Result } from "#kit/result.ts";

export function useTeam() {
  const { team } = useServices();
  return useQuery({ queryKey: screenKeys.team, queryFn: async () => valueOf(await team.read()), staleTime: 0 });
}

/** @param waysLeft what else opens the account, and was not ours to close */
export type OnInvited = (email: string, waysLeft: string[]) => void;

/**
 * Mails a link, once it is known that the owner of the session asks.
 *
 * @returns `invite`, whose answer is the sentence of what went wrong, and `proving`, to be shown outside of every form
 */
export function useInvitation(onInvited: OnInvited) {
  const { team, security, session } = useServices();
  const { proving, provenFirst } = useOwnerProof(security, () => void session.signOut());
  const queryClient = useQueryClient();
  const { mutateAsync, isPending, data } = useMutation({
    mutationFn: async (invitation: Invitation) =>
      withSentence(
        await provenFirst(
          () => team.invite(invitation),
          (answer) => !answer.ok && asksProof(answer.problem),
        ),
      ),
    onSuccess: (result, { email }) => {
      if (result.ok) onInvited(email, result.value);
    },
    onSettled: () => readTeamAgain(queryClient),
  });
  return {
    async invite(invitation: Invitation): Promise<string | undefined> {
      const invited = await mutateAsync(invitation);
      return invited.ok ? undefined : invited.problem;
    },
    proving,
    isBusy: isPending,
    problem: !isPending && data?.ok === false ? data.problem : undefined,
  };
}

/** Sets what a colleague may. */
export function useRoleChange(userId: string, onDone: (role: Role) => void) {
  const { team } = useServices();
  return useTeamChange(async (role: Role) => withSentence(await team.setRole(userId, role)), onDone);
}

/** Sets who looks after new leads of an offer by turns. */
export function useTurnsChange(origin: FunnelOrigin) {
  const { team } = useServices();
  return useTeamChange(async (userIds: string[]) => withSentence(await team.setTurns(origin, userIds)));
}

function useTeamChange<Asked>(send: (asked: Asked) => Promise<Result<void, string>>, onDone?: (asked: Asked) => void) {
  const queryClient = useQueryClient();
  const { mutate, isPending, variables, data } = useMutation({
    mutationFn: send,
    onSuccess: (result, asked) => {
      if (result.ok) onDone?.(asked);
    },
    onSettled: () => readTeamAgain(queryClient),
  });
  return {
    run: (asked: Asked) => !isPending && mutate(asked),
    /** On its way. */
    asked: isPending ? variables : undefined,
    problem: !isPending && data?.ok === false ? data.problem : undefined,
  };
}

/** Does something about a colleague. What it says when nothing was done is `problem`, until the next try. */
export function useTeamAct(act: TeamAct, userId: string, onDone: () => void) {
  const { team } = useServices();
  const queryClient = useQueryClient();
  const { mutate, isPending, data } = useMutation({
    mutationFn: async () => withSentence(await team.act(act, userId)),
    onSuccess: (result) => {
      if (result.ok) onDone();
    },
    // Also after a refusal: it says that something else changed meanwhile.
    onSettled: () => readTeamAgain(queryClient),
  });
  return {
    /** A second click while one runs does nothing. */
    run: () => !isPending && mutate(),
    isBusy: isPending,
    problem: !isPending && data?.ok === false ? data.problem : undefined,
  };
}

function readTeamAgain(queryClient: QueryClient) {
  void queryClient.invalidateQueries({ queryKey: screenKeys.colleagues });
  return queryClient.invalidateQueries({ queryKey: screenKeys.team });
}

function withSentence<Value>(done: Result<Value, CallProblem>): Result<Value, string> {
  if (done.ok) return done;
  const { problem } = done;
  return failed(
    asksProof(problem) ? securitySentence("reauthentication_needed") : sentenceOf(problem, adminTeam.unavailable),
  );
}

/** The sign-in is too old for what was asked. */
function asksProof(problem: CallProblem): boolean {
  return isRefusedFor<typeof inviteAdministratorCall>(problem, "reauthentication_needed");
}
