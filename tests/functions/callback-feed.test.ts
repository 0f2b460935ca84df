import { expect } from "vitest";

import { addContact, mountFunctions, signIn } from "#tests/fixtures/accounts.ts";

import { testOf } from "./function-test.ts";
import { listStrangers } from "./strangers.ts";

const test = testOf("callback-feed").extend("read", ({ context }) => async (url: string) => {
  const { pathname, search } = new URL(url);
  const response = await mountFunctions(context).request(`${pathname}${search}`);
  return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
});

test("One's own call-backs are a calendar, under an address that ends when it is renewed or the right does", async ({
  admin,
  context,
  db,
  post,
  read,
}) => {
  const { leadIds } = await addContact(db, { email: "zoé@exemple.example", origins: ["secretariat", "marketing"] });
  await db.inspect(
    `update public.leads set owner = $2, callback_at = '2100-11-23T08:00:00Z', first_name = 'Zoé',
       last_name = 'D; Été', company_name = 'Nord, fils', phone = '06 39 98 11 11' where id = $1`,
    [leadIds[0], admin.userId],
  );
  await db.inspect("update public.leads set callback_at = '2100-11-24T08:00:00Z' where id = $1", [leadIds[1]]);

  const urlOf = async (renew: boolean) => {
    const { status, body } = await post({ renew });
    expect(status).toBe(200);
    return (body as { url: string }).url;
  };
  const url = await urlOf(false);
  expect(await urlOf(false)).toBe(url);
  const { status, type, text } = await read(url);
  expect([status, type]).toEqual([200, "text/calendar; charset=utf-8"]);
  expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
  expect(text).toContain("DTSTART:21001123T080000Z\r\nDTEND:21001123T081500Z\r\n");
  expect(text).toContain(String.raw`SUMMARY:Rappeler Zoé D\; Été`);
  expect(text).toContain(String.raw`DESCRIPTION:Nord\, fils\n06 39 98 11 11`);

  const renewed = await urlOf(true);
  expect((await read(url)).status).toBe(404);
  expect((await read(renewed)).status).toBe(200);
  await signIn(context, db, { email: "autre@zeta.example", isAdministrator: true });
  await db.inspect("delete from public.admin_users where user_id = $1", [admin.userId]);
  expect((await read(renewed)).status).toBe(404);
});

test("An address is for administrators, and none is guessed", async ({ context, db, post, read }) => {
  for (const { who, status, headers } of await listStrangers(context, db)) {
    expect([who, (await post({ renew: false }, headers)).status]).toEqual([who, status]);
  }
  for (const token of ["", "a", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"]) {
    expect((await read(`https://site.example/functions/v1/callbacks.ics?token=${token}`)).status).toBe(404);
  }
});
