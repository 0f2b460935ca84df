import { failed, ok } from "#kit/result.ts";
import { controlCharacters } from "#engine/mail/control-characters.ts";
import type { Tx } from "#engine/db/database.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import {
  listMailTemplatesCall,
  type TeamTemplate,
  type TemplateVersion,
  readMailTemplateCall,
  saveMailTemplateCall,
} from "#subjects/mails/contract/mails.ts";
import { hasUnknownField } from "#subjects/mails/rules/mail-fields.ts";
import { mailProblems } from "#subjects/mails/words/mail-problems.ts";
import { startingTemplates } from "#subjects/mails/words/starting-templates.ts";

const longestName = 80;
export const longestSubject = 200;

/** One line of a mail's head. */
export function isSubject(subject: string): boolean {
  return subject !== "" && Array.from(subject).length <= longestSubject && !controlCharacters.test(subject);
}

const byName = new Intl.Collator("fr").compare;

/** The last version of each, those that the team never changed as the site brings them. */
export async function readTemplates(tx: Tx): Promise<TeamTemplate[]> {
  const { rows } = await tx.query<TeamTemplate>(
    `select distinct on (template_id) template_id as id, name, subject, text, version, is_offered
     from private.mail_template_versions order by template_id, version desc`,
  );
  const changed = new Set(rows.map(({ id }) => id));
  const untouched = startingTemplates.filter(({ id }) => !changed.has(id));
  return [...untouched.map((template) => ({ ...template, version: 0, is_offered: true })), ...rows].sort(
    (a, b) => Number(b.is_offered) - Number(a.is_offered) || byName(a.name, b.name),
  );
}

/** `POST /list-mail-templates`. */
export const listMailTemplates = administratorFunction(listMailTemplatesCall, {
  sentences: mailProblems,
  act: async (tx) => ok(await readTemplates(tx)),
  answer: (templates) => ({ templates }),
});

/** `POST /read-mail-template`: `{"template_id"}`. */
export const readMailTemplate = administratorFunction(readMailTemplateCall, {
  sentences: mailProblems,
  async act(tx, _, { template_id: id }) {
    const { rows } = await tx.query<Omit<TemplateVersion, "written_at"> & { written_at: Date | null }>(
      "select * from private.template_versions($1)",
      [id],
    );
    const brought = startingTemplates
      .filter((template) => template.id === id)
      .map(({ name, subject, text }) => ({
        name,
        subject,
        text,
        version: 0,
        is_offered: true,
        author: null,
        written_at: null,
      }));
    return ok([...rows, ...brought]);
  },
  answer: (versions) => ({ versions }),
});

/** `POST /save-mail-template`: `{"template_id", "seen_version", "name", "subject", "text", "is_offered"?}`. */
export const saveMailTemplate = administratorFunction(saveMailTemplateCall, {
  sentences: mailProblems,
  check({ name, subject, text }) {
    const isNamed = name !== "" && Array.from(name).length <= longestName && !controlCharacters.test(name);
    if (!isNamed || !isSubject(subject)) return { status: 400, code: "template_malformed" };
    return hasUnknownField(`${subject}\n${text}`) ? { status: 400, code: "unknown_field" } : undefined;
  },
  async act(tx, { caller }, { template_id: id, seen_version: seen, name, subject, text, is_offered: isOffered }) {
    const version = seen + 1;
    const written = [id, version, name, subject, text, isOffered, caller.userId];
    // Sent twice, it is written once; upon another version than the last it is not written.
    const { rowCount } = await tx.query(
      `insert into private.mail_template_versions (template_id, version, name, subject, text, is_offered, author)
       select $1::uuid, $2::integer, $3, $4, $5, $6::boolean, $7::uuid
       where (select coalesce(max(version), 0) from private.mail_template_versions where template_id = $1) = $2 - 1
       on conflict do nothing`,
      written,
    );
    if (rowCount > 0) {
      await writeAudit(tx, { actor: caller.userId, action: "template.saved", detail: { template: id, version } });
      return ok(version);
    }
    const known = await tx.query(
      `select 1 from private.mail_template_versions where template_id = $1 and version = $2
         and (name, subject, text, is_offered, author) = ($3, $4, $5, $6::boolean, $7::uuid)`,
      written,
    );
    return known.rowCount > 0 ? ok(version) : failed({ status: 409, code: "template_changed" } as const);
  },
  answer: (version) => ({ version }),
});
