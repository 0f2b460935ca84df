import { expect, test } from "vitest";

import { deviceName } from "./device-names.ts";

const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:142.0) Gecko/20100101 Firefox/142.0", "Firefox sur Windows"],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, "Chrome sur Linux"],
  [`Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`, "Edge sur Windows"],
  [`Mozilla/5.0 (Linux; Android 10; K) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0`, "Samsung Internet sur Android"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1",
    "Safari sur iPhone",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15",
    "Safari sur Mac",
  ],
  ["Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1", "Chrome sur iPad"],
  ["curl/8.5.0", "Appareil inconnu"],
  ["<b>Windows</b>", "Windows"],
  ["", "Appareil inconnu"],
  [null, "Appareil inconnu"],
])("%s is « %s »", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
