import { PersonalStep } from "./personal-step.tsx";
import { SummaryStep } from "./summary-step.tsx";
import { WaitingStep } from "./waiting-step.tsx";

/** A file of its own: who leaves at step 1 does not download them. */
export const laterSteps = { PersonalStep, WaitingStep, SummaryStep };
