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

/**
 * Leads of every offer and in every state, each of a different person, spread over two years and, unlike real ones, not
 * written in the order of their age. A third has an owner in the team, one in twenty waits for a call back. The tables'
 * own triggers run, but for those of the submissions: a sample sends no events.
 */
export async function insertSampleLeads(client: pg.Client, count: number): Promise<void> {
  const sql = (list: string) => `string_to_array('${list}', ',')`;
  await client.query("select setseed(0.42)");
  await client.query(`
    create temporary table sample as
    select number,
           (${sql(firstNames)})[1 + floor(random() * 26)::int] as first_name,
           initcap(name) as last_name,
           name || number || '@' || company || '.example' as email,
           '06 ' || to_char(floor(random() * 1e8), 'FM00" "00" "00" "00') as phone,
           (${sql(trades)})[1 + floor(random() * 10)::int] || ' ' || initcap(company) as company_name,
           (${sql(origins)})[1 + floor(random() * 8)::int] as origin,
           random() as age, random() as consent, random() as work, random() as outcome,
           random() as whose, random() as calling
    from (
      select number,
             ${threeSyllables} as name,
             ${threeSyllables} as company
      from generate_series(1, ${count}) as number, (select ${sql(syllables)} as syllable) as known
    ) as person`);
  await client.query(`
    with colleague as (
      insert into auth.users (email)
      select name || '@team.example' from unnest(${sql(colleagues.join(","))}) as name
      returning id
    )
    insert into public.admin_users (user_id) select id from colleague`);
  // The list is written at the commit, when each lead has its visit.
  await client.query("begin");
  await client.query(`
    with profiles as (
      insert into public.user_profiles (email, first_name, last_name, phone, company_name, business_type, registration_path)
      select email, first_name, last_name, phone, company_name, 'menuiserie', '/inscription-secretariat' from sample
      returning id, email, first_name, last_name, phone, company_name, business_type
    )
    insert into public.leads
      (user_profile_id, funnel_origin, email, first_name, last_name, phone, company_name, business_type, calls_per_month,
       welcome_message, intention, business_hours, voice, consents, created_at, last_contact_at, lead_status,
       payment_status, is_suspect, account_exists, extra_answers, owner, callback_at)
    select id, origin, email, first_name, last_name, phone, company_name, business_type, floor(outcome * 300)::int,
           'Bonjour, vous êtes bien chez ' || company_name || ', que puis-je faire pour vous ?', '${chosen.intention}',
           array['${chosen.hours}'], '${chosen.voice}',
           case when consent < 0.7 then '{"calls": {"granted": true}}'::jsonb else '{}' end,
           now() - age * interval '2 years', now() - age * interval '5 months',
           case when work > 0.1 + age * 0.6 then 'to_contact'
                else (array['client', 'inactive', 'contacted'])[1 + floor(outcome * 3)::int] end,
           work < 0.1, outcome < 0.01, consent < 0.1,
           case when origin = 'conferences' and consent < 0.3 then '{"kind": "waitlist"}'::jsonb else '{}' end,
           team[1 + floor(whose * 3 * array_length(team, 1))::int],
           case when calling < 0.05 then now() + (calling * 20 - 0.5) * interval '1 month' end
    from profiles join sample using (email, first_name, last_name, phone, company_name),
         (select array_agg(user_id) as team from public.admin_users) as known`);
  await client.query("set local session_replication_role = replica");
  await client.query(
    `insert into private.submissions (form, email, lead_id, is_adopted, attribution, created_at)
     select funnel_origin, email, id, true, ($1::jsonb[])[1 + floor(random() * $2)::int], created_at
     from public.leads join sample using (email)`,
    [visits.map((visit) => JSON.stringify(visit)), visits.length],
  );
  await client.query("commit");
  await client.query("drop table sample");
  await client.query("vacuum analyze");
}
