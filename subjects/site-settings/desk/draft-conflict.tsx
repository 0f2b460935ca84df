import { useState } from "react";

import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { adminSite } from "#subjects/site-settings/words/admin-site.ts";

import { sayPath, sayValue } from "./said-value.ts";
import type { PlaceInConflict, DraftEditing } from "./use-draft-editing.ts";

const copy = adminSite.conflict;

type Props = { conflicts: readonly PlaceInConflict[]; editing: DraftEditing };

/** Another manager saved the same places meanwhile: both values are shown, and who writes now chooses. */
export function DraftConflict({ conflicts, editing }: Props) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());

  function choose(path: string, isTheirs: boolean) {
    const next = new Set(theirs);
    if (isTheirs) next.add(path);
    else next.delete(path);
    setTheirs(next);
  }

  return (
    <FormNotice variant="warning">
      <Stack gap={12}>
        <h3 className="text-body strong">{copy.title}</h3>
        <p>{conflicts.length === 0 ? copy.untouched : copy.text}</p>
        {conflicts.map(({ path, ...values }) => (
          <fieldset key={path} className="breakable">
            <legend className="strong">{sayPath(path)}</legend>
            {(["mine", "theirs"] as const).map((whose) => (
              <Row as="label" key={whose} gap={8} align="start" paddingBlock={8}>
                <input
                  type="radio"
                  name={`conflict-${path}`}
                  checked={theirs.has(path) === (whose === "theirs")}
                  onChange={() => choose(path, whose === "theirs")}
                />
                <span>
                  {copy[whose]}
                  {"\u00a0: "}
                  <b>{sayValue(path, values[whose])}</b>
                </span>
              </Row>
            ))}
          </fieldset>
        ))}
        <Row gap={8} isWrapping>
          <Button variant="green" isSmall hasPlug={false} onClick={() => editing.settle(theirs)}>
            {copy.save}
          </Button>
          <Button variant="quiet" isSmall hasPlug={false} onClick={editing.drop}>
            {copy.cancel}
          </Button>
        </Row>
      </Stack>
    </FormNotice>
  );
}
