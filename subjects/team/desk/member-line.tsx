import { useState } from "react";
import { Link } from "react-router";

import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { PersonName } from "#app/admin/people/person-name.tsx";
import { shortInstant } from "#app/admin/ui/formats.ts";
import type { TeamAct } from "#subjects/team/calls/team.ts";
import type { Colleague } from "#subjects/team/contract/team.ts";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { adminTeam as copy } from "#subjects/team/words/admin-team.ts";
import { fullNameOf } from "#subjects/team/rules/person-name.ts";
import { roleLabels } from "#content/shared/roles.ts";
import { isRole, roles } from "#domain/kernel/roles.ts";
import { securityCopy } from "#content/security.ts";

import { ActDialog } from "./act-dialog.tsx";
import { type OnInvited, useInvitation, useRoleChange } from "./team-queries.ts";

/** The most first, as they are explained. */
const shownRoles = [...roles].reverse();

type Props = {
  member: Colleague;
  mayReset: boolean;
  now: Date;
  onDone: (sentence: string) => void;
  onInvited: OnInvited;
};

/** Who they are, how well their account is kept, and what can be done about it. */
export function MemberLine({ member, mayReset, now, onDone, onInvited }: Props) {
  const { name, email, isSelf, isInvited, lastSignInAt, addedAt, openSessions } = member;
  const address = email ?? copy.noAddress;

  return (
    <Box as="li" rule="top" paddingBlock={16} paddingInline="inset" className="member-line breakable">
      <Stack gap={2} justify="start" alignSelf="start">
        <Row gap={8} align="center" isWrapping>
          <b>{email === null ? address : <PersonName person={{ name, email }} isWhole />}</b>
          {isSelf && <span className="text-caption quiet">{copy.self}</span>}
        </Row>
        {name !== "" && <span className="text-caption quiet">{address}</span>}
        {isSelf ? (
          <span className="text-caption">{roleLabels[member.role]}</span>
        ) : (
          <RoleChoice member={member} address={address} onDone={onDone} />
        )}
      </Stack>
      <Stack gap={4} justify="start" alignSelf="start">
        <ProtectionPill member={member} />
        {member.factorKinds.length > 0 && (
          <span className="text-caption quiet">{member.factorKinds.map(nameOfKind).join(", ")}</span>
        )}
      </Stack>
      <Stack gap={2} justify="start" alignSelf="start" className="text-caption quiet tabular">
        {isInvited && <span>{copy.invitedOn(shortInstant(addedAt, now))}</span>}
        <span>{lastSignInAt === null ? copy.neverSignedIn : copy.lastSignIn(shortInstant(lastSignInAt, now))}</span>
        <span>{copy.sessions(openSessions)}</span>
      </Stack>
      {isSelf ? (
        <Box as={Link} justifySelf="start" className="text-link finger-link text-small" to="/securite">
          {copy.ownSecurity}
        </Box>
      ) : (
        <Acts member={member} address={address} mayReset={mayReset} onDone={onDone} onInvited={onInvited} />
      )}
    </Box>
  );
}

type RoleProps = Pick<Props, "member" | "onDone"> & { address: string };

function RoleChoice({ member, address, onDone }: RoleProps) {
  const name = fullNameOf(member) || address;
  const { run, asked, problem } = useRoleChange(member.userId, (role) =>
    onDone(copy.roles.done(name, roleLabels[role])),
  );
  return (
    <>
      <select
        className="control file-control text-caption"
        aria-label={copy.roles.of(name)}
        value={asked ?? member.role}
        onChange={(event) => isRole(event.target.value) && run(event.target.value)}
      >
        {shownRoles.map((role) => (
          <option key={role} value={role}>
            {roleLabels[role]}
          </option>
        ))}
      </select>
      <ProblemSentence sentence={problem} />
    </>
  );
}

function ProtectionPill({ member: { isInvited, factorKinds } }: { member: Colleague }) {
  if (isInvited) return <span className="pill pill-open">{copy.states.invited}</span>;
  return factorKinds.length > 0 ? (
    <span className="pill pill-done">{copy.states.protected}</span>
  ) : (
    <span className="pill pill-late">{copy.states.unprotected}</span>
  );
}

function nameOfKind(kind: string): string {
  return securityCopy.factors.kinds[kind] ?? kind;
}

type ActsProps = Omit<Props, "now"> & { address: string };

function Acts({ member, address, mayReset, onDone, onInvited }: ActsProps) {
  const { isInvited, openSessions, email } = member;
  const [asked, setAsked] = useState<TeamAct>();
  const invitation = useInvitation(onInvited);
  const acts: TeamAct[] = [
    ...(openSessions > 0 ? (["endSessions"] as const) : []),
    ...(isInvited ? [] : (["reset"] as const)),
    "withdraw",
  ];

  return (
    <Stack gap={4} justify="start" alignSelf="start">
      {invitation.proving}
      <Row rowGap={4} columnGap={16} isWrapping className="text-small">
        {isInvited && email !== null && (
          <button
            type="button"
            className="text-link finger-link"
            aria-disabled={invitation.isBusy || undefined}
            onClick={() => !invitation.isBusy && void invitation.invite({ email }).catch(() => undefined)}
          >
            {invitation.isBusy ? copy.invitation.againBusy : copy.invitation.again}
            <span className="visually-hidden">{copy.of(address)}</span>
          </button>
        )}
        {acts.map((act) => (
          <button key={act} type="button" className="text-link finger-link" onClick={() => setAsked(act)}>
            {copy.acts[act].label}
            <span className="visually-hidden">{copy.of(address)}</span>
          </button>
        ))}
      </Row>
      <ProblemSentence sentence={invitation.problem} />
      {asked && (
        <ActDialog
          key={asked}
          act={asked}
          member={member}
          isAllowed={asked !== "reset" || mayReset}
          onClose={() => setAsked(undefined)}
          onDone={(sentence) => {
            setAsked(undefined);
            onDone(sentence);
          }}
        />
      )}
    </Stack>
  );
}
