import type { FunnelAnswers } from "./answers.ts";

type Parts = Pick<FunnelAnswers, "intention" | "intentionDetail" | "knowledgeBaseOwnText">;

const detailMark = "Intention : ";

/**
 * The one text that carries both the optional text and, with the intention `autres`, its detail.
 *
 * Source: specification, section 5, and resolutions, section 7: the detail alone when the optional text is empty,
 * else both, so that neither overwrites the other.
 */
export function composeKnowledgeBaseText({ intention, intentionDetail, knowledgeBaseOwnText }: Parts): string {
  if (intention !== "autres" || intentionDetail === "") return knowledgeBaseOwnText;
  if (knowledgeBaseOwnText === "") return intentionDetail;
  return `${detailMark}${intentionDetail}\n${knowledgeBaseOwnText}`;
}

/** Reads back what `composeKnowledgeBaseText` wrote. */
export function splitKnowledgeBaseText(
  text: string,
  intention: string,
): Pick<FunnelAnswers, "intentionDetail" | "knowledgeBaseOwnText"> {
  if (intention !== "autres") return { intentionDetail: "", knowledgeBaseOwnText: text };

  const lineEnd = text.indexOf("\n");
  if (!text.startsWith(detailMark) || lineEnd < 0) return { intentionDetail: text, knowledgeBaseOwnText: "" };
  return {
    intentionDetail: text.slice(detailMark.length, lineEnd),
    knowledgeBaseOwnText: text.slice(lineEnd + 1),
  };
}
