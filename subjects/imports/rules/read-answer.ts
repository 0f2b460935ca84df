import { splitBusinessHours } from "#subjects/funnel/rules/business-hours.ts";
import { type ListedQuestion, maxLengthOf, questionOf } from "#subjects/funnel/rules/questions.ts";
import { failed, ok, type Result } from "#kit/result.ts";

/** As `create-lead` takes it, under its column. */
type ReadAnswer = { column: string; stored: unknown };
type AnswerProblem = "answerUnknown" | "volumeNotSold" | "tooLong";

/** A cell that is not empty. @param codeOf what is chosen, by its words */
export function readAnswer(
  question: ListedQuestion,
  said: string,
  codeOf: (said: string) => string,
): Result<ReadAnswer, AnswerProblem> {
  const { column, kind } = questionOf(question);
  if (Array.from(said).length > maxLengthOf(question)) return failed("tooLong");
  if (kind.type === "count") {
    // « 1 000 », with whichever space.
    const count = said.replaceAll(/\s/g, "");
    return kind.sold.some((sold) => String(sold) === count) ? ok({ column, stored: count }) : failed("volumeNotSold");
  }
  if (kind.type === "note") return ok({ column, stored: { [kind.name]: said } });
  if (kind.type === "hours") {
    const code = codeOf(said);
    const isOwn = !kind.choices.includes(code) && !code.startsWith("autres,");
    return ok({ column, stored: isOwn ? ["autres", code] : splitBusinessHours(code) });
  }
  if (kind.type === "choice") {
    const code = codeOf(said);
    return kind.choices.includes(code) ? ok({ column, stored: code }) : failed("answerUnknown");
  }
  if (kind.type === "list") {
    const codes = said.split(/[,;|\n]/).flatMap((each) => (each.trim() === "" ? [] : codeOf(each.trim())));
    return codes.every((code) => kind.choices.includes(code)) ? ok({ column, stored: codes }) : failed("answerUnknown");
  }
  return ok({ column, stored: said });
}
