import { useEffect, useState } from "react";
import * as z from "zod/mini";

import { Button } from "#app/ui/button.tsx";
import { focusField } from "#app/ui/form/error-summary.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { describedBy, FieldFrame } from "#app/ui/form/field-frame.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { type FormProblem, useForm } from "#app/ui/form/use-form.ts";
import { Row, Stack } from "#app/ui/layout.tsx";
import { adminTeam } from "#subjects/team/words/admin-team.ts";
import { roleLabels, roleTexts } from "#content/shared/roles.ts";
import { isRole, type Role, roles } from "#domain/kernel/roles.ts";
import { formCopy, tooLong } from "#content/shared/form.ts";
import { checkAnswers, emailText, optionalText } from "#domain/kernel/text-rules.ts";
import { maxLengths } from "#domain/kernel/max-lengths.ts";
import { longestName } from "#subjects/team/rules/person-name.ts";

import { type OnInvited, useInvitation } from "./team-queries.ts";

const copy = adminTeam.invitation;

// The service decides what an account's address is; here it only has to look like one.
const invitationSchema = z.object({ email: emailText, name: optionalText(longestName), role: z.enum(roles) });

type Props = { onInvited: OnInvited; onCancel: () => void };

export function InviteForm({ onInvited, onCancel }: Props) {
  const invitation = useInvitation(onInvited);
  const [role, setRole] = useState<Role>("manager");
  const { missing, malformed } = copy.email;
  const form = useForm({
    sentences: {
      email: { missing, malformed, tooLong: tooLong(maxLengths.line) },
      name: { tooLong: tooLong(longestName) },
      role: {},
    },
    read: (typed) => checkAnswers<{ email: string; name: string; role: Role }>(invitationSchema, typed),
    async send({ email, name, role }): Promise<FormProblem<"email" | "name" | "role"> | undefined> {
      const sentence = await invitation
        .invite({ email, role, ...(name !== "" && { name }) })
        .catch(() => adminTeam.unavailable);
      return sentence === undefined ? undefined : { field: "email", sentence };
    },
  });

  // Focus: on what is to be typed.
  useEffect(() => focusField("email"), []);

  return (
    <>
      {invitation.proving}
      <Form form={form} words={formCopy} className="card invite-form">
        <Stack gap={16}>
          <Stack gap={4}>
            <h2 className="text-lead">{copy.title}</h2>
            <p className="text-small quiet">{copy.text}</p>
          </Stack>
          {form.failure && <FormNotice variant="problem">{form.failure.sentence}</FormNotice>}
          <Field
            name="email"
            label={copy.email.label}
            type="email"
            autoComplete="off"
            spellCheck={false}
            required
            problem={form.problemOf("email")}
          />
          <Field
            name="name"
            label={copy.name.label}
            hint={copy.name.hint}
            autoComplete="off"
            problem={form.problemOf("name")}
          />
          <FieldFrame name="role" label={adminTeam.roles.label} hint={roleTexts[role]}>
            <select
              id="role"
              name="role"
              value={role}
              aria-describedby={describedBy("role", roleTexts[role], undefined)}
              onChange={(event) => isRole(event.target.value) && setRole(event.target.value)}
            >
              {[...roles].reverse().map((each) => (
                <option key={each} value={each}>
                  {roleLabels[each]}
                </option>
              ))}
            </select>
          </FieldFrame>
          <Row gap={12} isWrapping marginTop={4}>
            <Button type="submit" isSmall busyLabel={form.isBusy ? copy.busy : undefined}>
              {copy.submit}
            </Button>
            <Button variant="quiet" isSmall hasPlug={false} onClick={onCancel}>
              {copy.cancel}
            </Button>
          </Row>
        </Stack>
      </Form>
    </>
  );
}
