-- Leads of a file, some at a time and each once: the line that was reached says where to go on. What they say was sent by
-- nobody, so no receiver and no mailbox hears of it (docs/decisions/0105).

create table private.lead_imports (
  id              uuid        not null,
  author          uuid        not null,
  source          text        not null,
  file_name       text        not null,
  file_hash       text        not null,
  funnel_origin   text        not null,
  choices         jsonb       not null default '{}',
  last_line       integer     not null,
  reached_line    integer     not null default 0,
  created_count   integer     not null default 0,
  duplicate_count integer     not null default 0,
  refused_count   integer     not null default 0,
  started_at      timestamptz not null default now(),
  reached_at      timestamptz not null default now(),
  undone_at       timestamptz,
  undone_by       uuid,
  constraint lead_imports_pkey            primary key (id),
  constraint lead_imports_form_is_known   check (funnel_origin = any (private.forms())),
  constraint lead_imports_texts_are_short check (
    char_length(source) between 1 and 200 and char_length(file_name) <= 255 and char_length(file_hash) = 64
    and octet_length(choices::text) <= 4096
  ),
  constraint lead_imports_lines           check (last_line > 0 and reached_line between 0 and last_line),
  constraint lead_imports_are_read_whole  check (created_count + duplicate_count + refused_count <= 20000)
);
comment on table  private.lead_imports is
  'Files of leads that the team imported. Of their lines only numbers: what they said is in their leads.';
comment on column private.lead_imports.id is 'Made by the browser: the same file under the same id is imported once.';
comment on column private.lead_imports.author is 'An administrator. No foreign key: the import outlives the account.';
comment on column private.lead_imports.source is 'Where the file comes from, as its author says it. Source: RGPD, article 14.';
comment on column private.lead_imports.file_hash is 'SHA-256, in hexadecimal: to go on, the same file is chosen again.';
comment on column private.lead_imports.choices is 'Which column holds what, to go on as it began.';
comment on column private.lead_imports.last_line is 'As a spreadsheet counts them: the headers are in the first.';
comment on column private.lead_imports.reached_line is 'The last that was looked at.';
comment on column private.lead_imports.undone_at is 'Since when it is taken back: it does not go on any more.';

create index lead_imports_by_time on private.lead_imports (started_at);

alter table private.lead_imports enable row level security, force row level security;
revoke all on private.lead_imports from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the imports" on private.lead_imports
  for all to current_user using (true) with check (true);

create function private.name_of_lead(lead_id_param uuid) returns text
  language sql stable set search_path = ''
  as $$
    select coalesce(
      nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
      lead.company_name, lead.email, lead.phone)
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where lead.id = lead_id_param
  $$;

create function private.store_imported(submission private.submissions, beside jsonb, author_param uuid) returns uuid
  language plpgsql volatile set search_path = ''
  as $$
declare
  profile_id uuid := private.find_or_make_profile(submission);
begin
  -- A contact has one lead of an offer: what is imported beside it is another contact, until the team merges them.
  if exists (select from public.leads where user_profile_id = profile_id and funnel_origin = submission.form) then
    insert into public.user_profiles (email) values (null) returning id into profile_id;
  end if;
  -- Without an owner the lead takes the next turn.
  insert into public.leads (user_profile_id, funnel_origin, email, account_exists, owner)
    values (profile_id, submission.form, submission.email,
      exists (select from auth.users where email = private.canonical_email(submission.email)),
      (beside ->> 'owner')::uuid)
    returning id into submission.lead_id;
  insert into private.submissions (form, email, contact, answers, consents, lead_id, import_id, written_by)
    values (submission.form, submission.email, coalesce(submission.contact, '{}'), coalesce(submission.answers, '{}'),
      coalesce(submission.consents, '{}'), submission.lead_id, submission.import_id, author_param)
    returning id into submission.id;
  perform private.adopt_submission(submission.id);
  if private.trimmed(beside ->> 'note') is not null then
    insert into private.lead_notes (lead_id, author, text) values (submission.lead_id, author_param, beside ->> 'note');
  end if;
  if beside ->> 'callback_at' is not null then
    update public.leads set callback_at = (beside ->> 'callback_at')::timestamptz where id = submission.lead_id;
  end if;
  -- What it made of the lead is what an undo compares with.
  update private.submissions set updated_at = (select updated_at from public.leads where id = submission.lead_id)
    where id = submission.id;
  return submission.lead_id;
