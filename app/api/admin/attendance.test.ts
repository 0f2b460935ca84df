// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { backgroundHeaders, watchAttendance } from "./attendance.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("Requests to this site's own server are in the background once nothing was pressed for two minutes", () => {
  watchAttendance();
  const own = `${location.origin}/rest/v1/rpc/worklist`;
  dispatchEvent(new Event("keydown"));
  vi.advanceTimersByTime(2 * 60_000);
  expect(backgroundHeaders(own)).toEqual({});
  vi.advanceTimersByTime(1);
  expect(backgroundHeaders(own)).toEqual({ "x-background": "1" });
  expect(backgroundHeaders("https://project.example/rest/v1/rpc/worklist")).toEqual({});
  dispatchEvent(new Event("pointerdown"));
  expect(backgroundHeaders(own)).toEqual({});
});
