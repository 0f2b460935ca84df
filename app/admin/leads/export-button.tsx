import "#app/admin/ui/quiet-action.css";
import "#app/ui/text.css";
import "#app/ui/words.css";

import { useMutation } from "@tanstack/react-query";

import { useServices } from "#app/admin/shell/services.tsx";
import { LeadsError } from "#app/admin/ui/leads-error.ts";
import { Box } from "#app/ui/layout.tsx";
import { saveFile } from "#app/ui/save-file.ts";
import { exportButton as copy } from "#content/lead-export.ts";
import { failed, ok } from "#domain/kernel/result.ts";
import type { LeadFilters } from "#domain/leads/lead-filters.ts";

/** A file of what the filters leave, whole, beyond what is on screen. */
export function ExportButton({ filters }: { filters: LeadFilters }) {
  const { figures } = useServices();
  const { mutate, isPending, data } = useMutation({
    mutationFn: async () => {
      const file = await figures.exportLeads(filters);
      if (file.ok) {
        saveFile(file.value.name, file.value.content);
        return ok(undefined);
      }
      const { problem } = file;
      if (problem.code === "access_ended") throw new LeadsError({ code: "access_ended", message: "" });
      return failed(problem.code === "refused" ? problem.sentence : copy.unavailable);
    },
  });
  const isOver = !isPending && data !== undefined;

  return (
    <>
      {isOver && (
        <Box as="span" role="status" className={data.ok ? "visually-hidden" : "text-caption"} color="error">
          {data.ok ? copy.done : data.problem}
        </Box>
      )}
      <button
        type="button"
        className="text-small quiet-action"
        aria-disabled={isPending}
        onClick={() => !isPending && mutate()}
      >
        {isPending ? copy.busy : copy.label}
      </button>
    </>
  );
}
