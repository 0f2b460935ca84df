import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";

import { productExamples } from "#content/shared/product-examples.ts";

import { CallLog } from "./call-log.tsx";
import { CampaignThread } from "./campaign-thread.tsx";
import { OutboundBoard } from "./outbound-board.tsx";
import { SmsPhone } from "./sms-phone.tsx";
import { VoiceThread } from "./voice-thread.tsx";
import { VoiceWeeks } from "./voice-weeks.tsx";
import { WeekAgenda } from "./week-agenda.tsx";

const message = { weeks: <VoiceWeeks />, player: <button type="button">Écouter</button>, text: "Bonjour Claire." };

const figures = {
  CallLog: { figure: <CallLog />, items: 9 },
  WeekAgenda: { figure: <WeekAgenda />, items: 5 + 8 },
  SmsPhone: { figure: <SmsPhone />, items: 3 },
  CampaignThread: { figure: <CampaignThread />, items: 4 },
  VoiceThread: { figure: <VoiceThread message={message} />, items: 8 + 2 },
  OutboundBoard: { figure: <OutboundBoard />, items: 5 },
};

test.each(Object.entries(figures))("%s is a figure that says it is an example, and a list", (_, { figure, items }) => {
  const html = renderToStaticMarkup(figure);
  expect(html).toMatch(/^<figure.*<figcaption.*Exemple<\/span><\/figcaption>/s);
  expect(html.match(/<li\b/g)).toHaveLength(items);
});

test("In short, each fits a card: no message is written out, nothing is pressed", () => {
  const shortThread = renderToStaticMarkup(<CampaignThread isShort />);
  const short = renderToStaticMarkup(<VoiceThread />);
  expect(shortThread).not.toContain("Bonjour Hélène");
  expect(shortThread).toContain("Rendez-vous pris");
  expect(short).toContain("Semaine 5 sur 8");
  expect(short).not.toContain("<button");
  expect(renderToStaticMarkup(<CallLog shown={4} />).match(/<li\b/g)).toHaveLength(4);
});

test("What they count adds up: a thousand calls, a night's calls, the slots that it filled", () => {
  const { outbound, callLog, week } = productExamples;
  const made = outbound.outcomes.slice(0, -1).reduce((sum, { count }) => sum + count, 0);
  expect(made + (outbound.outcomes.at(-1)?.count ?? 0)).toBe(outbound.calls);
  expect(outbound.sum).toContain(`${made} appels`);
  expect(callLog.sum).toContain(`${callLog.calls.length} appels`);
  expect(callLog.calls.filter((call) => "isDue" in call)).toHaveLength(1);

  const filled = week.days.flatMap(({ name, slots }) =>
    slots.filter((slot) => "isFilled" in slot).map(({ at }) => `${name.toLowerCase()} à ${at}`),
  );
  expect(filled).toHaveLength(3);
  const outcomes = callLog.calls.map(({ outcome }) => outcome).join();
  expect(filled.filter((slot) => !outcomes.includes(slot))).toEqual([]);
});
