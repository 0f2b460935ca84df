import { RadioCards } from "#app/ui/form/choice.tsx";
import { answerWords } from "#subjects/funnel/words/answer-words.ts";
import { optionalVoiceCopy as copy } from "#subjects/funnel/words/funnel.ts";
import { type Voice, voices } from "#subjects/funnel/rules/choices.ts";

const options = [
  { value: "", label: copy.noPreference },
  ...voices.map((value) => ({ value, label: answerWords.voice[value] })),
];

type Props = { voice: Voice | ""; onChange: (voice: Voice | "") => void };

/** The voice, where no preference is an answer too. */
export function OptionalVoice({ voice, onChange }: Props) {
  return (
    <RadioCards
      name="voice"
      legend={copy.legend}
      options={options}
      value={voice}
      onChange={(chosen) => onChange(chosen as Voice | "")}
    />
  );
}

/** The chosen voice, as the summary reads it back. */
export function voiceInWords(voice: Voice | ""): string {
  return voice === "" ? copy.noPreference : answerWords.voice[voice];
}
