-- Who asked for the newsletter, confirmed it by mail, and left it.

create function private.newsletter_state(confirmed_at timestamptz, unsubscribed_at timestamptz) returns text
  language sql immutable parallel safe
  return case when unsubscribed_at is not null then 'unsubscribed' when confirmed_at is not null then 'confirmed' else 'waiting' end;

create table private.newsletter_requests (
  lead_id           uuid,
  email             text        not null,
  token_hash        bytea       not null,
  mail_count        integer     not null default 1,
  requested_at      timestamptz not null default now(),
  confirmed_at      timestamptz,
  confirmed_text    text,
  confirmed_version text,
  id                uuid        not null default gen_random_uuid(),
  unsubscribed_at   timestamptz,
  unsubscribed_by   text,
  former_ids        uuid[],
  constraint newsletter_requests_pkey                primary key (id),
  constraint newsletter_requests_one_per_token       unique (token_hash),
  constraint newsletter_requests_one_per_lead        unique (lead_id),
  constraint newsletter_requests_lead                foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint newsletter_requests_texts_are_short     check (greatest(char_length(email), char_length(confirmed_text), char_length(confirmed_version)) <= 1000),
  constraint newsletter_requests_proof_is_whole      check (num_nulls(confirmed_at, confirmed_text, confirmed_version) in (0, 3)),
  constraint newsletter_requests_left_in_a_known_way check (unsubscribed_by in ('link', 'team')),
  constraint newsletter_requests_end_is_whole        check (num_nulls(unsubscribed_at, unsubscribed_by) in (0, 2)),
  constraint newsletter_requests_outlive_confirmed   check (lead_id is not null or confirmed_at is not null)
);
comment on table  private.newsletter_requests is
  'Addresses for which the box of the newsletter was ticked, one row each; a subscriber once its holder confirmed. The box itself is a receipt among the consents of the lead.';
comment on column private.newsletter_requests.lead_id is
  'Null once the lead was erased: the holder of the address confirmed, and has not left.';
comment on column private.newsletter_requests.token_hash is
  'SHA-256 of the token in the last link that was mailed; kept once used, to say so.';
comment on column private.newsletter_requests.mail_count is 'Links mailed: three at most, a day apart.';
comment on column private.newsletter_requests.confirmed_text is 'The sentence above the button that was pressed.';
comment on column private.newsletter_requests.id is 'What the link to leave names, signed: it says nothing of anybody.';
comment on column private.newsletter_requests.former_ids is
  'Requests that became this one: of other leads of the address, or of leads that were merged. Links of their mails still end it.';

create index newsletter_requests_by_time on private.newsletter_requests (requested_at, id);
create index newsletter_requests_by_state on private.newsletter_requests
  (private.newsletter_state(confirmed_at, unsubscribed_at), requested_at, id);
create index newsletter_requests_by_former_id on private.newsletter_requests using gin (former_ids) where former_ids is not null;
create index newsletter_requests_left on private.newsletter_requests (unsubscribed_at) where lead_id is null and unsubscribed_at is not null;
create unique index newsletter_requests_one_per_address on private.newsletter_requests (private.canonical_email(email));

alter table private.newsletter_requests enable row level security, force row level security;
revoke all on private.newsletter_requests from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the newsletter requests" on private.newsletter_requests
  for all to current_user using (true) with check (true);

create type private.newsletter_line as (
  request_id        uuid,
  lead_id           uuid,
  email             text,
  name              text,
  company_name      text,
  state             text,
  requested_at      timestamptz,
  confirmed_at      timestamptz,
  confirmed_version text,
  unsubscribed_at   timestamptz,
  unsubscribed_by   text
);

create function private.wants_newsletter(submission private.submissions) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(
      submission.consents #> '{newsletter,granted}' = 'true',
      submission.answers #> '{extra_answers,newsletter}' = 'true',
      false)
  $$;

create function private.ask_newsletter_confirmation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  token   text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  address text := private.canonical_email(new.email);
  known   private.newsletter_requests;
