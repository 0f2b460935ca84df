-- A file of leads may say who looks after each, and what they answered (docs/decisions/0105, 0121).

create or replace function private.store_imported(submission private.submissions, beside jsonb, author_param uuid) returns uuid
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

create or replace function private.import_lines(import_param jsonb, lines_param jsonb, author_param uuid) returns jsonb
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
