-- Mails that the team writes by hand: what they begin with, what became of each, and who wants none
-- (docs/decisions/0102).

create table private.mail_template_versions (
  template_id uuid        not null,
  version     integer     not null,
  name        text        not null,
  subject     text        not null,
  text        text        not null,
  is_offered  boolean     not null default true,
  author      uuid        not null,
  written_at  timestamptz not null default now(),
  constraint mail_template_versions_pkey    primary key (template_id, version),
  constraint mail_template_versions_counted check (version > 0),
  constraint mail_template_versions_name    check (name = btrim(name) and char_length(name) between 1 and 80),
  constraint mail_template_versions_subject check (char_length(subject) between 1 and 200),
  constraint mail_template_versions_text    check (char_length(text) between 1 and 10000)
);
comment on table  private.mail_template_versions is
  'Each wording of each template, with who wrote it and when. The last one is the template; those that the site brings stand in its words until they are changed.';
comment on column private.mail_template_versions.is_offered is 'False: the template was withdrawn with this version.';
comment on column private.mail_template_versions.author is 'An administrator. No foreign key: the wording outlives the account.';

alter table private.mail_template_versions enable row level security, force row level security;
revoke all on private.mail_template_versions from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the templates" on private.mail_template_versions
  for all to current_user using (true) with check (true);

create function private.template_versions(template_id_param uuid)
  returns table (version integer, name text, subject text, text text, is_offered boolean, author text, written_at timestamptz)
  language sql stable set search_path = ''
  as $$
    select kept.version, kept.name, kept.subject, kept.text, kept.is_offered, account.email::text, kept.written_at
    from private.mail_template_versions as kept left join auth.users as account on account.id = kept.author
    where kept.template_id = template_id_param order by kept.version desc
  $$;
comment on function private.template_versions is 'Newest first; author is an e-mail, null of an account that is gone.';

-- A line of the outbox goes after a month, the message stays with its lead: what became of it is written there.
create function private.settle_team_mail() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update private.lead_notes set delivery = new.status, sent_at = new.delivered_at where id = new.id;
  return null;
end
$$;

create trigger settle_team_mail after update of status on private.deliveries
  for each row when (new.event = 'mail.team-mail' and new.status is distinct from old.status)
  execute function private.settle_team_mail();

create function private.leads_of_person(lead_id_param uuid) returns setof uuid
  language sql stable rows 2 set search_path = ''
  as $$
    select id from public.leads
    where user_profile_id = (select user_profile_id from public.leads where id = lead_id_param)
    union
    select alike.lead_id
    from private.lead_list as own join private.lead_list as alike on alike.email = own.email
    where own.lead_id = lead_id_param and own.email <> private.sort_key('')
  $$;
comment on function private.leads_of_person is 'Those of its contact, and those with its e-mail.';

create function private.refuse_mails(lead_id_param uuid, refused_at timestamptz) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  kept_id uuid := coalesce(
    (select id from public.leads where id = lead_id_param),
    (private.whereabouts(lead_id_param) ->> 'kept_lead_id')::uuid);
  ids     uuid[] := array(select private.leads_of_person(kept_id));
begin
  update public.leads set mails_refused_at = coalesce(mails_refused_at, refused_at)
    where id = any (ids) and mails_refused_at is null;
  -- What has not left yet does not leave any more, not even when what was given up is sent again.
  with dropped as (
    delete from private.deliveries
      where lead_id = any (ids) and event = 'mail.team-mail' and status <> 'delivered' returning id
  )
  update private.lead_notes set delivery = 'dead' where id in (select id from dropped);
  return case when ids = '{}' then 'unknown' else 'refused' end;
end
$$;
comment on function private.refuse_mails is
  'refused for all that its person asked for, as often as it is said; unknown once the lead is erased.';

create function private.allow_mails(lead_id_param uuid, reason_param text, author_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  lead public.leads;
begin
  select * into lead from public.leads where id = lead_id_param;
  if not found then
    return private.whereabouts(lead_id_param);
  end if;
  with lifted as (
    select id, mails_refused_at from public.leads
    where id in (select private.leads_of_person(lead_id_param)) and mails_refused_at is not null
    order by id for no key update
  ), changed as (
    update public.leads set mails_refused_at = null from lifted where leads.id = lifted.id
  ), told as (
    insert into private.lead_corrections (lead_id, author, before, after)
      select id, author_param, jsonb_build_object('mails_refused_at', mails_refused_at),
             jsonb_build_object('mails_refused_at', null, 'mails_allowed_because', reason_param)
      from lifted
    returning lead_id
  )
  insert into private.audit_log (actor, action, lead_id, detail)
    select author_param, 'lead.mails_allowed', lead_id, '{}' from told;
  return jsonb_build_object('code', case when found then 'allowed' else 'unchanged' end);
end
$$;
comment on function private.allow_mails is
  'Takes back, at the word of the person, that they want no mail of the team: for all that they asked for, with the day of the refusal and the reason in the history. allowed, unchanged, unknown_lead or lead_merged.';

create function private.team_mail_refusal(lead_id_param uuid) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when private.mailable_address(coalesce(lead.email, profile.email)) is null then 'no_address'
      when exists (
        select from public.leads
        where id in (select private.leads_of_person(lead.id)) and mails_refused_at is not null
      ) then 'mails_refused'
    end
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where lead.id = lead_id_param
  $$;
comment on function private.team_mail_refusal is 'Why the team may write no mail about this lead; null when it may.';

create function private.invitation_of_mail(lead_id_param uuid) returns uuid
  language sql volatile set search_path = ''
  as $$
    select coalesce(private.issue_first_password(lead_id_param), (
      select link.id
      from private.first_passwords as link
      join public.leads as lead on lead.id = link.lead_id
      join public.user_profiles as profile on profile.id = lead.user_profile_id
      where link.lead_id = lead_id_param and link.used_at is null
        and private.first_password_refusal(link, lead, profile) is null
      order by link.issued_at desc limit 1))
  $$;
comment on function private.invitation_of_mail is
  'The link by which whoever paid opens their space: the one that was mailed, while it is unused, else the first. Null where there is none to open.';
