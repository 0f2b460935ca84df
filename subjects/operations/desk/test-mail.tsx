import { useMutation } from "@tanstack/react-query";

import { useServices } from "#app/admin/data/services.ts";
import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { hasEndedAccess, valueOf } from "#app/admin/ui/leads-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Row } from "#app/ui/layout.tsx";
import { problemOf } from "#subjects/deliveries/desk/delivery-words.ts";
import { adminDeliveries } from "#subjects/deliveries/words/admin-deliveries.ts";
import type { TestedMail } from "#subjects/operations/contract/health.ts";
import { adminHealth } from "#subjects/operations/words/admin-health.ts";

const copy = adminHealth.testMail;

/** A mail to oneself, and what the mail server says of it. */
export function TestMail() {
  const { health } = useServices().rooms;
  const { mutate, isPending, data, error } = useMutation({ mutationFn: async () => valueOf(await health.testMail()) });
  const isSent = data?.status === "delivered";

  return (
    <Row gap={12} align="center" isWrapping paddingInline="inset" paddingTop={16}>
      <Button
        variant="secondary"
        isSmall
        hasPlug={false}
        busyLabel={isPending ? copy.busy : undefined}
        onClick={() => mutate()}
      >
        {copy.send}
      </Button>
      <span role="status" className="text-caption">
        {isSent && copy.sent(data.to)}
      </span>
      <ProblemSentence sentence={data && !isSent && !isPending ? sayTry(data) : undefined} />
      <ProblemSentence sentence={error !== null && !hasEndedAccess(error) ? copy.failed : undefined} />
    </Row>
  );
}

function sayTry({ status, last_answer: answer, ...facts }: TestedMail): string {
  const problem = problemOf({ ...facts, topic: "mail" });
  const said = answer === null ? [] : [`${adminDeliveries.answered(answer)}.`];
  return [status === "dead" ? copy.refused : copy.waiting, problem, ...said].filter(Boolean).join(" ");
}
