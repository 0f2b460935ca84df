import { Box } from "#app/ui/layout.tsx";
import { useRef, useState } from "react";

import { sendResumeLink } from "#subjects/funnel/calls/resume-links.ts";
import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { FieldProblem } from "#app/ui/form/field-problem.tsx";
import { Honeypot } from "#app/ui/form/honeypot.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useOnce } from "#app/ui/use-once.ts";
import { resumeCopy as copy } from "#subjects/funnel/words/resume-link.ts";
import { resumePayloadOf } from "#subjects/funnel/rules/resume-payload.ts";

type Attempt = { status: "none" } | { status: "sent"; email: string } | { status: "failed"; sentence: string };

/** Steps 2 and 3: a link by mail, to go on later or on another device. */
export function ResumeLink({ state, site }: Pick<StepProps, "state" | "site">) {
  const [attempt, setAttempt] = useState<Attempt>({ status: "none" });
  const { isBusy, once } = useOnce();
  const honeypot = useRef<HTMLInputElement>(null);
  const shown = isBusy ? ({ status: "sending" } as const) : attempt;
  const { status } = shown;

  /** A burst of clicks is one mail. */
  async function send() {
    const website = honeypot.current?.value ?? "";
    const sent = await sendResumeLink(site.api, { funnel: state.funnel, answers: resumePayloadOf(state), website });
    setAttempt(sent.ok ? { status: "sent", email: state.email } : { status: "failed", sentence: sent.problem });
  }

  return (
    <Box marginTop={24} className="text-small">
      <button
        type="button"
        className={isBusy ? "arrow-link arrow-link-still finger-high busy" : "arrow-link arrow-link-still finger-high"}
        aria-disabled={status === "sending"}
        aria-describedby={status === "sent" ? undefined : "resume-link-hint"}
        onClick={() => once(send)}
      >
        <Icon name="mail" />
        {status === "sending" ? copy.sending : status === "sent" ? copy.again : copy.button}
      </button>
      {status !== "sent" && (
        <Box as="p" maxWidth="58ch" className="quiet breakable" id="resume-link-hint">
          {copy.hint(state.email)}
        </Box>
      )}
      {/* There before its words are, so that they are read out. */}
      {status !== "none" && (
        <div role="status">
          {shown.status === "sent" && (
            <Box
              as="p"
              paddingBlock={12}
              paddingInline={16}
              radius="md"
              background="line-100"
              className="color-line-800 breakable"
            >
              {copy.sent(shown.email)}
            </Box>
          )}
          {shown.status === "failed" && <FieldProblem field="resume-link" sentence={shown.sentence} />}
        </div>
      )}
      <Honeypot label={copy.honeypot} ref={honeypot} />
    </Box>
  );
}