begin
  if not private.wants_newsletter(new) then
    return null;
  end if;
  insert into private.newsletter_requests (lead_id, email, token_hash)
    values (new.lead_id, new.email, sha256(convert_to(token, 'utf8')))
    on conflict do nothing
    returning * into known;
  if not found then
    -- That of the address, else that of the lead, which had another address then.
    select * into known from private.newsletter_requests
      where private.canonical_email(email) = address or lead_id = new.lead_id
      order by private.canonical_email(email) = address desc limit 1 for update;
    -- Who still gets it is asked nothing.
    if known.id is null
      or known.unsubscribed_at is null and (known.confirmed_at is not null or known.mail_count >= 3)
      or greatest(known.requested_at, known.unsubscribed_at) >= now() - interval '1 day'
    then
      return null;
    end if;
    if known.lead_id is null then
      delete from private.newsletter_requests where lead_id = new.lead_id and (confirmed_at is null or unsubscribed_at is not null);
      if exists (select from private.newsletter_requests where lead_id = new.lead_id) then
        return null;
      end if;
    end if;
    update private.newsletter_requests
      set lead_id = coalesce(known.lead_id, new.lead_id), email = new.email, token_hash = sha256(convert_to(token, 'utf8')),
          requested_at = now(), mail_count = case when known.unsubscribed_at is null then known.mail_count + 1 else 1 end,
          confirmed_at = null, confirmed_text = null, confirmed_version = null, unsubscribed_at = null, unsubscribed_by = null
      where id = known.id;
  end if;
  if private.may_mail_to(new.email) then
    perform private.queue_lead_mail(
      'newsletter-confirmation', new.email, new.lead_id, jsonb_build_object('token', token, 'request', known.id));
  end if;
  return null;
end
$$;
comment on function private.ask_newsletter_confirmation is
  'Ticked by anybody, under any address: one link, and a new one a day later at the earliest. Who left is asked again, and gets nothing before they confirm; who still gets it is asked nothing.';

create trigger ask_newsletter_confirmation after insert or update of answers, consents on private.submissions
  for each row when (new.form = 'conferences' and not new.is_suspect and new.written_by is null)
  execute function private.ask_newsletter_confirmation();

create function private.confirm_newsletter(token text, confirmed_at_param timestamptz, wording text, version text)
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

create function private.newsletter_lines(
  state_param text, search_param text, before_at timestamptz, before_id uuid, count_param integer
) returns setof private.newsletter_line
  language plpgsql stable rows 50
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  pattern text := '%' || private.like_literal(coalesce(private.folded(search_param), '')) || '%';
  key_pattern text := private.key_pattern(search_param);
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
        and (
          pattern = '%%' or entry.lead_id in (
            select found.lead_id from private.lead_words as found where found.keys ~ key_pattern and found.words like pattern)
          or entry.lead_id is null and private.folded(entry.email) like pattern)
        and (before_at is null or (entry.requested_at, entry.id) < (before_at, before_id))
      order by entry.requested_at desc, entry.id desc
      limit count_param
    ) as request
    left join public.leads as lead on lead.id = request.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    order by request.requested_at desc, request.id desc;
end
$$;
comment on function private.newsletter_lines is
  'Newest request first, after the line of `before_at` and `before_id`; every character of the search is literal.';

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
revoke all on function public.list_newsletter from public, anon, authenticated, service_role;
grant execute on function public.list_newsletter to authenticated;

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
revoke all on function public.count_newsletter from public, anon, authenticated, service_role;
grant execute on function public.count_newsletter to authenticated;

create function private.leave_newsletter(request_id_param uuid, way text, left_at timestamptz) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  address text;
begin
  select private.canonical_email(coalesce(
    (select email from private.newsletter_requests where id = request_id_param),
    (select email from private.newsletter_requests where former_ids @> array[request_id_param] limit 1),
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
      where private.canonical_email(email) = address and unsubscribed_at is null
      returning lead_id
  )
  insert into private.audit_log (actor, action, lead_id, detail)
    select auth.uid(), 'newsletter.unsubscribed', lead_id, jsonb_build_object('by', way) from ended;
  return case when found then 'unsubscribed' else 'already' end;
end
$$;
comment on function private.leave_newsletter is
  'unsubscribed, already, or unknown when the request was erased. It ends every request of the address, under whatever lead.';

create function public.unsubscribe_by_hand(request_id_param uuid) returns text
  language plpgsql volatile security definer
  set search_path = ''
  as $$
begin
  perform private.require_role('seller');
  return private.leave_newsletter(request_id_param, 'team', now());
end
$$;
comment on function public.unsubscribe_by_hand is
  'For who asked by telephone or by mail: unsubscribed, already or unknown.';
revoke all on function public.unsubscribe_by_hand from public, anon, authenticated, service_role;
grant execute on function public.unsubscribe_by_hand to authenticated;
