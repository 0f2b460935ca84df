import { expect, test } from "vitest";

import { describeDevice } from "./describe-device.ts";

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Windows"],
  ["Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0", "Edge, Windows"],
  ["Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36", "Chrome, Android"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Safari/604.1", "Safari, iOS"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1 Version/18.0 Safari/605.1", "Safari, macOS"],
  ["curl/8.0 <b>appelez le 01</b>", "Appareil inconnu"],
  [undefined, "Appareil inconnu"],
])("%s is %s", (userAgent, words) => {
  expect(describeDevice(userAgent)).toBe(words);
});
