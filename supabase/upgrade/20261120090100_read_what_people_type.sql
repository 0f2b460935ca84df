-- Forms, imports and the search box must read a name, a phone number or opening hours the same way, so the reading is
-- written once. Everything here is immutable: it may stand in an index or a generated column.

create function private.trimmed(value text) returns text
  language sql immutable parallel safe
  return nullif(btrim(value, E' \t\n\r\f\u000b\u00a0\u2007\u2009\u200b\u202f\u3000\ufeff'), '');
comment on function private.trimmed is 'Spaces alone are not an answer: null.';

create function private.folded(value text) returns text
  language sql immutable parallel safe
  return btrim(regexp_replace(
    regexp_replace(
      lower(normalize(
        translate(
          replace(replace(replace(replace(replace(value, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ß', 'ss'),
          'øØłŁđĐ’‘ʼ', 'ooLLdd'''''''
        ),
        nfkd
      )),
      E'[\u0300-\u036f]', '', 'g'
    ),
    E'[\\s[:cntrl:]\u00a0\u202f]+', ' ', 'g'
  ));
comment on function private.folded is 'One line, without case nor accents, as the search compares it.';

create function private.like_literal(value text) returns text
  language sql immutable parallel safe
  return replace(replace(replace(value, '\', '\\'), '%', '\%'), '_', '\_');
comment on function private.like_literal is 'The value as a LIKE pattern that matches nothing but itself.';

create function private.phone_digits(value text) returns text
  language plpgsql immutable parallel safe set search_path = ''
  as $$
declare
  digits text := regexp_replace(value, '[^0-9]', '', 'g');
begin
  return case
    when value ~ '^[^0-9]*\+' and digits like '33%' then '0' || ltrim(substr(digits, 3), '0')
    when value ~ '^[^0-9]*\+'                       then '00' || digits
    when digits like '0033%'                        then '0' || ltrim(substr(digits, 5), '0')
    when digits ~ '^33[1-9][0-9]{8}$'               then '0' || substr(digits, 3)
    else digits
  end;
end
$$;
comment on function private.phone_digits is 'As dialled in France: +33 6…, 0033 6…, +33 (0)6… and 06… are one number; another country starts with 00.';

create function private.phone_e164(digits text) returns text
  language sql immutable parallel safe
  return case
    when digits ~ '^0(590|690|691)[0-9]{6}$'         then '+590' || substr(digits, 2)
    when digits ~ '^0(594|694)[0-9]{6}$'             then '+594' || substr(digits, 2)
    when digits ~ '^0(596|696|697)[0-9]{6}$'         then '+596' || substr(digits, 2)
    when digits ~ '^0(262|263|269|692|693)[0-9]{6}$' then '+262' || substr(digits, 2)
    when digits ~ '^0[1-9][0-9]{8}$'                 then '+33' || substr(digits, 2)
    when digits ~ '^00[1-9][0-9]{6,13}$'             then '+' || substr(digits, 3)
  end;
comment on function private.phone_e164 is
  'Of private.phone_digits. Null when no such number can be dialled; overseas departments have codes of their own.';

create function private.listed_hours(value text[]) returns text[]
  language sql immutable parallel safe
begin atomic
  with items as (
    select array_agg(private.trimmed(item) order by position) filter (where private.trimmed(item) is not null) as list
    from unnest(value) with ordinality as given (item, position)
  )
  select case
    when list[1] = 'autres' and cardinality(list) > 1 then array['autres', array_to_string(list[2:], ',')]
    when list[1] like 'autres,%'                      then array_remove(array['autres', private.trimmed(substr(list[1], 8))], null) || list[2:]
    else list
  end
  from items;
end;
comment on function private.listed_hours is
  'Hours arrive as a list of one: a code, or "autres," and what the visitor wrote. Split at the first comma, and only after "autres".';

create function private.intention_detail(intention text, knowledge_base_text text) returns text
  language sql immutable parallel safe
  return case when intention = 'autres'
    then coalesce(substring(knowledge_base_text from E'^Intention[ \u00a0]: ([^\n]*)\n'), knowledge_base_text)
  end;
comment on function private.intention_detail is
  'With the intention "autres" one text carries two answers: the detail alone, or "Intention : detail", a line break and the free text.';

create function private.free_knowledge_text(intention text, knowledge_base_text text) returns text
  language sql immutable parallel safe
  return case when intention is distinct from 'autres'
    then knowledge_base_text
    else substring(knowledge_base_text from E'^Intention[ \u00a0]: [^\n]*\n(.*)$')
  end;

create function private.has_consented(consents jsonb, purpose text) returns boolean
  language sql immutable parallel safe
  return coalesce(
    case jsonb_typeof(consents -> purpose)
      when 'boolean' then (consents -> purpose)::boolean
      when 'object'  then consents -> purpose -> 'granted' = 'true'::jsonb
    end,
    false
  );
comment on function private.has_consented is 'A consent is recorded as true, or as an object whose "granted" is true.';

create function private.funnel_origin_of_path(path text) returns text
  language sql immutable parallel safe
  return case
    when path like '%/inscription-secretariat%' then 'secretariat'
    when path like '%/inscription-marketing%'   then 'marketing'
    when path like '%/inscription-suiviclient%' then 'suiviclient'
    when path like '%/closing%'                 then 'closing'
    when path like '%/conferences%'             then 'conferences'
  end;
comment on function private.funnel_origin_of_path is 'Null on pages that make no lead.';
