-- The number of calls that an order asks for is read by one function, as `callsOrdered` of domain/leads reads it:
-- tests/support/calls-examples.ts is tried on both. The mail is given the number, and none of the words around it.

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
comment on function private.calls_ordered is 'One number of prospects as calls, as `callsOrdered` of domain/leads: null for 0, for two numbers, and for other words.';

create or replace function private.order_in_mail(submission private.submissions) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_strip_nulls(jsonb_build_object(
      'offer',         submission.form,
      'order',         submission.idempotency_key,
      'lead',          case when submission.form in ('closing', 'conferences') then submission.lead_id end,
      'callsPerDay',   submission.answers -> 'calls_per_month',
      'activeClients', submission.answers -> 'active_clients_per_month',
      'prospects',     submission.answers -> 'prospects_per_month',
      'asked',         case submission.form
        when 'closing' then to_jsonb(private.calls_ordered(submission.answers ->> 'prospects_count'))
        else private.order_of(submission) -> 'asked'
      end,
      'objectives',    submission.answers -> 'objectives',
      'kind',          submission.answers #> '{extra_answers,kind}'))
  $$;

revoke all on function private.calls_ordered(text) from public, anon, authenticated, service_role;
