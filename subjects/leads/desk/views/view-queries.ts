import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { screenKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { hasEndedAccess, LeadsError, valueOf } from "#app/admin/ui/leads-error.ts";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import type { LeadView } from "#subjects/leads/calls/lead-views.ts";
import { adminLeads } from "#subjects/leads/words/admin-leads.ts";

const copy = adminLeads.views;

export function useLeadViews() {
  const { views } = useServices();
  return useQuery({ queryKey: screenKeys.views, queryFn: async ({ signal }) => valueOf(await views.list(signal)) });
}

type SavedView = Pick<LeadView, "name" | "filters" | "look" | "isShared">;

/** @param onSaved the id of the view */
export function useViewSaving(onSaved: (id: string) => void) {
  const { views } = useServices();
  const queryClient = useQueryClient();
  const { mutateAsync } = useMutation({ mutationFn: (view: SavedView) => views.save(view) });
  /** @returns the sentence of why not */
  return async (view: SavedView): Promise<string | undefined> => {
    const saved = await mutateAsync(view);
    if (!saved.ok) return sentenceOf(saved.problem.code);
    await queryClient.invalidateQueries({ queryKey: screenKeys.views });
    onSaved(saved.value);
    return undefined;
  };
}

/** A view that goes can be taken back, under another id. */
export function useViewDeletion(onDeleted: () => void) {
  const { views } = useServices();
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const { mutate } = useMutation({
    mutationFn: async (view: LeadView) => valueOf(await views.delete(view.id)),
    onSuccess: async (isDeleted, view) => {
      onDeleted();
      await queryClient.invalidateQueries({ queryKey: screenKeys.views });
      offerUndo(
        isDeleted ? { sentence: copy.deleted(view.name), undo: () => undo(view) } : { sentence: copy.notYours },
      );
    },
    onError: (error) => {
      if (!hasEndedAccess(error)) offerUndo({ sentence: copy.notDeleted });
    },
  });

  async function undo(view: LeadView): Promise<string | undefined> {
    const saved = await views.save(view);
    await queryClient.invalidateQueries({ queryKey: screenKeys.views });
    return saved.ok ? undefined : copy.unavailable;
  }
  return mutate;
}

function sentenceOf(code: string): string {
  if (code === "access_ended") throw new LeadsError({ code: "access_ended" });
  return code === "too_many" ? copy.tooMany : copy.unavailable;
}
