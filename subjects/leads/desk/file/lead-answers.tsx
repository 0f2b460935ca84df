import type { Prices } from "#domain/site/prices.ts";
import { usePrices } from "#app/admin/data/services.ts";
import type { ReactNode } from "react";

import { dash, followUpVolume, formatOpeningHours, originOf, secretariatVolume } from "#app/admin/ui/formats.ts";
import { TextLink } from "#app/ui/link.tsx";
import { admin } from "#content/shared/admin.ts";
import { sayAnswer } from "#subjects/funnel/words/answer-words.ts";
import { teamLabels } from "#subjects/funnel/words/answer-labels.ts";
import { isLongText, type ListedQuestion, listedQuestions, questionOf } from "#subjects/funnel/rules/questions.ts";
import { answerText, type LeadRow, readWebAddress } from "#subjects/leads/rules/lead-row.ts";

import { EditableEntry } from "./editable-entry.tsx";
import { FileEntry } from "./file-entry.tsx";
import { FileSection } from "./file-section.tsx";

/** What the lead answered in its funnel; a lead made elsewhere answered nothing. */
export function LeadAnswers({ lead }: { lead: LeadRow }) {
  if (lead.origin === null || lead.origin === "general") return null;
  return (
    <FileSection title={admin.file.configuration(originOf(lead))}>
      <dl>
        <AnswerEntries lead={lead} isEditable />
      </dl>
    </FileSection>
  );
}

/** `isEditable`: each is changed where it stands. */
export function AnswerEntries({ lead, isEditable = false }: { lead: LeadRow; isEditable?: boolean }) {
  const prices = usePrices();
  if (lead.origin === null) return null;
  const widths = ["short", "long", "wide"] as const;
  const asked = listedQuestions(lead.origin).filter(
    (key) => !questionOf(key).isFound || answerText(lead, key) !== null,
  );
  const entries = asked.map((key) => ({ key, width: widthOf(key) }));
  const inOrder = widths.flatMap((width) => entries.filter((entry) => entry.width === width));
  return inOrder.map(({ key, width }) => {
    const entry = { label: teamLabels[key], isWide: width === "wide" };
    const answer = (drawings[key] ?? plainAnswer(key))(lead, prices);
    if (!isEditable) {
      return (
        <FileEntry key={key} {...entry}>
          {answer}
        </FileEntry>
      );
    }
    return (
      <EditableEntry key={key} lead={lead} question={key} {...entry}>
        {answer}
      </EditableEntry>
    );
  });
}

function plainAnswer(key: ListedQuestion) {
  return (lead: LeadRow): ReactNode => {
    const stored = answerText(lead, key);
    return stored === null ? dash : sayAnswer(key, stored);
  };
}

/** Of the answers that are more than their words. */
const drawings: Partial<Record<ListedQuestion, (lead: LeadRow, prices: Prices) => ReactNode>> = {
  activeClientsPerMonth: (lead, prices) => <span className="tabular">{followUpVolume(lead, prices)}</span>,
  callsPerMonth: (lead, prices) => <span className="tabular">{secretariatVolume(lead, prices)}</span>,
  welcomeMessage: ({ welcomeMessage }) => (welcomeMessage === null ? dash : `«\u00a0${welcomeMessage}\u00a0»`),
  knowledgeBaseText: (lead) => <Knowledge lead={lead} />,
  intention: ({ intention, intentionDetail }) =>
    [intention && sayAnswer("intention", intention), intentionDetail].filter(Boolean).join("\u00a0: ") || dash,
  businessHours: formatOpeningHours,
  objectives: ({ objectives }) => objectives.map((objective) => sayAnswer("objectives", objective)).join(", ") || dash,
};

/** Short answers come first, and after them those that may hold free text. */
function widthOf(key: ListedQuestion): "short" | "long" | "wide" | "elsewhere" {
  if (key === "knowledgeBaseUrl") return "elsewhere"; // beside the text
  if (key === "intention") return "long";
  return isLongText(key) ? "wide" : "short";
}

function Knowledge({ lead }: { lead: LeadRow }) {
  return (
    <>
      <KnowledgeAddress typed={lead.knowledgeBaseUrl} />
      {lead.knowledgeBaseText !== null && <p>{lead.knowledgeBaseText}</p>}
      {lead.knowledgeBaseUrl === null && lead.knowledgeBaseText === null && dash}
    </>
  );
}

/** A stranger typed it: only http and https become a link, and the link vouches for nothing. */
function KnowledgeAddress({ typed }: { typed: string | null }) {
  const url = readWebAddress(typed);
  if (url === null) return typed;
  return (
    <TextLink href={url.href} target="_blank" rel="noopener noreferrer nofollow">
      {typed}
    </TextLink>
  );
}
