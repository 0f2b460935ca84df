import { globSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { summarise } from "./traced-database.ts";

test.each([
  ["select id from private.deliveries where body ->> 'to' = $1", "select private.deliveries"],
  ["insert into private.audit_log (action) values ('a.b')", "insert private.audit_log"],
  ["update public.leads set email = $1 where id = $2", "update public.leads"],
  ['select * from "public"."create_lead_without_auth"("email_param" := $1)', "select public.create_lead_without_auth"],
  ['select "public"."create_lead_without_auth"("a" := $1) as body', "select public.create_lead_without_auth"],
  ["select private.add_up_step_counts($1, $2) as count", "select private.add_up_step_counts"],
  ["select set_config($1, $2, true)", "select"],
  ["select 'claire@exemple.fr' as email", "select"],
  ["select 1 from 'claire'", "select"],
  [`select "id" as "from public.claire", 'from public.dupont(' from "public"."leads"`, "select public.leads"],
  ["select 1 from claire.dupont", "select"],
  ["", "statement"],
])("Of a statement is said what it does and to what: %s", (text, summary) => {
  expect(summarise(text)).toBe(summary);
});

test("The packages of traces are loaded by one file, and that file where they are on", () => {
  const files = globSync("{engine,server,scripts,subjects/*/server}/**/*.ts").filter(
    (file) => !file.endsWith(".test.ts"),
  );
  const users = (pattern: RegExp) => files.filter((file) => pattern.test(readFileSync(file, "utf8")));
  expect(users(/from "@opentelemetry/)).toEqual(["engine/traces/otlp-traces.ts"]);
  expect(users(/otlp-traces/)).toEqual(["engine/traces/open-traces.ts"]);
  expect(readFileSync("engine/traces/open-traces.ts", "utf8")).not.toMatch(/import .* from ".\/otlp-traces/);
});
