-- Who is compared with whom, what is counted and where a mail goes: one form of an address everywhere
-- (`private.canonical_email`), where `lower` folded letters in the way of each database. What no mail can reach is a lead
-- like another, and gets no link. See docs/decisions/0063.

-- Profiles hold the form itself, whatever wrote them: leads keep what was typed ----------------------------------------

create function private.keep_canonical_email() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.email := private.canonical_email(new.email);
  return new;
end
$$;

drop index public.user_profiles_one_per_email_without_account;
create unique index user_profiles_one_per_email_without_account on public.user_profiles (email) where user_id is null;

create trigger keep_canonical_email before insert on public.user_profiles
  for each row execute function private.keep_canonical_email();
create trigger keep_changed_canonical_email before update of email on public.user_profiles
  for each row when (new.email is distinct from old.email) execute function private.keep_canonical_email();

drop index private.newsletter_requests_by_email;
create index newsletter_requests_by_email on private.newsletter_requests (private.canonical_email(email));
drop index private.deliveries_mails_by_address;
create index deliveries_mails_by_address on private.deliveries (private.canonical_email(body ->> 'to'))
  where kind = 'mail' and lead_id is null;

-- Mails that strangers cause ------------------------------------------------------------------------------------------

create function private.mailbox_of(email text) returns text
  language sql immutable parallel safe
  return regexp_replace(private.canonical_email(email), '^([^@+]+)\+[^@]*@', '\1@');
comment on function private.mailbox_of is 'The address that is counted: what stands after a "+" reaches the same mailbox. As `mailboxOf` of server/limits.';

create function private.may_mail_to(email text) returns boolean
  language sql volatile set search_path = ''
  as $$
    insert into private.rate_buckets as bucket (key, tokens, updated_at)
      values (
        rtrim(translate(encode(sha256(convert_to(E'mails to mailbox\n' || private.mailbox_of(email), 'utf8')), 'base64'), '+/', '-_'), '='),
        4, now())
      on conflict (key) do update set
        tokens = least(
          5,
          bucket.tokens + (bucket.tokens < 0)::int + case
            when bucket.updated_at > now() + interval '10 s' then 1
            else extract(epoch from now() - bucket.updated_at) * 5 / 24 / 3600
          end
        ) - 1,
        updated_at = now()
      returning tokens >= 0
  $$;
comment on function private.may_mail_to is
  'Takes one of the five mails that strangers may cause in one mailbox at once: the bucket of `countMailTo` in server/mail, whose tests compare both.';

-- The functions that compared -----------------------------------------------------------------------------------------

create or replace function private.take_turn(email text) returns void
  language sql volatile set search_path = ''
  as $$ select pg_advisory_xact_lock(hashtextextended('leads of ' || private.canonical_email(email), 0)) $$;

create or replace function private.account_email() returns text
  language sql stable security definer set search_path = ''
  as $$ select lower(email collate "C") from auth.users where id = (select private.proved_user_id()) $$;

create or replace function private.ensure_account_profile(account_id_param uuid, registration_path_param text) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  own_profile_id uuid;
begin
  update public.user_profiles set registration_path = coalesce(registration_path_param, registration_path)
    where user_id = account_id_param
    returning id into own_profile_id;
  if found then
    return own_profile_id;
  end if;

  -- The person may have asked before having an account: that profile becomes theirs once the e-mail is proved.
  begin
    update public.user_profiles as profile
      set user_id = account.id, registration_path = coalesce(registration_path_param, registration_path)
      from auth.users as account
      where account.id = account_id_param and account.email_confirmed_at is not null
        and profile.user_id is null and profile.email = account.email
      returning profile.id into own_profile_id;
    if found then
      update public.leads set account_exists = false where user_profile_id = own_profile_id and account_exists;
      return own_profile_id;
    end if;
  exception when unique_violation then
    null; -- another call has just made this account's profile; the next statement finds it
  end;

  insert into public.user_profiles as profile (user_id, email, registration_path)
    select account.id, account.email, registration_path_param from auth.users as account where account.id = account_id_param
    on conflict (user_id) do update set registration_path = coalesce(excluded.registration_path, profile.registration_path)
    returning id into own_profile_id;
  return own_profile_id;
end
$$;

create or replace function private.find_or_make_profile(submission private.submissions) returns uuid
  language plpgsql volatile set search_path = ''
  as $$
