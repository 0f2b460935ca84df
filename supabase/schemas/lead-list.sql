-- The list of leads at a million rows. What it filters and sorts by stands in narrow rows of its own, kept by triggers;
-- each combination of the few-valued filters is a facet, with its count. A page reads as many rows as it shows from the
-- facets that match, whatever is filtered and however deep it lies (docs/decisions/0030).

create table private.lead_facets (
  id             integer not null generated always as identity,
  funnel_origin  text    not null,
  lead_status    text    not null,
  payment_status boolean not null,
  call_consent   boolean not null,
  is_suspect     boolean not null,
  is_duplicate   boolean not null,
  has_account    boolean not null,
  is_waiting     boolean not null,
  lead_count     bigint  not null default 0,
  inactive_reason text   not null default 'none',
  constraint lead_facets_pkey primary key (id),
  constraint lead_facets_one_of_a_kind unique (
    funnel_origin, lead_status, payment_status, call_consent, is_suspect, is_duplicate, has_account, is_waiting,
    inactive_reason
  )
);
comment on table  private.lead_facets is 'Each combination of the filters with few values that some lead has or had.';
comment on column private.lead_facets.is_duplicate is 'Another contact has the same e-mail, phone or company.';
comment on column private.lead_facets.has_account is 'Its contact has an account, or its e-mail has one.';
comment on column private.lead_facets.is_waiting is 'On the waiting list of a conference.';
comment on column private.lead_facets.inactive_reason is 'Why it is closed; none of what is open, or closed without a word.';
comment on column private.lead_facets.lead_count is 'Without private.lead_facet_changes, which are added now and then.';

alter table private.lead_facets enable row level security, force row level security;
revoke all on private.lead_facets from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the facets" on private.lead_facets
  for all to current_user using (true) with check (true);

-- Insert-only, so that two leads that arrive together never wait for one row that counts both.
create table private.lead_facet_changes (
  facet_id integer not null,
  change   integer not null,
  volume   integer not null default -1
);
comment on table private.lead_facet_changes is
  'What private.lead_facets.lead_count and private.lead_volumes do not count yet.';

alter table private.lead_facet_changes enable row level security, force row level security;
revoke all on private.lead_facet_changes from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps their changes" on private.lead_facet_changes
  for all to current_user using (true) with check (true);

create table private.lead_volumes (
  facet_id   integer not null,
  volume     integer not null,
  lead_count bigint  not null,
  constraint lead_volumes_pkey primary key (facet_id, volume)
);
comment on table private.lead_volumes is
  'How many leads of each facet asked for each volume, as private.lead_list has it: what the sums of the board are made of.';

alter table private.lead_volumes enable row level security, force row level security;
revoke all on private.lead_volumes from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the volumes" on private.lead_volumes
  for all to current_user using (true) with check (true);

create table private.lead_list (
  lead_id     uuid        not null,
  profile_id  uuid        not null,
  facet_id    integer     not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  expires_at  timestamptz not null,
  volume      integer     not null,
  name        text        collate "C" not null,
  company     text        collate "C" not null,
  email       text        collate "C" not null,
  phone       text,
  owner       uuid        not null,
  source      text        collate "C" not null,
  callback_at timestamptz,
  tags        integer[]   not null default '{}',
  is_taken    boolean     not null default false,
  constraint lead_list_pkey primary key (lead_id),
  constraint lead_list_lead foreign key (lead_id) references public.leads (id) on delete cascade
);
comment on table  private.lead_list is
  'What the list of leads filters and sorts by, kept by triggers. No key is null, so that pages can go on from any of them.';
comment on column private.lead_list.expires_at is 'infinity: it stays.';
comment on column private.lead_list.volume is
  'The number that the price of its offer depends on; -1 when none was given.';
comment on column private.lead_list.name is
  'Last name, then first name, folded; without them the last character there is.';
comment on column private.lead_list.phone is 'E.164.';
comment on column private.lead_list.owner is 'private.nobody() when anybody may look after it.';
comment on column private.lead_list.source is
  'Where its first visit came from, by private.visit_source; empty where none is known of.';
comment on column private.lead_list.callback_at is 'Null when nobody promised to call back: these are sorted by age.';

comment on column private.lead_list.is_taken is
  'Paid and not set up, or with answers to adopt: what is to be done first is no call.';

-- What is asked beside an order stands in its index: a lead that is passed over is not looked up.
create index lead_list_by_update on private.lead_list (facet_id, updated_at, lead_id)
  include (owner, tags, created_at, expires_at);
create index lead_list_by_expiry on private.lead_list (facet_id, expires_at, lead_id)
  include (owner, tags, created_at);
