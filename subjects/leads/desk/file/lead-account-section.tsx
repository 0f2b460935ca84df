import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { useMay } from "#app/admin/people/role.tsx";
import { leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { showFreshRow } from "#app/admin/data/shown-leads.ts";
import { longInstant } from "#app/admin/ui/formats.ts";
import { sentenceOf, valueOf } from "#app/admin/ui/leads-error.ts";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import type { LeadAccount } from "#subjects/leads/calls/lead-accounts.ts";
import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Stack } from "#app/ui/layout.tsx";
import { admin } from "#content/shared/admin.ts";
import { leadAccount as copy } from "#subjects/leads/words/lead-account.ts";
import { failed } from "#kit/result.ts";
import type { LeadAccountAction } from "#subjects/account/contract/lead-accounts.ts";

import { FileSection } from "./file-section.tsx";

const actionOf: Partial<Record<LeadAccount["state"], LeadAccountAction>> = {
  none: "create",
  invited: "resend",
  elsewhere: "attach",
};

/** Whether the contact can sign in, and the one thing to do about it. Source: resolutions, section 11. */
export function LeadAccountSection({ leadId }: { leadId: string }) {
  const account = useLeadAccount(leadId);
  const change = useAccountChange(leadId);
  const mayAct = useMay("seller");
  const action = mayAct && account.data ? actionOf[account.data.state] : undefined;

  return (
    <FileSection title={copy.title}>
      <Stack gap={12} justify="start">
        {account.isError && <RetryNotice sentence={admin.list.loadFailed} onRetry={() => void account.refetch()} />}
        {account.data && <p>{formatState(account.data)}</p>}
        {change.done !== undefined && <FormNotice variant="success">{change.done}</FormNotice>}
        {change.problem !== undefined && <FormNotice variant="problem">{change.problem}</FormNotice>}
        {action && (
          <>
            <Button
              variant="secondary"
              isSmall
              busyLabel={change.isPending ? copy.actions[action].busy : undefined}
              onClick={() => change.run(action)}
            >
              {copy.actions[action].label}
            </Button>
            {action === "create" && <p className="caption">{copy.hint}</p>}
          </>
        )}
      </Stack>
    </FileSection>
  );
}

function formatState({ state, invitedAt }: LeadAccount): string {
  return state === "invited" ? copy.states.invited(longInstant(invitedAt)) : copy.states[state];
}

function useLeadAccount(leadId: string) {
  const { accounts } = useServices();
  return useQuery({
    queryKey: leadKeys.account(leadId),
    queryFn: async () => valueOf(await accounts.read(leadId)),
    gcTime: 0,
  });
}

function useAccountChange(leadId: string) {
  const { accounts } = useServices();
  const queryClient = useQueryClient();

  const { mutate, data, isPending } = useMutation({
    mutationFn: async (action: LeadAccountAction) => {
      const changed = await accounts.change(leadId, action);
      return changed.ok ? changed : failed(sentenceOf(changed.problem, copy.noAnswer));
    },
    onSuccess: async (changed) => {
      if (changed.ok && changed.value.row) await showFreshRow(queryClient, changed.value.row);
      // Also after a refusal: it says that something else changed meanwhile.
      await queryClient.invalidateQueries({ queryKey: leadKeys.account(leadId) });
    },
  });

  return {
    /** A second click while one runs does nothing. */
    run: (action: LeadAccountAction) => !isPending && mutate(action),
    isPending,
    done: data?.ok ? copy.done[data.value.result] : undefined,
    problem: data?.ok === false ? data.problem : undefined,
  };
}
