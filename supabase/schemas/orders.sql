-- What was ordered, and what its owner reads and changes of it.

create function private.volume_in_words(lead public.leads) returns text
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
comment on function private.volume_in_words is 'The answer that the price depends on, without any word that was typed.';

-- `callsOrdered` of subjects/offers reads the same; tests/support/calls-examples.ts is tried on both.
create function private.calls_ordered(typed text) returns integer
  language plpgsql immutable set search_path = ''
  as $$
declare
  spaced constant text := regexp_replace(typed, '[\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]', ' ', 'g');
  around constant text :=
    '(^|[^[:alpha:]])(?:d[’''])?'
    || '(?:environ|env\.?|à peu près|autour de|près de|approximativement|approx\.?|de'
    || '|prospects?|contacts?|appels?|personnes?|entreprises?|clients?|leads?|numéros?)(?![[:alpha:]])|[~≈]';
  parts  constant text[] := array(
    select part
    from regexp_split_to_table(regexp_replace(spaced, around, E'\\1\n', 'gi'), E'\n') as piece
    cross join lateral btrim(regexp_replace(piece, '[\s.,]+$', ''), E' \t\r\v\f') as part
    where part <> '');
  number text[];
begin
  if char_length(typed) > 300 or cardinality(parts) <> 1 then
    return null;
  end if;
  number := regexp_match(parts[1],
    '^(?:([0-9]{1,3}(?:[\s.][0-9]{3}){1,2}|[0-9]{1,9})|([0-9]{1,6}(?:[.,][0-9]{1,2})?)\s*(?:k|mille|milliers?))$', 'i');
  return nullif(coalesce(regexp_replace(number[1], '\D', '', 'g')::integer,
                         round(replace(number[2], ',', '.')::numeric * 1000)::integer), 0);
end
$$;
comment on function private.calls_ordered is
  'One number of prospects as calls, as `callsOrdered` of subjects/offers: null for 0, for two numbers, and for other words.';

create function private.order_of(submission private.submissions) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('form', submission.form, 'asked', case submission.form
      when 'marketing' then coalesce(nullif(submission.answers -> 'contacts_per_month', '0'), submission.answers -> 'prospects_per_month')
      when 'suiviclient' then case submission.answers ->> 'audience'
        when 'formation' then to_jsonb('formation ' || (submission.answers ->> 'active_clients_per_month'))
        else submission.answers -> 'active_clients_per_month'
      end
      when 'conferences' then submission.answers #> '{extra_answers,kind}'
      else (select submission.answers -> column_name from private.questions where is_volume and submission.form = any (forms))
    end)
  $$;
comment on function private.order_of is
  'The form, and the one answer that the price depends on, as `Asked` of subjects/offers/rules/base/offer.ts: null when it was not given.';

create function private.company_of(lead_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'firstName',        coalesce(lead.first_name, profile.first_name),
      'lastName',         coalesce(lead.last_name, profile.last_name),
      'companyName',      coalesce(lead.company_name, profile.company_name),
      'companyLegalName', lead.company_legal_name,
      'companySiren',     lead.company_siren,
      'companyAddress',   lead.company_address)
    from public.leads as lead left join public.user_profiles as profile on profile.id = lead.user_profile_id
    where lead.id = lead_id_param
  $$;
comment on function private.company_of is
  'As `OrderedCompany` of subjects/payments/rules/payer.ts: what a payer is compared with.';

-- An order accepts a version of the terms: with the click that confirms it, or with the box of an order form. One reading
-- of it, for the lead's detail, the customer's space and whatever is written to them.
create function private.accepted_terms(lead_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce((
      select jsonb_build_object('at', start.started_at, 'version', start.terms_version)
      from private.submissions as submission
      join private.payment_starts as start on start.reference = submission.idempotency_key
      where submission.lead_id = lead_id_param
      order by start.started_at desc, start.terms_version desc limit 1), (
      select jsonb_build_object('at', lead.consents #> '{terms,at}', 'version', lead.consents #> '{terms,version}')
      from public.leads as lead
      where lead.id = lead_id_param and lead.consents #> '{terms,granted}' = 'true'))
  $$;
comment on function private.accepted_terms is
  'The version of the terms that the order of a lead accepted, and when: the newest click that confirmed it, else the box of its form. Null before one.';

create function private.kept_schedule(lead_id_param uuid) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off
  as $$
begin
  return (
    select schedule || private.changed_debits(subscription) from private.payment_events
    where lead_id = lead_id_param and state = 'applied' and schedule is not null
    order by received_at desc, id limit 1
  );
end
$$;
comment on function private.kept_schedule is
  'What was agreed with the newest payment of a lead, and what the provider changed of its debits since.';
