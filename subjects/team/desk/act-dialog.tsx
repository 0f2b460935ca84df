import { AlertDialog } from "@base-ui/react/alert-dialog";
import { useRef } from "react";
import { Link } from "react-router";

import type { TeamAct } from "#subjects/team/calls/team.ts";
import type { Colleague } from "#subjects/team/contract/team.ts";
import { Button } from "#app/ui/button.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Row, Stack } from "#app/ui/layout.tsx";
import { fullNameOf } from "#subjects/team/rules/person-name.ts";
import { adminTeam } from "#subjects/team/words/admin-team.ts";

import { useTeamAct } from "./team-queries.ts";

type Props = {
  act: TeamAct;
  member: Colleague;
  /** Else it says what is missing. */
  isAllowed: boolean;
  onClose: () => void;
  onDone: (sentence: string) => void;
};

/** Says what will become of a colleague before it does. The focus enters the button that changes nothing. */
export function ActDialog({ act, member, isAllowed, onClose, onDone }: Props) {
  const keepButton = useRef<HTMLButtonElement>(null);
  const copy = adminTeam.acts[act];
  const name = fullNameOf(member) || adminTeam.noAddress;
  const { run, isBusy, problem } = useTeamAct(act, member.userId, () => onDone(copy.done(name)));

  return (
    <AlertDialog.Root open onOpenChange={(willBeOpen) => !willBeOpen && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="dialog-backdrop" />
        <AlertDialog.Popup className="dialog" initialFocus={keepButton}>
          <Stack gap={16}>
            <AlertDialog.Title className="text-heading leading-tight">{copy.title}</AlertDialog.Title>
            <b className="breakable">{name}</b>
            <AlertDialog.Description className="text-body quiet">
              {isAllowed ? copy.text : adminTeam.needsFactor}
            </AlertDialog.Description>
            {problem !== undefined && <FormNotice variant="problem">{problem}</FormNotice>}
            <Row gap={8} justify="end" isWrapping paddingTop={8}>
              <AlertDialog.Close ref={keepButton} className="button button-secondary button-small">
                {adminTeam.keep}
              </AlertDialog.Close>
              {isAllowed ? (
                <Button
                  variant="danger"
                  isSmall
                  hasPlug={false}
                  busyLabel={isBusy ? copy.busy : undefined}
                  onClick={run}
                >
                  {copy.confirm}
                </Button>
              ) : (
                <Link className="button button-green button-small" to="/securite">
                  {adminTeam.openSecurity}
                </Link>
              )}
            </Row>
          </Stack>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
