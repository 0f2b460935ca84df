import { useRef, useState } from "react";

import { sendResumeLink } from "#app/api/resume-links.ts";
import { FieldProblem } from "#app/ui/form/field-problem.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { resumeCopy as copy } from "#content/resume-link.ts";
import { carryAnswers } from "#domain/funnel/carried-answers.ts";

import type { StepProps } from "./offer-module.ts";

type Attempt =
  | { status: "idle" | "sending" }
  | { status: "sent"; email: string }
  | { status: "failed"; sentence: string };

/** Steps 2 and 3: a link by mail, to go on later or on another device. */
export function ResumeLink({ state, site }: Pick<StepProps, "state" | "site">) {
  const [attempt, setAttempt] = useState<Attempt>({ status: "idle" });
  const isSending = useRef(false);
  const trap = useRef<HTMLInputElement>(null);
  const { status } = attempt;

  /** A burst of clicks is one mail. */
  async function send() {
    if (isSending.current) return;
    isSending.current = true;
    setAttempt({ status: "sending" });
    const sent = await sendResumeLink(site.api, { funnel: state.funnel, answers: carryAnswers(state), website: trap.current?.value ?? "" }); // prettier-ignore
    isSending.current = false;
    setAttempt(sent.ok ? { status: "sent", email: state.email } : { status: "failed", sentence: sent.problem });
  }

  return (
    <div className="resume-link">
      <button
        type="button"
        className="arrow-link"
        aria-disabled={status === "sending"}
        aria-describedby={status === "sent" ? undefined : "resume-link-hint"}
        onClick={() => void send()}
      >
        <Icon name="mail" />
        {status === "sending" ? copy.sending : status === "sent" ? copy.again : copy.button}
      </button>
      {status !== "sent" && (
        <p className="resume-link-hint" id="resume-link-hint">
          {copy.hint(state.email)}
        </p>
      )}
      {/* There before its words are, so that they are read out. */}
      {status !== "idle" && (
        <div role="status">
          {status === "sent" && <p className="resume-link-sent">{copy.sent(attempt.email)}</p>}
          {status === "failed" && <FieldProblem field="resume-link" sentence={attempt.sentence} />}
        </div>
      )}
      {/* What fills it is a program. */}
      <div className="resume-link-trap" aria-hidden="true">
        <label htmlFor="website">{copy.trap}</label>
        <input id="website" ref={trap} name="website" type="text" tabIndex={-1} autoComplete="off" />
      </div>
    </div>
  );
}
