import type pg from "pg";

import type { Intention, OpeningHours, Voice } from "#subjects/funnel/rules/choices.ts";
import type { Attribution } from "#subjects/leads/rules/attribution.ts";

/** Syllables make some 60,000 names that share their letters, as real ones do. */
const syllables =
  "an,bar,be,ber,bo,bra,ca,char,che,cor,da,del,des,do,du,er,fa,fer,fon,ga,gau,ger,gon,ha,jo,la,lan,le,les,li,lo,ma,mar,mi,mon,mou,na,ni,nou,pa,per,pi,po,ra,re,ri,ro,rou,sa,se,ser,si,so,ta,ter,ti,tou,tre,val,ver,vi,vin";
const threeSyllables = Array(3).fill("syllable[1 + floor(random() * 62)::int]").join(" || ");
const firstNames =
  "Adèle,Alice,Anaïs,Benoît,Camille,Chloé,Denis,Élise,Fanny,Gaël,Hélène,Inès,Jules,Karim,Léa,Louis,Maëlle,Nina,Noé,Olivier,Paul,Rose,Samir,Théo,Yann,Zoé";
const trades = "Menuiserie,Garage,Cabinet,Atelier,Transports,Boulangerie,Clinique,Conseil,Étude,Maison";
/** As often as they are met. */
const origins = "secretariat,secretariat,secretariat,marketing,suiviclient,closing,conferences,general";

const chosen = { intention: "rdv", hours: "24h", voice: "feminin" } satisfies {
  intention: Intention;
  hours: OpeningHours;
  voice: Voice;
};

/** Where first visits came from, as often as they are met: one of each source that the list tells apart, and none. */
const visits = [
  {},
  {},
  {},
  { first: { referrer: "www.google.com" } },
  { first: { referrer: "www.google.com" } },
  { first: { utm_medium: "cpc", utm_source: "google" } },
  { first: { utm_medium: "social", utm_source: "linkedin" } },
  { first: { utm_medium: "email" } },
  { first: { referrer: "www.annuaire.example" } },
] satisfies Attribution[];

const colleagues = ["agathe", "bilal", "chantal", "dimitri", "eloise"];
/** The first is on a fifth of the leads, the last on hardly any. */
const tags = ["prioritaire", "salon", "partenaire", "presse"];

/** What the sample writes, whose other indexes are built when all rows are there. */
const tables = [
  "public.user_profiles",
  "public.leads",
  "private.submissions",
  "private.lead_list",
  "private.lead_words",
];

/**
 * Leads of every offer and in every state, each of a different person, spread over two years and, unlike real ones, not
 * written in the order of their age. A third has an owner in the team, one in twenty waits for a call back, one in four
 * has a tag, and of a thousand some wait for their service, for answers to be adopted or for a delivery. What triggers
 * would write is written for all at once, and compared with what they write for some. A sample sends no events.
 *
 * @throws when triggers write something else
 */
