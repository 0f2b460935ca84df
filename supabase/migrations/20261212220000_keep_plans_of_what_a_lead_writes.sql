-- A function in SQL is planned each time it is called, one in PL/pgSQL once for each connection. What each lead calls,
-- and each of its changes, is of the second kind (docs/decisions/0111).

create or replace function private.volume_in_words(lead public.leads) returns text
  language plpgsql stable set search_path = ''
  as $$
begin
  return case
    when lead.funnel_origin = 'conferences' then
      case when lead.extra_answers ->> 'kind' is not distinct from 'waitlist' then 'waitlist' else '' end
    else left(regexp_replace(
      coalesce(lead.calls_per_month::text, lead.active_clients_per_month::text, lead.prospects_per_month, lead.prospects_count, ''),
      '[^0-9+-]', '', 'g'), 12)
  end;
end
$$;

create or replace function private.has_enough_mail(lead_id_param uuid) returns boolean
  language plpgsql stable set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select count(*) >= 3
    from public.leads as lead
    join public.leads as sibling on sibling.user_profile_id = lead.user_profile_id
    join private.deliveries as delivery on delivery.lead_id = sibling.id
    where lead.id = lead_id_param
      and delivery.event = 'mail.lead-received'
      and delivery.created_at > now() - interval '1 day'
  );
end
$$;

create or replace function private.answered(row_json jsonb) returns jsonb
  language plpgsql stable parallel safe set search_path = ''
  as $$
begin
  return (
    select coalesce(jsonb_object_agg(key, value), '{}'::jsonb)
    from jsonb_each(row_json)
    join private.questions as question on question.column_name = key
    where value not in ('null'::jsonb, '{}'::jsonb, '[]'::jsonb, '""'::jsonb)
  );
end
$$;

create or replace function private.words_in(text_param text) returns text[]
  language plpgsql immutable parallel safe set search_path = ''
  as $$
begin
  return array(
    select distinct word
    from regexp_split_to_table(private.folded(left(text_param, 100000)), E'[\\s[:punct:]«»…“”]+') as word
    where char_length(word) between 2 and 60);
end
$$;

create or replace function private.add_figures(lead public.leads, times integer) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  insert into private.lead_figure_changes
    (day, funnel_origin, volume, leads, contacted, contact_seconds, within_hour, within_day, clients, paid)
  select (lead.created_at at time zone 'Europe/Paris')::date, lead.funnel_origin, private.volume_in_words(lead), times,
         case when wait is null then 0 else times end,
         case when wait is null then 0 else times * wait end,
         case when wait <= 3600 then times else 0 end,
         case when wait <= 86400 then times else 0 end,
         case when lead.lead_status = 'client' then times else 0 end,
         case when lead.payment_status then times else 0 end
  from (values (
    case when lead.contacted_at is not null then greatest(0, extract(epoch from lead.contacted_at - lead.created_at))::bigint end
  )) as called (wait);
end
$$;

create or replace function private.said_of(lead public.leads, profile public.user_profiles) returns tsvector
  language plpgsql stable set search_path = '' set enable_seqscan = off
  as $$
begin
  return nullif(array_to_tsvector(private.words_in(concat_ws(' ',
    (select string_agg(text, ' ' order by written_at desc) from private.lead_notes where lead_id = lead.id),
    coalesce(lead.welcome_message, profile.welcome_message),
    coalesce(lead.knowledge_base_text, profile.knowledge_base_text),
    coalesce(lead.knowledge_base_url, profile.knowledge_base_url),
    coalesce(lead.marketing_needs, profile.marketing_needs),
    coalesce(lead.client_followup_goals, profile.client_followup_goals),
    lead.extra_answers ->> 'commentaire'))), '');
end
$$;

create or replace function private.write_lead_words(lead public.leads, profile public.user_profiles) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  insert into private.lead_words as entry (lead_id, words, phone, phone_digits, said)
  select lead.id,
         concat_ws(E'\n',
           private.folded(concat_ws(' ', first_name, last_name)), private.folded(concat_ws(' ', last_name, first_name)),
           private.folded(email), private.folded(company_name)),
         coalesce(private.folded(phone), ''),
         coalesce(private.phone_digits(phone), ''),
         private.said_of(lead, profile)
  from (select coalesce(lead.first_name, profile.first_name)     as first_name,
               coalesce(lead.last_name, profile.last_name)       as last_name,
               coalesce(lead.email, profile.email)               as email,
               coalesce(lead.company_name, profile.company_name) as company_name,
               coalesce(lead.phone, profile.phone)               as phone) as shown
  on conflict (lead_id) do update
    set words = excluded.words, phone = excluded.phone, phone_digits = excluded.phone_digits, said = excluded.said
    where (entry.words, entry.phone, entry.phone_digits, entry.said)
      is distinct from (excluded.words, excluded.phone, excluded.phone_digits, excluded.said);
end
$$;

create or replace function private.notify(kind_param text, event_param text, lead_id_param uuid, recipients uuid[]) returns void
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
