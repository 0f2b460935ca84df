-- What the team changes of leads: several at once, each told apart; what is written wrong; and leads that came by
-- telephone. Whoever changes says which state they saw, and is told when it was another one.

create table private.lead_notes (
  id               uuid        not null default gen_random_uuid(),
  lead_id          uuid        not null,
  author           uuid        not null,
  text             text        not null,
  written_at       timestamptz not null default now(),
  is_for_customer  boolean     not null default false,
  outcome          text,
  subject          text,
  recipient        text,
  delivery         text,
  sent_at          timestamptz,
  template_id      uuid,
  template_version integer,
  constraint lead_notes_pkey           primary key (id),
  constraint lead_notes_lead           foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint lead_notes_text_is_a_note check (char_length(text) between case when outcome is null then 1 else 0 end and 10000),
  constraint lead_notes_outcome_is_known check (outcome in ('reached', 'absent', 'voicemail', 'wrong_number', 'refused')),
  constraint lead_notes_subject_is_short check (char_length(subject) between 1 and 200),
  constraint lead_notes_recipient_is_short check (char_length(recipient) <= 320),
  constraint lead_notes_delivery_is_known check (delivery in ('waiting', 'delivered', 'dead')),
  constraint lead_notes_mail_is_whole check (num_nulls(subject, recipient, delivery) in (0, 3))
);
comment on table  private.lead_notes is
  'What the team writes about a lead, as plain text. Its author may take a note back: then it is gone.';
comment on column private.lead_notes.id is 'Made by the browser, so that a repeated call writes one note.';
comment on column private.lead_notes.author is 'An administrator. No foreign key: the note outlives the account.';
comment on column private.lead_notes.is_for_customer is
  'Shown in the customer''s space; every other note is for the team alone.';

comment on column private.lead_notes.outcome is
  'Of a call, how it ended, with or without a text; null of a note.';

comment on column private.lead_notes.subject is 'Of a mail; null of a note and of a call.';
comment on column private.lead_notes.recipient is 'The address that the mail was written to.';
comment on column private.lead_notes.delivery is
  'What became of the mail, as the line of the outbox with its id said: that one goes, this one stays.';
comment on column private.lead_notes.sent_at is 'When the mail server took it; null before.';
comment on column private.lead_notes.template_id is 'What the mail began with; null of one that began empty.';

create index lead_notes_by_lead on private.lead_notes (lead_id);
-- How many mails a person wrote in a day.
create index lead_notes_mails_by_author on private.lead_notes (author, written_at) where subject is not null;

alter table private.lead_notes enable row level security, force row level security;
revoke all on private.lead_notes from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the notes" on private.lead_notes
  for all to current_user using (true) with check (true);

create table private.lead_corrections (
  id           bigint      not null generated always as identity,
  lead_id      uuid        not null,
  author       uuid        not null,
  before       jsonb       not null,
  after        jsonb       not null,
  corrected_at timestamptz not null default now(),
  constraint lead_corrections_pkey    primary key (id),
  constraint lead_corrections_lead    foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint lead_corrections_objects check (jsonb_typeof(before) = 'object' and jsonb_typeof(after) = 'object')
);
comment on table private.lead_corrections is
  'What the team corrected of a contact or its answers, under the names of admin_dashboard, and agreements that it noted: the values as they were shown, and as they are.';

create index lead_corrections_by_lead on private.lead_corrections (lead_id);

alter table private.lead_corrections enable row level security, force row level security;
revoke all on private.lead_corrections from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the corrections" on private.lead_corrections
  for all to current_user using (true) with check (true);

create type private.lead_change as (
  lead_id      uuid,
  code         text,
  before       jsonb,
  stored       jsonb,
  updated_at   timestamptz,
  kept_lead_id uuid
);

