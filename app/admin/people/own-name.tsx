import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";

import { screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { sentenceOf } from "#app/admin/ui/leads-error.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Stack } from "#app/ui/layout.tsx";
import { formCopy, tooLong } from "#content/shared/form.ts";
import { checkAnswers, requiredText } from "#domain/kernel/text-rules.ts";
import { longestName } from "#subjects/team/rules/person-name.ts";
import { adminTeam } from "#subjects/team/words/admin-team.ts";

import { useColleagues } from "./use-colleagues.ts";

const copy = adminTeam.ownName;
const nameSchema = z.object({ name: requiredText(longestName) });

/** What colleagues read instead of the address of who is signed in. */
export function OwnName({ email }: { email: string }) {
  const { isRead, personOf } = useColleagues();
  const { team } = useServices();
  const queryClient = useQueryClient();
  const [isDone, setIsDone] = useState(false);
  const form = useForm({
    sentences: { name: { missing: copy.missing, tooLong: tooLong(longestName) } },
    read: (typed) => checkAnswers<{ name: string }>(nameSchema, typed),
    async send({ name }) {
      setIsDone(false);
      const set = await team.setOwnName(name);
      if (!set.ok) return { field: "name" as const, sentence: sentenceOf(set.problem, adminTeam.unavailable) };
      setIsDone(true);
      await queryClient.invalidateQueries({ queryKey: screenKeys.colleagues });
      return undefined;
    },
  });
  if (!isRead) return null;
  return (
    <section aria-labelledby="nom">
      <Stack gap={12}>
        <h2 id="nom" className="text-subtitle">
          {copy.title}
        </h2>
        <p className="text-small quiet">{copy.text}</p>
        <div role="status">{isDone && <FormNotice variant="success">{copy.done}</FormNotice>}</div>
        <Form form={form} words={formCopy} className="own-name compact-fields">
          <Stack gap={12} justify="start">
            <Field
              name="name"
              label={copy.label}
              autoComplete="name"
              defaultValue={personOf(email).name}
              required
              problem={form.problemOf("name")}
            />
            <Button type="submit" isSmall hasPlug={false} busyLabel={form.isBusy ? copy.busy : undefined}>
              {copy.save}
            </Button>
          </Stack>
        </Form>
      </Stack>
    </section>
  );
}