create index lead_list_by_volume on private.lead_list (facet_id, volume, lead_id)
  include (owner, tags, created_at, expires_at);
-- Those whose order has nothing to do with it.
create index lead_list_in_time on private.lead_list (created_at, lead_id)
  include (facet_id, expires_at, updated_at, volume, owner, tags);
create index lead_list_by_name on private.lead_list (name, lead_id)
  include (facet_id, owner, tags, created_at, expires_at);
create index lead_list_by_company on private.lead_list (company, lead_id)
  include (facet_id, owner, tags, created_at, expires_at);
create index lead_list_by_email on private.lead_list (email, lead_id)
  include (facet_id, owner, tags, created_at, expires_at);
create index lead_list_by_phone on private.lead_list (phone) where phone is not null;
-- Of one owner or source each facet is read in its own order. Few leads wait for a call back: the others are found by
-- their age, without a look at their rows.
create index lead_list_by_creation on private.lead_list (facet_id, created_at, lead_id)
  include (callback_at, is_taken, owner, tags, expires_at);
create index lead_list_by_owner on private.lead_list (owner, facet_id, created_at, lead_id)
  include (callback_at, is_taken, tags, expires_at);
create index lead_list_by_source on private.lead_list (source, facet_id, created_at, lead_id)
  include (owner, tags, expires_at);
-- Few leads have any. Without fastupdate, as private.lead_words.
create index lead_list_by_tag on private.lead_list using gin (tags) with (fastupdate = off) where tags <> '{}';
create index lead_list_by_callback on private.lead_list (facet_id, callback_at, lead_id)
  include (owner, tags, created_at, expires_at) where callback_at is not null;

alter table private.lead_list enable row level security, force row level security;
revoke all on private.lead_list from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the list" on private.lead_list
  for all to current_user using (true) with check (true);

create function private.visit_source(touch jsonb) returns text
  language plpgsql immutable parallel safe set search_path = ''
  as $$
declare
  said   constant jsonb := private.read_touch(touch);
  medium constant text  := lower(said ->> 'utm_medium');
  host   constant text  := lower(said ->> 'referrer');
begin
  return case
    when coalesce(said - 'at', '{}') = '{}' then ''
    when medium ~ '^(cpc|ppc|paid.*|display|ads?|banner|sea)$' then 'publicite'
    when medium ~ '^(e-?mail|courriel|newsletter|lettre)$' then 'courriel'
    when medium ~ '^(social.*|reseaux.*)$' then 'reseaux'
    when medium ~ '^(organic|seo)$' then 'recherche'
    when medium is not null then 'autre'
    when host ~ '(^|\.)(mail\.google\.com|outlook\.(com|live\.com|office\.com)|mail\.[a-z-]+\.[a-z]{2,4})$' then 'courriel'
    when host ~ '(^|\.)(linkedin\.com|lnkd\.in|facebook\.com|instagram\.com|tiktok\.com|youtube\.com|x\.com|t\.co)$' then 'reseaux'
    when host ~ '(^|\.)(google|bing|qwant|ecosia|duckduckgo|yahoo|startpage|brave|lilo)\.[a-z.]{2,6}$' then 'recherche'
    when host is not null or said ? 'utm_source' then 'autre'
    else 'direct'
  end;
end
$$;
comment on function private.visit_source is
  'What the column of the list says of a visit, empty of none: sourceOf in subjects/leads/rules/visit-source.ts says the same.';

create function private.source_of_lead(lead_id_param uuid) returns text
  language plpgsql stable set search_path = ''
  as $$
begin
  return coalesce((
    select private.visit_source(submission.attribution -> 'first')
    from private.submissions as submission
    where submission.lead_id = lead_id_param and submission.attribution <> '{}'
    order by submission.created_at, submission.id limit 1
  ), '');
end
$$;

create function private.facet_of(wanted private.lead_facets) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  found_id integer;
begin
  loop
    select id into found_id from private.lead_facets as facet
      where (facet.funnel_origin, facet.lead_status, facet.payment_status, facet.call_consent)
              = (wanted.funnel_origin, wanted.lead_status, wanted.payment_status, wanted.call_consent)
        and (facet.is_suspect, facet.is_duplicate, facet.has_account, facet.is_waiting, facet.inactive_reason)
              = (wanted.is_suspect, wanted.is_duplicate, wanted.has_account, wanted.is_waiting, wanted.inactive_reason);
    if found then
      return found_id;
    end if;
    insert into private.lead_facets
        (funnel_origin, lead_status, payment_status, call_consent, is_suspect, is_duplicate, has_account, is_waiting, inactive_reason)
      values (wanted.funnel_origin, wanted.lead_status, wanted.payment_status, wanted.call_consent,
              wanted.is_suspect, wanted.is_duplicate, wanted.has_account, wanted.is_waiting, wanted.inactive_reason)
      on conflict do nothing;
  end loop;
