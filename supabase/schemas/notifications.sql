-- What the people of the team are told: one row for each person and event, written with what happened
-- (docs/decisions/0103).

create table private.notification_choices (
  user_id     uuid     not null,
  kinds       jsonb    not null,
  quiet_from  smallint not null,
  quiet_until smallint not null,
  digest_hour smallint not null,
  constraint notification_choices_pkey          primary key (user_id),
  constraint notification_choices_person        foreign key (user_id) references public.admin_users (user_id) on delete cascade,
  constraint notification_choices_kinds         check (jsonb_typeof(kinds) = 'object' and octet_length(kinds::text) <= 4000),
  constraint notification_choices_hours_are_day check (least(quiet_from, quiet_until, digest_hour) >= 0 and greatest(quiet_from, quiet_until, digest_hour) < 24)
);
comment on table  private.notification_choices is
  'How each administrator wants to be told. Who has no row has chosen nothing: see private.choices_of.';
comment on column private.notification_choices.kinds is
  'By kind {"desk", "browser", "mail"}: those that were chosen. mail: never, at_once or digest.';
comment on column private.notification_choices.quiet_from is
  'Hours in Paris, from this one until the other: equal, there are none.';

alter table private.notification_choices enable row level security, force row level security;
revoke all on private.notification_choices from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the choices" on private.notification_choices
  for all to current_user using (true) with check (true);

create table private.notifications (
  id         uuid        not null default gen_random_uuid(),
  recipient  uuid        not null,
  kind       text        not null,
  event      text        not null,
  lead_id    uuid,
  lead_count integer     not null default 1,
  actor      uuid,
  at         timestamptz not null default now(),
  in_desk    boolean     not null,
  in_browser boolean     not null,
  mail_at    timestamptz,
  read_at    timestamptz,
  alert      jsonb,
  constraint notifications_pkey             primary key (id),
  constraint notifications_one_of_an_event  unique (recipient, event),
  constraint notifications_lead             foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint notifications_leads_are_counted check (lead_count between 1 and 100),
  constraint notifications_alert_is_short    check (octet_length(alert::text) <= 1000)
);
comment on table  private.notifications is
  'What one person is told of one event: which, and nothing of what it says.';
comment on column private.notifications.recipient is
  'An administrator. No foreign key: a withdrawal at that moment must not refuse what a visitor sends.';
comment on column private.notifications.event is
  'Names what happened: told again, it is the same row.';
comment on column private.notifications.lead_id is 'Null where one act is about several.';
comment on column private.notifications.lead_count is 'A hundred stands for more.';
comment on column private.notifications.actor is 'The colleague who did it; null: a visitor, or the server.';
comment on column private.notifications.in_browser is 'Waits to be shown by a browser.';
comment on column private.notifications.alert is
  'Of kind site, what goes wrong or is over: {"id", "about", "isOver"}, as `SiteAlert` of subjects/operations.';
comment on column private.notifications.mail_at is 'When its mail is due; null when there is none, or none any more.';

create index notifications_by_recipient on private.notifications (recipient, at) where in_desk;
create index notifications_unread on private.notifications (recipient) where read_at is null;
create index notifications_to_mail on private.notifications (mail_at) where mail_at is not null;
create index notifications_by_lead on private.notifications (lead_id) where lead_id is not null;
create index notifications_by_time on private.notifications (at);

alter table private.notifications enable row level security, force row level security;
revoke all on private.notifications from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the notifications" on private.notifications
  for all to current_user using (true) with check (true);

create table private.note_mentions (
  note_id uuid not null,
  user_id uuid not null,
  said    text not null,
  constraint note_mentions_pkey          primary key (note_id, user_id),
  constraint note_mentions_note          foreign key (note_id) references private.lead_notes (id) on delete cascade,
  constraint note_mentions_said_is_short check (char_length(said) between 1 and 200)
);
comment on table  private.note_mentions is
  'Whom a note names: the colleague, by the id of their account, and how the text says it behind its @.';
comment on column private.note_mentions.user_id is 'No foreign key: the note stays readable without them.';