export async function insertSampleLeads(client: pg.Client, count: number): Promise<void> {
  await client.query("select setseed(0.42)");
  await client.query(
    `with colleague as (
       insert into auth.users (email) select name || '@team.example' from unnest($1::text[]) as name returning id
     )
     insert into public.admin_users (user_id) select id from colleague`,
    [colleagues],
  );
  await client.query("insert into private.tags (name) select unnest($1::text[])", [tags]);
  const { rows: indexes } = await client.query<{ name: string; made: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as made from pg_index
     where indrelid = any ($1::regclass[])
       and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))`,
    [tables],
  );
  await client.query("begin; set local session_replication_role = replica");
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await drawSample(client, count);
  await writeLeads(client);
  await writeWhatTriggersWrite(client);
  for (const { made } of indexes) await client.query(made);
  await client.query("drop table sample; commit");
  await client.query("vacuum analyze");
  await refuseOtherRows(client);
}

async function drawSample(client: pg.Client, count: number): Promise<void> {
  const sql = (list: string) => `string_to_array('${list}', ',')`;
  await client.query(`
    create temporary table sample as
    select gen_random_uuid() as lead_id, gen_random_uuid() as profile_id, number,
           (${sql(firstNames)})[1 + floor(random() * 26)::int] as first_name,
           initcap(name) as last_name,
           name || number || '@' || company || '.example' as email,
           '06 ' || to_char(floor(random() * 1e8), 'FM00" "00" "00" "00') as phone,
           (${sql(trades)})[1 + floor(random() * 10)::int] || ' ' || initcap(company) as company_name,
           (${sql(origins)})[1 + floor(random() * 8)::int] as origin,
           random() as age, random() as consent, random() as work, random() as outcome,
           random() as whose, random() as calling, random() as marked, random() as waiting, random() as visit
    from (
      select number,
             ${threeSyllables} as name,
             ${threeSyllables} as company
      from generate_series(1, ${count}) as number, (select ${sql(syllables)} as syllable) as known
    ) as person
    order by number`);
}

async function writeLeads(client: pg.Client): Promise<void> {
  await client.query(`
    insert into public.user_profiles
      (id, email, first_name, last_name, phone, company_name, business_type, registration_path)
    select profile_id, email, first_name, last_name, phone, company_name, 'menuiserie', '/inscription-secretariat'
    from sample`);
  await client.query(`
    insert into public.leads
      (id, user_profile_id, funnel_origin, email, first_name, last_name, phone, company_name, business_type,
       calls_per_month, welcome_message, intention, business_hours, voice, consents, created_at, last_contact_at,
       lead_status, payment_status, paid_at, setup_at, is_suspect, account_exists, extra_answers, owner, callback_at,
       newer_answers_at, inactive_reason, tags)
    select lead_id, profile_id, origin, email, first_name, last_name, phone, company_name, 'menuiserie',
           floor(outcome * 300)::int,
           'Bonjour, vous êtes bien chez ' || company_name || ', que puis-je faire pour vous ?', '${chosen.intention}',
           array['${chosen.hours}'], '${chosen.voice}',
           case when consent < 0.7 then '{"calls": {"granted": true}}'::jsonb else '{}' end,
           now() - age * interval '2 years', now() - age * interval '170 days', status,
           work < 0.1, paid_at, case when waiting > 0.002 then paid_at end, outcome < 0.01, consent < 0.1,
           case when origin = 'conferences' and consent < 0.3 then '{"kind": "waitlist"}'::jsonb else '{}' end,
           team[1 + floor(whose * 3 * array_length(team, 1))::int],
           case when calling < 0.05 then now() + (calling * 20 - 0.5) * interval '1 month' end,
           case when waiting > 0.999 then now() - age * interval '1 month' end,
           case when status = 'inactive' then (array['price', 'later', 'no_need'])[1 + floor(calling * 4)::int] end,
           case when marked < 0.01 then tags[1:2] when marked < 0.2 then tags[1:1]
                when marked < 0.25 then tags[2:2] when marked < 0.255 then tags[3:3]
                when marked < 0.2552 then tags[4:4] else '{}' end
    from sample
    cross join lateral (
      select case when work > 0.1 + age * 0.6 then 'to_contact'
                  else (array['client', 'inactive', 'contacted'])[1 + floor(outcome * 3)::int] end as status,
             case when work < 0.1 then now() - age * interval '1 year' end as paid_at
    ) as worked
    cross join (select array_agg(user_id) as team from public.admin_users) as administrators
    cross join (select array_agg(id order by id) as tags from private.tags) as known
    order by number`);
  await client.query(
    `insert into private.submissions (form, email, lead_id, is_adopted, attribution, created_at)
     select origin, email, lead_id, true, ($1::jsonb[])[1 + floor(visit * $2)::int], now() - age * interval '2 years'
     from sample`,
    [visits.map((visit) => JSON.stringify(visit)), visits.length],
  );
  await client.query(`
    insert into private.deliveries (kind, event, lead_id, body, status, attempts, created_at)
    select 'mail', 'confirmation', lead_id, '{}', 'dead', 8, now() - age * interval '170 days'
    from sample where waiting between 0.5 and 0.5005`);
  await client.query(`
    insert into private.lead_notes (lead_id, author, text, written_at)
    select lead_id, user_id, 'Rappeler après les vacances.', now() - age * interval '170 days'
    from sample, (select user_id from public.admin_users limit 1) as author where waiting between 0.6 and 0.65`);
}

/** Rows of the list and of the search, and figures by day. */
async function writeWhatTriggersWrite(client: pg.Client): Promise<void> {
  await client.query(`
    insert into private.lead_words (lead_id, words, phone, phone_digits, said)
    select lead.id,
           concat_ws(E'\n', private.folded(lead.first_name || ' ' || lead.last_name),
             private.folded(lead.last_name || ' ' || lead.first_name), private.folded(lead.email),
             private.folded(lead.company_name)),
           private.folded(lead.phone), private.phone_digits(lead.phone),
           array_to_tsvector(private.words_in(concat_ws(' ', note.text, lead.welcome_message)))
    from public.leads as lead left join private.lead_notes as note on note.lead_id = lead.id`);
  await client.query(`
    create temporary table listed on commit drop as
    select lead.*, coalesce(private.first_number(to_jsonb(lead) ->> question.column_name), -1) as volume,
           private.sort_key(lead.last_name || ' ' || lead.first_name) as name_key,
           private.sort_key(lead.company_name) as company_key, private.visit_source(attribution -> 'first') as source,
           lead.funnel_origin = 'conferences' and lead.extra_answers <> '{}' as is_waiting,
           lead.newer_answers_at is not null or private.awaits_setup(lead) as is_taken,
           count(*) over (partition by lead.company_name) > 1 or count(*) over (partition by lead.phone) > 1 as is_alike
    from public.leads as lead
    join private.submissions as submission on submission.lead_id = lead.id
    left join private.questions as question on question.is_volume and lead.funnel_origin = any (question.forms)`);
  await client.query(`
    insert into private.lead_facets
      (funnel_origin, lead_status, payment_status, call_consent, is_suspect, is_duplicate, has_account, is_waiting,
       inactive_reason, lead_count)
    select funnel_origin, lead_status, payment_status, consents <> '{}', is_suspect, is_alike, account_exists,
           is_waiting, coalesce(inactive_reason, 'none'), count(*)
    from listed group by 1, 2, 3, 4, 5, 6, 7, 8, 9`);
  await client.query(`
    insert into private.lead_list
      (lead_id, profile_id, facet_id, created_at, updated_at, expires_at, volume, name, company, email, phone, owner,
       source, callback_at, tags, is_taken)
    select listed.id, user_profile_id, facet.id, created_at, updated_at,
           case when listed.payment_status or listed.lead_status = 'client' then 'infinity'
                else last_contact_at + interval '6 months' end,
           volume, name_key, company_key, email, phone_e164, coalesce(owner, private.nobody()), source,
           callback_at, tags, is_taken
    from listed
    join private.lead_facets as facet
      on (facet.funnel_origin, facet.lead_status, facet.payment_status, facet.call_consent, facet.is_suspect)
           = (listed.funnel_origin, listed.lead_status, listed.payment_status, consents <> '{}', listed.is_suspect)
      and (facet.is_duplicate, facet.has_account, facet.is_waiting, facet.inactive_reason)
           = (is_alike, account_exists, listed.is_waiting, coalesce(listed.inactive_reason, 'none'))`);
  await client.query(`
    insert into private.lead_volumes (facet_id, volume, lead_count)
    select facet_id, volume, count(*) from private.lead_list group by facet_id, volume`);
  await client.query("set local session_replication_role = origin");
  await client.query(`
    insert into private.lead_figures
      (day, funnel_origin, volume, leads, contacted, contact_seconds, within_hour, within_day, clients, paid)
    select (created_at at time zone 'Europe/Paris')::date, funnel_origin, private.volume_in_words(lead), count(*),
           0, 0, 0, 0, count(*) filter (where lead_status = 'client'), count(*) filter (where payment_status)
    from public.leads as lead group by 1, 2, 3`);
}

/** Triggers write a few leads again, and find nothing to change. */
async function refuseOtherRows(client: pg.Client): Promise<void> {
  const chosen = "(select * from public.leads order by id limit 300)";
  const readPlaces = async () => {
    const { rows } = await client.query<{ lead_id: string }>(`
      select entry.lead_id, entry.ctid as listed, words.ctid as indexed
      from ${chosen} as lead join private.lead_list as entry on entry.lead_id = lead.id
      join private.lead_words as words on words.lead_id = lead.id order by entry.lead_id`);
    return rows.map((row) => JSON.stringify(row));
  };
  const before = await readPlaces();
  await client.query(`
    select private.write_lead_list(lead), private.write_lead_words(lead, profile)
    from (select lead.id from ${chosen} as lead) as chosen join public.leads as lead using (id)
    join public.user_profiles as profile on profile.id = lead.user_profile_id`);
  const other = (await readPlaces()).filter((row) => !before.includes(row));
  if (other.length > 0)
    throw new Error(`Triggers write ${other.length} of ${before.length} leads otherwise: ${other[0]}`);
}
