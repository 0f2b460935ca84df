import { useEffect, useId, useRef } from "react";
import { useLocation } from "react-router";

import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { RetryNotice } from "#app/admin/ui/retry-notice.tsx";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import type { NotificationChoices } from "#subjects/notifications/contract/notifications.ts";
import {
  type KindChoice,
  mailModes,
  type NotificationKind,
  notificationKinds,
} from "#subjects/notifications/rules/kinds.ts";
import { adminNotifications } from "#subjects/notifications/words/admin-notifications.ts";

import { useBrowserPermission } from "./browser-permission.ts";
import { useChoices } from "./notification-queries.ts";

const { choices: copy, browser, loadFailed } = adminNotifications;

/** Where the mails lead to. */
const sectionId = "choix";
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** How the reader wants to be told: each choice is stored as it is made. */
export function ChoicesSection() {
  const { query, choose, isPending, isStored, problem } = useChoices();
  const title = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  const isAskedFor = hash === `#${sectionId}` && query.isSuccess;
  const { data } = query;

  // Synchronises with the address: a mail leads here, where the router scrolls to nothing.
  useEffect(() => {
    if (!isAskedFor) return;
    title.current?.scrollIntoView();
    title.current?.focus({ preventScroll: true });
  }, [isAskedFor]);

  return (
    <Stack
      as="section"
      gap={20}
      justify="start"
      paddingInline="inset"
      paddingTop={40}
      paddingBottom={40}
      aria-labelledby={sectionId}
    >
      <Stack gap={8} justify="start">
        <h2 id={sectionId} ref={title} tabIndex={-1} className="text-lead strong">
          {copy.title}
        </h2>
        <Box as="p" maxWidth="72ch" className="quiet">
          {`${copy.intro} ${copy.owned}`}
        </Box>
        <p role="status" className="text-caption faint">
          {query.isPending ? copy.loading : isPending ? copy.saving : isStored && copy.saved}
        </p>
        <ProblemSentence sentence={problem} />
      </Stack>
      <InThisBrowser />
      {query.isError && <RetryNotice sentence={loadFailed} onRetry={() => void query.refetch()} />}
      {data && (
        <>
          <Box as="ul" rule="bottom">
            {notificationKinds.map((kind) => (
              <KindLine
                key={kind}
                kind={kind}
                choice={data.kinds[kind]}
                onChoose={(choice) => choose({ ...data, kinds: { ...data.kinds, [kind]: choice } })}
              />
            ))}
          </Box>
          <Hours choices={data} onChoose={choose} />
        </>
      )}
    </Stack>
  );
}

/** Nothing is asked of the browser before the button is pressed. */
function InThisBrowser() {
  const { permission, ask } = useBrowserPermission();
  return (
    <Stack gap={8} justify="start" role="group" aria-labelledby="navigateur">
      <h3 id="navigateur" className="text-body strong">
        {browser.title}
      </h3>
      {permission === "default" ? (
        <>
          <Box as="p" maxWidth="72ch" className="text-small quiet">
            {browser.text}
          </Box>
          <Row>
            <Button variant="secondary" isSmall hasPlug={false} onClick={() => void ask()}>
              {browser.ask}
            </Button>
          </Row>
        </>
      ) : (
        <Box as="p" maxWidth="72ch" role="status" className="text-small quiet">
          {browser[permission]}
        </Box>
      )}
    </Stack>
  );
}

type LineProps = { kind: NotificationKind; choice: KindChoice; onChoose: (choice: KindChoice) => void };

function KindLine({ kind, choice, onChoose }: LineProps) {
  const label = copy.kinds[kind];
  return (
    <Box as="li" rule="top" paddingBlock={4} className="notification-choice">
      <span className="strong">{label}</span>
      <Checkbox name={`${kind}-desk`} isChecked={choice.desk} onChange={(desk) => onChoose({ ...choice, desk })}>
        {copy.desk}
        <span className="visually-hidden">{copy.of(label)}</span>
      </Checkbox>
      <Checkbox
        name={`${kind}-browser`}
        isChecked={choice.browser}
        onChange={(isWanted) => onChoose({ ...choice, browser: isWanted })}
      >
        {copy.browser}
        <span className="visually-hidden">{copy.of(label)}</span>
      </Checkbox>
      <Choice
        label={copy.mail}
        of={label}
        value={choice.mail}
        options={mailModes.map((mode) => ({ value: mode, label: copy.modes[mode] }))}
        onChoose={(mail) => onChoose({ ...choice, mail })}
      />
    </Box>
  );
}

type HoursProps = { choices: NotificationChoices; onChoose: (choices: NotificationChoices) => void };

function Hours({ choices, onChoose }: HoursProps) {
  const options = hours.map((hour) => ({ value: hour, label: copy.hour(hour) }));
  return (
    <>
      <Stack gap={8} justify="start" role="group" aria-labelledby="heures-calmes">
        <h3 id="heures-calmes" className="text-body strong">
          {copy.quiet}
        </h3>
        <Box as="p" maxWidth="72ch" className="text-small quiet">
          {copy.quietHint}
        </Box>
        <Row gap={16} isWrapping>
          <Choice
            label={copy.quietFrom}
            value={choices.quiet_from}
            options={options}
            onChoose={(from) => onChoose({ ...choices, quiet_from: from })}
          />
          <Choice
            label={copy.quietUntil}
            value={choices.quiet_until}
            options={options}
            onChoose={(until) => onChoose({ ...choices, quiet_until: until })}
          />
        </Row>
      </Stack>
      <Stack gap={8} justify="start" role="group" aria-labelledby="resume">
        <h3 id="resume" className="text-body strong">
          {copy.digest}
        </h3>
        <Row>
          <Choice
            label={copy.digestAt}
            value={choices.digest_hour}
            options={options}
            onChoose={(hour) => onChoose({ ...choices, digest_hour: hour })}
          />
        </Row>
      </Stack>
    </>
  );
}

type ChoiceProps<Value extends string | number> = {
  label: string;
  /** What it is about, for who does not see its line. */
  of?: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

function Choice<Value extends string | number>({ label, of, value, options, onChoose }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <Row gap={8} align="center">
      <label htmlFor={id} className="text-small faint">
        {label}
        {of !== undefined && <span className="visually-hidden">{copy.of(of)}</span>}
      </label>
      <select
        id={id}
        className="control notification-select text-small"
        value={value}
        onChange={({ target }) => {
          const chosen = options[target.selectedIndex];
          if (chosen) onChoose(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Row>
  );
}