end
$$;

-- Plans outlive a table's youth, in which reading it whole is cheapest; and the compiler looks at what they would cost.
create function private.write_lead_list(lead public.leads) returns void
  language plpgsql volatile set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  profile       public.user_profiles;
  facet         private.lead_facets;
  written       private.lead_list;
  volume_column text;
  nothing       constant text := private.sort_key('');
begin
  -- Whoever compares it with another lead at the same moment is waited for, and seen.
  perform from private.lead_list where lead_id = lead.id for update;
  select * into profile from public.user_profiles where id = lead.user_profile_id;
  select column_name into volume_column from private.questions where is_volume and lead.funnel_origin = any (forms);

  written.lead_id     := lead.id;
  written.profile_id  := lead.user_profile_id;
  written.created_at  := lead.created_at;
  written.updated_at  := lead.updated_at;
  written.expires_at  := case when lead.payment_status or lead.lead_status = 'client' then 'infinity'
                              else lead.last_contact_at + interval '6 months' end;
  -- Contacts that were chosen are more than the range of prospects that they came from, as private.order_of says.
  written.volume      := coalesce(
                           case when lead.funnel_origin = 'marketing' then
                             nullif(coalesce(lead.contacts_per_month, profile.contacts_per_month), 0) end,
                           private.first_number(
                             coalesce(to_jsonb(lead) ->> volume_column, to_jsonb(profile) ->> volume_column)), -1);
  written.name        := private.sort_key(concat_ws(' ', coalesce(lead.last_name, profile.last_name), coalesce(lead.first_name, profile.first_name)));
  written.company     := private.sort_key(coalesce(lead.company_name, profile.company_name));
  written.email       := private.sort_key(private.canonical_email(coalesce(lead.email, profile.email)));
  written.phone       := case when lead.phone is null then profile.phone_e164 else lead.phone_e164 end;
  written.owner       := coalesce(lead.owner, private.nobody());
  written.callback_at := lead.callback_at;
  written.source      := private.source_of_lead(lead.id);
  written.tags        := lead.tags;
  written.is_taken    := lead.newer_answers_at is not null or private.awaits_setup(lead);

  facet.funnel_origin  := lead.funnel_origin;
  facet.lead_status    := lead.lead_status;
  facet.payment_status := lead.payment_status;
  facet.call_consent   := private.has_consented(lead.consents, 'calls');
  facet.is_suspect     := lead.is_suspect;
  facet.has_account    := lead.account_exists or profile.user_id is not null;
  facet.is_waiting     := lead.funnel_origin = 'conferences' and lead.extra_answers ->> 'kind' is not distinct from 'waitlist';
  facet.inactive_reason := coalesce(lead.inactive_reason, 'none');
  facet.is_duplicate   :=
       written.email <> nothing and exists (
         select from private.lead_list where email = written.email and profile_id <> written.profile_id)
    or written.phone is not null and exists (
         select from private.lead_list where phone = written.phone and profile_id <> written.profile_id)
    or written.company <> nothing and exists (
         select from private.lead_list where company = written.company and profile_id <> written.profile_id);
  written.facet_id := private.facet_of(facet);

  insert into private.lead_list as entry select written.*
    on conflict (lead_id) do update
      set (profile_id, facet_id, created_at, updated_at, expires_at, volume, name, company, email, phone, owner, callback_at, source, tags, is_taken)
        = (excluded.profile_id, excluded.facet_id, excluded.created_at, excluded.updated_at, excluded.expires_at,
           excluded.volume, excluded.name, excluded.company, excluded.email, excluded.phone, excluded.owner,
           excluded.callback_at, excluded.source, excluded.tags, excluded.is_taken)
      where entry is distinct from excluded;
end
$$;

-- At the end of the transaction: a submission writes its lead several times, and the last of them counts.
create function private.list_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  lead public.leads;
begin
  select * into lead from public.leads where id = new.id;
  if lead is not distinct from new then
    perform private.write_lead_list(lead);
  end if;
  return null;
end
$$;

create constraint trigger list_lead after insert or update on public.leads
  deferrable initially deferred for each row execute function private.list_lead();

create function private.list_leads_of_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.write_lead_list(lead) from public.leads as lead where lead.user_profile_id = new.id;
  return null;
end
$$;

