-- Whoever gets the newsletter leaves it by one click in any mail of it, or by the team's hand: the request keeps when and how,
-- beside the proof of the agreement, which stays.

alter table private.newsletter_requests
  add column id              uuid not null default gen_random_uuid(),
  add column unsubscribed_at timestamptz,
  add column unsubscribed_by text,
  add constraint newsletter_requests_one_per_id          unique (id),
  add constraint newsletter_requests_left_in_a_known_way check (unsubscribed_by in ('link', 'team')),
  add constraint newsletter_requests_end_is_whole        check (num_nulls(unsubscribed_at, unsubscribed_by) in (0, 2));
comment on column private.newsletter_requests.id is 'What the link to leave names, signed: it says nothing of anybody.';

create function private.newsletter_state(confirmed_at timestamptz, unsubscribed_at timestamptz) returns text
  language sql immutable parallel safe
  return case when unsubscribed_at is not null then 'unsubscribed' when confirmed_at is not null then 'confirmed' else 'waiting' end;

create index newsletter_requests_by_time  on private.newsletter_requests (requested_at, id);
create index newsletter_requests_by_state on private.newsletter_requests
  (private.newsletter_state(confirmed_at, unsubscribed_at), requested_at, id);
create index newsletter_requests_by_email on private.newsletter_requests (lower(email));

