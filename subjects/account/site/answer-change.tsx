import { useId, useState } from "react";

import type { CustomerAccount, CustomerProblem } from "#subjects/account/calls/customer-account.ts";
import { Button } from "#app/ui/button.tsx";
import { Field, TextArea } from "#app/ui/form/field.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { SelectField } from "#app/ui/form/select-field.tsx";
import { type TypedForm, useForm } from "#app/ui/form/use-form.ts";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { answerChangeCopy as copy } from "#subjects/orders/words/answer-change.ts";
import { answerWords } from "#subjects/funnel/words/answer-words.ts";
import { formCopy } from "#content/shared/form.ts";
import { type AnswerChange, type ChangeOutcome, readAnswerChange } from "#subjects/orders/rules/answer-change.ts";
import type { CustomerOrder } from "#subjects/orders/rules/customer-order.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

type Props = {
  account: CustomerAccount;
  order: CustomerOrder;
  /** Reads the space again: what is shown is what the server has. */
  onChanged: () => Promise<void>;
  onSignedOut: () => void;
};

/** « Tout reste modifiable »: greeting, hours and intention, in a form that opens in place. */
export function AnswerChangeEditor({ onChanged, ...props }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const [outcome, setOutcome] = useState<ChangeOutcome>();

  async function close(done?: ChangeOutcome) {
    setIsOpen(false);
    setOutcome(done);
    if (done === "changed" || done === "waiting") await onChanged();
  }

  return (
    <Box paddingInline="cell" paddingBlock={24} rule="top">
      {isOpen ? (
        <ChangeForm {...props} onClose={close} />
      ) : (
        <Stack gap={16} justify="start">
          {outcome !== undefined && (
            <FormNotice variant={outcome === "unchanged" ? "plain" : "success"}>{copy.done[outcome]}</FormNotice>
          )}
          <Button variant="secondary" isSmall onClick={() => setIsOpen(true)}>
            {copy.open}
          </Button>
        </Stack>
      )}
    </Box>
  );
}

type FormProps = Omit<Props, "onChanged"> & { onClose: (done?: ChangeOutcome) => Promise<void> };

function ChangeForm({ account, order, onClose, onSignedOut }: FormProps) {
  const shown = order.change?.answers ?? order;
  const [code = "", ownHours = ""] = shown.businessHours;
  const [hours, setHours] = useState(code);
  const [intention, setIntention] = useState(shown.intention ?? "");
  const titleId = useId();
  const form = useForm({ sentences: copy.problems, read: (typed) => readAnswerChange(changeOf(typed)), send });

  async function send(change: AnswerChange) {
    const asked = differences(change, shown);
    const sent = Object.keys(asked).length === 0 ? undefined : await account.changeAnswers(order.leadId, asked);
    if (sent !== undefined && !sent.ok) return problemOf(sent.problem, onSignedOut);
    await onClose(sent?.value ?? "unchanged");
    return undefined;
  }

  const chosen = { hours: setHours, intention: setIntention };
  return (
    <section
      aria-labelledby={titleId}
      onChange={({ target }) => {
        if (target instanceof HTMLSelectElement) chosen[target.name as keyof typeof chosen](target.value);
      }}
    >
      <h4 className="text-subtitle leading-tight" id={titleId}>
        {copy.title}
      </h4>
      <Box as="p" marginTop={8} className="text-small quiet">
        {copy.lead}
      </Box>
      <Form
        form={form}
        words={formCopy}
        header={form.failure && <FormNotice variant="problem">{form.failure.sentence}</FormNotice>}
      >
        <Stack gap={24} marginTop={24}>
          <TextArea
            name="welcome_message"
            label={copy.fields.welcome_message}
            defaultValue={shown.welcomeMessage ?? ""}
            rows={4}
            required
            problem={form.problemOf("welcome_message")}
          />
          <SelectField
            name="hours"
            label={copy.fields.hours}
            options={answerWords.businessHours}
            {...(code === "" ? { placeholder: copy.choose } : { defaultValue: code })}
            required
            problem={form.problemOf("hours")}
          />
          {hours === "autres" && (
            <Field
              name="hours_detail"
              label={copy.fields.hours_detail}
              defaultValue={ownHours}
              required
              problem={form.problemOf("hours_detail")}
            />
          )}
          <SelectField
            name="intention"
            label={copy.fields.intention}
            options={answerWords.intention}
            {...(shown.intention === null ? { placeholder: copy.choose } : { defaultValue: shown.intention })}
            required
            problem={form.problemOf("intention")}
          />
          {intention === "autres" && (
            <Field
              name="intention_detail"
              label={copy.fields.intention_detail}
              defaultValue={shown.intentionDetail ?? ""}
              required
              problem={form.problemOf("intention_detail")}
            />
          )}
          <Row gap={16} isWrapping className="full-buttons">
            <Button type="submit" isSmall busyLabel={form.isBusy ? copy.busy : undefined}>
              {copy.submit}
            </Button>
            <Button variant="quiet" isSmall hasPlug={false} onClick={() => void onClose()}>
              {copy.cancel}
            </Button>
          </Row>
        </Stack>
      </Form>
    </section>
  );
}

function changeOf({ welcome_message, hours = "", hours_detail = "", intention, intention_detail }: TypedForm) {
  return {
    welcome_message,
    business_hours: hours === "autres" ? [hours, hours_detail] : [hours],
    intention,
    intention_detail,
  };
}

/** Only what is another answer than the one shown: what the team changed meanwhile stays. */
function differences(change: AnswerChange, shown: LeadRow): AnswerChange {
  const { welcome_message, business_hours, intention, intention_detail } = change;
  const isOtherIntention = intention !== shown.intention || (intention_detail ?? null) !== shown.intentionDetail;
  return {
    ...(welcome_message !== shown.welcomeMessage && { welcome_message }),
    ...(business_hours?.join() !== shown.businessHours.join() && { business_hours }),
    ...(isOtherIntention && { intention, ...(intention_detail !== undefined && { intention_detail }) }),
  };
}

function problemOf(problem: CustomerProblem, onSignedOut: () => void) {
  if (problem.kind === "failed") return { sentence: problem.sentence };
  onSignedOut();
  return undefined;
}
