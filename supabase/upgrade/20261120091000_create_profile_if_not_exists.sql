-- After signing in, a customer has exactly one profile, and one lead of the funnel they came from, however many tabs
-- and retries ask at once: unique indexes decide, nothing is looked up first.

create function private.take_turn(email text) returns void
  language sql volatile set search_path = ''
  as $$ select pg_advisory_xact_lock(hashtextextended('leads of ' || lower(email), 0)) $$;
comment on function private.take_turn is
  'Several tabs of one person wait for one another here instead of deadlocking over profile, lead and submission. Unique indexes stay the guarantee.';

create function private.ensure_account_profile(account_id_param uuid, registration_path_param text) returns uuid
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
        and profile.user_id is null and lower(profile.email) = lower(account.email)
      returning profile.id into own_profile_id;
    if found then
      update public.leads set account_exists = false where user_profile_id = own_profile_id and account_exists;
      return own_profile_id;
    end if;
  exception when unique_violation then
    null; -- another call has just made this account's profile; the next statement finds it
  end;

  insert into public.user_profiles as profile (user_id, email, registration_path)
    select account.id, lower(account.email), registration_path_param from auth.users as account where account.id = account_id_param
    on conflict (user_id) do update set registration_path = coalesce(excluded.registration_path, profile.registration_path)
    returning id into own_profile_id;
  return own_profile_id;
end
$$;

create function private.read_path(value text, parameter text) returns text
  language plpgsql immutable set search_path = ''
  as $$
declare
  path text := private.trimmed(value);
begin
  if char_length(path) > 300 then
    raise exception 'value_too_long: %', parameter;
  end if;
  if path !~ '^/([^/\\[:cntrl:]][^\\[:cntrl:]]*)?$' then
    raise exception 'path_malformed: %', parameter;
  end if;
  return path;
end
$$;
comment on function private.read_path is 'Null when empty. A path of this site only: it is appended to our origin in what receivers get.';

create function public.create_profile_if_not_exists(user_id_param uuid, registration_path_param text) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  registration_path text := private.read_path(registration_path_param, 'registration_path_param');
  funnel            text := private.funnel_origin_of_path(registration_path);
  own_profile_id    uuid;
begin
  if user_id_param is null then
    raise exception 'Cannot create profile: User ID is missing';
  end if;
  if user_id_param is distinct from private.live_user_id() then
    raise exception 'only for the caller''s own account, while signed in' using errcode = '42501';
  end if;

  perform private.take_turn(coalesce(private.account_email(), user_id_param::text));
  own_profile_id := private.ensure_account_profile(user_id_param, registration_path);
  if funnel is not null then
    insert into public.leads (user_profile_id, funnel_origin, email)
      select id, funnel, email from public.user_profiles where id = own_profile_id
      on conflict (user_profile_id, funnel_origin) do nothing;
  end if;
  return own_profile_id;
end
$$;
comment on function public.create_profile_if_not_exists is
  'The caller''s profile, made if needed, and the lead of the funnel of that path. Sends nothing: the questionnaire does.';

revoke all on function public.create_profile_if_not_exists(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.create_profile_if_not_exists(uuid, text) to authenticated;
