import { Box } from "#app/ui/layout.tsx";
import { funnelCopy } from "#subjects/funnel/words/funnel.ts";
import type { FunnelStep } from "#subjects/funnel/rules/answers.ts";

/** Takes the focus when its step comes up. */
export function StepHeader({ step, title, lead }: { step: FunnelStep; title: string; lead: string }) {
  return (
    <header>
      <p className="caption tabular">{funnelCopy.stepOf(step)}</p>
      <Box as="h1" marginTop={8} marginBottom={12} className="text-step leading-display" tabIndex={-1}>
        {title}
      </Box>
      <p className="lead">{lead}</p>
    </header>
  );
}
