import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import { callingAs } from "#app/api/admin/admin-rest.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { ok, type Result, withoutValue } from "#kit/result.ts";
import {
  allowMailsCall,
  listMailTemplatesCall,
  type TeamTemplate,
  type TemplateVersion,
  type PreparedMail,
  prepareMailCall,
  readMailTemplateCall,
  saveMailTemplateCall,
  sendMailCall,
} from "#subjects/mails/contract/mails.ts";

/** `id`: under which a repeat writes nothing twice. `template`: what it began with. */
export type WrittenMail = { id: string; template?: string | undefined; subject: string; text: string };

export type WrittenTemplate = Pick<TeamTemplate, "id" | "name" | "subject" | "text"> & {
  /** The version it was written upon. */
  seenVersion: number;
  isOffered: boolean;
};

export type MailsApi = {
  prepare(leadId: string, signal?: AbortSignal): Promise<Result<PreparedMail, CallProblem>>;
  /** It waits for some seconds, and then leaves: nothing here says that it has left. */
  send(leadId: string, mail: WrittenMail): Promise<Result<void, CallProblem>>;
  /** @param reason how the person asked for mails again */
  allow(leadId: string, reason: string): Promise<Result<void, CallProblem>>;
  templates(signal?: AbortSignal): Promise<Result<TeamTemplate[], CallProblem>>;
  versions(templateId: string, signal?: AbortSignal): Promise<Result<TemplateVersion[], CallProblem>>;
  saveTemplate(template: WrittenTemplate): Promise<Result<void, CallProblem>>;
};

/** @param accessToken the administrator's; undefined once their session is over */
export function createMailsApi(api: ApiSettings, accessToken: AccessToken): MailsApi {
  const caller = callingAs(api, accessToken);

  return {
    prepare: (leadId, signal) => call(caller, prepareMailCall, { lead_id: leadId }, { signal }),
    async send(leadId, { id, template, subject, text }) {
      return withoutValue(
        await call(caller, sendMailCall, { lead_id: leadId, message_id: id, template, subject, text }),
      );
    },
    async allow(leadId, reason) {
      return withoutValue(await call(caller, allowMailsCall, { lead_id: leadId, reason }));
    },
    async templates(signal) {
      const listed = await call(caller, listMailTemplatesCall, {}, { signal });
      return listed.ok ? ok(listed.value.templates) : listed;
    },
    async versions(templateId, signal) {
      const read = await call(caller, readMailTemplateCall, { template_id: templateId }, { signal });
      return read.ok ? ok(read.value.versions) : read;
    },
    async saveTemplate({ id, seenVersion, isOffered, ...wording }) {
      const asked = { template_id: id, seen_version: seenVersion, is_offered: isOffered, ...wording };
      return withoutValue(await call(caller, saveMailTemplateCall, asked));
    },
  };
}