create constraint trigger list_leads_of_profile
  after update of user_id, first_name, last_name, email, phone, company_name on public.user_profiles
  deferrable initially deferred for each row
  when ((old.user_id, old.first_name, old.last_name, old.email, old.phone, old.company_name)
        is distinct from (new.user_id, new.first_name, new.last_name, new.email, new.phone, new.company_name))
  execute function private.list_leads_of_profile();

create function private.list_visit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.write_lead_list(lead)
  from public.leads as lead
  join private.lead_list as entry on entry.lead_id = lead.id
  where lead.id in (old.lead_id, new.lead_id) and entry.source <> private.source_of_lead(lead.id);
  return null;
end
$$;
comment on function private.list_visit is
  'A lead that is written with its visit is listed with it; here come visits that move, arrive later or are erased.';

create constraint trigger list_new_visit after insert on private.submissions
  deferrable initially deferred for each row when (new.attribution <> '{}') execute function private.list_visit();
create constraint trigger list_moved_visit after update of lead_id, attribution on private.submissions
  deferrable initially deferred for each row execute function private.list_visit();
create constraint trigger list_visit_without after delete on private.submissions
  deferrable initially deferred for each row when (old.attribution <> '{}') execute function private.list_visit();

create function private.count_facets() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.lead_facet_changes (facet_id, volume, change)
    select facet_id, volume, change
    from (values
      (case when tg_op <> 'INSERT' then old.facet_id end, case when tg_op <> 'INSERT' then old.volume end, -1),
      (case when tg_op <> 'DELETE' then new.facet_id end, case when tg_op <> 'DELETE' then new.volume end, 1)
    ) as counted (facet_id, volume, change)
    where facet_id is not null;
  return null;
end
$$;

create trigger count_new_facet after insert or delete on private.lead_list
  for each row execute function private.count_facets();
create trigger count_other_facet after update of facet_id, volume on private.lead_list
  for each row when ((old.facet_id, old.volume) <> (new.facet_id, new.volume)) execute function private.count_facets();

create function private.add_facet_changes(at_most integer) returns integer
  language sql volatile set search_path = ''
  as $$
    with taken as (
      delete from private.lead_facet_changes where ctid = any (array(
        select ctid from private.lead_facet_changes limit at_most for update skip locked
      )) returning facet_id, change, volume
    ), volumes as (
      insert into private.lead_volumes as total (facet_id, volume, lead_count)
        select facet_id, volume, sum(change) from taken group by facet_id, volume
        on conflict (facet_id, volume) do update set lead_count = total.lead_count + excluded.lead_count
    ), added as (
      update private.lead_facets as facet set lead_count = facet.lead_count + total.change
      from (select facet_id, sum(change) as change from taken group by facet_id) as total
      where facet.id = total.facet_id
    )
    select count(*)::integer from taken
  $$;
comment on function private.add_facet_changes is 'How many were added; readers see the same sums before and after.';

create function private.rewrite_alike(entry private.lead_list, is_gone boolean) returns void
  language plpgsql volatile set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  -- All leads of one contact, and one more.
  enough constant integer := 7;
begin
  -- Whoever is busy with one of them compares it anyway.
  perform private.write_lead_list(lead)
  from public.leads as lead
  where lead.id in (
    select other.lead_id
    from private.lead_list as other
    join private.lead_facets as facet on facet.id = other.facet_id
    where other.lead_id = any (
        array(select lead_id from private.lead_list where email = entry.email and entry.email <> private.sort_key('')
                and profile_id <> entry.profile_id limit enough)
        || array(select lead_id from private.lead_list where phone = entry.phone
                and profile_id <> entry.profile_id limit enough)
        || array(select lead_id from private.lead_list where company = entry.company and entry.company <> private.sort_key('')
                and profile_id <> entry.profile_id limit enough))
      and facet.is_duplicate = is_gone
    for update of other skip locked
  );
end
$$;
comment on function private.rewrite_alike is
  'Only the first contact that comes beside another, and the last that leaves it alone, change what the other is.';

create function private.compare_alike() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- What is alike is in its facet already: mostly nobody is.
  if tg_op <> 'INSERT' and (select is_duplicate from private.lead_facets where id = old.facet_id) then
    perform private.rewrite_alike(old, true);
  end if;
  if tg_op <> 'DELETE' and (select is_duplicate from private.lead_facets where id = new.facet_id) then
    perform private.rewrite_alike(new, false);
  end if;
  return null;
end
$$;

create trigger compare_new_alike after insert or delete on private.lead_list
  for each row execute function private.compare_alike();
create trigger compare_other_alike after update of email, phone, company, profile_id on private.lead_list
  for each row when ((old.email, old.phone, old.company, old.profile_id) is distinct from (new.email, new.phone, new.company, new.profile_id))
  execute function private.compare_alike();
