-- An anonymous account (Supabase's anonymous sign-in) is nobody: whatever a policy, a grant or a procedure gives to
-- `authenticated`, it has no more rights than a visitor. Every one of them asks who the caller is here.

create or replace function private.live_user_id() returns uuid
  language sql stable security definer set search_path = ''
  as $$
    select session.user_id
    from auth.sessions as session
    join auth.users as account on account.id = session.user_id
    where session.id = (auth.jwt() ->> 'session_id')::uuid
      and session.user_id = auth.uid()
      and (session.not_after is null or session.not_after > now())
      and (account.banned_until is null or account.banned_until <= now())
      and not account.is_anonymous
  $$;
comment on function private.live_user_id is
  'The caller, while the session of their token still exists and is somebody''s. A token outlives its session by up to an hour.';
