import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { useEffect, useRef, useState } from "react";

import { followResumeLinks, type ResumptionView, takeMailed } from "#subjects/funnel/site/machine/resumption.ts";
import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { resumeCopy as copy } from "#subjects/funnel/words/resume-link.ts";

type Props = Pick<StepProps, "state" | "store"> & {
  view: ResumptionView;
  show: (view: ResumptionView) => void;
};

/** Listens for mailed links. Before the funnel's own start, which takes fragments out of the address. */
export function useResumption({ store, site }: Pick<StepProps, "store" | "site">) {
  const [view, show] = useState<ResumptionView>({ kind: "none" });

  // Address, history, server: see the functions.
  useEffect(() => followResumeLinks(store, site, show), [store, site]);

  return { view, show };
}

/** Above the step: what became of a mailed link. */
export function ResumptionNotice({ view, show, state, store }: Props) {
  switch (view.kind) {
    case "none":
      return null;
    case "question":
      return (
        <ResumptionQuestion onTake={() => show(takeMailed(store, view.mailed))} onKeep={() => show({ kind: "none" })} />
      );
    default:
      if (view.step !== state.step) return null;
      return (
        <Box marginBottom={24} className="resumption">
          {view.kind === "resumed" ? (
            <FormNotice variant="success">{copy.resumed}</FormNotice>
          ) : (
            <FormNotice variant="warning">{view.sentence}</FormNotice>
          )}
        </Box>
      );
  }
}

type QuestionProps = { onTake: () => void; onKeep: () => void };

function ResumptionQuestion({ onTake, onKeep }: QuestionProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  // Focus: the visitor came for these answers. It goes back to the step with the choice.
  useEffect(() => {
    heading.current?.focus();
    return () => document.querySelector<HTMLElement>("h1")?.focus();
  }, []);

  return (
    <Stack
      as="section"
      gap={12}
      paddingTop={20}
      paddingBottom={24}
      paddingInline="inset"
      marginBottom={24}
      className="card resumption"
      aria-labelledby="resumption-title"
    >
      <h2
        id="resumption-title"
        ref={heading}
        tabIndex={-1}
        className="text-lead stretch-full leading-snug tracking-snug"
      >
        {copy.question.title}
      </h2>
      <p className="text-small quiet">{copy.question.text}</p>
      <Row gap={8} isWrapping marginTop={8}>
        <Button isSmall hasPlug={false} onClick={onTake}>
          {copy.question.takeMailed}
        </Button>
        <Button isSmall hasPlug={false} variant="secondary" onClick={onKeep}>
          {copy.question.keepHere}
        </Button>
      </Row>
    </Stack>
  );
}
