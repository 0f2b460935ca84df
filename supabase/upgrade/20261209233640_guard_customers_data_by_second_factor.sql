-- A customer's second factor guards what they own: with the password alone, and after the end of the session, a token
-- reads no profile and no lead, and makes none. The functions already asked for both; the policies asked for the token.

create function private.proved_user_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$
    select caller.id
    from (select private.live_user_id() as id) as caller
    where not exists (select from auth.mfa_factors where user_id = caller.id and status::text = 'verified')
       or private.has_passed_second_factor()
  $$;
comment on function private.proved_user_id is
  'The caller whose session is live and, where a second factor is verified, past it. What belongs to a customer is asked for by this one.';

revoke all on function private.proved_user_id() from public, anon, authenticated, service_role;
grant execute on function private.proved_user_id() to authenticated, service_role;
revoke execute on function private.live_user_id() from authenticated, service_role;

create or replace function private.account_email() returns text
  language sql stable security definer set search_path = ''
  as $$ select lower(email) from auth.users where id = (select private.proved_user_id()) $$;

-- Each `(select …)` is worked out once in a statement, however many rows there are.
alter policy "Customers can read their own profile" on public.user_profiles
  using (user_id = (select private.proved_user_id()));
alter policy "Customers can add their own profile, under the e-mail of their account" on public.user_profiles
  with check (user_id = (select private.proved_user_id()) and lower(email) = (select private.account_email()));
alter policy "Customers can read the leads of their own profile" on public.leads
  using (user_profile_id in (select id from public.user_profiles where user_id = (select private.proved_user_id())));
alter policy "Customers can add a lead to their own profile" on public.leads
  with check (user_profile_id in (select id from public.user_profiles where user_id = (select private.proved_user_id())));

create or replace function public.create_profile_if_not_exists(user_id_param uuid, registration_path_param text) returns uuid
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
  if user_id_param is distinct from private.proved_user_id() then
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

create or replace function private.write_create_lead_without_auth() returns void
  language plpgsql volatile set search_path = ''
  as $write$
declare
  parameters text;
  contact    text;
  answers    text;
begin
  with parameter as (
    select is_contact, position, column_name || '_param' as name,
           case kind when 'hours' then 'text[]' else 'text' end as type,
           format(
             case kind
               when 'count' then '%1$L, private.read_count(%2$I, %3$L)'
               when 'hours' then '%1$L, private.read_hours(%2$I, %3$L)'
               else '%1$L, private.read_text(%2$I, %4$s, %3$L)'
             end, column_name, column_name || '_param', column_name || '_param', max_length) as reading
    from private.questions
    where is_of_profile and column_name <> 'email'
  )
  select string_agg(format('%I %s default null', name, type), ', ' order by position),
         string_agg(reading, ', ' order by position) filter (where is_contact),
         string_agg(reading, ', ' order by position) filter (where not is_contact)
  into parameters, contact, answers
  from parameter;

  drop function if exists public.create_lead_without_auth;
  execute format(
    $function$
      create function public.create_lead_without_auth(
        email_param             text  default null,
        funnel_origin_param     text  default null,
        registration_path_param text  default null,
        %1$s,
        idempotency_key_param   uuid  default null,
        consents_param          jsonb default null,
        attribution_param       jsonb default null,
        website_param           text  default null
      ) returns jsonb
        language plpgsql volatile security definer set search_path = ''
        as $body$
      declare
        submission private.submissions;
      begin
        submission.form            := private.trimmed(funnel_origin_param);
        submission.idempotency_key := idempotency_key_param;
        submission.user_id         := private.proved_user_id();
        submission.email           := coalesce(private.account_email(), private.read_email(email_param, 'email_param'));
        submission.source_path     := private.read_path(registration_path_param, 'registration_path_param');
        submission.consents        := private.read_notes(consents_param, 'consents_param');
        submission.attribution     := private.read_notes(attribution_param, 'attribution_param');
        submission.is_suspect      := private.trimmed(website_param) is not null
                                      or coalesce(current_setting('request.suspect', true), '') = 'true';
        submission.contact         := jsonb_strip_nulls(jsonb_build_object(%2$s));
        submission.answers         := jsonb_strip_nulls(jsonb_build_object(%3$s));

        if submission.form is null or submission.form not in ('general', 'secretariat', 'marketing', 'suiviclient', 'closing', 'conferences') then
          raise exception 'funnel_origin_unknown: funnel_origin_param';
        end if;
        return jsonb_build_object('accepted', true, 'reference', private.receive_submission(submission));
      end
      $body$
    $function$, parameters, contact, answers);

  comment on function public.create_lead_without_auth is
    'Stores a questionnaire. "" and [""] mean no value; numbers may be text. A token whose session ended, or that lacks the second factor, counts as none: nothing is lost, nothing of the account is changed. website_param is the trap field: filled, the lead is marked suspect.';
  revoke all on function public.create_lead_without_auth from public, anon, authenticated, service_role;
  grant execute on function public.create_lead_without_auth to anon, authenticated, service_role;
end
$write$;

select private.write_create_lead_without_auth();