create function private.whereabouts(lead_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(
      (select jsonb_build_object('code', 'lead_merged', 'kept_lead_id', into_lead_id)
       from private.merged_leads where lead_id = lead_id_param and into_lead_id <> lead_id_param order by merged_at desc limit 1),
      '{"code": "unknown_lead"}')
  $$;
comment on function private.whereabouts is 'Of a lead that is not there: merged into another one, or unknown.';

create function private.changed_since(lead public.leads, seen_at timestamptz) returns boolean
  language sql stable set search_path = ''
  as $$ select coalesce(date_trunc('milliseconds', lead.updated_at) > date_trunc('milliseconds', seen_at), false) $$;
comment on function private.changed_since is
  'By the millisecond: clocks of browsers know no smaller one. False when nobody says what they saw.';

create function private.change_leads(ids uuid[], changes jsonb, seen jsonb) returns setof private.lead_change
  language plpgsql volatile set search_path = ''
  as $$
declare
  asked_id uuid;
  result   private.lead_change;
  lead     public.leads;
  changed  public.leads;
begin
  -- In the order of the ids, so that two who change the same leads never wait for one another.
  for asked_id in select distinct asked from unnest(ids) as asked order by asked loop
    result := (asked_id, null, null, null, null, null);
    select * into lead from public.leads where id = asked_id for no key update;
    if not found then
      result.code         := private.whereabouts(asked_id) ->> 'code';
      result.kept_lead_id := (private.whereabouts(asked_id) ->> 'kept_lead_id')::uuid;
      return next result;
      continue;
    end if;

    changed       := jsonb_populate_record(lead, changes);
    if not private.is_closed(changed.lead_status) then
      changed.inactive_reason := null;
    end if;
    result.before := (select jsonb_object_agg(key, to_jsonb(lead) -> key) from jsonb_object_keys(changes) as key);
    if (changed.lead_status, changed.payment_status, changed.owner, changed.callback_at, changed.setup_at, changed.inactive_reason)
       is not distinct from
       (lead.lead_status, lead.payment_status, lead.owner, lead.callback_at, lead.setup_at, lead.inactive_reason) then
      result.code := 'unchanged';
    elsif private.changed_since(lead, (seen ->> asked_id::text)::timestamptz) then
      result.code := 'changed_meanwhile';
    else
      result.code := 'changed';
      update public.leads
        set lead_status = changed.lead_status, payment_status = changed.payment_status, owner = changed.owner,
            callback_at = changed.callback_at, setup_at = changed.setup_at, setup_by = changed.setup_by,
            inactive_reason = changed.inactive_reason
        where id = lead.id
        returning * into lead;
    end if;
    result.stored     := (select jsonb_object_agg(key, to_jsonb(lead) -> key) from jsonb_object_keys(changes) as key);
    result.updated_at := lead.updated_at;
    return next result;
  end loop;
end
$$;
comment on function private.change_leads is
  'Sets status, reason, payment, owner, call-back or setup of each, and says of each what became of it: changed, unchanged, changed_meanwhile (seen has an older instant for it), unknown_lead, lead_merged.';

create function private.read_corrections(given jsonb) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  question    private.questions;
  corrections jsonb := '{}';
  name        text;
  value       jsonb;
begin
  for name, value in select * from jsonb_each(given) loop
    select * into question from private.questions where column_name = name;
    if not found then
      raise exception 'column_unknown: %', left(name, 63);
    end if;
    if question.kind in ('text', 'count') and jsonb_typeof(value) not in ('string', 'number', 'null') then
      raise exception 'value_malformed: %', name;
    end if;
    corrections := corrections || jsonb_build_object(name, case
      when name = 'email' and private.trimmed(value #>> '{}') is not null then to_jsonb(private.read_email(value #>> '{}', name))
      when question.kind = 'count'  then to_jsonb(private.read_count(value #>> '{}', name))
      when question.kind = 'hours'  then private.read_hours(private.read_list(value, name), name)
      when question.kind = 'list'   then to_jsonb(private.read_list(value, name))
      when question.kind = 'notes'  then private.read_notes(value, name)
      else to_jsonb(private.read_text(value #>> '{}', question.max_length, name))
    end);
  end loop;
  return corrections;
end
$$;
comment on function private.read_corrections is
  'By column, as the forms would store it: what is empty is null. Raises for what no form would take, and for columns that are no answer.';

create function private.shown_answers(lead public.leads, profile public.user_profiles) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_object_agg(question.column_name, coalesce(
      nullif(to_jsonb(lead) -> question.column_name, 'null'),
      case when question.is_of_profile then nullif(to_jsonb(profile) -> question.column_name, 'null') end))
    from private.questions as question
  $$;
comment on function private.shown_answers is
  'As admin_dashboard shows them: the lead''s own, the profile''s where the lead has none.';

create function private.store_correction(lead_id_param uuid, corrections jsonb, seen_at timestamptz, author_param uuid) returns jsonb
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
  if changes ?| array['email', 'phone'] and (shown || changes) ->> 'email' is null then
    perform private.require_phone((shown || changes) ->> 'phone', 'phone');
  end if;
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
  if profile.email is not distinct from private.canonical_email(shown ->> 'email') and changes ? 'email' and profile.user_id is null then
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

create function private.correct_lead(lead_id_param uuid, given jsonb, seen_at timestamptz, author_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
begin
  return private.store_correction(lead_id_param, private.read_corrections(given), seen_at, author_param);
exception when raise_exception then
  return jsonb_build_object('refused', sqlerrm);
end
$$;
comment on function private.correct_lead is
  'corrected, unchanged, changed_meanwhile (with what is stored), unknown_lead or lead_merged; refused: what no form would take.';

create function private.typed_submission(given jsonb) returns private.submissions
  language plpgsql stable set search_path = ''
  as $$
declare
  facts      constant text[] := '{funnel_origin,registration_path,idempotency_key,consents}';
  typed      constant jsonb  := private.answered(private.read_corrections(given - facts));
  submission private.submissions;
begin
  submission.form            := given ->> 'funnel_origin';
  submission.idempotency_key := given ->> 'idempotency_key';
  submission.source_path     := private.read_path(given ->> 'registration_path', 'registration_path');
  submission.consents        := private.read_notes(given -> 'consents', 'consents');
  submission.email           := typed ->> 'email';
  select jsonb_object_agg(column_name, typed -> column_name) filter (where is_contact),
         jsonb_object_agg(column_name, typed -> column_name) filter (where not is_contact)
    into submission.contact, submission.answers
    from private.questions where typed ? column_name and column_name <> 'email';
  if submission.email is null then
    perform private.require_phone(typed ->> 'phone', 'phone');
  end if;
  return submission;
end
$$;
comment on function private.typed_submission is
  'What the team typed of somebody, under the names of the columns of leads: read as the forms read it, but for the e-mail, which may be left out beside a telephone.';

create function private.create_lead_by_hand(given jsonb, author_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  reference uuid;
  stored    private.submissions;
  is_new    boolean;
begin
  perform set_config('request.written_by', author_param::text, true);
  reference := private.receive_submission(private.typed_submission(given));
  perform set_config('request.written_by', '', true);

  select * into stored from private.submissions where idempotency_key = reference;
  select lead.created_at = stored.created_at into is_new from public.leads as lead where id = stored.lead_id;
  insert into private.audit_log (actor, action, lead_id, detail)
    values (author_param, 'lead.created_by_hand', stored.lead_id, jsonb_build_object('is_new', is_new));
  return jsonb_build_object('lead_id', stored.lead_id, 'reference', reference, 'is_new', is_new);
exception
  when raise_exception then
    return jsonb_build_object('refused', sqlerrm);
  when sqlstate 'PT409' then
    return '{"code": "key_reused"}';
end
$$;
comment on function private.create_lead_by_hand is
  'As a form would: a person who has a lead of that offer already gets a proposal beside it, and is_new is false.';

create function private.note_call_consent(lead_id_param uuid, consent jsonb, author_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  lead public.leads;
begin
  select * into lead from public.leads where id = lead_id_param for no key update;
  if not found then
    return private.whereabouts(lead_id_param);
  end if;
  consent := consent || jsonb_build_object('form', lead.funnel_origin);
  if lead.consents -> 'calls' is distinct from consent then
    insert into private.lead_corrections (lead_id, author, before, after)
      values (lead.id, author_param, jsonb_build_object('consents', jsonb_strip_nulls(jsonb_build_object('calls', lead.consents -> 'calls'))),
        jsonb_build_object('consents', jsonb_build_object('calls', consent)));
    update public.leads set consents = consents || jsonb_build_object('calls', consent) where id = lead.id returning * into lead;
    insert into private.audit_log (actor, action, lead_id) values (author_param, 'lead.consent_noted', lead.id);
  end if;
  return jsonb_build_object('updated_at', lead.updated_at);
end
$$;
comment on function private.note_call_consent is
  'What somebody agreed to elsewhere than in a form, as the team heard or read it; the same twice is noted once.';