declare
  profile_id uuid;
begin
  if submission.user_id is not null then
    return private.ensure_account_profile(submission.user_id, submission.source_path);
  end if;
  loop
    insert into public.user_profiles (email, registration_path)
      values (private.canonical_email(submission.email), submission.source_path)
      on conflict (email) where user_id is null do nothing
      returning id into profile_id;
    exit when found;
    select id into profile_id from public.user_profiles
      where email = private.canonical_email(submission.email) and user_id is null
      for no key update;
    exit when found; -- else it was erased, or became an account's, between the two
  end loop;
  return profile_id;
end
$$;

create or replace function private.store_submission(submission private.submissions) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
declare
  snapshot   jsonb   := private.snapshot_of(submission);
  profile_id uuid    := private.find_or_make_profile(submission);
  is_known   boolean := submission.user_id is null and exists (select from auth.users where email = private.canonical_email(submission.email));
  is_new     boolean;
  is_owner   boolean := submission.user_id is not null; -- the profile is that of their account
  lead       public.leads;
  completed  jsonb;
begin
  -- Profile, then lead, then submission: the order everybody takes.
  insert into public.leads (user_profile_id, funnel_origin, email, consents, account_exists, is_suspect)
    values (profile_id, submission.form, submission.email, submission.consents, is_known, submission.is_suspect)
    on conflict (user_profile_id, funnel_origin) do nothing
    returning id into submission.lead_id;
  is_new := found;
  select * into lead from public.leads
    where user_profile_id = profile_id and funnel_origin = submission.form
    for no key update;
  if not found then
    return false; -- deleted at the same moment
  end if;

  insert into private.submissions
      (idempotency_key, form, email, contact, answers, consents, attribution, source_path, user_id, lead_id, is_suspect,
       from_another_device)
    values
      (submission.idempotency_key, submission.form, submission.email, submission.contact, submission.answers, submission.consents,
       submission.attribution, submission.source_path, submission.user_id, lead.id, submission.is_suspect,
       not is_new and not is_owner)
    on conflict (idempotency_key) do nothing
    returning id into submission.id;
  if not found then
    return false; -- the same key arrived at the same moment and was first
  end if;

  if is_new or (is_owner and not lead.payment_status) then
    perform private.adopt_submission(submission.id);
    return true;
  end if;

  if not is_owner then
    if not private.answered(to_jsonb(lead)) @> (snapshot - 'email') then
      update public.leads set newer_answers_at = now() where id = lead.id;
    end if;
    return true;
  end if;

  completed := snapshot || private.answered(to_jsonb(lead));
  perform private.write_lead_snapshot(lead.id, completed);
  perform private.keep_latest_answers(profile_id, submission);
  update public.leads
    set last_contact_at = now(),
        newer_answers_at = case when completed @> (snapshot - 'email') then newer_answers_at else now() end
    where id = lead.id;
  return true;
end
$$;

create or replace function private.repeat_submission(submission private.submissions) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
declare
  known     private.submissions;
  profile   public.user_profiles;
  lead      public.leads;
  is_theirs boolean;
begin
  select * into known from private.submissions where idempotency_key = submission.idempotency_key;
  if not found then
    return false;
  end if;
  if known.form <> submission.form or private.canonical_email(known.email) <> private.canonical_email(submission.email) then
    raise exception 'idempotency_key_reused' using errcode = 'PT409';
  end if;

  select * into profile from public.user_profiles
    where id = (select user_profile_id from public.leads where id = known.lead_id)
    for no key update;
  select * into lead from public.leads where id = known.lead_id for no key update;
  select * into known from private.submissions where id = known.id for no key update;
  if not found then
    return false; -- erased meanwhile: it is a new person to us
  end if;
  is_theirs := known.is_adopted and (profile.user_id is null or profile.user_id is not distinct from submission.user_id);

  update private.submissions
    set contact = submission.contact, answers = submission.answers, consents = submission.consents, updated_at = now(),
        source_path = coalesce(submission.source_path, source_path)
    where id = known.id
      and (contact, answers, consents) is distinct from (submission.contact, submission.answers, submission.consents);
  if is_theirs and found then
    update public.leads set consents = submission.consents where id = lead.id;
  end if;

  if (known.contact, known.answers) is distinct from (submission.contact, submission.answers) then
    if is_theirs and not lead.payment_status then
      perform private.adopt_submission(known.id);
    else
      update public.leads
        set newer_answers_at = now(),
            last_contact_at = case when is_theirs then now() else last_contact_at end
        where id = lead.id;
    end if;
  end if;
  return true;
