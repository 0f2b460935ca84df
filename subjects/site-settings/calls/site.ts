import { callingAs } from "#app/api/admin/admin-rest.ts";
import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type ArticleContent, readArticleContent } from "#domain/site/article-content.ts";
import type { UploadedPicture } from "#domain/site/site-picture.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { ok, type Result, withoutValue } from "#kit/result.ts";
import { previewSiteCall } from "#subjects/operations/contract/health.ts";
import {
  type ArticleLine,
  keepArticleCall,
  listArticlesCall,
  readArticleCall,
} from "#subjects/site-settings/contract/site-articles.ts";
import {
  checkSiteDraftCall,
  publishSiteCall,
  returnToSiteVersionCall,
  saveSiteDraftCall,
  type SiteDisagreement,
  siteSettingsCall,
  type SiteState,
  uploadPictureCall,
  withdrawSiteVersionCall,
} from "#subjects/site-settings/contract/site-settings.ts";

/** `seenAt` of a draft: null where there was none. Comparing takes seconds. */
export type SiteApi = {
  read(signal?: AbortSignal): Promise<Result<SiteState, CallProblem>>;
  save(seenAt: string | null, set: Record<string, unknown>): Promise<Result<void, CallProblem>>;
  discard(seenAt: string): Promise<Result<void, CallProblem>>;
  check(signal?: AbortSignal): Promise<Result<SiteDisagreement[], CallProblem>>;
  /** @param at ISO 8601; null for now */
  publish(asked: { seenAt: string; at: string | null; reason: string }): Promise<Result<void, CallProblem>>;
  returnTo(version: number, reason: string): Promise<Result<void, CallProblem>>;
  withdraw(version: number): Promise<Result<void, CallProblem>>;
  /** JPEG, PNG, WebP or AVIF. The answer is what a document names it by, beside its description. */
  /** Of a text that may not stand so, the sentences are in `stored.mistakes`. @returns the id that a document names */
  keepArticle(content: unknown): Promise<Result<string, CallProblem>>;
  listArticles(ids: string[], signal?: AbortSignal): Promise<Result<ArticleLine[], CallProblem>>;
  readArticle(id: string, signal?: AbortSignal): Promise<Result<ArticleContent | undefined, CallProblem>>;
  upload(file: Blob): Promise<Result<Omit<UploadedPicture, "alt">, CallProblem>>;
  /** Where the draft is shown as it is on that day, for an hour: the address of the home page. */
  preview(day: CivilDate): Promise<Result<string, CallProblem>>;
};

/** Every page is drawn and compared before a version is written. */
const comparing = { timeLimitMs: 120_000 };

/** It is sent, and made anew. */
const sending = { timeLimitMs: 120_000 };

export function createSiteApi(api: ApiSettings, accessToken: AccessToken): SiteApi {
  const caller = callingAs(api, accessToken);
  return {
    read: (signal) => call(caller, siteSettingsCall, {}, { signal }),
    save: async (seenAt, set) => withoutValue(await call(caller, saveSiteDraftCall, { seen_at: seenAt, set })),
    discard: async (seenAt) =>
      withoutValue(await call(caller, saveSiteDraftCall, { seen_at: seenAt, set: {}, discard: true })),
    async check(signal) {
      const checked = await call(caller, checkSiteDraftCall, {}, { signal, ...comparing });
      return checked.ok ? ok(checked.value.disagreements) : checked;
    },
    publish: async ({ seenAt, at, reason }) =>
      withoutValue(await call(caller, publishSiteCall, { seen_at: seenAt, at, reason }, comparing)),
    returnTo: async (version, reason) =>
      withoutValue(await call(caller, returnToSiteVersionCall, { version, reason }, comparing)),
    withdraw: async (version) => withoutValue(await call(caller, withdrawSiteVersionCall, { version })),
    async keepArticle(content) {
      const kept = await call(caller, keepArticleCall, { content });
      return kept.ok ? ok(kept.value.id) : kept;
    },
    async listArticles(ids, signal) {
      const listed = await call(caller, listArticlesCall, { ids }, { signal });
      return listed.ok ? ok(listed.value.articles) : listed;
    },
    async readArticle(id, signal) {
      const read = await call(caller, readArticleCall, { id }, { signal });
      if (!read.ok) return read;
      const content = readArticleContent(read.value.content);
      return ok(content.ok ? content.value : undefined);
    },
    upload: (file) => call(caller, uploadPictureCall, file, sending),
    async preview(day) {
      const answer = await call(caller, previewSiteCall, { day, draft: true });
      return answer.ok ? ok(answer.value.path) : answer;
    },
  };
}
