import { readFileSync } from "node:fs";

import { type Context, createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { addReceivers, readDashboard, rowsOf, send } from "#tests/leads/sending.ts";
import { actors, arrangeAccounts } from "#tests/policies/accounts.ts";
import type { PersonalDataFile } from "#subjects/account/server/personal-data.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { copyAfter, recipeOf } from "#tests/support/recipes.ts";

const db = await openDatabaseForFile({ isOwn: true });
const copy = copyAfter([recipeOf("add-a-question")]);
const { load } = copy;

beforeAll(async () => {
  for (const file of copy.migrations) await db.asServer((tx) => tx.runScript(readFileSync(file, "utf8")));
});
afterAll(() => copy.remove());
beforeEach(async () => {
  await db.reset();
  await arrangeAccounts(db);
});

/** What the copy exports, whose types are not those of this tree. */
type Fn = (...values: any[]) => any;

async function answered() {
  const { freshState } = await load<{ freshState: Fn }>("subjects/funnel/rules/answers.ts");
  const { reduceFunnel } = await load<{ reduceFunnel: Fn }>("subjects/funnel/rules/transitions.ts");
  const now = new Date("2026-11-20T09:00:00Z");
  const changes = {
    email: "nadia@tilleuls.example",
    firstName: "Nadia",
    lastName: "Ferhat",
    phone: "0639989172",
    companyName: "Clinique des Tilleuls",
    businessType: "clinique",
    clientFollowupGoals: "Rappeler les vaccins",
    currentTools: "Un agenda partagé",
  };
  const key = "11111111-1111-4111-8111-111111111111";
  const state = reduceFunnel(
    freshState("suiviclient", { now, newKey: key }),
    { type: "answered", changes },
    { now, newKey: key },
  );
  const { leadSubmission } = await load<{ leadSubmission: Fn }>("subjects/leads/rules/submission.ts");
  const submission = leadSubmission(state, {
    now,
    registrationPath: "/inscription-suiviclient",
    consentTexts: { calls: "", reminder: "" },
  });
  return { state, submission, now, newKey: key };
}

async function sent() {
  const { submission } = await answered();
  const { createLeadParameters } = await load<{ createLeadParameters: Fn }>("subjects/leads/rules/submission.ts");
  const { attribution_param: _, ...parameters } = createLeadParameters(submission);
  await addReceivers(db, "https://hooks.example/leads");
  await send(db, parameters);
}

describe("The recipe for a new question", () => {
  test("asks it in step 3", async () => {
    const { ConfigurationStep } = await load<{ ConfigurationStep: FunctionComponent<any> }>(
      "subjects/funnel/site/offers/follow-up/configuration-step.tsx",
    );
    const { state } = await answered();
    const store = { getState: () => state, change() {}, subscribe: () => () => {}, clear() {} };
    const props = {
      state,
      store,
      actions: {},
      site: { legalPages: {}, api: { url: "" }, payments: { secretariat: {} } },
    };
    const html = renderToStaticMarkup(createElement(ConfigurationStep, props));
    expect(html).toContain("Outils déjà utilisés");
    expect(html).toContain("Un agenda partagé");
  });

  test("keeps it in the browser and in the resume link, sends it, and reads what was kept before it", async () => {
    const { state, submission, ...circumstances } = await answered();
    const { readFunnelState } = await load<{ readFunnelState: Fn }>("subjects/funnel/rules/stored-state.ts");
    const { resumePayloadOf } = await load<{ resumePayloadOf: Fn }>("subjects/funnel/rules/resume-payload.ts");
    const read = (stored: object) =>
      readFunnelState(JSON.stringify(stored), { ...circumstances, offer: "suiviclient" }).currentTools;
    const { currentTools: _, ...earlier } = state;
    expect([read(state), read(earlier)]).toEqual(["Un agenda partagé", ""]);
    expect(resumePayloadOf(state)).toMatchObject({ currentTools: "Un agenda partagé" });
    expect(submission.payload).toMatchObject({ currentTools: "Un agenda partagé" });
  });

  test("checks it, and blocks no other statement", async () => {
    const { readFollowUpConfiguration: read } = await load<{ readFollowUpConfiguration: Fn }>(
      "subjects/funnel/rules/follow-up-configuration.ts",
    );
    const { state } = await answered();
    expect(read({ ...state, currentTools: "" }).ok).toBe(true);
    expect(read({ ...state, currentTools: "a".repeat(301) })).toEqual({
      ok: false,
      problem: { currentTools: "tooLong" },
    });
    const { followUpCopy } = await load<{ followUpCopy: any }>("subjects/offers/words/follow-up/follow-up-funnel.ts");
    expect(followUpCopy.problems.currentTools.tooLong).toMatch(/300 caractères/);
  });

  test("stores it with the lead and in the profile, and announces it", async () => {
    await sent();
    expect(
      await rowsOf(db, "select current_tools from leads union all select current_tools from user_profiles"),
    ).toEqual([{ current_tools: "Un agenda partagé" }, { current_tools: "Un agenda partagé" }]);
    const [delivery] = await rowsOf<{ body: object }>(db, "select body from private.deliveries where kind = 'webhook'");
    expect(delivery!.body).toMatchObject({
      clientFollowupGoals: "Rappeler les vaccins",
      currentTools: "Un agenda partagé",
    });
    await expect(db.inspect("update leads set current_tools = repeat('a', 301)")).rejects.toMatchObject({
      code: "23514",
    });
  });

  test("lists it in the summary, in the customer's space and in the back office, which can count by it", async () => {
    await sent();
    const [row] = await readDashboard(db);
    expect(row).toMatchObject({ current_tools: "Un agenda partagé" });
    const { rows: counts } = await db.asCaller(actors["admin aal1"], { isReadOnly: true }, (tx) =>
      tx.query("select current_tools, count(*)::int as leads from admin_dashboard group by 1"),
    );
    expect(counts).toEqual([{ current_tools: "Un agenda partagé", leads: 1 }]);

    const { readLeadRow } = await load<{ readLeadRow: Fn }>("subjects/leads/rules/lead-row.ts");
    const lead = readLeadRow(row);

    const { orderAnswerRows } = await load<{ orderAnswerRows: Fn }>("subjects/account/site/order-answers.ts");
    const { firstPrices } = await load<{ firstPrices: object }>("subjects/offers/rules/prices.ts");
    expect(orderAnswerRows(lead, firstPrices)).toContainEqual({
      label: "Outils déjà utilisés",
      answer: "Un agenda partagé",
    });
    const { answerRows } = await load<{ answerRows: Fn }>("subjects/funnel/site/steps/answer-rows.ts");
    expect(answerRows((await answered()).state, {})).toContainEqual({
      label: "Outils déjà utilisés",
      answer: "Un agenda partagé",
    });
    const { AnswerEntries } = await load<{ AnswerEntries: FunctionComponent<any> }>(
      "subjects/leads/desk/file/lead-answers.tsx",
    );
    const { ServicesContext } = await load<{ ServicesContext: Context<any> }>("app/admin/data/services.ts");
    const value = { config: { today: "2026-11-20" } };
    const html = renderToStaticMarkup(
      createElement(ServicesContext.Provider, { value }, createElement(AnswerEntries, { lead })),
    );
    expect(html).toMatch(/<dt[^>]*>Outils déjà utilisés<\/dt><dd[^>]*>Un agenda partagé<\/dd>/);
  });

  test("fills it in again for the customer, and gives it back in the export", async () => {
    await sent();
    await db.inspect(`insert into auth.users (id, email, email_confirmed_at)
      values ('a0000000-0000-4000-8000-0000000000aa', 'nadia@tilleuls.example', now())`);
    await db.inspect("update user_profiles set user_id = 'a0000000-0000-4000-8000-0000000000aa'");
    const [profile] = await rowsOf(db, "select * from user_profiles");
    const { answersOfProfile } = await load<{ answersOfProfile: Fn }>("subjects/funnel/rules/profile-answers.ts");
    expect(answersOfProfile(profile)).toMatchObject({ currentTools: "Un agenda partagé" });

    const { collectPersonalData } = await load<{ collectPersonalData: Fn }>("subjects/account/server/personal-data.ts");
    const [user] = await rowsOf(db, "select * from auth.users where email = 'nadia@tilleuls.example'");
    const exported = (await db.asServer((tx) => collectPersonalData(tx, user, {}, new Date()))) as PersonalDataFile;
    expect(exported.leads).toEqual([expect.objectContaining({ current_tools: "Un agenda partagé" })]);
    expect(exported.profiles).toEqual([expect.objectContaining({ current_tools: "Un agenda partagé" })]);
  });
});
