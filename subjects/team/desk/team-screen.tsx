import { useState } from "react";

import { useDashboardVisit } from "#app/admin/frame/guard.ts";
import { AttentionPage } from "#app/admin/frame/attention-page.tsx";
import { useToast } from "#app/admin/ui/use-toast.ts";
import { Button } from "#app/ui/button.tsx";
import { Box, Stack } from "#app/ui/layout.tsx";
import { adminTeam as copy } from "#subjects/team/words/admin-team.ts";
import { securityCopy } from "#content/security.ts";

import { InviteForm } from "./invite-form.tsx";
import { MemberLine } from "./member-line.tsx";
import { useTeam } from "./team-queries.ts";
import { Turns } from "./turns.tsx";

/** Who administers, and what one administrator may do about another. */
export function TeamScreen() {
  const { now } = useDashboardVisit();
  const team = useTeam();
  const [isInviting, setIsInviting] = useState(false);
  const { showToast, dismiss, ...page } = useToast();
  const members = team.data?.administrators;

  function showInvited(email: string, waysLeft: string[]) {
    setIsInviting(false);
    const left = waysLeft.map((way) => securityCopy.ways[way] ?? way);
    showToast(left.length === 0 ? copy.invitation.done(email) : copy.invitation.doneExcept(email, left.join(", ")));
  }

  return (
    <AttentionPage
      {...page}
      id="equipe"
      copy={copy}
      query={team}
      total={members && copy.total(members.length)}
      isEmpty={members?.length === 0}
      onDismiss={dismiss}
    >
      {team.isPending && <Skeleton />}
      {team.data && (
        <Box paddingInline="inset" paddingTop={8} paddingBottom={24}>
          {isInviting ? (
            <InviteForm onInvited={showInvited} onCancel={() => setIsInviting(false)} />
          ) : (
            <Button isSmall variant="green" onClick={() => setIsInviting(true)}>
              {copy.invitation.open}
            </Button>
          )}
        </Box>
      )}
      {team.data && (
        <Box as="ul" rule="bottom" aria-label={copy.listLabel}>
          {team.data.administrators.map((member) => (
            <MemberLine
              key={member.userId}
              member={member}
              mayReset={team.data.mayReset}
              now={now}
              onDone={showToast}
              onInvited={showInvited}
            />
          ))}
        </Box>
      )}
      {team.data && <Turns administrators={team.data.administrators} turns={team.data.turns} />}
    </AttentionPage>
  );
}

function Skeleton() {
  return (
    <Stack gap={8} paddingBlock={16} paddingInline="inset" aria-hidden="true">
      <span className="skeleton" />
      <span className="skeleton skeleton-short" />
    </Stack>
  );
}
