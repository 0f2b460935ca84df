import { useState } from "react";

import { For } from "#app/admin/people/role.tsx";
import { DeskDialog } from "#app/admin/ui/desk-dialog.tsx";
import { FilterChoice } from "#app/admin/ui/filter-bar.tsx";
import { type LeadView, viewNameMaxLength } from "#subjects/leads/calls/lead-views.ts";
import { FormButtons } from "#app/admin/ui/form-buttons.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormNotice } from "#app/ui/form-notice.tsx";
import { Form } from "#app/ui/form/form.tsx";
import { useForm } from "#app/ui/form/use-form.ts";
import { Stack } from "#app/ui/layout.tsx";
import { adminLeads } from "#subjects/leads/words/admin-leads.ts";
import { formCopy } from "#content/shared/form.ts";
import { type LeadFilters, writeLeadFilters } from "#subjects/leads/rules/lead-filters.ts";
import { type ListLook, writeListLook } from "#subjects/leads/rules/list-look.ts";

import { useLeadAddress } from "./lead-address.ts";
import { useListLook } from "./use-list-look.ts";
import { useLeadViews, useViewDeletion, useViewSaving } from "./view-queries.ts";

const copy = adminLeads.views;

/** The views that are kept of the list, side by side: to go to one, to keep what is shown, to take one away. */
export function LeadViews() {
  const { filters, view, setView } = useLeadAddress();
  const { shown, isUsual } = useListLook();
  const { data: views = [] } = useLeadViews();
  const [isSaving, setIsSaving] = useState(false);
  const remove = useViewDeletion(() => setView(null));
  // What a view leaves open is as this browser shows it.
  const isAsKept =
    view !== undefined && addressOf(view.filters, { ...shown, ...view.look }) === addressOf(filters, shown);
  const isPlain = isUsual && addressOf(filters, {}) === "";

  return (
    <>
      {(views.length > 0 || view) && (
        <div className="lead-views">
          <FilterChoice
            label={copy.label}
            value={view?.id ?? ""}
            options={[
              { value: "", label: copy.none },
              ...views.map((each) => ({ value: each.id, label: labelOf(each) })),
            ]}
            onChoose={(id) => setView(id || null)}
          />
        </div>
      )}
      {!isPlain && !isAsKept && (
        <button
          type="button"
          className="text-small quiet-action"
          aria-haspopup="dialog"
          onClick={() => setIsSaving(true)}
        >
          {copy.save}
        </button>
      )}
      {isAsKept && view.mayDelete && (
        <button type="button" className="text-small quiet-action" onClick={() => remove(view)}>
          {copy.delete}
        </button>
      )}
      <DeskDialog title={copy.save} intro={copy.intro} isOpen={isSaving} onClose={() => setIsSaving(false)}>
        <ViewForm
          filters={filters}
          look={shown}
          view={view?.isOwn ? view : undefined}
          onClose={() => setIsSaving(false)}
        />
      </DeskDialog>
    </>
  );
}

const addressOf = (filters: LeadFilters, look: ListLook) =>
  new URLSearchParams([...writeLeadFilters(filters), ...writeListLook(look)]).toString();
const labelOf = ({ name, isShared }: LeadView) => (isShared ? copy.shared(name) : name);

type FormProps = { filters: LeadFilters; look: ListLook; view: LeadView | undefined; onClose: () => void };

function ViewForm({ filters, look, view, onClose }: FormProps) {
  const { nameView } = useLeadAddress();
  const save = useViewSaving((id) => {
    nameView(id);
    onClose();
  });
  const [isShared, setIsShared] = useState(view?.isShared ?? false);
  const form = useForm({
    sentences: { vue: { missing: copy.name.missing } },
    read: (typed) => {
      const name = typed["vue"]?.trim() ?? "";
      return name === "" ? { ok: false, problem: { vue: "missing" } as const } : { ok: true, value: { name } };
    },
    async send({ name }: { name: string }) {
      const sentence = await save({ name, filters, look, isShared });
      return sentence === undefined ? undefined : { sentence };
    },
  });

  return (
    <Form form={form} words={formCopy}>
      <Stack gap={16}>
        {form.failure && <FormNotice variant="problem">{form.failure.sentence}</FormNotice>}
        <Field
          name="vue"
          label={copy.name.label}
          hint={copy.name.hint}
          maxLength={viewNameMaxLength}
          autoComplete="off"
          required
          defaultValue={view?.name}
          problem={form.problemOf("vue")}
        />
        <For least="seller">
          <Checkbox name="vue-partagee" isChecked={isShared} onChange={setIsShared}>
            {copy.share}
          </Checkbox>
        </For>
        <FormButtons words={copy} isBusy={form.isBusy} onCancel={onClose} />
      </Stack>
    </Form>
  );
}