alter table private.note_mentions enable row level security, force row level security;
revoke all on private.note_mentions from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the mentions" on private.note_mentions
  for all to current_user using (true) with check (true);

create type private.shown_notification as (
  id          uuid,
  kind        text,
  at          timestamptz,
  lead_id     uuid,
  lead_count  integer,
  lead_name   text,
  actor_email text,
  is_read     boolean,
  alert       jsonb
);

create function private.notification_kinds()
  returns table (kind text, in_desk boolean, in_browser boolean, by_mail text, is_urgent boolean)
  language sql immutable rows 10 set search_path = ''
  as $$
    values
      ('lead',     true, true,  'never',   false),
      ('owner',    true, true,  'never',   false),
      ('mention',  true, true,  'at_once', false),
      ('callback', true, true,  'at_once', false),
      ('payment',  true, true,  'never',   false),
      ('debit',    true, true,  'never',   false),
      ('answers',  true, false, 'never',   false),
      ('site',     true, true,  'at_once', true)
  $$;
comment on function private.notification_kinds is
  'Every kind, with what somebody gets who has not chosen otherwise; quiet hours hold back none that is urgent. The names are those of subjects/notifications/rules/kinds.ts.';

create function private.choices_of(user_id_param uuid) returns private.notification_choices
  language sql stable set search_path = ''
  as $$
    select coalesce(
      (select kept from private.notification_choices as kept where kept.user_id = user_id_param),
      (user_id_param, '{}', 20, 8, 8)::private.notification_choices)
  $$;

create function private.next_hour(hour_param integer, after_param timestamptz) returns timestamptz
  language sql stable set search_path = ''
  as $$
    select (day + make_interval(hours => hour_param, days => case when day + make_interval(hours => hour_param) <= local then 1 else 0 end))
             at time zone 'Europe/Paris'
    from (select after_param at time zone 'Europe/Paris') as paris (local)
    cross join lateral date_trunc('day', local) as day
  $$;
comment on function private.next_hour is 'When it is that hour in Paris next.';

create function private.is_quiet(chosen private.notification_choices, at_param timestamptz) returns boolean
  language sql stable set search_path = ''
  as $$
    select case
      when chosen.quiet_from = chosen.quiet_until then false
      when chosen.quiet_from < chosen.quiet_until then hour >= chosen.quiet_from and hour < chosen.quiet_until
      else hour >= chosen.quiet_from or hour < chosen.quiet_until
    end
    from extract(hour from at_param at time zone 'Europe/Paris') as hour
  $$;

-- A minute, in which what was done may be taken back, and in which who looks at the desk reads it there.
create function private.mail_due_at(chosen private.notification_choices, by_mail text, is_urgent boolean, now_param timestamptz)
  returns timestamptz
  language sql stable set search_path = ''
  as $$
    select case
      when not is_urgent and private.is_quiet(chosen, due.at) then private.next_hour(chosen.quiet_until, due.at)
      else due.at
    end
    from (select case by_mail
      when 'at_once' then now_param + interval '1 minute'
      when 'digest'  then private.next_hour(chosen.digest_hour, now_param)
    end) as due (at)
  $$;
comment on function private.mail_due_at is 'Null when none is wanted. What quiet hours hold goes at their end.';

