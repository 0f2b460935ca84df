import { type FormEvent, useId, useLayoutEffect, useRef, useState } from "react";

import { writeSettings } from "#subjects/funnel/site/machine/kept-settings.ts";
import { SpokenCall } from "#subjects/funnel/site/offers/secretariat/spoken-call.tsx";
import { Button } from "#app/ui/button.tsx";
import { RadioCards } from "#app/ui/form/choice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { SelectField } from "#app/ui/form/select-field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { answerWords } from "#subjects/funnel/words/answer-words.ts";
import { trades, tradeKeys, tryOutCopy as copy } from "#content/shared/trades.ts";
import { voices } from "#subjects/funnel/rules/choices.ts";

import { readTryOut, settingsOf, tryOutCall, tryOutFields as fields, untouched } from "./try-out-call.ts";

type Props = {
  /** Address of the funnel that takes the settings over. */
  funnel: string;
  /** Of a name, in characters. */
  maxLength: number;
  /** Within something else: in the console of a first view. */
  isNarrow?: boolean;
};

const tradeOptions = Object.fromEntries(tradeKeys.map((key) => [key, trades[key].label]));
const voiceOptions = voices.map((value) => ({ value, label: answerWords.voice[value] }));

/**
 * A visitor's own call, made in the browser of a name, a town, a trade and a voice. On a telephone it comes once one of
 * them is the visitor's; what is kept of it stands below, where it was heard.
 */
export function CallTryOut({ funnel, maxLength, isNarrow = false }: Props) {
  const [tryOut, setTryOut] = useState(untouched);
  const form = useRef<HTMLFormElement>(null);
  const formId = useId();
  const { company, call, recording, isNamed, intention } = tryOutCall(tryOut);

  // Whole once it is the visitor's: before, how it begins.
  const isOwn = JSON.stringify(tryOut) !== JSON.stringify(untouched);

  const read = () => form.current && setTryOut(readTryOut(new FormData(form.current)));
  // The controls, as the visitor left them before this came alive.
  useLayoutEffect(() => void read(), []);

  function keep(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    location.assign(`${funnel}${writeSettings(settingsOf(readTryOut(new FormData(event.currentTarget))))}`);
  }

  return (
    <Stack tablet={{ columns: 2 }} background="surface" {...(!isNarrow && { rule: "top", lg: { columns: "5fr 7fr" } })}>
      <Stack
        as="form"
        id={formId}
        ref={form}
        method="post"
        gap={20}
        alignContent="start"
        paddingBlock={isNarrow ? 24 : "block"}
        paddingInline={isNarrow ? "inset" : "cell"}
        tablet={{ gap: 24 }}
        className="beside-higher try-out-form"
        onInput={read}
        onSubmit={keep}
      >
        <Field
          name={fields.company}
          label={copy.company}
          placeholder={trades[tryOut.trade].example}
          autoComplete="organization"
          maxLength={maxLength}
        />
        <Stack
          columns="2fr 3fr"
          gap={12}
          align="end"
          tablet={{ columns: 1, gap: 24 }}
          {...(!isNarrow && { lg: { columns: 2, gap: 16 } })}
        >
          <Field name={fields.town} label={copy.town} autoComplete="address-level2" maxLength={maxLength} />
          <SelectField name={fields.trade} label={copy.trade} options={tradeOptions} defaultValue={untouched.trade} />
        </Stack>
        <div className={isOwn ? undefined : "hidden-until-tablet"}>
          <RadioCards name={fields.voice} legend={copy.voice} options={voiceOptions} defaultValue={untouched.voice} />
        </div>
      </Stack>
      <Box
        paddingBlock={isNarrow ? 24 : "block"}
        paddingInline={isNarrow ? "inset" : "cell"}
        background="canvas"
        minWidth={0}
        lg={{ rule: "left" }}
        className={isOwn ? undefined : "hidden-until-tablet"}
      >
        <SpokenCall
          // Another recording begins at its start.
          key={`${tryOut.trade} ${tryOut.voice}`}
          title={copy.callTitle(company)}
          lead={copy.callLead}
          call={call}
          isBrief={!isOwn}
          voice={tryOut.voice}
          recording={recording}
          hasOwnWords={isNamed}
        >
          {isOwn && <Outcome intention={intention} done={trades[tryOut.trade].done} />}
        </SpokenCall>
        <Row columnGap={20} rowGap={8} align="center" isWrapping marginTop={20}>
          <Button type="submit" form={formId} variant="secondary">
            {copy.keep}
          </Button>
          <p className="caption">{copy.kept}</p>
        </Row>
      </Box>
    </Stack>
  );
}

function Outcome({ intention, done }: { intention: string; done: readonly string[] }) {
  return (
    <Box paddingBlock={20} paddingInline="inset" background="line-900">
      <p className="text-small color-on-line-2">{intention}</p>
      <h3 className="plain-title text-small color-on-line-2">{copy.done}</h3>
      <Stack as="ul" gap={8} marginTop={8}>
        {done.map((line) => (
          <Row as="li" key={line} gap={8} className="strong color-white">
            <Box as="span" paddingTop={2} className="color-line-300">
              <Icon name="check" isSmall />
            </Box>
            {line}
          </Row>
        ))}
      </Stack>
    </Box>
  );
}