end
$$;

create function private.import_lines(import_param jsonb, lines_param jsonb, author_param uuid) returns jsonb
  language plpgsql volatile set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  facts        constant text[] := '{line,beside,note,owner,callback_at,consents}';
  import       private.lead_imports;
  submission   private.submissions;
  given        jsonb;
  line         jsonb;
  results      jsonb := '[]';
  seen_emails  text[] := '{}';
  seen_phones  text[] := '{}';
  email_key    text;
  phone_key    text;
  alike        uuid[];
  reached      timestamptz := now();
begin
  insert into private.lead_imports (id, author, source, file_name, file_hash, funnel_origin, choices, last_line)
    select (import_param ->> 'id')::uuid, author_param, import_param ->> 'source', import_param ->> 'file_name',
           import_param ->> 'file_hash', import_param ->> 'funnel_origin', import_param -> 'choices', (import_param ->> 'last_line')::integer
    on conflict (id) do nothing;
  if found then
    insert into private.audit_log (actor, action, detail)
      values (author_param, 'leads.import_started', jsonb_build_object('import', import_param -> 'id'));
  end if;
  select * into import from private.lead_imports where id = (import_param ->> 'id')::uuid for update;
  if to_jsonb(import) @> (import_param - 'choices') is not true then
    return '{"code": "import_differs"}';
  end if;
  if import.undone_at is not null then
    return '{"code": "import_undone"}';
  end if;
  if import.created_count + import.duplicate_count + import.refused_count + (
      select count(*) from jsonb_array_elements(lines_param) where (value ->> 'line')::integer > import.reached_line) > 20000 then
    return '{"code": "import_too_long"}';
  end if;

  -- The team is told of no lead that stood in a file.
  perform set_config('request.cause', 'import', true);
  for given in select value from jsonb_array_elements(lines_param) order by (value ->> 'line')::integer loop
    continue when (given ->> 'line')::integer <= import.reached_line;
    import.reached_line := (given ->> 'line')::integer;
    begin
      submission := private.typed_submission(
        given - facts || jsonb_build_object('funnel_origin', import.funnel_origin, 'consents', coalesce(given -> 'consents', '{}')));
      if submission.contact ? 'phone' then
        perform private.require_phone(submission.contact ->> 'phone', 'phone');
      end if;
      email_key := private.sort_key(private.canonical_email(submission.email));
      phone_key := private.phone_e164(private.phone_digits(submission.contact ->> 'phone'));
      alike := array(
        (select entry.lead_id from private.lead_list as entry where entry.email = email_key and submission.email is not null limit 3)
        union
        (select entry.lead_id from private.lead_list as entry where entry.phone = phone_key limit 3));
      line := jsonb_build_object('line', import.reached_line);
      if (alike <> '{}' or email_key = any (seen_emails) or phone_key = any (seen_phones)) and given -> 'beside' is distinct from 'true' then
        line := line || jsonb_build_object('code', 'duplicate', 'alike', (
          select coalesce(jsonb_agg(jsonb_build_object('lead_id', id, 'name', private.name_of_lead(id))), '[]') from unnest(alike) as id));
        import.duplicate_count := import.duplicate_count + 1;
      else
        submission.import_id := import.id;
        line := line || jsonb_build_object('code', 'created', 'lead_id', private.store_imported(submission, given, author_param));
        import.created_count := import.created_count + 1;
      end if;
      -- The list is written at the end of the transaction: what this one brings is not in it yet.
      if submission.email is not null then
        seen_emails := seen_emails || email_key;
      end if;
      seen_phones := seen_phones || phone_key;
    exception when raise_exception then
      line := jsonb_build_object('line', import.reached_line, 'code', 'refused', 'refused', sqlerrm);
      import.refused_count := import.refused_count + 1;
    end;
    results := results || jsonb_build_array(line);
  end loop;

  perform set_config('request.cause', '', true);
  update private.lead_imports
    set (reached_line, created_count, duplicate_count, refused_count, reached_at)
      = (import.reached_line, import.created_count, import.duplicate_count, import.refused_count, reached)
    where id = import.id and reached_line < import.reached_line;
  if found and import.reached_line = import.last_line then
    insert into private.audit_log (actor, action, detail)
      values (author_param, 'leads.imported', jsonb_build_object('import', import.id, 'created', import.created_count,
        'duplicates', import.duplicate_count, 'refused', import.refused_count));
  end if;
  return jsonb_build_object('results', results, 'reached_line', import.reached_line, 'created', import.created_count,
    'duplicates', import.duplicate_count, 'refused', import.refused_count);
