import { expect, test } from "vitest";

import { findRoute } from "./routes.ts";

const table = [
  { prefix: "/", methods: ["GET", "HEAD"] },
  { prefix: "/rest/v1" },
  { prefix: "/rest/v1/rpc/create", methods: ["POST"] },
  { prefix: "/demo" },
  { prefix: "/demo/idp" },
];

test.each([
  ["GET", "/", "/"],
  ["GET", "/closing?a=/rest/v1", "/"],
  ["POST", "/closing", undefined],
  ["POST", "/rest/v1", "/rest/v1"],
  ["GET", "/rest/v1?select=id", "/rest/v1"],
  ["GET", "/rest/v12", "/"],
  ["POST", "/rest/v1/rpc/create", "/rest/v1/rpc/create"],
  ["POST", "/rest/v1/rpc/create?a=1", "/rest/v1/rpc/create"],
  ["OPTIONS", "/rest/v1/rpc/create", "/rest/v1"],
  ["POST", "/rest/v1/rpc/created", "/rest/v1"],
  ["GET", "/demo/idp/auth", "/demo/idp"],
  ["GET", "/demo/idpx", "/demo"],
  ["GET", "http://elsewhere.example/rest/v1", "/"],
])("%s %s is answered by the longest prefix that takes its method", (method, url, prefix) => {
  expect(findRoute(table, { method, url })?.prefix).toBe(prefix);
  expect(findRoute(table.toReversed(), { method, url })?.prefix).toBe(prefix);
});
