-- Whoever has just paid chooses a password at once, with the link of the mail about the payment. That mail goes to the
-- address of the order: having it is the proof, and the page after a payment proves nothing. See docs/decisions/0045.

create table private.first_passwords (
  id        uuid        not null default gen_random_uuid(),
  lead_id   uuid        not null,
  email     text        not null,
  issued_at timestamptz not null default now(),
  used_at   timestamptz,
  constraint first_passwords_pkey              primary key (id),
  constraint first_passwords_lead              foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint first_passwords_email_is_short    check (char_length(email) <= 320)
);
comment on table  private.first_passwords         is 'Links that let whoever paid choose the first password of their account. A link names its row, under a seal.';
comment on column private.first_passwords.email   is 'The address it was mailed to, in lower case: that of the order when it was paid.';
comment on column private.first_passwords.used_at is 'When a password was chosen with it: it serves once.';
create index first_passwords_by_lead on private.first_passwords (lead_id);

alter table private.first_passwords enable row level security;
alter table private.first_passwords force row level security;
revoke all on private.first_passwords from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the links to first passwords" on private.first_passwords
  for all to current_user using (true) with check (true);

create function private.is_without_way_in(account_id_param uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select private.awaits_first_password(account_id_param)
      and not exists (select from public.admin_users where user_id = account_id_param)
      and not exists (
        select from auth.mfa_factors where mfa_factors.user_id = account_id_param and mfa_factors.status::text = 'verified')
  $$;
comment on function private.is_without_way_in is
  'Invited as a customer, and nobody has chosen how to sign in. Every other account is opened by its own ways only.';

create function private.first_password_refusal(link private.first_passwords, lead public.leads, profile public.user_profiles)
  returns text
  language sql stable set search_path = ''
  as $$
    select case
      when not lead.payment_status then 'order_unpaid'
      -- What was corrected since, or says two things, is for the team.
      when lower(coalesce(lead.email, profile.email)) is distinct from link.email
        or lower(profile.email) is distinct from link.email then 'link_unusable'
      when exists (
        select from auth.users as account
        where (account.id = profile.user_id or lower(account.email) = link.email)
          and (lower(account.email) is distinct from link.email or not private.is_without_way_in(account.id))
      ) then 'account_exists'
    end
  $$;

create function private.issue_first_password(lead_id_param uuid) returns uuid
  language plpgsql volatile set search_path = ''
  as $$
declare
  lead    public.leads;
  profile public.user_profiles;
  link    private.first_passwords;
begin
  select * into lead from public.leads where id = lead_id_param;
  select * into profile from public.user_profiles where id = lead.user_profile_id;
  link.email := lower(lead.email);
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
comment on function private.issue_first_password is 'Once for each lead; null when its address has an account, or says two things.';

create function private.open_first_password(link_id uuid, issued_after timestamptz) returns jsonb
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
    'account_id', (select id from auth.users where lower(users.email) = link.email order by created_at limit 1));
end
$$;
comment on function private.open_first_password is
  'What a link is worth, held until the end of the transaction: open, or why not. account_id: one that waits for its first password.';

create function private.renew_first_password(link_id uuid, issued_after timestamptz, now_param timestamptz) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  opened jsonb := private.open_first_password(link_id, issued_after);
  lead   uuid  := (opened ->> 'lead_id')::uuid;
  made   uuid;
begin
  if opened ->> 'code' not in ('open', 'link_late') then
    return opened;
  end if;
  if (select count(*) >= 3 or max(issued_at) > now_param - interval '1 day' from private.first_passwords where lead_id = lead) then
    return opened || '{"code": "too_many_links"}';
  end if;
  insert into private.first_passwords (lead_id, email, issued_at) values (lead, opened ->> 'email', now_param) returning id into made;
  perform private.queue_lead_mail('first-password', opened ->> 'email', lead, jsonb_build_object('firstPassword', made));
  return opened || '{"code": "renewed"}';
end
$$;
comment on function private.renew_first_password is 'To the same address: three links for an order in all, a day apart.';

create or replace function private.confirm_payment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update public.leads set paid_on = new.paid_on where id = new.lead_id and paid_on is null and new.paid_on is not null;
  -- Numbers and codes only: the number of prospects of a closing order is text that somebody typed.
  perform private.queue_lead_mail('payment-received', lead.email, lead.id, jsonb_strip_nulls(jsonb_build_object(
      'offer',         lead.funnel_origin,
      'amountCents',   new.amount_cents,
      'currency',      new.currency,
      'paidOn',        new.paid_on,
      'firstPassword', private.issue_first_password(lead.id),
      'asked',         case when lead.funnel_origin <> 'closing' then (
        select private.order_of(submission) -> 'asked'
        from private.submissions as submission where submission.lead_id = lead.id and submission.is_adopted) end)))
    from public.leads as lead where lead.id = new.lead_id and lead.email is not null;
  return null;
end
$$;

revoke all on function
  private.is_without_way_in(uuid),
  private.first_password_refusal(private.first_passwords, public.leads, public.user_profiles),
  private.issue_first_password(uuid), private.open_first_password(uuid, timestamptz),
  private.renew_first_password(uuid, timestamptz, timestamptz)
  from public, anon, authenticated, service_role;