end
$$;

create or replace function private.change_answers(lead_id_param uuid, account_id_param uuid, given jsonb) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  changeable constant text[] := array['welcome_message', 'business_hours', 'intention', 'intention_detail'];
  profile    public.user_profiles;
  lead       public.leads;
  known      private.submissions;
  submission private.submissions;
  base       jsonb;
  answers    jsonb;
  detail     text;
begin
  select * into profile from public.user_profiles where user_id = account_id_param for no key update;
  select * into lead from public.leads
    where id = lead_id_param and user_profile_id = profile.id and funnel_origin = 'secretariat' for no key update;
  if not found then
    return '{"code": "unknown_order"}';
  elsif lead.lead_status = 'inactive' then
    return '{"code": "order_closed"}';
  elsif given = '{}' or exists (select from jsonb_object_keys(given) as name where name <> all (changeable)) then
    return '{"code": "unreadable"}';
  end if;

  -- What they see: the request, or their own change that still waits.
  select * into known from private.submissions
    where id = private.newest_submission_id(lead.id) and user_id = account_id_param and private.canonical_email(email) = private.canonical_email(coalesce(lead.email, profile.email));
  base := case when known.id is not null and lead.newer_answers_at is not null
    then private.snapshot_of(known)
    else private.answered(private.shown_answers(lead, profile)) end;

  answers := base || private.read_corrections(given - 'intention_detail');
  if given ?| array['intention', 'intention_detail'] then
    detail := coalesce(
      private.read_text(given ->> 'intention_detail', 4000, 'intention_detail'),
      private.intention_detail(base ->> 'intention', base ->> 'knowledge_base_text'));
    answers := answers || jsonb_build_object('knowledge_base_text', private.joined_knowledge_text(
      answers ->> 'intention', detail, private.free_knowledge_text(base ->> 'intention', base ->> 'knowledge_base_text')));
  end if;
  answers := private.answered(answers);
  if answers = base then
    return '{"code": "unchanged"}';
  end if;

  -- A change that waits is replaced, and so are the answers that this account sent for an unpaid request.
  if known.id is not null and (lead.newer_answers_at is not null or (known.is_adopted and not lead.payment_status)) then
    submission.idempotency_key := known.idempotency_key;
    submission.source_path := known.source_path;
  end if;
  submission.form     := lead.funnel_origin;
  submission.email    := coalesce(lead.email, profile.email);
  submission.user_id  := account_id_param;
  submission.consents := lead.consents;
  select coalesce(jsonb_object_agg(answer.key, answer.value) filter (where question.is_contact), '{}'),
         coalesce(jsonb_object_agg(answer.key, answer.value) filter (where not question.is_contact), '{}')
    into submission.contact, submission.answers
    from jsonb_each(answers - 'email') as answer join private.questions as question on question.column_name = answer.key;
  submission.idempotency_key := private.receive_submission(submission);
  update private.submissions set changed_from = base
    where idempotency_key = submission.idempotency_key and known.idempotency_key is distinct from idempotency_key;

  select * into lead from public.leads where id = lead.id;
  return jsonb_build_object('code', case when lead.newer_answers_at is null then 'changed' else 'waiting' end);
exception when raise_exception then
  return jsonb_build_object('refused', sqlerrm);
end
$$;

