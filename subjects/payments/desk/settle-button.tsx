import { useMutation, useQueryClient } from "@tanstack/react-query";

import { useMay } from "#app/admin/people/role.tsx";
import { leadKeys, paymentKeys, screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { sentenceOf } from "#app/admin/ui/leads-error.ts";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import { Button } from "#app/ui/button.tsx";
import { settleCopy as copy } from "#subjects/payments/words/billing.ts";

type Props = { eventId: string; said: string; leadId?: string | undefined };

/** Says that a failed debit, a dispute or an end is dealt with; for ten seconds it is taken back in one press. */
export function SettleButton({ eventId, said, leadId }: Props) {
  const { payments } = useServices();
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const maySettle = useMay("seller");

  /** @returns the sentence of why not */
  async function send(isSettled: boolean): Promise<string | undefined> {
    const sent = await payments.settleBilling(eventId, isSettled);
    void queryClient.invalidateQueries({ queryKey: paymentKeys.all });
    void queryClient.invalidateQueries({ queryKey: screenKeys.alerts });
    void queryClient.invalidateQueries({ queryKey: leadKeys.worklist });
    if (leadId !== undefined) {
      void queryClient.invalidateQueries({ queryKey: leadKeys.receipts(leadId) });
      void queryClient.invalidateQueries({ queryKey: leadKeys.history(leadId) });
    }
    return sent.ok ? undefined : sentenceOf(sent.problem, copy.unavailable);
  }

  const {
    mutate,
    isPending,
    data: problem,
  } = useMutation({
    mutationFn: () => send(true),
    onSuccess: (sentence) => sentence ?? offerUndo({ sentence: copy.done, undo: () => send(false) }),
  });

  if (!maySettle) return null;
  return (
    <>
      <Button
        variant="secondary"
        isSmall
        hasPlug={false}
        aria-label={copy.settleWith(said)}
        disabled={isPending}
        onClick={() => mutate()}
      >
        {copy.settle}
      </Button>
      <ProblemSentence sentence={problem} />
    </>
  );
}
