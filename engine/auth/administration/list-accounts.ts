import { failed, ok, type Result } from "#kit/result.ts";
import type { Answer, AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { describeAccount } from "./describe-accounts.ts";

const usualPerPage = 50;
/** Each account is described whole. */
const mostPerPage = 1000;
/** More pages than anybody has accounts; larger numbers are not exact any more. */
const lastPage = 1_000_000_000;

type Page = { page: number; perPage: number; direction: "asc" | "desc"; filter: string };

/** `GET /admin/users?page=&per_page=`: newest first, `x-total-count` and `link` as the published client reads them. */
export async function listAccounts(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const page = readPage(c);
  if (!page.ok) return page;
  const listed = await context.db.asServer(async (tx) => {
    const total = await countAccounts(tx, page.value);
    const users: Record<string, unknown>[] = [];
    for (const id of await findIds(tx, page.value, total)) users.push(await describeAccount(tx, id));
    return { total, users };
  });
  c.header("x-total-count", String(listed.total));
  c.header("link", linksOf(page.value, listed.total));
  return ok({ users: listed.users, aud: "authenticated" });
}

function readPage(c: AuthRequest): Result<Page, AuthProblem> {
  const asked = c.req.query("page");
  // Some count from 0: the first page is theirs too.
  const page = readCount(Number(asked) === 0 ? "" : asked, 1, lastPage);
  const perPage = readCount(c.req.query("per_page"), usualPerPage, lastPage);
  if (page === undefined || perPage === undefined) {
    const message = "Bad Pagination Parameters: page and per_page are whole numbers from 1";
    return failed(authProblem("validation_failed", { message }));
  }
  const sort = /^created_at(?:\s+(asc|desc))?$/i.exec(c.req.query("sort") ?? "created_at");
  if (!sort) return failed(authProblem("validation_failed", { message: "Bad Sort Parameters: created_at is known" }));
  const filter = (c.req.query("filter") ?? "").replaceAll("\u0000", "").slice(0, 254).toWellFormed();
  const direction = sort[1]?.toLowerCase() === "asc" ? "asc" : "desc";
  return ok({ page, perPage: Math.min(perPage, mostPerPage), direction, filter });
}

function readCount(text: string | undefined, usual: number, most: number): number | undefined {
  if (text === undefined || text === "") return usual;
  const count = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= most ? count : undefined;
}

/** What an address, a phone or an id holds. */
const matches = `($1 = '' or email like '%' || $2 || '%' or phone like '%' || $2 || '%' or id::text = $1)`;

async function countAccounts(tx: Tx, { filter }: Page): Promise<number> {
  // Without its condition the count reads the smallest index alone.
  const { rows } = filter
    ? await tx.query<{ count: string }>(`select count(*) from auth.users where ${matches}`, filterValues(filter))
    : await tx.query<{ count: string }>("select count(*) from auth.users");
  return Number(rows[0]?.count ?? 0);
}

/**
 * The ids of a page, read from the index alone and from its nearer end: the last page of a million accounts costs as
 * little as the first, and the one in the middle half a walk through the index.
 */
async function findIds(tx: Tx, { page, perPage, direction, filter }: Page, total: number): Promise<string[]> {
  const before = (page - 1) * perPage;
  const count = Math.min(perPage, total - before);
  if (count <= 0) return [];
  const after = total - before - count;
  const isNearEnd = after < before;
  const walk = isNearEnd === (direction === "asc") ? "desc" : "asc";
  const values = [count, isNearEnd ? after : before];
  const { rows } = filter
    ? await tx.query<{ id: string }>(
        `select id from auth.users where ${matches} order by created_at ${walk}, id ${walk} limit $3 offset $4`,
        [...filterValues(filter), ...values],
      )
    : await tx.query<{ id: string }>(
        `select id from auth.users order by created_at ${walk}, id ${walk} limit $1 offset $2`,
        values,
      );
  const ids = rows.map(({ id }) => id);
  return isNearEnd ? ids.toReversed() : ids;
}

function filterValues(filter: string): [string, string] {
  return [filter.toLowerCase(), filter.toLowerCase().replaceAll(/[\\%_]/g, "\\$&")];
}

/** `page` comes first: the published client reads what follows the first equals sign. */
function linksOf({ page, perPage, filter }: Page, total: number): string {
  const pages = Math.ceil(total / perPage);
  const rest = filter && `&${new URLSearchParams({ filter })}`;
  const link = (to: number, rel: string) =>
    `</auth/v1/admin/users?page=${to}&per_page=${perPage}${rest}>; rel="${rel}"`;
  return [...(pages > page ? [link(page + 1, "next")] : []), link(pages, "last")].join(", ");
}
