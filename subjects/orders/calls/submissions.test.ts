// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { pendingSubmissionsKey } from "#domain/site/storage-keys.ts";
import type { LeadSubmission } from "#subjects/leads/rules/submission.ts";

import { isKept, isWaiting } from "./pending-queue.ts";

const api: ApiSettings = { url: "https://api.example", publishableKey: "public-key" };
const key = "11111111-1111-4111-8111-111111111111";
const submission = {
  funnel: "secretariat",
  payload: {
    email: "yann@ex.fr",
    firstName: "Yann",
    lastName: "Kerbrat",
    phone: "06",
    companyName: "D'Été & Fils <b>",
    businessType: "bois",
    welcomeMessage: "Bonjour",
    knowledgeBaseUrl: "",
    knowledgeBaseText: "",
    intention: "rdv",
    callsPerMonth: 50,
    businessHours: "24h",
    voice: "feminin",
  },
  idempotencyKey: key,
  consents: {
    calls: {
      granted: false,
      at: "2025-10-15T10:00:00.000Z",
      version: "2025-06-25",
      form: "secretariat",
      text: "J'accepte",
    },
  },
  registrationPath: "/inscription-secretariat",
} satisfies LeadSubmission;

const { email, firstName, lastName, phone, companyName, businessType } = submission.payload;
const contact = { email, firstName, lastName, phone, companyName, businessType };
const otherFunnels: LeadSubmission[] = [
  {
    ...submission,
    funnel: "marketing",
    payload: {
      ...contact,
      voice: "",
      prospectsPerMonth: "0-500",
      currentClients: "20000+",
      marketingNeeds: "Relancer",
    },
  },
  {
    ...submission,
    funnel: "suiviclient",
    payload: { ...contact, voice: "", activeClientsPerMonth: "50", clientFollowupGoals: "Garder le lien" },
  },
];

/** The browser's network and clock are the boundary: the answers come from here, time passes when told to. */
const network = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
const answer = (status: number, headers: Record<string, string> = {}) => new Response("{}", { status, headers });
const never = (_: string, { signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => signal?.addEventListener("abort", () => reject(new Error("aborted"))));

const {
  submitLead,
  submitOrder,
  resumePendingSubmissions,
  retrySubmission,
  flushPendingSubmissions,
  onSubmissionRefused,
  onSubmissionStored,
} = await import("./submissions.ts");

beforeEach(() => {
  vi.useFakeTimers({ now: new Date("2025-10-15T10:00:00Z") });
  vi.stubGlobal("fetch", network);
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
});

afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
  network.mockReset();
  localStorage.clear();
});

const storedQueue = () => localStorage.getItem(pendingSubmissionsKey);
const sentKeys = () =>
  network.mock.calls.map(
    ([, init]) => (JSON.parse(init.body as string) as Record<string, unknown>).idempotency_key_param,
  );