create or replace function private.store_correction(lead_id_param uuid, corrections jsonb, seen_at timestamptz, author_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  lead    public.leads;
  profile public.user_profiles;
  shown   jsonb;
  changes jsonb;
  shared  jsonb;
begin
  perform private.take_turn(email) from (
    select distinct private.canonical_email(address) as email
    from public.leads as asked join public.user_profiles as contact on contact.id = asked.user_profile_id
    cross join unnest(array[asked.email, contact.email, corrections ->> 'email']) as address
    where asked.id = lead_id_param and address is not null order by 1
  ) as turns;
  select * into profile from public.user_profiles
    where id = (select user_profile_id from public.leads where id = lead_id_param) for no key update;
  select * into lead from public.leads where id = lead_id_param for no key update;
  if not found then
    return private.whereabouts(lead_id_param);
  end if;

  shown := private.shown_answers(lead, profile);
  if corrections ? 'extra_answers' then -- what the form asks, beside what else stands there
    corrections := corrections || jsonb_build_object('extra_answers',
      jsonb_strip_nulls(coalesce(shown -> 'extra_answers', '{}') || (corrections -> 'extra_answers')));
  end if;
  changes := private.without(corrections, shown);
  if changes = '{}' then
    return jsonb_build_object('code', 'unchanged', 'before', '{}'::jsonb, 'after', '{}'::jsonb, 'updated_at', lead.updated_at);
  end if;
  if private.changed_since(lead, seen_at) then
    return jsonb_build_object('code', 'changed_meanwhile', 'asked', corrections, 'updated_at', lead.updated_at,
      'stored', (select jsonb_object_agg(key, shown -> key) from jsonb_object_keys(corrections) as key));
  end if;

  perform private.write_lead_snapshot(lead.id, private.answered(to_jsonb(lead)) || changes);
  -- What the profile says too is wrong there as well, and would shine through what was emptied.
  select coalesce(jsonb_object_agg(change.key, change.value), '{}') into shared
    from jsonb_each(changes) as change
    join private.questions as question on question.column_name = change.key and question.is_of_profile
    where nullif(to_jsonb(profile) -> change.key, 'null') is not distinct from nullif(shown -> change.key, 'null');
  perform private.write_profile_answers(profile.id, private.answered(to_jsonb(profile)) || shared);
  if profile.email = private.canonical_email(shown ->> 'email') and changes ? 'email' and profile.user_id is null then
    update public.user_profiles set email = private.canonical_email(changes ->> 'email')
      where id = profile.id and not exists (
        select from public.user_profiles as other
        where other.user_id is null and other.email = private.canonical_email(changes ->> 'email') and other.id <> profile.id);
  end if;

  shown := (select jsonb_object_agg(key, shown -> key) from jsonb_object_keys(changes) as key);
  insert into private.lead_corrections (lead_id, author, before, after) values (lead.id, author_param, shown, changes);
  insert into private.audit_log (actor, action, lead_id, detail)
    select author_param, 'lead.corrected', lead.id, jsonb_build_object('columns', jsonb_agg(key)) from jsonb_object_keys(changes) as key;
  return jsonb_build_object('code', 'corrected', 'before', shown, 'after', changes,
    'updated_at', (select updated_at from public.leads where id = lead.id));
end
$$;

create or replace function private.lock_contacts(lead_ids uuid[]) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  -- In the order everybody takes: turn, then profile, then lead.
  perform private.take_turn(address) from (
    select distinct private.canonical_email(address) as address
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    cross join unnest(array[lead.email, profile.email]) as address
    where lead.id = any (lead_ids) and address is not null order by 1
  ) as turns;
  perform from public.user_profiles where id in (select user_profile_id from public.leads where id = any (lead_ids)) order by id for update;
  perform from public.leads
    where user_profile_id in (select user_profile_id from public.leads where id = any (lead_ids)) order by id for update;
end
$$;

create or replace function private.account_with_address(email_param text) returns uuid
  language sql stable set search_path = ''
  as $$ select id from auth.users where email = private.canonical_email(email_param) order by created_at limit 1 $$;

create or replace function private.addresses_alone(emails_param text[], account_id_param uuid) returns setof text
  language sql stable set search_path = ''
  as $$
    select candidate.email from unnest(emails_param) as candidate (email)
    where not exists (
      select from auth.users where users.email = candidate.email and users.id is distinct from account_id_param
    )
  $$;

create or replace function private.account_to_attach_to(email_param text) returns uuid
  language sql stable set search_path = ''
  as $$
    select account.id from auth.users as account
    where account.email = private.canonical_email(email_param) and (account.email_confirmed_at is not null or account.invited_at is not null)
    order by account.created_at limit 1
  $$;

create or replace function private.first_password_refusal(link private.first_passwords, lead public.leads, profile public.user_profiles)
  returns text
  language sql stable set search_path = ''
  as $$
    select case
      when not lead.payment_status then 'order_unpaid'
      -- What was corrected since, or says two things, is for the team.
      when private.mailable_address(coalesce(lead.email, profile.email)) is distinct from link.email
        or profile.email is distinct from link.email then 'link_unusable'
      when exists (
        select from auth.users as account
        where (account.id = profile.user_id or account.email = link.email)
          and (account.email is distinct from link.email or not private.is_without_way_in(account.id))
      ) then 'account_exists'
    end
  $$;

create or replace function private.issue_first_password(lead_id_param uuid) returns uuid
  language plpgsql volatile set search_path = ''
  as $$
declare
  lead    public.leads;
  profile public.user_profiles;
  link    private.first_passwords;
begin
  select * into lead from public.leads where id = lead_id_param;
  select * into profile from public.user_profiles where id = lead.user_profile_id;
  link.email := private.mailable_address(lead.email);
  if link.email is null
    or private.first_password_refusal(link, lead, profile) is not null
    or exists (select from private.first_passwords where lead_id = lead.id)
  then
    return null;
  end if;
  insert into private.first_passwords (lead_id, email) values (lead.id, link.email) returning id into link.id;
  return link.id;
end
$$;

create or replace function private.open_first_password(link_id uuid, issued_after timestamptz) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  link    private.first_passwords;
  lead    public.leads;
  profile public.user_profiles;
  refusal text;
begin
  select * into link from private.first_passwords where id = link_id;
  if not found then
    return '{"code": "link_unusable"}';
  end if;
  -- In the order everybody takes: turn, profile, lead.
  perform private.take_turn(link.email);
  select * into profile from public.user_profiles
    where id = (select user_profile_id from public.leads where id = link.lead_id) for update;
  select * into lead from public.leads where id = link.lead_id for update;
  select * into link from private.first_passwords where id = link_id for update;
  if not found then
    return '{"code": "link_unusable"}'; -- erased meanwhile, with its lead
  end if;

  refusal := case
    when link.used_at is not null then 'link_used'
    else coalesce(
      private.first_password_refusal(link, lead, profile),
      case when link.issued_at <= issued_after then 'link_late' end)
  end;
  return jsonb_build_object('code', coalesce(refusal, 'open'), 'email', link.email, 'lead_id', lead.id, 'profile_id', profile.id,
    'account_id', (select id from auth.users where users.email = link.email order by created_at limit 1));
end
$$;

create or replace function private.apply_payments(reference_param uuid) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
declare
  submission private.submissions;
  lead       public.leads;
  lead_email text;
  is_newest  boolean;
  right_id   text;
begin
  select * into submission from private.submissions where idempotency_key = reference_param;
  if not found then
    return false;
  end if;

  -- The order everybody takes: profile, then lead, then submission.
  perform private.take_turn(submission.email);
  perform from public.user_profiles
    where id = (select user_profile_id from public.leads where id = submission.lead_id)
    for no key update;
  select * into lead from public.leads where id = submission.lead_id for no key update;
  select * into submission from private.submissions where id = submission.id for no key update;
  if not found then
    return false; -- erased meanwhile
  end if;

  if not lead.payment_status then
    select id into right_id from private.payment_events
      where reference = reference_param::text and state = 'waiting' and not is_second
        and right_for @> jsonb_build_array(private.order_of(submission))
      order by received_at, id limit 1;
    if not found then
      return false;
    end if;

    -- In the audit log it is the server's doing, whoever sent the answers that the payment waited for.
    perform set_config('request.jwt.claims', '', true);
    is_newest := private.newest_submission_id(lead.id) = submission.id;
    if not submission.is_adopted or (is_newest and lead.newer_answers_at is not null) then
      perform private.adopt_submission(submission.id);
      if not is_newest then
        update public.leads set newer_answers_at = lead.newer_answers_at where id = lead.id;
      end if;
    end if;
    update public.leads set payment_status = true, last_contact_at = now() where id = lead.id;

    select coalesce(paid.email, profile.email) into lead_email
      from public.leads as paid left join public.user_profiles as profile on profile.id = paid.user_profile_id
      where paid.id = lead.id;
    with applied as (
      update private.payment_events
        set state = 'applied', lead_id = lead.id,
            email = case when private.canonical_email(email) is distinct from private.canonical_email(lead_email) then email end
        where id = right_id
        returning id, type
    )
    insert into private.audit_log (action, lead_id, detail)
      select 'payment.applied', lead.id, jsonb_build_object('event', applied.id, 'type', applied.type) from applied;
  end if;

  update private.payment_events set is_second = true
    where reference = reference_param::text and state = 'waiting' and not is_second and not is_test;
  return right_id is not null;
end
$$;

create or replace function private.leave_newsletter(request_id_param uuid, way text, left_at timestamptz) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  address text;
begin
  select private.canonical_email(coalesce(
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
      where private.canonical_email(email) = address and unsubscribed_at is null
      returning lead_id
  )
  insert into private.audit_log (actor, action, lead_id, detail)
    select auth.uid(), 'newsletter.unsubscribed', lead_id, jsonb_build_object('by', way) from ended;
  return case when found then 'unsubscribed' else 'already' end;
end
$$;

create or replace function private.facts_of_messages(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    with addresses as (
      select private.canonical_email(address) as address
      from public.leads as lead
      join public.user_profiles as profile on profile.id = lead.user_profile_id
      cross join unnest(array[lead.email, profile.email]) as address
      where lead.id = lead_id_param and address is not null
    ), messages as (
      select * from private.deliveries where lead_id = lead_id_param
      union all
      select delivery.* from private.deliveries as delivery
      where delivery.kind = 'mail' and delivery.lead_id is null
        and private.canonical_email(delivery.body ->> 'to') = any (array(select address from addresses))
    )
    select 'message-' || message.id, message.kind, message.created_at, null::text, jsonb_build_object(
             'event', message.event, 'status', message.status, 'attempts', message.attempts, 'last_status', message.last_status,
             'last_error', message.last_error, 'delivered_at', message.delivered_at,
             'to', case message.kind
               when 'mail' then message.body ->> 'to'
               else substring(receiver.url from '^https?://(?:[^/?#@]*@)?([^/?#]+)') end,
             'payload', case
               when message.kind = 'webhook' then message.body
               -- What was mailed about an account lets somebody in, and so does a link to confirm.
               when message.lead_id is not null then coalesce(message.body -> 'data', '{}') - array['token', 'link', 'code']
               else '{}' end)
    from messages as message left join private.receivers as receiver on receiver.id = message.receiver_id
  $$;

create or replace function private.queue_lead_mail(template text, recipient text, lead_id_param uuid, data jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    insert into private.deliveries (kind, event, lead_id, body)
      select 'mail', 'mail.' || template, lead_id_param,
             jsonb_build_object('to', private.mailable_address(recipient), 'template', template, 'data', data)
               || jsonb_strip_nulls(jsonb_build_object('firstName', private.first_name_of_lead(lead_id_param)))
      where private.mailable_address(recipient) is not null
      on conflict do nothing;
    select pg_notify('deliveries', '');
  $$;

create or replace function private.confirm_first_submission() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (
      select from private.submissions
      where lead_id = new.lead_id and id <> new.id and not is_suspect and written_by is null
    )
    or private.has_enough_mail(new.lead_id)
    or not private.may_mail_to(new.email)
  then
    return null;
  end if;
  -- Numbers and codes only, which the template says in its own words: nothing that was typed is mailed to anybody.
  perform private.queue_lead_mail('lead-received', new.email, new.lead_id, private.order_in_mail(new));
  return null;
end
$$;

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
  if found and private.may_mail_to(new.email) then
    perform private.queue_lead_mail(
      'newsletter-confirmation', new.email, new.lead_id, jsonb_build_object('token', token, 'request', request_id));
  end if;
  return null;
end
$$;

create or replace function private.write_lead_list(lead public.leads) returns void
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
  written.volume      := coalesce(private.first_number(
                           coalesce(to_jsonb(lead) ->> volume_column, to_jsonb(profile) ->> volume_column)), -1);
  written.name        := private.sort_key(concat_ws(' ', coalesce(lead.last_name, profile.last_name), coalesce(lead.first_name, profile.first_name)));
  written.company     := private.sort_key(coalesce(lead.company_name, profile.company_name));
  written.email       := private.sort_key(private.canonical_email(coalesce(lead.email, profile.email)));
  written.phone       := case when lead.phone is null then profile.phone_e164 else lead.phone_e164 end;
  written.owner       := coalesce(lead.owner, private.nobody());
  written.callback_at := lead.callback_at;
  written.source      := private.source_of_lead(lead.id);

  facet.funnel_origin  := lead.funnel_origin;
  facet.lead_status    := lead.lead_status;
  facet.payment_status := lead.payment_status;
  facet.call_consent   := private.has_consented(lead.consents, 'calls');
  facet.is_suspect     := lead.is_suspect;
  facet.has_account    := lead.account_exists or profile.user_id is not null;
  facet.is_waiting     := lead.funnel_origin = 'conferences' and lead.extra_answers ->> 'kind' is not distinct from 'waitlist';
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
      set (profile_id, facet_id, created_at, updated_at, expires_at, volume, name, company, email, phone, owner, callback_at, source)
        = (excluded.profile_id, excluded.facet_id, excluded.created_at, excluded.updated_at, excluded.expires_at,
           excluded.volume, excluded.name, excluded.company, excluded.email, excluded.phone, excluded.owner,
           excluded.callback_at, excluded.source)
      where entry is distinct from excluded;
end
$$;

drop function private.is_single_address(text);

-- What is there already -----------------------------------------------------------------------------------------------

create function private.settle_addresses() returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  account record;
begin
  -- Requests that an address made in two spellings stay apart, each under its own: joining them is for the team, and an
  -- account gets the one that already had the form of its address.
  update public.user_profiles as profile
    set email = private.canonical_email(profile.email)
    where profile.email <> private.canonical_email(profile.email)
      and (profile.user_id is not null or profile.id = (
        select other.id from public.user_profiles as other
        where other.user_id is null and private.canonical_email(other.email) = private.canonical_email(profile.email)
        order by other.email = private.canonical_email(profile.email) desc, other.created_at, other.id
        limit 1));

  -- Leads are shown without what nobody sees; the list finds duplicates by the one form.
  update public.leads set email = private.clean_email(email) where email <> private.clean_email(email);
  perform private.write_lead_list(lead)
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where private.sort_key(coalesce(lead.email, profile.email))
      <> private.sort_key(private.canonical_email(coalesce(lead.email, profile.email)));

  -- A link that was mailed to the letters of a domain was delivered to its form.
  update private.first_passwords set email = private.mailable_address(email)
    where email = private.clean_email(email) and email <> private.mailable_address(email);

  -- An account that was made with the letters of a domain can sign in again, where nothing else has the form of its
  -- address: it is the same mailbox, and gets nothing that it had not.
  for account in
    select id, email, private.mailable_address(email) as address from auth.users
    where email !~ '^[ -~]*$' and email = private.clean_email(email)
  loop
    if account.address <> account.email
      and not exists (select from auth.users where email = account.address)
      and not exists (
        select from public.user_profiles where email = account.address and user_id is distinct from account.id)
      and not exists (
        select from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
        where private.canonical_email(lead.email) = account.address and profile.user_id is distinct from account.id)
    then
      update auth.users set email = account.address where id = account.id;
      update auth.identities set identity_data = identity_data || jsonb_build_object('email', account.address)
        where user_id = account.id and provider = 'email';
    end if;
  end loop;
end
$$;
comment on function private.settle_addresses is
  'Gives what was kept before this file the one form of its address. What cannot get it, because something else has it, stays under its spelling: `private.addresses_in_two_spellings` lists it.';

select private.settle_addresses();
set constraints all immediate;

create function private.addresses_in_two_spellings() returns table (kind text, id uuid, address text)
  language sql stable set search_path = ''
  as $$
    select 'account', account.id, private.canonical_email(account.email)
      from auth.users as account where account.email <> private.canonical_email(account.email)
    union all
    select 'contact', profile.id, private.canonical_email(profile.email)
      from public.user_profiles as profile where profile.email <> private.canonical_email(profile.email)
    union all
    -- Taken for the contact's address by a rule that folded other letters too.
    select 'lead', lead.id, private.canonical_email(lead.email)
      from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
      where lower(lead.email) = lower(profile.email) and private.canonical_email(lead.email) <> private.canonical_email(profile.email)
    order by 3, 1, 2
  $$;
comment on function private.addresses_in_two_spellings is
  'What was kept under another spelling of an address that has one form now, and what two addresses were joined by. For the team: nothing of it opens anything. `npm run doctor` lists it.';

revoke all on function
  private.clean_email(text), private.punycode(text), private.mailable_address(text), private.canonical_email(text),
  private.mailbox_of(text), private.may_mail_to(text), private.keep_canonical_email(),
  private.settle_addresses(), private.addresses_in_two_spellings()
  from public, anon, authenticated, service_role;
