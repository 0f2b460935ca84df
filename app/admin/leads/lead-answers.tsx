import "#app/ui/words.css";

import { answerLabel, dash, followUpVolume, openingHours, secretariatVolume } from "#app/admin/ui/formats.ts";
import { TextLink } from "#app/ui/link.tsx";
import { admin, originLabels } from "#content/admin.ts";
import { type LeadRow, readWebAddress } from "#domain/leads/lead-row.ts";

import { FileEntry } from "./detail-row.tsx";

const copy = admin.file.answers;

/** What the lead answered in its funnel; a lead made elsewhere answered nothing. */
export function LeadAnswers({ lead }: { lead: LeadRow }) {
  if (lead.origin === null || lead.origin === "general") return null;
  return (
    <section>
      <h3>{copy.title(originLabels[lead.origin])}</h3>
      <dl>
        <AnswerEntries lead={lead} />
      </dl>
    </section>
  );
}

export function AnswerEntries({ lead }: { lead: LeadRow }) {
  switch (lead.origin) {
    case "secretariat":
      return <SecretariatAnswers lead={lead} />;
    case "marketing":
      return <MarketingAnswers lead={lead} />;
    case "suiviclient":
      return <FollowUpAnswers lead={lead} />;
    case "closing":
      return <ClosingAnswers lead={lead} />;
    case "conferences":
      return (
        <FileEntry label={copy.comment} isWide>
          {lead.comment ?? dash}
        </FileEntry>
      );
    default:
      return null;
  }
}

function SecretariatAnswers({ lead }: { lead: LeadRow }) {
  const intention = [lead.intention && answerLabel("intention", lead.intention), lead.intentionDetail];

  return (
    <>
      <FileEntry label={copy.volume}>
        <span className="tabular">{secretariatVolume(lead)}</span>
      </FileEntry>
      <Voice lead={lead} />
      <FileEntry label={copy.hours}>{openingHours(lead)}</FileEntry>
      <FileEntry label={copy.intention}>{intention.filter(Boolean).join("\u00a0: ") || dash}</FileEntry>
      <FileEntry label={copy.welcome} isWide>
        {lead.welcomeMessage === null ? dash : `«\u00a0${lead.welcomeMessage}\u00a0»`}
      </FileEntry>
      <FileEntry label={copy.knowledge} isWide>
        <KnowledgeAddress typed={lead.knowledgeBaseUrl} />
        {lead.knowledgeBaseText !== null && <p>{lead.knowledgeBaseText}</p>}
        {lead.knowledgeBaseUrl === null && lead.knowledgeBaseText === null && dash}
      </FileEntry>
    </>
  );
}

function MarketingAnswers({ lead }: { lead: LeadRow }) {
  return (
    <>
      <FileEntry label={copy.prospects}>{lead.prospectsPerMonth ?? dash}</FileEntry>
      <FileEntry label={copy.clients}>{lead.currentClients ?? dash}</FileEntry>
      <Voice lead={lead} />
      <FileEntry label={copy.needs} isWide>
        {lead.marketingNeeds ?? dash}
      </FileEntry>
    </>
  );
}

function FollowUpAnswers({ lead }: { lead: LeadRow }) {
  return (
    <>
      <FileEntry label={copy.volume}>
        <span className="tabular">{followUpVolume(lead)}</span>
      </FileEntry>
      <Voice lead={lead} />
      <FileEntry label={copy.goals} isWide>
        {lead.clientFollowupGoals ?? dash}
      </FileEntry>
    </>
  );
}

function ClosingAnswers({ lead }: { lead: LeadRow }) {
  const objectives = lead.objectives.map((objective) => answerLabel("objectives", objective));
  return (
    <>
      <FileEntry label={copy.role}>{lead.role ?? dash}</FileEntry>
      <FileEntry label={copy.prospectsCount}>{lead.prospectsCount ?? dash}</FileEntry>
      <FileEntry label={copy.objectives}>{objectives.join(", ") || dash}</FileEntry>
    </>
  );
}

function Voice({ lead }: { lead: LeadRow }) {
  return <FileEntry label={copy.voice}>{lead.voice === null ? dash : answerLabel("voice", lead.voice)}</FileEntry>;
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
