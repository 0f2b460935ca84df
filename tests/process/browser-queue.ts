import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";

import { vi } from "vitest";

import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { pendingSubmissionsKey } from "#domain/site/storage-keys.ts";
import type { OrderSubmission } from "#subjects/orders/rules/order-submission.ts";
import type { LeadSubmission } from "#subjects/leads/rules/submission.ts";
import { visitorAddress } from "#tests/support/http-client.ts";

type Page = {
  /** Submits forms of every kind, as people do who press the button; says what they were told. */
  submit(count: number): Promise<string[]>;
  /** What any page of the site does when it finds the queue. */
  resume(): void;
  /** Its timers, its requests and what it holds in memory are gone; what it stored is not. */
  close(): void;
};

/** One browser as far as the queue of unsent submissions knows it: storage that outlives its pages, and a network. */
export function openBrowser() {
  const storage = new Map<string, string>();
  /** Which page runs: what a closed one left behind, its timers and answers, reaches nothing any more. */
  const running = new AsyncLocalStorage<AbortController>();
  const isOpen = () => running.getStore()?.signal.aborted === false;
  const realFetch = globalThis.fetch;
  let asked = 0;
  let stored = 0;
  const awaited: { count: number; resolve: () => void }[] = [];

  for (const level of ["warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => (isOpen() ? (storage.get(key) ?? null) : null),
    setItem: (key: string, value: string) => void (isOpen() && storage.set(key, value)),
    removeItem: (key: string) => void (isOpen() && storage.delete(key)),
  });
  vi.stubGlobal("fetch", async (address: string, init: RequestInit) => {
    const page = running.getStore()!.signal;
    page.throwIfAborted();
    // Each person is somewhere else: what one address may send is not what is tried here.
    const headers = { ...(init.headers as Record<string, string>), "x-forwarded-for": visitorAddress(asked++) };
    const answer = await realFetch(address, { ...init, headers, signal: AbortSignal.any([page, init.signal!]) });
    if (answer.ok) stored += 1;
    awaited.filter(({ count }) => count === stored).forEach(({ resolve }) => resolve());
    return answer;
  });

  return {
    waiting: () => (JSON.parse(storage.get(pendingSubmissionsKey) ?? "[]") as unknown[]).length,
    stored: () => stored,
    /** Resolves at that answer, before the next one can be read, however busy the machine is. */
    whenStored: (count: number) => new Promise<void>((resolve) => awaited.push({ count, resolve })),
    asked: () => asked,
    close() {
      vi.unstubAllGlobals();
      vi.restoreAllMocks();
    },

    /** A page of its own: the code is loaded anew. */
    async openPage(api: ApiSettings): Promise<Page> {
      vi.resetModules();
      vi.stubGlobal("location", new URL(api.url));
      const { resumePendingSubmissions, submitLead, submitOrder } =
        await import("#subjects/orders/calls/submissions.ts");
      const page = new AbortController();
      const submitOne = async (index: number) => {
        const submission = submissionOf(index);
        if (!("body" in submission)) return submitLead(api, submission);
        const sent = await submitOrder(api, submission);
        return !sent.ok && sent.problem.code === "unavailable" ? "waiting" : JSON.stringify(sent);
      };
      return {
        submit: (count) =>
          running.run(page, () => Promise.all(Array.from({ length: count }, (_, index) => submitOne(index)))),
        resume: () => running.run(page, () => resumePendingSubmissions(api)),
        close: () => page.abort(),
      };
    },
  };
}

function submissionOf(index: number): LeadSubmission | OrderSubmission {
  const email = `panne-${index}@exemple.example`;
  const idempotencyKey = randomUUID();
  const person = { firstName: "Yann", lastName: `Kerbrat ${index}`, email, phone: "06 39 98 20 16" };
  const contact = { ...person, companyName: "D'Été & Fils <b>", businessType: "menuiserie" };
  const receipt = { granted: false, at: "2025-10-15T10:00:00.000Z", version: "2025-06-25", text: "J'accepte" };
  const envelope = (funnel: LeadSubmission["funnel"]) => ({
    idempotencyKey,
    consents: { calls: { ...receipt, form: funnel } },
    registrationPath: `/inscription-${funnel}`,
  });

  const forms: (() => LeadSubmission | OrderSubmission)[] = [
    () => ({
      ...envelope("secretariat"),
      funnel: "secretariat",
      payload: {
        ...contact,
        welcomeMessage: "Bonjour",
        knowledgeBaseUrl: "",
        knowledgeBaseText: "",
        intention: "rdv",
        callsPerMonth: 50,
        businessHours: "24h",
        voice: "feminin",
      },
    }),
    () => ({
      ...envelope("marketing"),
      funnel: "marketing",
      payload: {
        ...contact,
        voice: "",
        prospectsPerMonth: "0-500",
        currentClients: "20000+",
        marketingNeeds: "Relancer",
      },
    }),
    () => ({
      ...envelope("suiviclient"),
      funnel: "suiviclient",
      payload: { ...contact, voice: "", activeClientsPerMonth: "50", clientFollowupGoals: "Garder le lien" },
    }),
    () => ({
      funnel: "closing",
      idempotencyKey,
      body: { ...person, company: "Orsay", role: "gérante", prospectsCount: "200", objectives: ["meetings"] },
    }),
    () => ({
      funnel: "conferences",
      idempotencyKey,
      body: {
        ...person,
        companyName: "Orsay",
        businessType: "lawyer",
        funnel: "conferences",
        commentaire: "",
        newsletter: false,
      },
    }),
  ];
  return forms[index % forms.length]!();
}