end
$$;
comment on function private.import_lines is
  'Lines in their order, each once: created, duplicate (a lead has its e-mail or telephone) or refused, as the forms would; what an earlier call looked at is left out. import_differs: the id is another file''s; import_undone; import_too_long.';

create function private.leads_of_import(import_id_param uuid) returns table (lead_id uuid, is_untouched boolean)
  language sql stable rows 1000 set search_path = ''
  as $$
    select lead.id,
           lead.updated_at = submission.updated_at and lead.created_at = submission.created_at
             and profile.user_id is null
             and not exists (select from private.submissions as other where other.lead_id = lead.id and other.id <> submission.id)
             and not exists (select from private.lead_notes where lead_notes.lead_id = lead.id and written_at > lead.created_at)
             and not exists (select from private.deliveries where deliveries.lead_id = lead.id)
             and not exists (select from private.payment_events where payment_events.lead_id = lead.id)
             and not exists (select from private.merged_leads where into_lead_id = lead.id)
    from private.submissions as submission
    join public.leads as lead on lead.id = submission.lead_id
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    where submission.import_id = import_id_param
  $$;
comment on function private.leads_of_import is
  'Untouched: as the import made them, and nothing has come to them since.';

create function private.undo_import(import_id_param uuid, author_param uuid, most integer) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  import    private.lead_imports;
  untouched uuid[];
  is_last   boolean;
  contacts  uuid[];
  kept      uuid[] := '{}';
begin
  select * into import from private.lead_imports where id = import_id_param for update;
  if not found then
    return '{"code": "unknown_import"}';
  end if;
  if import.reached_at < now() - interval '1 day' then
    return '{"code": "import_settled"}';
  end if;
  if import.undone_at is null then
    update private.lead_imports set undone_at = now(), undone_by = author_param where id = import.id;
    insert into private.audit_log (actor, action, detail)
      values (author_param, 'leads.import_undone', jsonb_build_object('import', import.id));
  end if;

  untouched := array(select lead_id from private.leads_of_import(import.id) where is_untouched limit most);
  is_last   := cardinality(untouched) < most;
  -- In the order everybody takes: profile, then lead. Whoever changed one meanwhile keeps it.
  perform from public.user_profiles where id in (select user_profile_id from public.leads where id = any (untouched)) order by id for update;
  perform from public.leads where id = any (untouched) order by id for update;
  untouched := array(select lead_id from private.leads_of_import(import.id) where is_untouched and lead_id = any (untouched));
  contacts  := array(select user_profile_id from public.leads where id = any (untouched));
  -- What they agreed to was never theirs to prove.
  delete from private.submissions where lead_id = any (untouched);
  delete from public.leads where id = any (untouched);
  delete from public.user_profiles as profile
    where id = any (contacts) and user_id is null and not exists (select from public.leads where user_profile_id = profile.id);

  if is_last then
    kept := array(select lead_id from private.leads_of_import(import.id) order by lead_id);
  end if;
  return jsonb_build_object(
    'undone', cardinality(untouched),
    'is_done', is_last,
    'kept_count', cardinality(kept),
    'kept', (
      select coalesce(jsonb_agg(jsonb_build_object('lead_id', id, 'name', private.name_of_lead(id))), '[]')
      from (select id from unnest(kept) as id limit 100) as named));
end
$$;
comment on function private.undo_import is
  'So many of its leads go, as if they had not come; is_done: none is left to go. What was changed since, or heard of again, is kept. unknown_import; import_settled a day after its last line.';

create function public.list_lead_imports() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_role('manager');
  return (
    select coalesce(jsonb_agg(
      to_jsonb(import) - array['author', 'undone_by'] || jsonb_build_object(
        'author_email', (select email from auth.users where users.id = import.author),
        'may_undo', import.reached_at >= now() - interval '1 day' and (
          import.undone_at is null or exists (select from private.leads_of_import(import.id) where is_untouched)))
      order by import.started_at desc, import.id), '[]')
    from (select * from private.lead_imports order by started_at desc limit 50) as import);
end
$$;
comment on function public.list_lead_imports is 'The fifty latest, the newest first. Administrators only.';
revoke all on function public.list_lead_imports from public, anon, authenticated, service_role;
grant execute on function public.list_lead_imports to authenticated;