-- A merge of leads keeps one request: the links of the other one's mails still have to open.
create index merged_leads_by_newsletter      on private.merged_leads ((before #>> '{newsletter,id}'));
create index merged_leads_by_kept_newsletter on private.merged_leads ((before #>> '{kept_newsletter,id}'));

create or replace function private.ask_newsletter_confirmation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  token      text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  request_id uuid;
begin
  if not private.wants_newsletter(new) then
    return null;
  end if;
  insert into private.newsletter_requests as request (lead_id, email, token_hash)
    values (new.lead_id, new.email, sha256(convert_to(token, 'utf8')))
    on conflict (lead_id) do update
      set email = excluded.email, token_hash = excluded.token_hash, requested_at = now(),
          mail_count = case when request.unsubscribed_at is null then request.mail_count + 1 else 1 end,
          confirmed_at = null, confirmed_text = null, confirmed_version = null, unsubscribed_at = null, unsubscribed_by = null
      where (request.unsubscribed_at is not null or (request.confirmed_at is null and request.mail_count < 3))
        and greatest(request.requested_at, request.unsubscribed_at) < now() - interval '1 day'
    returning id into request_id;
  if found then
    perform private.queue_lead_mail(
      'newsletter-confirmation', new.email, new.lead_id, jsonb_build_object('token', token, 'request', request_id));
  end if;
  return null;
end
$$;
comment on function private.ask_newsletter_confirmation is
  'Ticked by anybody, under any address: one link, and a new one a day later at the earliest. Who left is asked again, and gets nothing before they confirm.';

create or replace function private.confirm_newsletter(token text, confirmed_at_param timestamptz, wording text, version text)
  returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  hash    bytea := sha256(convert_to(token, 'utf8'));
  request private.newsletter_requests;
begin
  update private.newsletter_requests
    set confirmed_at = confirmed_at_param, confirmed_text = wording, confirmed_version = version
    where token_hash = hash and confirmed_at is null and unsubscribed_at is null
      and requested_at > confirmed_at_param - interval '7 days';
  if found then
    return 'confirmed';
  end if;
  select * into request from private.newsletter_requests where token_hash = hash;
  return case
    when not found then 'unknown'
    when request.unsubscribed_at is null and request.confirmed_at is not null then 'used'
    else 'expired'
  end;
end
$$;
comment on function private.confirm_newsletter is
  'confirmed once, then used; expired after seven days or once its holder left; unknown when no link holds this token, or a newer one replaced it.';

create function private.leave_newsletter(request_id_param uuid, way text, left_at timestamptz) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  address text;
begin
  select lower(coalesce(
    (select email from private.newsletter_requests where id = request_id_param),
    (select before #>> '{newsletter,email}' from private.merged_leads
       where before #>> '{newsletter,id}' = request_id_param::text limit 1),
    (select before #>> '{kept_newsletter,email}' from private.merged_leads
       where before #>> '{kept_newsletter,id}' = request_id_param::text limit 1))) into address;
  if address is null then
    return 'unknown';
  end if;
  -- Whoever leaves does so under every lead that has the address.
  with ended as (
    update private.newsletter_requests
      set unsubscribed_at = left_at, unsubscribed_by = way
      where lower(email) = address and unsubscribed_at is null
      returning lead_id
  )
  insert into private.audit_log (actor, action, lead_id, detail)
    select auth.uid(), 'newsletter.unsubscribed', lead_id, jsonb_build_object('by', way) from ended;
  return case when found then 'unsubscribed' else 'already' end;
end
$$;
comment on function private.leave_newsletter is 'unsubscribed, already, or unknown when the request was erased. It ends every request of the address, under whatever lead.';

create type private.newsletter_line as (
  request_id uuid, lead_id uuid, email text, name text, company_name text, state text, requested_at timestamptz,
  confirmed_at timestamptz, confirmed_version text, unsubscribed_at timestamptz, unsubscribed_by text
);

create function private.newsletter_lines(
  state_param text, search_param text, before_at timestamptz, before_id uuid, count_param integer
) returns setof private.newsletter_line
  language plpgsql stable rows 50
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  pattern text := '%' || private.like_literal(coalesce(private.folded(search_param), '')) || '%';
begin
  return query
    select request.id, request.lead_id, request.email,
           nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
           coalesce(lead.company_name, profile.company_name),
           private.newsletter_state(request.confirmed_at, request.unsubscribed_at), request.requested_at, request.confirmed_at,
           request.confirmed_version, request.unsubscribed_at, request.unsubscribed_by
    from (
      select * from private.newsletter_requests as entry
      where (state_param is null or private.newsletter_state(entry.confirmed_at, entry.unsubscribed_at) = state_param)
        and (pattern = '%%' or entry.lead_id in (select found.lead_id from private.lead_words as found where found.words like pattern))
        and (before_at is null or (entry.requested_at, entry.id) < (before_at, before_id))
      order by entry.requested_at desc, entry.id desc
      limit count_param
    ) as request
    join public.leads as lead on lead.id = request.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    order by request.requested_at desc, request.id desc;
end
$$;
comment on function private.newsletter_lines is 'Newest request first, after the line of `before_at` and `before_id`; every character of the search is literal.';

create function public.list_newsletter(
  state_param text default null, search_param text default null,
  before_at_param timestamptz default null, before_id_param uuid default null
) returns setof private.newsletter_line
  language plpgsql stable security definer rows 50
  set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query select * from private.newsletter_lines(state_param, search_param, before_at_param, before_id_param, 50);
end
$$;
comment on function public.list_newsletter is 'Fifty lines; the next fifty with the instant and id of the last one.';

create function public.count_newsletter() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'confirmed', count(*) filter (where state = 'confirmed'),
      'waiting', count(*) filter (where state = 'waiting'),
      'unsubscribed', count(*) filter (where state = 'unsubscribed'))
    from (select private.newsletter_state(confirmed_at, unsubscribed_at) as state from private.newsletter_requests) as request);
end
$$;

create function public.unsubscribe_by_hand(request_id_param uuid) returns text
  language plpgsql volatile security definer
  set search_path = ''
  as $$
begin
  perform private.require_admin();
  return private.leave_newsletter(request_id_param, 'team', now());
end
$$;
comment on function public.unsubscribe_by_hand is 'For who asked by telephone or by mail: unsubscribed, already or unknown.';

revoke all on function
  public.list_newsletter(text, text, timestamptz, uuid), public.count_newsletter(), public.unsubscribe_by_hand(uuid)
  from public, anon, authenticated, service_role;
grant execute on function
  public.list_newsletter(text, text, timestamptz, uuid), public.count_newsletter(), public.unsubscribe_by_hand(uuid)
  to authenticated;

create or replace function public.read_lead_receipts(lead_id_param uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'consents', lead.consents,
      'terms', (
        select jsonb_build_object('at', start.started_at, 'version', start.terms_version)
        from private.submissions as submission
        join private.payment_starts as start on start.reference = submission.idempotency_key
        where submission.lead_id = lead.id
        order by start.started_at desc limit 1),
      'newsletter', (
        select jsonb_build_object(
          'requestedAt',    request.requested_at,
          'expiresAt',      request.requested_at + interval '7 days',
          'isExpired',      request.requested_at <= now() - interval '7 days',
          'confirmedAt',    request.confirmed_at,
          'version',        request.confirmed_version,
          'text',           request.confirmed_text,
          'unsubscribedAt', request.unsubscribed_at)
        from private.newsletter_requests as request where request.lead_id = lead.id),
      'attribution', (
        select submission.attribution
        from private.submissions as submission
        where submission.lead_id = lead.id and submission.attribution <> '{}'
        order by submission.created_at, submission.id limit 1))
    from public.leads as lead where lead.id = lead_id_param
  );
end
$$;

-- The history of a lead says that too.
create or replace function private.facts_of_file(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    select 'lead-' || lead.id, 'created', lead.created_at, account.email,
           jsonb_build_object('origin', lead.funnel_origin, 'by_hand', typed.written_by is not null)
    from public.leads as lead
    left join lateral (
      select written_by from private.submissions where lead_id = lead.id and created_at = lead.created_at limit 1
    ) as typed on true
    left join auth.users as account on account.id = typed.written_by
    where lead.id = lead_id_param
    union all
    select 'note-' || note.id, 'note', note.written_at, account.email, jsonb_build_object('note_id', note.id, 'text', note.text)
    from private.lead_notes as note left join auth.users as account on account.id = note.author
    where note.lead_id = lead_id_param
    union all
    select 'correction-' || correction.id, 'correction', correction.corrected_at, account.email,
           jsonb_build_object('before', correction.before, 'after', correction.after)
    from private.lead_corrections as correction left join auth.users as account on account.id = correction.author
    where correction.lead_id = lead_id_param
    union all
    select 'merged-' || merged.merge_id || '-' || merged.lead_id, 'merged', merged.merged_at, account.email,
           jsonb_build_object('merge_id', merged.merge_id, 'lead_id', merged.lead_id, 'is_same_lead', merged.lead_id = lead_id_param,
             'lead', private.answered(merged.before -> 'lead')
               || jsonb_build_object('created_at', merged.before #> '{lead,created_at}', 'lead_status', merged.before #> '{lead,lead_status}'))
    from private.merged_leads as merged left join auth.users as account on account.id = merged.author
    where merged.into_lead_id = lead_id_param
    union all
    select 'newsletter-' || fact.name, 'consent', fact.at, null,
           jsonb_build_object('fact', 'newsletter_' || fact.name, 'version', request.confirmed_version)
    from private.newsletter_requests as request
    cross join lateral (values
      ('requested', request.requested_at), ('confirmed', request.confirmed_at), ('unsubscribed', request.unsubscribed_at)
    ) as fact (name, at)
    where request.lead_id = lead_id_param and fact.at is not null
    union all
    select 'account-' || account.id, 'account', account.created_at, null, jsonb_build_object('fact', 'opened')
    from public.leads as lead
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    join auth.users as account on account.id = profile.user_id
    where lead.id = lead_id_param and account.invited_at is null
  $$;
