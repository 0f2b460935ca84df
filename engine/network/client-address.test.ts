import { expect, test } from "vitest";

import { visitorOf } from "#engine/limits/rate-limits.ts";

import { findClientAddress, isAddressOrRange } from "./client-address.ts";

test.each([
  ["no header", undefined],
  ["a forged header", "203.0.113.9"],
  ["a forged chain", "1.1.1.1, 2.2.2.2"],
  ["nonsense", "for=;,,\u0000"],
])("Without a trusted proxy, %s leaves the peer's address", (_, forwardedFor) => {
  expect(findClientAddress("198.51.100.7", forwardedFor, [])).toBe("198.51.100.7");
});

test("A trusted proxy's last entry is believed, what the visitor put before it is not", () => {
  expect(findClientAddress("127.0.0.1", "6.6.6.6, 203.0.113.9", ["127.0.0.1"])).toBe("203.0.113.9");
});

test("A chain of trusted proxies is walked to the visitor", () => {
  expect(findClientAddress("10.0.0.1", "203.0.113.9, 10.0.0.2", ["10.0.0.0/8"])).toBe("203.0.113.9");
});

test("Nonsense from a trusted proxy falls back to the proxy", () => {
  expect(findClientAddress("127.0.0.1", "nonsense", ["127.0.0.1"])).toBe("127.0.0.1");
});

test.each([
  ["203.0.113.7:4711", "203.0.113.7"],
  ["[2001:db8::1]:4711", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
])("The hop %s of a trusted proxy is its address, whatever the port", (hop, address) => {
  expect(findClientAddress("127.0.0.1", `6.6.6.6, ${hop}`, ["127.0.0.1"])).toBe(address);
});

test.each([
  "1.2.3",
  "0x7f.1",
  "010.0.0.1",
  "1.2.3.4:",
  "1.2.3.4:x",
  "[]",
  "[::1",
  "::1]:80",
  "[1.2.3.4",
  "unknown",
  "_a:1",
  "",
  "::1%",
])("The hop %j is no address: the proxy's own counts", (hop) => {
  expect(findClientAddress("127.0.0.1", `6.6.6.6, ${hop}`, ["127.0.0.1"])).toBe("127.0.0.1");
});

test.each(["192.0.2.7", "10.0.0.0/8", "::1", "2001:db8::/32", "fe80::1%eth0"])("%j can be trusted", (text) => {
  expect(isAddressOrRange(text)).toBe(true);
  expect(findClientAddress("198.51.100.7", "6.6.6.6", [text])).toBe("198.51.100.7");
});

test.each([
  "localhost",
  "1.2.3",
  "10.0.0.0/33",
  "::/129",
  "10.0.0.0/",
  "10.0.0.0/8/8",
  "10.0.0.0/-1",
  "/8",
  "",
  "::1 ",
])("%j is no address or range", (text) => {
  expect(isAddressOrRange(text)).toBe(false);
});

test("IPv4 written as IPv6 is one visitor, and an IPv6 visitor is a network of 64 bits", () => {
  expect(findClientAddress("::ffff:192.0.2.1", undefined, [])).toBe("192.0.2.1");
  expect(visitorOf("2001:db8::1")).toBe(visitorOf("2001:db8::ffff:1"));
  expect(visitorOf("2001:db8::1")).not.toBe(visitorOf("2001:db8:0:1::1"));
});