describe("Submission", () => {
  test("A stored lead leaves nothing in the browser", async () => {
    network.mockResolvedValue(answer(200));
    expect(await submitLead(api, submission)).toBe("stored");
    expect(network.mock.calls[0]?.[0]).toBe("https://api.example/rest/v1/rpc/create_lead_without_auth");
    expect(storedQueue()).toBeNull();
  });

  test("The answers are in the queue before the server is asked", async () => {
    network.mockImplementation(() => {
      expect(isWaiting(key)).toBe(true);
      return Promise.resolve(answer(200));
    });
    await submitLead(api, submission);
    expect(network).toHaveBeenCalledOnce();
  });

  test.each([
    ["a network cut", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["429", () => Promise.resolve(answer(429))],
    ["500", () => Promise.resolve(answer(500))],
    ["503", () => Promise.resolve(answer(503))],
    ["a statement cut at its deadline", () => Promise.resolve(Response.json({ code: "57014" }, { status: 400 }))],
  ])("After %s the answers wait and are sent again by themselves, with the same key", async (_, failure) => {
    network.mockImplementationOnce(failure).mockResolvedValue(answer(200));
    expect(await submitLead(api, submission)).toBe("waiting");
    expect(isWaiting(key)).toBe(true);

    await vi.advanceTimersByTimeAsync(2000);
    expect(sentKeys()).toEqual([key, key]);
    expect(storedQueue()).toBeNull();
  });

  test("A server that does not answer is left after 10 s", async () => {
    network.mockImplementationOnce(never).mockResolvedValue(answer(200));
    const outcome = submitLead(api, submission);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(network).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe("waiting");
  });

  test.each([401, 403])(
    "Answers refused %i with a token that is dead are sent again without it, and stored",
    async (status) => {
      const user = { id: "a0000000-0000-4000-8000-000000000001" };
      const session = {
        access_token: "dead",
        refresh_token: "r",
        token_type: "bearer",
        expires_at: 4e9,
        expires_in: 3600,
      };
      localStorage.setItem("sb-auth-token", JSON.stringify({ ...session, user }));
      const bearerOf = ({ headers }: RequestInit) => new Headers(headers).get("authorization");
      network.mockImplementation((_, init) => Promise.resolve(answer(bearerOf(init) === "Bearer dead" ? status : 200)));
      expect(await submitLead(api, submission, user.id)).toBe("stored");
      const sent = network.mock.calls.filter(([address]) => address.endsWith("/rpc/create_lead_without_auth"));
      expect(sent.map(([, init]) => bearerOf(init))).toEqual(["Bearer dead", "Bearer public-key"]);
      expect(new Set(sent.map(([, { body }]) => body)).size).toBe(1);
      expect(storedQueue()).toBeNull();
    },
  );

  test.each([400, 401, 409, 413, 422])("A refusal %i is logged, said, and not tried again", async (status) => {
    network.mockResolvedValue(answer(status));
    const refused = vi.fn<(refused: { idempotencyKey: string }) => void>();
    const stop = onSubmissionRefused(refused);

    expect(await submitLead(api, submission)).toBe("refused");
    await vi.advanceTimersByTimeAsync(120_000);
    expect(network).toHaveBeenCalledOnce();
    expect(storedQueue()).toBeNull();
    expect(refused).toHaveBeenCalledExactlyOnceWith({ idempotencyKey: key });
    expect(JSON.stringify(vi.mocked(console.error).mock.calls)).not.toContain("yann@ex.fr");
    stop();
  });

  test("Retry-After is honoured, even when the browser comes back online", async () => {
    network.mockResolvedValueOnce(answer(503, { "retry-after": "60" })).mockResolvedValue(answer(200));
    await submitLead(api, submission);
    await vi.advanceTimersByTimeAsync(30_000);
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(29_000);
    expect(network).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(2000);
    expect(network).toHaveBeenCalledTimes(2);
  });

  test("Pauses grow to 30 s and no further", async () => {
    network.mockRejectedValue(new TypeError("Failed to fetch"));
    await submitLead(api, submission);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    const tries = network.mock.calls.length;
    expect(tries).toBeGreaterThan((10 * 60_000) / 36_000);
    expect(tries).toBeLessThan(35);
  });

  test("Coming back online tries at once", async () => {
    network.mockRejectedValue(new TypeError("Failed to fetch"));
    await submitLead(api, submission);
    await vi.advanceTimersByTimeAsync(60_000);
    const before = network.mock.calls.length;
    network.mockResolvedValue(answer(200));
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect(network.mock.calls.length).toBe(before + 1);
    expect(storedQueue()).toBeNull();
  });

  test("Newer answers with the same key replace those that wait", async () => {
    network.mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue(answer(200));
    await submitLead(api, submission);
    await submitLead(api, { ...submission, payload: { ...submission.payload, voice: "masculin" } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(network).toHaveBeenCalledTimes(2);
    expect(network.mock.calls[1]?.[1].body).toContain('"voice_param":"masculin"');
  });
});

const dayMs = 24 * 60 * 60 * 1000;

describe("Next visit", () => {
  async function leaveWaiting() {
    network.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await submitLead(api, submission);
    // The page is closed: its timers are gone.
    vi.clearAllTimers();
  }

  test.each([
    ["six days", 6 * dayMs],
    ["eight days, or its clock was ten days slow", 8 * dayMs],
    ["less than none: its clock was ten minutes fast", -10 * 60_000],
    ["less than none: its clock was two hours fast", -2 * 60 * 60_000],
    ["less than none: its clock was thirty days fast", -30 * dayMs],
  ])("What waits since %s is sent at once on the next visit", async (_, passedMs) => {
    await leaveWaiting();
    network.mockReset().mockResolvedValue(answer(200));
    vi.setSystemTime(Date.now() + passedMs);
    resumePendingSubmissions(api);
    await vi.advanceTimersByTimeAsync(1000);
    expect(network).toHaveBeenCalledOnce();
    expect(storedQueue()).toBeNull();
  });

  test.each([
    ["slow", 10 * dayMs],
    ["fast", -30 * dayMs],
  ])("With a clock that was %s no timer is set but for the next try, while the server is away", async (_, passedMs) => {
    await leaveWaiting();
    network.mockReset().mockRejectedValue(new TypeError("Failed to fetch"));
    vi.setSystemTime(Date.now() + passedMs);
    const timers = vi.spyOn(globalThis, "setTimeout");
    resumePendingSubmissions(api);
    await vi.advanceTimersByTimeAsync(60_000);
    const pauses = timers.mock.calls.map(([, pauseMs = 0]) => pauseMs);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(40_000);
    expect(pauses.length).toBeLessThan(30);
    expect(isWaiting(key)).toBe(true);
  });

  test("Its days begin again once: seven days after the visit that found it too old, it goes", async () => {
    await leaveWaiting();
    const leftAtMs = Date.now();
    network.mockReset().mockRejectedValue(new TypeError("Failed to fetch"));
    for (const [days, isKept] of [
      [8, true],
      [14, true],
      [16, false],
    ] as const) {
      vi.setSystemTime(leftAtMs + days * dayMs);
      resumePendingSubmissions(api);
      await vi.advanceTimersByTimeAsync(1000);
      vi.clearAllTimers();
      expect(isWaiting(key)).toBe(isKept);
    }
  });

  test.each(otherFunnels)("What waits of $funnel is sent whole on the next visit", async (waiting) => {
    network.mockRejectedValueOnce(new TypeError("Failed to fetch"));
    await submitLead(api, waiting);
    vi.clearAllTimers();
    const first = network.mock.calls[0]?.[1].body;
    network.mockReset().mockResolvedValue(answer(200));
    vi.setSystemTime(Date.now() + 60_000);
    resumePendingSubmissions(api);
    await vi.advanceTimersByTimeAsync(1000);
    expect(network).toHaveBeenCalledOnce();
    expect(network.mock.calls[0]?.[1].body).toBe(first);
  });

  test("What an earlier version of the site kept, without the sentence of the box, is sent too", async () => {
    await leaveWaiting();
    const kept = storedQueue();
    expect(kept).toContain(`,"text":"J'accepte"`);
    localStorage.setItem(pendingSubmissionsKey, kept?.replace(`,"text":"J'accepte"`, "") ?? "");
    network.mockReset().mockResolvedValue(answer(200));
    vi.setSystemTime(Date.now() + 60_000);
    resumePendingSubmissions(api);
    await vi.advanceTimersByTimeAsync(1000);
    expect(network).toHaveBeenCalledOnce();
  });

  test("An order that waits says so once it is sent again, whatever the form asks since", async () => {
    const body = { email, prospectsCount: "environ deux mille" };
    network.mockRejectedValueOnce(new TypeError("offline")).mockResolvedValue(answer(200));
    await submitOrder(api, { funnel: "closing", body, idempotencyKey: key });
    await vi.advanceTimersByTimeAsync(5000);
    const sent = network.mock.calls.map(([, init]) => JSON.parse(init.body as string) as unknown);
    expect(sent).toEqual([body, { ...body, isKept: true }]);
    expect(storedQueue()).toBeNull();
  });

  test.each(["{{{", "null", "12", '[{"id":1}]', "[null]"])(
    "A queue that holds %s is emptied in silence",
    async (stored) => {
      localStorage.setItem(pendingSubmissionsKey, stored);
      resumePendingSubmissions(api);
      await vi.advanceTimersByTimeAsync(1000);
      expect(network).not.toHaveBeenCalled();
      expect(storedQueue()).toBeNull();
    },
  );

  test("A visitor who leaves waits for the last try no longer than told", async () => {
    await leaveWaiting();
    network.mockReset().mockImplementation(never);
    const flushed = vi.fn<() => void>();
    void flushPendingSubmissions(api, 5000).then(flushed);
    await vi.advanceTimersByTimeAsync(4999);
    expect(flushed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(flushed).toHaveBeenCalled();
    expect(isWaiting(key)).toBe(true);
  });

  test("Two tabs send it once", async () => {
    await leaveWaiting();
    const held = new Set<string>();
    vi.stubGlobal("navigator", {
      locks: {
        async request(name: string, _: object, act: (lock: object | null) => Promise<unknown>) {
          if (held.has(name)) return act(null);
          held.add(name);
          return act({}).finally(() => held.delete(name));
        },
      },
    });
    vi.setSystemTime(Date.now() + 60_000);
    network.mockReset().mockImplementation(async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return answer(200);
    });

    resumePendingSubmissions(api);
    resumePendingSubmissions(api);
    await vi.advanceTimersByTimeAsync(5000);
    expect(network).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  const refusals: [string, () => never | Promise<never>][] = [
    ["rejects", () => Promise.reject(new DOMException("refused", "SecurityError"))],
    [
      "throws",
      () => {
        throw new DOMException("refused", "SecurityError");
      },
    ],
  ];

  test.each(refusals)("A browser whose lock manager %s sends the answers all the same", async (_, request) => {
    vi.stubGlobal("navigator", { locks: { request } });
    network.mockResolvedValue(answer(200));
    expect(await submitLead(api, submission)).toBe("stored");
    expect(network).toHaveBeenCalledOnce();

    network.mockReset().mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue(answer(200));
    expect(await submitLead(api, submission)).toBe("waiting");
    await vi.advanceTimersByTimeAsync(2000);
    expect(network).toHaveBeenCalledTimes(2);
    expect(isWaiting(key)).toBe(false);
    vi.unstubAllGlobals();
  });

  test("One more try asks at once, whatever the pause, and says what the server answered", async () => {
    await leaveWaiting();
    network.mockReset().mockResolvedValue(answer(503));
    expect(await retrySubmission(api, key)).toBe("waiting");
    const stored = vi.fn<(stored: { idempotencyKey: string }) => void>();
    const stopListening = onSubmissionStored(stored);
    network.mockResolvedValue(answer(200));
    expect(await retrySubmission(api, key)).toBe("stored");
    expect(stored).toHaveBeenCalledExactlyOnceWith({ idempotencyKey: key });
    expect(await retrySubmission(api, key), "nothing waits any more").toBe("stored");
    expect(network).toHaveBeenCalledTimes(2);
    stopListening();
  });

  test("Without storage the answers wait as long as the page lives", async () => {
    const refuse = () => {
      throw new DOMException("refused", "SecurityError");
    };
    vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse, removeItem: refuse });
    network.mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValue(answer(200));
    await submitLead(api, submission);
    expect([isWaiting(key), isKept(key)]).toEqual([true, false]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(network).toHaveBeenCalledTimes(2);
    expect(isWaiting(key)).toBe(false);
    vi.unstubAllGlobals();
  });
});
