import { longInstant } from "#app/admin/ui/formats.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { type FormProblem, useForm } from "#app/ui/form/use-form.ts";
import { Row, Stack } from "#app/ui/layout.tsx";
import { formCopy } from "#content/shared/form.ts";
import { instantInParis } from "#domain/kernel/paris-clock.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import type { SiteState } from "#subjects/site-settings/contract/site-settings.ts";
import { adminSite } from "#subjects/site-settings/words/admin-site.ts";
import { siteProblems } from "#subjects/site-settings/words/site-problems.ts";

import { useSiteAct, useSiteCheck } from "./site-queries.ts";

const copy = adminSite.publication;

type Name = "site-reason" | "site-at";
type Typed = { reason: string; at: string | null };
type Props = {
  draft: NonNullable<SiteState["draft"]>;
  isUnsaved: boolean;
  onDone: (sentence: string) => void;
};

/** The saved draft becomes what everyone reads: now, or at an instant of Paris. */
export function PublicationForm({ draft: { seen_at: seenAt }, isUnsaved, onDone }: Props) {
  const { check } = useSiteCheck(seenAt);
  const { run, proving } = useSiteAct(
    (site, { reason, at }: Typed) => site.publish({ seenAt, at, reason }),
    ({ at }) => onDone(at === null ? copy.now : copy.later(longInstant(at))),
  );
  const form = useForm({
    sentences: { "site-reason": { missing: copy.reasonMissing }, "site-at": { malformed: copy.atMalformed } },
    read({
      "site-reason": reason = "",
      "site-at": clock = "",
    }): Result<Typed, Partial<Record<Name, "missing" | "malformed">>> {
      const at = clock === "" ? null : instantInParis(clock);
      if (reason.trim() === "") return failed({ "site-reason": "missing" });
      return at === undefined
        ? failed({ "site-at": "malformed" })
        : ok({ reason: reason.trim(), at: at?.toISOString() ?? null });
    },
    async send(asked): Promise<FormProblem<Name> | undefined> {
      if (isUnsaved) return { sentence: copy.unsaved };
      const refused = await run(asked);
      if (refused === undefined) return undefined;
      const reason = refused.code === "refused" ? refused.reason : "";
      if (reason === "draft_disagrees") check();
      if (reason === "past_instant") return { field: "site-at", sentence: siteProblems.past_instant };
      const sentence = refused.code === "refused" ? refused.sentence : "";
      return { sentence: sentence || adminSite.unavailable };
    },
  });

  return (
    <section aria-labelledby="site-publication">
      {proving}
      <Form form={form} words={formCopy}>
        <Stack gap={16} className="site-fields">
          <h2 className="text-lead" id="site-publication">
            {copy.title}
          </h2>
          {form.failure && <FormNotice variant="problem">{form.failure.sentence}</FormNotice>}
          <Field
            name="site-reason"
            label={copy.reason}
            hint={copy.reasonHint}
            maxLength={500}
            autoComplete="off"
            problem={form.problemOf("site-reason")}
          />
          <Field
            name="site-at"
            label={copy.at}
            hint={copy.atHint}
            type="datetime-local"
            problem={form.problemOf("site-at")}
          />
          <Row>
            <Button type="submit" isSmall busyLabel={form.isBusy ? copy.busy : undefined}>
              {copy.submit}
            </Button>
          </Row>
        </Stack>
      </Form>
    </section>
  );
}
