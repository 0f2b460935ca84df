import { Dialog } from "@base-ui/react/dialog";
import { Fragment, useRef } from "react";

import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { adminKeys } from "#content/admin-keys.ts";

import { isCharacter, keyEntries, namesOf } from "./key-map.ts";
import { useLetterSwitch } from "./key-switch.ts";

const copy = adminKeys.help;
const groups = Object.entries(adminKeys.groups) as [keyof typeof adminKeys.groups, string][];
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Every key, drawn from where they are declared, and the switch of those of one character. */
export function KeysHelp({ onClose }: { onClose: () => void }) {
  const popup = useRef<HTMLDivElement>(null);
  const [isOn, turn] = useLetterSwitch();
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        {/* Its way out is not focused: the key that opened it is still being let go. */}
        <Dialog.Popup ref={popup} initialFocus={popup} className="dialog">
          <Stack gap={16}>
            <Row gap={16} justify="between" align="start">
              <Dialog.Title className="text-heading leading-tight">{copy.title}</Dialog.Title>
              <IconButton icon="close" label={copy.close} size="medium" onClick={onClose} />
            </Row>
            <Dialog.Description className="text-body quiet">{copy.intro}</Dialog.Description>
            {groups.map(([group, title]) => (
              <Stack key={group} as="section" gap={4} aria-label={title}>
                <h3 className="text-small strong">{title}</h3>
                <Keys group={group} areLettersOn={isOn} />
              </Stack>
            ))}
            <Stack rule="top" paddingTop={8}>
              <Checkbox name="touches-seules" isChecked={isOn} onChange={turn}>
                {copy.switch}
              </Checkbox>
              <p className="text-caption quiet">{copy.switchHint}</p>
            </Stack>
          </Stack>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Keys({ group, areLettersOn }: { group: string; areLettersOn: boolean }) {
  return (
    <dl>
      {keyEntries
        .filter(([, entry]) => entry.group === group)
        .map(([action, { sentence, strokes }]) => (
          <Row key={action} gap={16} justify="between" align="center" paddingBlock={4} rule="top">
            <dt>{sentence}</dt>
            <Row as="dd" gap={4} align="center" justify="end" isWrapping>
              {strokes.map((stroke, index) => (
                <Fragment key={namesOf(stroke, isMac).join()}>
                  {index > 0 && <span className="text-caption quiet">{adminKeys.or}</span>}
                  <span className={isCharacter(stroke) && !areLettersOn ? "key-off" : undefined}>
                    {namesOf(stroke, isMac).map((name) => (
                      <kbd key={name} className="key-cap">
                        {name}
                      </kbd>
                    ))}
                  </span>
                </Fragment>
              ))}
            </Row>
          </Row>
        ))}
    </dl>
  );
}