create function private.notify(kind_param text, event_param text, lead_id_param uuid, recipients uuid[]) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  if array_remove(recipients, null) = '{}' then
    return;
  end if;
  insert into private.notifications (recipient, kind, event, lead_id, actor, in_desk, in_browser, mail_at)
    select person.user_id, known.kind, event_param, lead_id_param,
           (select colleague.user_id from public.admin_users as colleague where colleague.user_id = auth.uid()), wanted.in_desk,
           wanted.in_browser and (known.is_urgent or not private.is_quiet(chosen, now())),
           private.mail_due_at(chosen, wanted.by_mail, known.is_urgent, now())
    from public.admin_users as person
    join private.notification_kinds() as known on known.kind = kind_param
    cross join lateral private.choices_of(person.user_id) as chosen
    cross join lateral (select
      coalesce((chosen.kinds #>> array[known.kind, 'desk'])::boolean, known.in_desk),
      coalesce((chosen.kinds #>> array[known.kind, 'browser'])::boolean, known.in_browser),
      coalesce(chosen.kinds #>> array[known.kind, 'mail'], known.by_mail)
    ) as wanted (in_desk, in_browser, by_mail)
    where person.user_id = any (recipients) and not person.is_invited and person.user_id is distinct from auth.uid()
      and (wanted.in_desk or wanted.in_browser or wanted.by_mail <> 'never')
    on conflict (recipient, event) do update set lead_id = null, lead_count = notifications.lead_count + 1
      where notifications.lead_id is distinct from excluded.lead_id and notifications.lead_count < 100;
end
$$;
comment on function private.notify is
  'Tells each of these administrators who wants to hear of it, but who did it. An act about several leads is one row for each person.';

create function private.team() returns uuid[]
  language sql stable set search_path = ''
  as $$ select array(select user_id from public.admin_users) $$;

create function private.who_looks_after(owner_param uuid) returns uuid[]
  language sql stable set search_path = ''
  as $$ select case when owner_param is null then private.team() else array[owner_param] end $$;
comment on function private.who_looks_after is 'The owner of a lead; of one that has none, the team.';

create function private.name_act(what text) returns text
  language sql stable set search_path = ''
  as $$ select what || ':' || pg_current_xact_id() || '-' || extract(epoch from now()) $$;
comment on function private.name_act is 'The same for all that one transaction does.';

create function private.name_instant(what text, lead_id_param uuid, at_param timestamptz) returns text
  language sql immutable set search_path = ''
  as $$ select what || ':' || lead_id_param || '-' || extract(epoch from at_param) $$;

-- What comes with a day of its own was brought from elsewhere: it is no news.
create function private.notify_new_leads() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if current_setting('request.cause', true) = 'import' then
    return null;
  end if;
  perform private.notify('lead', private.name_act('lead'), lead.id, array_remove(private.team(), lead.owner)),
          private.notify('owner', private.name_act('owner'), lead.id, array[lead.owner])
    from (select * from changed where not is_suspect and created_at > now() - interval '1 hour' limit 100) as lead;
  return null;
end
$$;

create trigger notify_created after insert on public.leads
  referencing new table as changed for each statement execute function private.notify_new_leads();

create function private.take_back_one(owner_param uuid, given_at timestamptz) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  told private.notifications;
begin
  select * into told from private.notifications
    where recipient = owner_param and kind = 'owner' and lead_id is null and read_at is null and at = given_at
    for no key update;
  if told.lead_count > 1 then
    update private.notifications set lead_count = lead_count - 1 where id = told.id;
  else
    delete from private.notifications where id = told.id;
  end if;
end
$$;
comment on function private.take_back_one is
  'Of several leads that somebody was told of at once, one goes elsewhere before anything else was done to it: it is not counted any more.';

create function private.notify_changed_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- What is no longer so is not told to who has not read it; whose a new lead is hears that alone.
  delete from private.notifications as told
    where told.lead_id = new.id and told.read_at is null and (
      told.kind = 'owner' and told.recipient is distinct from new.owner
      or told.kind = 'lead' and told.recipient = new.owner
      or told.kind = 'callback' and new.callback_at is distinct from old.callback_at
      or told.kind = 'answers' and new.newer_answers_at is null);
  if new.owner is distinct from old.owner then
    perform private.take_back_one(old.owner, old.updated_at);
    perform private.notify('owner', private.name_act('owner'), new.id, array[new.owner]);
  end if;
  if old.newer_answers_at is null and new.newer_answers_at is not null then
    perform private.notify('answers', private.name_instant('answers', new.id, new.newer_answers_at), new.id,
      private.who_looks_after(new.owner));
  end if;
  return null;
end
$$;

create trigger notify_changed after update of owner, callback_at, newer_answers_at on public.leads
  for each row when ((old.owner, old.callback_at, old.newer_answers_at) is distinct from (new.owner, new.callback_at, new.newer_answers_at))
  execute function private.notify_changed_lead();

create function private.notify_payment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.notify('payment', 'payment:' || new.id, lead.id, private.who_looks_after(lead.owner))
    from public.leads as lead where lead.id = new.lead_id;
  return null;
end
$$;

create trigger notify_applied after update of state on private.payment_events
  for each row when (old.state = 'waiting' and new.state = 'applied') execute function private.notify_payment();

-- Each try of one debit is the same event, and it is over once none of them is open.
create function private.notify_debit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  named constant text := concat_ws(':', 'debit', new.kind, new.object);
begin
  if new.is_open then
    perform private.notify('debit', named, lead.id, private.who_looks_after(lead.owner))
      from public.leads as lead where lead.id = new.lead_id;
  elsif not exists (select from private.billing_events where kind = new.kind and object = new.object and is_open) then
    delete from private.notifications where lead_id = new.lead_id and event = named and read_at is null;
  end if;
  return null;
end
$$;

create trigger notify_debit after insert or update of is_open, lead_id on private.billing_events
  for each row when (new.kind in ('failed_debit', 'dispute')) execute function private.notify_debit();

create function private.mention(note_id_param uuid, asked jsonb) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  insert into private.note_mentions (note_id, user_id, said)
    select note.id, person.user_id, mentioned.said
    from private.lead_notes as note
    cross join jsonb_to_recordset(asked) as mentioned (user_id uuid, said text)
    join public.admin_users as person on person.user_id = mentioned.user_id and not person.is_invited
    where note.id = note_id_param and position('@' || mentioned.said in note.text) > 0
    on conflict do nothing;
  perform private.notify('mention', 'mention:' || note.id, note.lead_id,
      array(select mentioned.user_id from private.note_mentions as mentioned where mentioned.note_id = note.id))
    from private.lead_notes as note where note.id = note_id_param;
end
$$;
comment on function private.mention is
  'Of [{"user_id", "said"}] those who administer and whom the text names; the others are text.';

create function private.forget_mention() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from private.notifications where lead_id = old.lead_id and event = 'mention:' || old.id;
  return null;
end
$$;

create trigger forget_mention after delete on private.lead_notes
  for each row execute function private.forget_mention();

create function private.notify_callbacks(now_param timestamptz) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  told integer;
begin
  perform private.notify('callback', due.event, due.id, private.who_looks_after(due.owner))
    from (
      select lead.id, lead.owner, private.name_instant('callback', lead.id, lead.callback_at) as event
      from public.leads as lead
      where lead.callback_at <= now_param and lead.callback_at > now_param - interval '1 day'
    ) as due
    where not exists (select from private.notifications as known where known.lead_id = due.id and known.event = due.event);
  get diagnostics told = row_count;
  return told;
end
$$;
comment on function private.notify_callbacks is
  'Of the last day: what a stop of the site kept waiting is told too. How many call-backs.';

create function private.take_notification_mails(now_param timestamptz, most integer)
  returns table (email text, counts jsonb, lead_id uuid, alerts jsonb)
  language sql volatile rows 100 set search_path = ''
  as $$
    with taken as (
      update private.notifications as told set mail_at = null
      where told.mail_at <= now_param and told.recipient in (
        select due.recipient from private.notifications as due
        where due.mail_at <= now_param group by due.recipient order by min(due.mail_at) limit most)
      returning told.recipient, told.kind, told.lead_id, told.lead_count, told.read_at, told.alert, told.at
    ), counted as (
      select recipient, kind, sum(lead_count) as count, min(taken.lead_id::text) as lead_id,
             jsonb_agg(alert order by at, alert) filter (where alert is not null) as alerts
      from taken
      where read_at is null group by recipient, kind
    )
    select account.email::text, jsonb_object_agg(counted.kind, counted.count),
           case when sum(counted.count) = 1 then min(counted.lead_id)::uuid end,
           (array_agg(counted.alerts) filter (where counted.kind = 'site'))[1]
    from counted join auth.users as account on account.id = counted.recipient
    where account.email is not null
    group by account.id
  $$;
comment on function private.take_notification_mails is
  'Of so many people all that is due, in one line for one mail; what they have read is not mailed. Who comes second finds nothing.';

-- A person who administers no more.
create function private.forget_notifications() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from private.notifications where recipient = old.user_id;
  return null;
end
$$;

create trigger forget_notifications after delete on public.admin_users
  for each row execute function private.forget_notifications();

create trigger tell_added after insert on private.notifications for each row execute function private.tell_alerts();
create trigger tell_read after update of read_at, lead_count on private.notifications for each row execute function private.tell_alerts();
create trigger tell_withdrawn after delete on private.notifications for each row execute function private.tell_alerts();

create function private.show_notification(told private.notifications) returns private.shown_notification
  language sql stable set search_path = ''
  as $$
    select told.id, told.kind, told.at, told.lead_id, told.lead_count,
           (select coalesce(
              nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
              lead.company_name, lead.email, lead.phone)
            from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
            where lead.id = told.lead_id),
           (select email::text from auth.users where id = told.actor),
           told.read_at is not null, told.alert
  $$;

create function public.list_notifications() returns setof private.shown_notification
  language plpgsql stable security definer rows 100 set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select shown.*
    from (
      select told from private.notifications as told
      where told.recipient = auth.uid() and told.in_desk order by told.at desc, told.id limit 100
    ) as newest
    cross join lateral private.show_notification(newest.told) as shown;
end
$$;
comment on function public.list_notifications is
  'The newest hundred of one''s own. Administrators only.';
revoke all on function public.list_notifications from public, anon, authenticated, service_role;
grant execute on function public.list_notifications to authenticated;

create function public.read_notifications(ids_param uuid[] default null) returns integer
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  told integer;
begin
  perform private.require_admin();
  update private.notifications as own set read_at = now()
    where own.recipient = auth.uid() and own.read_at is null
      and (ids_param is null or own.id = any (ids_param));
  get diagnostics told = row_count;
  return told;
end
$$;
comment on function public.read_notifications is
  'One''s own are read: these, or all. How many were not yet. Administrators only.';
revoke all on function public.read_notifications from public, anon, authenticated, service_role;
grant execute on function public.read_notifications to authenticated;

-- One browser shows it: whose tab asks first.
create function public.take_browser_notifications() returns setof private.shown_notification
  language plpgsql volatile security definer rows 10 set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    with taken as (
      update private.notifications as own set in_browser = false
      where own.recipient = auth.uid() and own.read_at is null and own.in_browser and own.at > now() - interval '10 minutes'
      returning own as told
    )
    select shown.* from taken cross join lateral private.show_notification(taken.told) as shown order by shown.at;
end
$$;
comment on function public.take_browser_notifications is
  'Those of one''s own of the last ten minutes that no browser has shown: each is given once. Administrators only.';
revoke all on function public.take_browser_notifications from public, anon, authenticated, service_role;
grant execute on function public.take_browser_notifications to authenticated;

create function private.count_notifications() returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'notifications', count(*) filter (where own.in_desk),
      'to_show', count(*) filter (where own.in_browser and own.at > now() - interval '10 minutes'))
    from private.notifications as own where own.recipient = auth.uid() and own.read_at is null
  $$;

create function public.own_notification_choices() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'kinds', (
        select jsonb_object_agg(known.kind,
          jsonb_build_object('desk', known.in_desk, 'browser', known.in_browser, 'mail', known.by_mail)
            || coalesce(chosen.kinds -> known.kind, '{}'))
        from private.notification_kinds() as known),
      'quiet_from', chosen.quiet_from, 'quiet_until', chosen.quiet_until, 'digest_hour', chosen.digest_hour)
    from private.choices_of(auth.uid()) as chosen
  );
end
$$;
comment on function public.own_notification_choices is
  'Of every kind what one gets, the quiet hours and the hour of the digest. Administrators only.';
revoke all on function public.own_notification_choices from public, anon, authenticated, service_role;
grant execute on function public.own_notification_choices to authenticated;
