import { useState } from "react";

import type { ShownSession } from "#subjects/account/contract/own-sessions.ts";
import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { useOnce } from "#app/ui/use-once.ts";
import { securityCopy } from "#content/security.ts";
import type { Result } from "#kit/result.ts";

import { Instant } from "./instant.tsx";
import type { SecurityActs, SectionHeading } from "./security-acts.ts";
import { withSentence } from "./security-sentence.ts";

const copy = securityCopy.sessions;

type Props = SecurityActs & {
  Heading: SectionHeading;
  sessions: ShownSession[];
};

/** The browsers in which the account is open: one of them can be shut out, or all but this one. */
export function SessionList({ Heading, sessions, security, onSignedOut, onDone }: Props) {
  const [problem, setProblem] = useState<string>();
  /** The session that is being ended; all others have no id of their own. */
  const [ending, setEnding] = useState<string>();
  const { isBusy, once } = useOnce();
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent);

  function end(id: string, act: () => ReturnType<typeof security.endSession>, sentence: string) {
    once(async () => {
      setEnding(id);
      const ended: Result<void, string> = withSentence(await act(), onSignedOut);
      if (ended.ok) return onDone(sentence);
      setProblem(ended.problem);
    });
  }

  return (
    <section aria-labelledby="appareils">
      <Heading className="text-subtitle" id="appareils">
        {copy.title}
      </Heading>
      <Box as="p" marginTop={4} maxWidth="60ch" className="text-small quiet">
        {hasOthers ? copy.text : copy.alone}
      </Box>
      <ul className="security-list" aria-label={copy.listLabel}>
        {sessions.map(({ id, device, place, startedAt, lastUsedAt, isCurrent }) => (
          <li key={id}>
            <Stack gap={2}>
              <b>{device}</b>
              <span className="text-small quiet">
                {copy.usedOn} <Instant at={lastUsedAt} />
                {place !== null && `, ${copy.from} ${place}`}
              </span>
              <span className="text-small quiet">
                {copy.openedOn} <Instant at={startedAt} />
              </span>
            </Stack>
            {isCurrent ? (
              <span className="pill pill-done">{copy.current}</span>
            ) : (
              <Button
                variant="quiet"
                isSmall
                hasPlug={false}
                aria-label={copy.endOf(device)}
                busyLabel={isBusy && ending === id ? copy.ending : undefined}
                onClick={() => end(id, () => security.endSession(id), copy.ended)}
              >
                {copy.end}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {problem !== undefined && <FormNotice variant="problem">{problem}</FormNotice>}
      {hasOthers && (
        <Row marginTop={16}>
          <Button
            variant="secondary"
            isSmall
            hasPlug={false}
            busyLabel={isBusy && ending === "others" ? copy.ending : undefined}
            onClick={() => end("others", () => security.endOtherSessions(), copy.endedOthers)}
          >
            {copy.endOthers}
          </Button>
        </Row>
      )}
    </section>
  );
}
