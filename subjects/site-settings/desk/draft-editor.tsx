import { useSearchParams } from "react-router";

import { ProblemSentence } from "#app/admin/ui/attention-line.tsx";
import { Button } from "#app/ui/button.tsx";
import { ErrorSummary } from "#app/ui/form/error-summary.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { valueAt } from "#subjects/site-settings/rules/document-changes.ts";
import { formAt } from "#subjects/site-settings/rules/document-form.ts";
import { adminSite } from "#subjects/site-settings/words/admin-site.ts";
import { sketchOf } from "#subjects/site-settings/words/site-sketches.ts";
import { siteSections } from "#subjects/site-settings/words/site-sections.ts";

import { ArticleList } from "./article-list.tsx";
import { DocumentPart } from "./document-part.tsx";
import { DraftConflict } from "./draft-conflict.tsx";
import { PlaceSketch } from "./place-sketch.tsx";
import { SiteFiles } from "./site-files.tsx";
import { sayPath } from "./said-value.ts";
import type { DraftEditing } from "./use-draft-editing.ts";

const copy = adminSite.form;
const [firstSection = ""] = Object.keys(siteSections);

/** The parts of the document, one at a time, and what saves them all. */
export function DraftEditor({ editing }: { editing: DraftEditing }) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get("partie") ?? "";
  const shown = Object.hasOwn(siteSections, asked) ? asked : firstSection;
  const section = siteSections[shown];
  const lit = sketchOf[shown];
  const wrong = Object.entries(editing.problems);

  if (!section) return null;
  return (
    <Stack gap={16}>
      <Row as="nav" gap={8} isWrapping aria-label={adminSite.sections}>
        {Object.entries(siteSections).map(([name, { title }]) => (
          <button
            key={name}
            type="button"
            className="button button-secondary button-small site-section"
            aria-current={name === shown ? "true" : undefined}
            onClick={() => setSearch({ partie: name }, { replace: true })}
          >
            {title}
          </button>
        ))}
      </Row>
      <Box as="section" padding={16} background="surface" radius="lg" aria-labelledby="site-part">
        <Stack gap={16}>
          <Stack gap={4}>
            <h2 className="text-lead" id="site-part">
              {section.title}
            </h2>
            <p className="text-small quiet">{section.text}</p>
          </Stack>
          {lit && <PlaceSketch lit={lit} />}
          {section.places.map((place) => {
            const part = formAt(place);
            if (place === "articles") return <ArticleList key={place} editing={editing} />;
            if (place === "media") return <SiteFiles key={place} media={valueAt(editing.edited, place)} />;
            return (
              part && (
                <DocumentPart
                  key={place}
                  part={part}
                  path={place}
                  place={place}
                  value={valueAt(editing.edited, place)}
                  problems={editing.problems}
                  onChange={(value) => editing.write(place, value)}
                />
              )
            );
          })}
        </Stack>
      </Box>
      {editing.proving}
      {wrong.length > 0 && (
        <ErrorSummary
          title={copy.wrong}
          problems={wrong.map(([field, sentence]) => ({ field, sentence: `${sayPath(field)}\u00a0: ${sentence}` }))}
        />
      )}
      {editing.conflicts && <DraftConflict conflicts={editing.conflicts} editing={editing} />}
      {editing.count > 0 && !editing.conflicts && (
        <Row gap={12} align="center" isWrapping padding={12} radius="md" background="surface" className="site-save">
          <p role="status" className="text-small strong">
            {copy.unsaved(editing.count)}
          </p>
          <Button
            variant="green"
            isSmall
            hasPlug={false}
            busyLabel={editing.isBusy ? copy.busy : undefined}
            onClick={editing.save}
          >
            {copy.save}
          </Button>
          <Button variant="quiet" isSmall hasPlug={false} onClick={editing.drop}>
            {copy.drop}
          </Button>
          <ProblemSentence sentence={editing.problem} />
        </Row>
      )}
    </Stack>
  );
}
