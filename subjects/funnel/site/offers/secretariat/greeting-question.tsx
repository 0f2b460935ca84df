import { Box } from "#app/ui/layout.tsx";
import { focusField } from "#app/ui/form/error-summary.tsx";
import { TextArea } from "#app/ui/form/field.tsx";
import { secretariatCopy } from "#subjects/offers/words/secretariat/secretariat-funnel.ts";
import type { Voice } from "#subjects/funnel/rules/choices.ts";
import { announcesArtificialIntelligence } from "#subjects/funnel/rules/greeting.ts";
import { maxLengthOf } from "#subjects/funnel/rules/questions.ts";

type Props = {
  greeting: string;
  company: string;
  voice: Voice | "";
  onChange: (greeting: string) => void;
  problem: string | undefined;
};

/** The greeting is the customer's own words: suggested, never prefilled. What it leaves out is said, not blocked. */
export function GreetingQuestion({ greeting, company, voice, onChange, problem }: Props) {
  const example = secretariatCopy.greetingExample(company, voice);
  const needsWarning = greeting.trim() !== "" && !announcesArtificialIntelligence(greeting);

  return (
    <TextArea
      name="welcomeMessage"
      label={secretariatCopy.welcomeMessage}
      hint={secretariatCopy.welcomeMessageHint}
      rows={3}
      maxLength={maxLengthOf("welcomeMessage")}
      required
      value={greeting}
      onChange={onChange}
      problem={problem}
    >
      <div role="status">
        {needsWarning && (
          <Box
            as="p"
            paddingBlock={12}
            paddingInline={16}
            marginTop={8}
            radius="md"
            background="warn-100"
            className="color-warn-900 text-small"
          >
            {secretariatCopy.greetingWarning}
          </Box>
        )}
      </div>
      <p className="text-small quiet field-example">
        {secretariatCopy.example(example)}{" "}
        <button
          type="button"
          className="text-link"
          onClick={() => {
            onChange(example);
            focusField("welcomeMessage");
          }}
        >
          {secretariatCopy.takeExample}
        </button>
      </p>
    </TextArea>
  );
}
