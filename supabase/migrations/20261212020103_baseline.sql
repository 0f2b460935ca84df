-- Written by scripts/write-baseline.ts from supabase/schemas.

set check_function_bodies = off;

-- Nothing in our schemas is open to anyone unless a line of these files says so: a hosted project hands every new table
-- and function of schema public to its API roles, and PostgreSQL hands every new function to all roles.

do $$
begin
  if to_regnamespace('private') is null then
    create schema private;
  end if;
  if to_regnamespace('extensions') is null then
    create schema extensions;
  end if;
end
$$;
comment on schema private is
  'What the API never exposes: submissions, deliveries, the audit log, and the rules the public tables call.';
revoke all on schema private from public, anon, authenticated, service_role;

alter default privileges in schema public revoke all on tables from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from public, anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from public, anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

create extension if not exists pg_trgm with schema extensions;

-- Forms, imports and the search box read a name, an address, a phone number or opening hours the same way, so the reading
-- is written once. What is immutable may stand in an index or a generated column.

create function private.trimmed(value text) returns text
  language sql immutable parallel safe
  return substring(value from
    E'[^ \t\n\r\f\u000b\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u2800\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    '(?:.*[^ \t\n\r\f\u000b\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u2800\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff])?');
comment on function private.trimmed is
  'Without what nobody sees at both ends: spaces, what programs may ignore (Default_Ignorable_Code_Point), the blank of Braille. An answer of nothing else is none: null.';

create function private.folded(value text) returns text
  language sql immutable parallel safe
  return btrim(regexp_replace(
    regexp_replace(
      lower(normalize(
        translate(
          replace(replace(replace(replace(replace(value, 'œ', 'oe'), 'Œ', 'oe'), 'æ', 'ae'), 'Æ', 'ae'), 'ß', 'ss'),
          U&'øØłŁđĐ’‘ʼ\2010\2011\2012\2013\2212', 'ooLLdd''''''-----'
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

create function private.without(answers jsonb, others jsonb) returns jsonb
  language sql immutable parallel safe
begin atomic
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb) from jsonb_each(answers) where others -> key is distinct from value;
end;

create function private.nobody() returns uuid
  language sql immutable parallel safe
  return '00000000-0000-0000-0000-000000000000'::uuid;

create function private.first_number(answer text) returns integer
  language sql immutable parallel safe
  return left(regexp_replace(substring(answer from '[0-9][0-9\s]*'), '\s', '', 'g'), 9)::integer;

create function private.sort_key(value text) returns text
  language sql immutable parallel safe
  return coalesce(nullif(private.folded(value), ''), U&'\FFFF');
comment on function private.sort_key is 'What is empty comes after what is not.';

-- The index of three letters knows no « @ », and of two letters that nobody has every lead would be asked. It reads one
-- word of letters and digits, made of the signs too (docs/decisions/0050).
create function private.search_key(folded text) returns text
  language sql immutable parallel safe
  return regexp_replace(translate(folded, '@.- ', 'qxkw'), '[^a-z0-9]', 'w', 'g');
comment on function private.search_key is
  'One letter or digit for each character, rare letters for the frequent signs: what contains a text has its key in its own.';

create function private.clean_email(value text) returns text
  language sql immutable parallel safe
  return private.trimmed(normalize(regexp_replace(
    value,
    E'[\u2800\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+',
    '', 'g'), nfc));
comment on function private.clean_email is
  'As it is kept and shown: each letter written in one way (NFC), nothing that nobody sees.';

create function private.punycode(label text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
  as $$
declare
  digits  constant text  := 'abcdefghijklmnopqrstuvwxyz0123456789';
  points  constant int[] := array(select ascii(letter) from unnest(string_to_array(label, null)) with ordinality as given (letter, place) order by place);
  written text           := regexp_replace(label, '[^-a-z0-9]', '', 'g');
  basic   constant int   := char_length(written);
  done    int            := basic;
  reached int            := 128;
  bias    int            := 72;
  delta   int            := 0;
  next    int;
  point   int;
  rest    int;
  base    int;
  bound   int;
begin
  if basic = cardinality(points) then
    return label;
  end if;
  written := case when basic > 0 then written || '-' else '' end;
  while done < cardinality(points) loop
    next    := (select min(each) from unnest(points) as each where each >= reached);
    delta   := delta + (next - reached) * (done + 1);
    reached := next;
    foreach point in array points loop
      if point < reached then
        delta := delta + 1;
      elsif point = reached then
        rest := delta;
        base := 36;
        loop
          bound := least(greatest(base - bias, 1), 26);
          exit when rest < bound;
          written := written || substr(digits, bound + (rest - bound) % (36 - bound) + 1, 1);
          rest    := (rest - bound) / (36 - bound);
          base    := base + 36;
        end loop;
        written := written || substr(digits, rest + 1, 1);
        delta   := delta / case when done = basic then 700 else 2 end;
        delta   := delta + delta / (done + 1);
        base    := 0;
        while delta > 455 loop
          delta := delta / 35;
          base  := base + 36;
        end loop;
        bias  := base + 36 * delta / (delta + 38);
        delta := 0;
        done  := done + 1;
      end if;
    end loop;
    delta   := delta + 1;
    reached := reached + 1;
  end loop;
  return 'xn--' || written;
end
$$;
comment on function private.punycode is
  'One label of a domain, in small letters, as RFC 3492 writes it for the network.';

create function private.mailable_address(value text) returns text
  language plpgsql immutable strict parallel safe set search_path = ''
  as $$
declare
  email  constant text := lower(private.clean_email(value) collate "C");
  name   text;
  domain text;
begin
  if email is null or char_length(email) > 1000 then
    return null;
  end if;
  domain := substring(email from '[^@]*$');
  name   := left(email, -char_length(domain) - 1);
  if name !~ E'^(?:[a-z0-9_.!#$%&''*+/=?^`{|}~-]|[^\u0001-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff])+$'
  then
    return null;
  end if;

  if domain ~ E'[^\u0001-\u007f]' then
    -- What is converted here as IDNA does, letter by letter: the others have no form that all programs agree on.
    if domain !~ E'^[-a-z0-9.\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u012f\u0131\u0134-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u017e\u0218-\u021b\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490\u0491\u3005\u3041-\u3094\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3]+$'
      or domain ~ '(?:^|\.)(?:xn--|(?:[0-9]+|0x[0-9a-f]*)$)'
    then
      return null;
    end if;
    domain := translate(domain,
      'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞĀĂĄĆĈĊČĎĐĒĔĖĘĚĜĞĠĢĤĦĨĪĬĮĴĶĹĻĽŁŃŅŇŊŌŎŐŒŔŖŘŚŜŞŠŢŤŦŨŪŬŮŰŲŴŶŸŹŻŽȘȚΆΈΉΊΌΎΏΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΪΫЀЁЂЃЄЅІЇЈЉЊЋЌЍЎЏАБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐ',
      'àáâãäåæçèéêëìíîïðñòóôõöøùúûüýþāăąćĉċčďđēĕėęěĝğġģĥħĩīĭįĵķĺļľłńņňŋōŏőœŕŗřśŝşšţťŧũūŭůűųŵŷÿźżžșțάέήίόύώαβγδεζηθικλμνξοπρστυφχψωϊϋѐёђѓєѕіїјљњћќѝўџабвгдежзийклмнопрстуфхцчшщъыьэюяґ');
    domain := (
      select string_agg(private.punycode(label), '.' order by place)
      from unnest(string_to_array(domain, '.')) with ordinality as given (label, place));
  end if;
  if char_length(name) + 1 + char_length(domain) > 254
    or domain !~ '^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$'
  then
    return null;
  end if;
  return name || '@' || domain;
end
$$;
comment on function private.mailable_address is
  'The form of an address that is compared and written to: A to Z in lower case, the domain by IDNA. Null for what no mail can reach: lists, quoted names, domains that do not exist.';

-- One address has one form, for who is compared with whom, for where a mail goes and for what is counted.
-- `domain/kernel/email-address.ts` says the same, and `tests/support/email-examples.ts` is tried on both
-- (docs/decisions/0063).
create function private.canonical_email(value text) returns text
  language sql immutable strict parallel safe
  return coalesce(private.mailable_address(value), lower(private.clean_email(value) collate "C"));
comment on function private.canonical_email is
  'What stands for an address wherever two are compared: for what no mail can reach, the text with A to Z in lower case, which is the form of nothing else.';

create function private.mailbox_of(email text) returns text
  language sql immutable parallel safe
  return regexp_replace(private.canonical_email(email), '^([^@+]+)\+[^@]*@', '\1@');
comment on function private.mailbox_of is
  'The address that is counted: what stands after a "+" reaches the same mailbox. As `mailboxOf` of server/limits.';

-- A zero that is dialled at home only leaves the number, whatever its country: « +262 (0)692… » is 0692…. Overseas
-- numbers are one number however they are written.
create function private.phone_digits(value text) returns text
  language plpgsql immutable parallel safe set search_path = ''
  as $$
declare
  digits  text := regexp_replace(value, '[^0-9]', '', 'g');
  abroad  text := case
                    when value ~ '^[^0-9]*\+'            then digits
                    when digits like '00%'               then substr(digits, 3)
                    when digits ~ '^33[1-9][0-9]{8}$'    then digits
                  end;
  national text;
begin
  if abroad is null then
    return digits;
  end if;
  -- Where numbers begin with a zero that is dialled from everywhere, it stays, in brackets too.
  if value ~ '\([^0-9]*0[^0-9]*\)' and abroad !~ '^(39|378|225|229|241|242)' then
    return private.phone_digits(regexp_replace(value, '\([^0-9]*0[^0-9]*\)', '', 'g'));
  end if;
  -- Countries where a zero comes before the number at home only.
  abroad := regexp_replace(abroad,
    '^(20|27|211|212|213|218|231|232|233|234|243|249|250|251|252|254|255|256|260|261|262|263|264|31|32|33|353|355|358|359'
    '|373|374|380|381|382|383|385|386|387|389|40|41|43|44|46|49|421|423|508|51|54|55|58|590|591|593|594|595|596|598'
    '|60|61|62|63|64|66|81|82|84|855|856|86|880|886|90|91|92|93|94|95|98|961|962|963|964|966|967|971|972|976|977|994|995|996)0+',
    '\1');
  if abroad like '33%' then
    return '0' || substr(abroad, 3);
  end if;
  national := substr(abroad, 4);
  if abroad like '508%' then
    return case when national ~ '^508[0-9]{6}$' then '0' else '0508' end || national;
  end if;
  -- Of a number that is not whole yet, the digits that are there.
  if exists (
    select from (values
      ('590', '{590,690,691}'::text[]), ('594', '{594,694}'), ('596', '{596,696,697}'), ('262', '{262,263,269,639,692,693}')
    ) as overseas (code, prefixes), unnest(overseas.prefixes) as prefix
    where abroad like overseas.code || '%' and left(prefix, char_length(national)) = left(national, 3)
  ) then
    return '0' || national;
  end if;
  return '00' || abroad;
end
$$;
comment on function private.phone_digits is
  'As dialled in France: +33 6…, 0033 6…, +33 (0)6… and 06… are one number, and so are +262 692… and 0692…; another country starts with 00.';
revoke all on function private.phone_digits from public, anon, authenticated, service_role;
grant execute on function private.phone_digits to authenticated, service_role;

create function private.phone_e164(digits text) returns text
  language sql immutable parallel safe
  return case
    when digits ~ '^0(590|690|691)[0-9]{6}$'         then '+590' || substr(digits, 2)
    when digits ~ '^0(594|694)[0-9]{6}$'             then '+594' || substr(digits, 2)
    when digits ~ '^0(596|696|697)[0-9]{6}$'         then '+596' || substr(digits, 2)
    when digits ~ '^0(262|263|269|692|693)[0-9]{6}$' then '+262' || substr(digits, 2)
    -- Mayotte; 06 39 98 is kept for fiction.
    when digits ~ '^0639(0[0-79]|1[019]|[267][0-9]|3[09]|40|5[05-9]|9[04-79])[0-9]{4}$' then '+262' || substr(digits, 2)
    when digits ~ '^0508[0-9]{6}$'                   then '+508' || substr(digits, 5)
    when digits ~ '^0[1-9][0-9]{8}$'                 then '+33' || substr(digits, 2)
    when digits ~ '^00[1-9][0-9]{6,13}$'             then '+' || substr(digits, 3)
  end;
comment on function private.phone_e164 is
  'Of private.phone_digits. Null when no such number can be dialled; overseas departments have codes of their own.';
revoke all on function private.phone_e164 from public, anon, authenticated, service_role;
grant execute on function private.phone_e164 to authenticated, service_role;

create function private.phone_pattern(query text) returns text
  language sql immutable parallel safe
  return case
    when query !~ E'^[0-9+().\\s/\u00a0\u202f-]+$' or char_length(regexp_replace(query, '[^0-9]', '', 'g')) < 3 then null
    when query ~ '^[^0-9]*(\+|0[^0-9]*0[^0-9]*3[^0-9]*3)' then private.phone_digits(query) || '%'
    else '%' || private.phone_digits(query) || '%'
  end;
comment on function private.phone_pattern is
  'For private.lead_words.phone_digits; null unless the query is 3 digits or more and phone signs. With a country code it is the start of a number.';

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
revoke all on function private.intention_detail from public, anon, authenticated, service_role;
grant execute on function private.intention_detail to authenticated, service_role;

create function private.free_knowledge_text(intention text, knowledge_base_text text) returns text
  language sql immutable parallel safe
  return case when intention is distinct from 'autres'
    then knowledge_base_text
    else substring(knowledge_base_text from E'^Intention[ \u00a0]: [^\n]*\n(.*)$')
  end;
revoke all on function private.free_knowledge_text from public, anon, authenticated, service_role;
grant execute on function private.free_knowledge_text to authenticated, service_role;

create function private.joined_knowledge_text(intention text, detail text, own_text text) returns text
  language sql immutable parallel safe
  return case
    when intention is distinct from 'autres' or detail is null then own_text
    when own_text is null then detail
    else E'Intention : ' || detail || E'\n' || own_text
  end;
comment on function private.joined_knowledge_text is
  'What private.intention_detail and private.free_knowledge_text take apart.';

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
revoke all on function private.has_consented from public, anon, authenticated, service_role;
grant execute on function private.has_consented to authenticated, service_role;

create function private.read_text(value text, length_limit integer, parameter text) returns text
  language plpgsql immutable set search_path = ''
  as $$
declare
  answer text := private.trimmed(value);
begin
  if char_length(answer) > length_limit then
    raise exception 'value_too_long: %', parameter;
  end if;
  return answer;
end
$$;

create function private.read_count(value text, parameter text) returns integer
  language plpgsql immutable set search_path = ''
  as $$
begin
  if private.trimmed(value) !~ '^[0-9]{1,9}$' then
    raise exception 'number_malformed: %', parameter;
  end if;
  return private.trimmed(value)::integer;
end
$$;

-- What a space is depends on the locale of the database. Here are all those of JavaScript's `\s`, whatever the locale, so
-- that forms and procedure agree.
create function private.read_email(value text, parameter text) returns text
  language plpgsql immutable set search_path = ''
  as $$
declare
  email   text          := private.read_text(private.clean_email(value), 300, parameter);
  refused constant text := E'\u0001-\u0020\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
begin
  if email is null then
    raise exception 'email_missing: %', parameter;
  end if;
  if email !~ ('^[^' || refused || ']+@[^' || refused || ']+$') then
    raise exception 'email_malformed: %', parameter;
  end if;
  return email;
end
$$;
comment on function private.read_email is
  'No space, something on both sides of "@": the rule of the forms, nothing stricter.';

create function private.read_hours(value text[], parameter text) returns jsonb
  language plpgsql immutable set search_path = ''
  as $$
begin
  if char_length(array_to_string(value, ',')) > 320 or array_ndims(value) > 1 then
    raise exception 'value_too_long: %', parameter;
  end if;
  return to_jsonb(private.listed_hours(value));
end
$$;

create function private.read_list(value jsonb, parameter text) returns text[]
  language plpgsql immutable set search_path = ''
  as $$
declare
  listed text[];
begin
  if jsonb_typeof(value) is distinct from 'array' then
    return case when private.trimmed(value #>> '{}') is null then null else array[private.trimmed(value #>> '{}')] end;
  end if;
  listed := array(select private.trimmed(entry) from jsonb_array_elements_text(value) as entry where private.trimmed(entry) is not null);
  if char_length(array_to_string(listed, ',')) > 320 then
    raise exception 'value_too_long: %', parameter;
  end if;
  return nullif(listed, '{}');
end
$$;

create function private.read_notes(value jsonb, parameter text) returns jsonb
  language plpgsql immutable set search_path = ''
  as $$
begin
  if jsonb_typeof(value) is distinct from 'object' then
    return '{}';
  end if;
  if octet_length(value::text) > 8192 then
    raise exception 'value_too_long: %', parameter;
  end if;
  return value;
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
comment on function private.read_path is
  'Null when empty. A path of this site only: it is appended to our origin in what receivers get.';

create function private.read_touch(value jsonb) returns jsonb
  language sql immutable parallel safe set search_path = ''
  as $$
    select nullif(jsonb_object_agg(fact.name, fact.said) filter (where fact.said <> ''), '{}')
    from (
      select key as name, left(btrim(regexp_replace(entry.value #>> '{}', '[[:cntrl:]]+', ' ', 'g')), 200) as said
      from jsonb_each(case when jsonb_typeof(value) = 'object' then value else '{}' end) as entry (key, value)
      where key in ('utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'referrer', 'at')
        and jsonb_typeof(entry.value) = 'string'
    ) as fact
  $$;
comment on function private.read_touch is
  'What one visit says of where it came from: short texts under known names, or null. Anybody writes it: it is never more than text.';

create function private.first_of_month(day date) returns date
  language sql immutable parallel safe
  return date_trunc('month', day::timestamp)::date;

create function private.start_of_day(day date) returns timestamptz
  language sql stable parallel safe
  return day::timestamp at time zone 'Europe/Paris';
comment on function private.start_of_day is 'Midnight in Paris.';

create function private.months_between(from_day date, to_day date)
  returns table (month date, since date, until date, last_day date, is_whole boolean, is_half boolean)
  language sql immutable rows 13 set search_path = ''
  as $$
    select month, since, until, last_day, (since, until) = (month, last_day), 2 * (until - since + 1) > last_day - month + 1
    from generate_series(private.first_of_month(from_day), to_day, interval '1 month') as first,
         lateral (select first::date as month, (first + interval '1 month - 1 day')::date as last_day) as known,
         lateral (select greatest(month, from_day) as since, least(last_day, to_day) as until) as meant
  $$;
comment on function private.months_between is
  'Each month of which some day is meant, and which days of it are, both included. is_half: or more than half of it.';

-- What SQL needs to know of the configuration, what is counted against limits, and what jobs say of their last run.

create table private.settings (
  key   text  not null,
  value jsonb not null,
  constraint settings_pkey primary key (key)
);
comment on table private.settings is
  'What SQL needs to know of the configuration; the server writes it at start. site_origin: scheme and host of the site.';

alter table private.settings enable row level security, force row level security;
revoke all on private.settings from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the settings" on private.settings
  for all to current_user using (true) with check (true);

create table private.rate_buckets (
  key        text             not null,
  tokens     double precision not null,
  updated_at timestamptz      not null default now(),
  constraint rate_buckets_pkey primary key (key)
);
comment on table private.rate_buckets is
  'Token buckets of the public endpoints; the key is a hash of purpose and address or account.';

alter table private.rate_buckets enable row level security, force row level security;
revoke all on private.rate_buckets from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the rate buckets" on private.rate_buckets
  for all to current_user using (true) with check (true);

create table private.job_reports (
  job          text        not null,
  started_at   timestamptz not null,
  succeeded_at timestamptz,
  failed_at    timestamptz,
  failures     integer     not null default 0,
  last_rows    bigint      not null default 0,
  rows_in_all  bigint      not null default 0,
  constraint job_reports_pkey                 primary key (job),
  constraint job_reports_failures_are_counted check (failures >= 0),
  constraint job_reports_rows_are_counted     check (last_rows >= 0 and rows_in_all >= last_rows)
);
comment on table  private.job_reports is 'One row for each scheduled job. Says nothing of a person.';
comment on column private.job_reports.started_at is 'Later than both ends: the job runs now, or was killed.';
comment on column private.job_reports.failures is 'In a row, since the last success.';
comment on column private.job_reports.last_rows is
  'Removed or emptied since started_at: each batch counts itself, in its own transaction.';

alter table private.job_reports enable row level security, force row level security;
revoke all on private.job_reports from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the reports of jobs" on private.job_reports
  for all to current_user using (true) with check (true);

create function private.may_mail_to(email text) returns boolean
  language sql volatile set search_path = ''
  as $$
    insert into private.rate_buckets as bucket (key, tokens, updated_at)
      values (
        rtrim(translate(encode(sha256(convert_to(E'mails to mailbox\n' || private.mailbox_of(email), 'utf8')), 'base64'), '+/', '-_'), '='),
        4, now())
      on conflict (key) do update set
        tokens = least(
          5,
          bucket.tokens + (bucket.tokens < 0)::int + case
            when bucket.updated_at > now() + interval '10 s' then 1
            else extract(epoch from now() - bucket.updated_at) * 5 / 24 / 3600
          end
        ) - 1,
        updated_at = now()
      returning tokens >= 0
  $$;
comment on function private.may_mail_to is
  'Takes one of the five mails that strangers may cause in one mailbox at once: the bucket of `countMailTo` in server/mail, whose tests compare both.';

create function private.has_enough_mail(lead_id_param uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select count(*) >= 3
    from public.leads as lead
    join public.leads as sibling on sibling.user_profile_id = lead.user_profile_id
    join private.deliveries as delivery on delivery.lead_id = sibling.id
    where lead.id = lead_id_param
      and delivery.event = 'mail.lead-received'
      and delivery.created_at > now() - interval '1 day'
  $$;
comment on function private.has_enough_mail is
  'An address may be typed by somebody else, in each of five forms: three confirmations a day reach it, whoever asks.';

-- Who administers is a row, never a claim of a token; the rights of a session end when the session does.

create function private.is_admin() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (
      select from public.admin_users
      where user_id = (select private.live_user_id())
        and (not is_invited or private.signed_in_with_password())
        and (private.has_passed_second_factor() or not private.needs_second_factor(user_id))
    )
  $$;
comment on function private.is_admin is
  'An administrator with a live session who has chosen a password, past the second factor when one is enrolled or required.';
revoke all on function private.is_admin from public, anon, authenticated, service_role;
grant execute on function private.is_admin to authenticated, service_role;

create table public.admin_users (
  id         uuid        not null default gen_random_uuid(),
  user_id    uuid        not null,
  created_at timestamptz not null default now(),
  is_invited boolean     not null default false,
  constraint admin_users_pkey            primary key (id),
  constraint admin_users_one_per_account unique (user_id),
  constraint admin_users_account         foreign key (user_id) references auth.users (id) on delete cascade
);
comment on table  public.admin_users is 'Administrators. Written by migrations and by `npm run admin` only.';
comment on column public.admin_users.is_invited is
  'Invited, and has not chosen a password yet: administers nothing. Every way into the account was closed when this was set.';

alter table public.admin_users enable row level security, force row level security;
revoke all on public.admin_users from public, anon, authenticated, service_role;
grant select on public.admin_users to authenticated, service_role;
create policy "The owner of the schema keeps the list of administrators" on public.admin_users
  for all to current_user using (true) with check (true);
create policy "Trusted servers can read the list of administrators" on public.admin_users
  for select to service_role using (true);
create policy "Administrators can find themselves" on public.admin_users
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_admin()));

-- An anonymous account (Supabase's anonymous sign-in) has no more rights than a visitor, whatever a policy, a grant or a
-- procedure gives to `authenticated`: each of them asks here who the caller is.
create function private.live_user_id() returns uuid
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

create function private.has_passed_second_factor() returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select auth.jwt() ->> 'aal' = 'aal2'
       and exists (select from auth.sessions where id = (auth.jwt() ->> 'session_id')::uuid and aal::text = 'aal2')
  $$;
comment on function private.has_passed_second_factor is
  'By the token and by its session: a token outlives a factor that was removed.';

-- A customer's second factor guards what they own: with the password alone, and after the end of the session, a token
-- reads no profile and no lead, and makes none.
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
revoke all on function private.proved_user_id from public, anon, authenticated, service_role;
grant execute on function private.proved_user_id to authenticated, service_role;

create function private.signed_in_with_password() returns boolean
  language sql stable set search_path = ''
  as $$ select coalesce(auth.jwt() -> 'amr' @> '[{"method": "password"}]', false) $$;
comment on function private.signed_in_with_password is
  'By the caller''s token. Of an invited account it was chosen since: the invitation took the one before away, and ended every session.';

-- What an administrator may read depends on their second factor, by whichever door: with ADMIN_SECOND_FACTOR=required one
-- without a verified factor reads nothing. The server writes that setting at start.
create function private.needs_second_factor(user_id_param uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$
    select exists (select from private.settings where key = 'administrator_second_factor' and value = '"required"')
        or exists (select from auth.mfa_factors where user_id = user_id_param and status::text = 'verified')
  $$;
comment on function private.needs_second_factor is
  'Without the setting, only who has enrolled one: so it was before there was a setting.';

create function private.require_admin() returns void
  language plpgsql stable set search_path = ''
  as $$
begin
  if not private.is_admin() then
    raise exception 'administrators only' using errcode = '42501';
  end if;
end
$$;
comment on function private.require_admin is
  'The first line of every procedure for administrators: a refusal, where a policy would show no rows.';

create function private.account_email() returns text
  language sql stable security definer set search_path = ''
  as $$ select lower(email collate "C") from auth.users where id = (select private.proved_user_id()) $$;
revoke all on function private.account_email from public, anon, authenticated, service_role;
grant execute on function private.account_email to authenticated, service_role;

create function public.own_administrator_access() returns text
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  caller constant uuid := private.live_user_id();
begin
  if caller is null then
    raise exception 'somebody signed in only' using errcode = '42501';
  end if;
  return case
    when not exists (select from public.admin_users where user_id = caller) then 'none'
    when private.is_admin() then 'granted'
    when exists (select from public.admin_users where user_id = caller and is_invited)
      and not private.signed_in_with_password() then 'invited'
    when exists (select from auth.mfa_factors where user_id = caller and status::text = 'verified') then 'verify'
    else 'enrol'
  end;
end
$$;
comment on function public.own_administrator_access is
  'How far the caller is from administering: none, invited (a password), enrol (a second factor), verify (its code), granted. Of nobody else.';
revoke all on function public.own_administrator_access from public, anon, authenticated, service_role;
grant execute on function public.own_administrator_access to authenticated;

create function private.administrators_without_factor() returns setof text
  language sql stable set search_path = ''
  as $$
    select account.email::text
    from public.admin_users as administrator join auth.users as account on account.id = administrator.user_id
    where not exists (
      select from auth.mfa_factors as factor where factor.user_id = account.id and factor.status::text = 'verified'
    )
    order by 1
  $$;

create function private.administrators_with_other_ways() returns table (email text, ways text[])
  language sql stable set search_path = ''
  as $$
    select account.email::text, array(
      select identity.provider::text from auth.identities as identity
      where identity.user_id = account.id and identity.provider::text <> 'email'
      union
      select 'phone' where coalesce(account.phone::text, '') <> ''
      order by 1)
    from public.admin_users as administrator join auth.users as account on account.id = administrator.user_id
    where coalesce(account.phone::text, '') <> ''
      or exists (select from auth.identities where user_id = account.id and provider::text <> 'email')
    order by 1
  $$;
comment on function private.administrators_with_other_ways is
  'Administrators whose accounts also open by a linked identity or a phone. The API of a project takes neither away.';

-- What our procedures ask about accounts, in the columns that a hosted project has too (docs/decisions/0028), which
-- sign-ins were announced, and accounts that an erasure takes along.

create table private.sign_in_events (
  session_id uuid        not null,
  user_id    uuid,
  created_at timestamptz not null default now(),
  constraint sign_in_events_one_per_session primary key (session_id)
);
comment on table private.sign_in_events is 'Sessions whose sign-in was announced: once each.';

create index sign_in_events_by_date on private.sign_in_events (created_at);

alter table private.sign_in_events enable row level security, force row level security;
revoke all on private.sign_in_events from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the announced sign-ins" on private.sign_in_events
  for all to current_user using (true) with check (true);

-- Accounts of a project that were erased here. The project is asked once that has committed; it may be away then, and
-- nothing else remembers them.
create table private.account_removals (
  account_id uuid        not null,
  asked_at   timestamptz not null default now(),
  constraint account_removals_pkey primary key (account_id)
);

alter table private.account_removals enable row level security, force row level security;
revoke all on private.account_removals from public, anon, authenticated, service_role;
create policy "The owner of the schema remembers whose account has to go" on private.account_removals
  for all to current_user using (true) with check (true);

create function private.account_sessions(account_id_param uuid)
  returns table (
    id uuid, aal text, user_agent text, ip inet,
    created_at timestamptz, refreshed_at timestamptz, updated_at timestamptz, not_after timestamptz
  )
  language sql stable set search_path = ''
  as $$
    select session.id, coalesce(session.aal::text, 'aal1'), session.user_agent, session.ip,
           session.created_at, session.refreshed_at, greatest(session.created_at, session.updated_at), session.not_after
    from auth.sessions as session where session.user_id = account_id_param
  $$;
comment on function private.account_sessions is 'The API lists no sessions.';

create function private.session_exists(session_id_param uuid) returns boolean
  language sql stable set search_path = ''
  as $$ select exists (select from auth.sessions where id = session_id_param) $$;

create function private.end_sessions(account_id_param uuid, session_id_param uuid default null) returns integer
  language sql volatile set search_path = ''
  as $$
    with ended as (
      delete from auth.sessions
      where user_id = account_id_param and (session_id_param is null or id = session_id_param) returning 1
    )
    select count(*)::integer from ended
  $$;
comment on function private.end_sessions is
  'All of an account, or one. The API ends a session for whoever shows its token, which nobody else has.';

create function private.account_with_address(email_param text) returns uuid
  language sql stable set search_path = ''
  as $$ select id from auth.users where email = private.canonical_email(email_param) order by created_at limit 1 $$;
comment on function private.account_with_address is 'The API finds accounts by their id alone.';

create function private.addresses_alone(emails_param text[], account_id_param uuid) returns setof text
  language sql stable set search_path = ''
  as $$
    select candidate.email from unnest(emails_param) as candidate (email)
    where not exists (
      select from auth.users where users.email = candidate.email and users.id is distinct from account_id_param
    )
  $$;
comment on function private.addresses_alone is 'Of addresses in lower case, those that no other account answers to.';

-- Anybody can ask for a sign-up or a code with the address of who paid. Nothing of it is proved, and it keeps nobody from
-- their first password.
create function private.was_never_proved(account_id_param uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from auth.users as account
      where account.id = account_id_param
        and account.email_confirmed_at is null
        and account.phone_confirmed_at is null
        and not coalesce(account.is_anonymous, false)
        and coalesce(account.encrypted_password, '') = ''
        and not exists (
          select from auth.identities
          where identities.user_id = account.id and identities.provider not in ('email', 'phone'))
    )
  $$;
comment on function private.was_never_proved is
  'No mailbox and no phone was confirmed, no password counts, no provider and no wallet vouches: whoever typed the address may be anybody.';

create function private.is_without_way_in(account_id_param uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select (private.awaits_first_password(account_id_param) or private.was_never_proved(account_id_param))
      and not exists (select from public.admin_users where user_id = account_id_param)
      and not exists (
        select from auth.mfa_factors where mfa_factors.user_id = account_id_param and mfa_factors.status::text = 'verified')
  $$;
comment on function private.is_without_way_in is
  'Invited as a customer, and nobody has chosen how to sign in; or a sign-up that was never proved. Every other account is opened by its own ways only.';

create function private.awaits_first_password(account_id_param uuid) returns boolean
  language sql stable set search_path = ''
  as $$
    select exists (
      select from auth.users as account
      where account.id = account_id_param
        and account.invited_at is not null
        and coalesce(account.encrypted_password, '') = ''
        and not exists (select from auth.identities where identities.user_id = account.id and identities.provider <> 'email')
    )
  $$;
comment on function private.awaits_first_password is
  'Invited, and still without a way to sign in. An opened link is not enough: its reader may have left without choosing a password.';

create function private.addresses_in_two_spellings() returns table (kind text, id uuid, address text)
  language sql stable set search_path = ''
  as $$
    select 'account', account.id, private.canonical_email(account.email)
      from auth.users as account where account.email <> private.canonical_email(account.email)
    union all
    select 'contact', profile.id, private.canonical_email(profile.email)
      from public.user_profiles as profile where profile.email <> private.canonical_email(profile.email)
    union all
    -- Taken for the contact's address by a rule that folded other letters too.
    select 'lead', lead.id, private.canonical_email(lead.email)
      from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
      where lower(lead.email) = lower(profile.email) and private.canonical_email(lead.email) <> private.canonical_email(profile.email)
    order by 3, 1, 2
  $$;
comment on function private.addresses_in_two_spellings is
  'What was kept under another spelling of an address that has one form now, and what two addresses were joined by. For the team: nothing of it opens anything. `npm run doctor` lists it.';

-- One profile per person: of an account, or of an e-mail address as long as it has none.

create table public.user_profiles (
  id                       uuid        not null default gen_random_uuid(),
  user_id                  uuid,
  email                    text        default private.account_email(),
  first_name               text,
  last_name                text,
  phone                    text,
  phone_e164               text        generated always as (private.phone_e164(private.phone_digits(phone))) stored,
  company_name             text,
  business_type            text,
  registration_path        text,
  calls_per_month          integer,
  welcome_message          text,
  knowledge_base_url       text,
  knowledge_base_text      text,
  intention                text,
  business_hours           text[],
  voice                    text,
  prospects_per_month      text,
  current_clients          text,
  marketing_needs          text,
  active_clients_per_month integer,
  client_followup_goals    text,
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  contacts_per_month       integer,
  audience                 text,
  company_siren            text,
  company_legal_name       text,
  company_address          text,
  constraint user_profiles_pkey                           primary key (id),
  constraint user_profiles_one_per_account                unique (user_id),
  constraint user_profiles_account                        foreign key (user_id) references auth.users (id) on delete cascade,
  constraint user_profiles_lines_are_short check (
    greatest(
      char_length(email), char_length(first_name), char_length(last_name), char_length(phone), char_length(company_name),
      char_length(business_type), char_length(registration_path), char_length(intention), char_length(voice),
      char_length(prospects_per_month), char_length(current_clients)
    ) <= 300
  ),
  constraint user_profiles_url_is_short                   check (char_length(knowledge_base_url) <= 2000),
  constraint user_profiles_texts_are_short check (
    greatest(char_length(welcome_message), char_length(marketing_needs), char_length(client_followup_goals)) <= 4000
    and char_length(knowledge_base_text) <= 4400
    and char_length(array_to_string(business_hours, ',')) <= 600
  ),
  constraint user_profiles_counts_are_positive            check (least(calls_per_month, active_clients_per_month) >= 0),
  constraint user_profiles_contacts_per_month_is_positive check (contacts_per_month >= 0),
  constraint user_profiles_audience_is_short              check (char_length(audience) <= 300),
  constraint user_profiles_company_siren_is_short         check (char_length(company_siren) <= 9),
  constraint user_profiles_company_legal_name_is_short    check (char_length(company_legal_name) <= 300),
  constraint user_profiles_company_address_is_short       check (char_length(company_address) <= 300)
);
comment on column public.user_profiles.calls_per_month is 'Calls per DAY: the name is given by the specification.';

create unique index user_profiles_one_per_email_without_account on public.user_profiles (email) where user_id is null;

alter table public.user_profiles enable row level security, force row level security;
revoke all on public.user_profiles from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.user_profiles to service_role;
grant select, delete on public.user_profiles to authenticated;
grant insert (
    user_id, email, first_name, last_name, phone, company_name, business_type, registration_path, calls_per_month,
    welcome_message, knowledge_base_url, knowledge_base_text, intention, business_hours, voice, prospects_per_month,
    current_clients, marketing_needs, active_clients_per_month, client_followup_goals, contacts_per_month, audience,
    company_siren, company_legal_name, company_address
  ) on public.user_profiles to authenticated;
create policy "The owner of the schema keeps every profile" on public.user_profiles
  for all to current_user using (true) with check (true);
create policy "Trusted servers keep every profile" on public.user_profiles
  for all to service_role using (true) with check (true);
create policy "Customers can read their own profile" on public.user_profiles
  for select to authenticated
  using (user_id = (select private.proved_user_id()));
create policy "Customers can add their own profile, under the e-mail of their account" on public.user_profiles
  for insert to authenticated
  with check (user_id = (select private.proved_user_id()) and lower(email) = (select private.account_email()));
create policy "Administrators can read every profile" on public.user_profiles
  for select to authenticated using ((select private.is_admin()));
create policy "Administrators can delete a profile" on public.user_profiles
  for delete to authenticated using ((select private.is_admin()));

create function private.touch_updated_at() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create function private.keep_canonical_email() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.email := private.canonical_email(new.email);
  return new;
end
$$;

create trigger keep_canonical_email before insert on public.user_profiles
  for each row execute function private.keep_canonical_email();
create trigger keep_changed_canonical_email before update of email on public.user_profiles
  for each row when (new.email is distinct from old.email) execute function private.keep_canonical_email();

create function private.take_turn(email text) returns void
  language sql volatile set search_path = ''
  as $$ select pg_advisory_xact_lock(hashtextextended('leads of ' || private.canonical_email(email), 0)) $$;
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
        and profile.user_id is null and profile.email = account.email
      returning profile.id into own_profile_id;
    if found then
      update public.leads set account_exists = false where user_profile_id = own_profile_id and account_exists;
      return own_profile_id;
    end if;
  exception when unique_violation then
    null; -- another call has just made this account's profile; the next statement finds it
  end;

  insert into public.user_profiles as profile (user_id, email, registration_path)
    select account.id, account.email, registration_path_param from auth.users as account where account.id = account_id_param
    on conflict (user_id) do update set registration_path = coalesce(excluded.registration_path, profile.registration_path)
    returning id into own_profile_id;
  return own_profile_id;
end
$$;

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
comment on function public.create_profile_if_not_exists is
  'The caller''s profile, made if needed, and the lead of the funnel of that path. Sends nothing: the questionnaire does.';
revoke all on function public.create_profile_if_not_exists from public, anon, authenticated, service_role;
grant execute on function public.create_profile_if_not_exists to authenticated;

create trigger touch_updated_at before update on public.user_profiles
  for each row execute function private.touch_updated_at();

-- Every question of every form, once. What may look a name up reads it when it runs; what has to name every question (the
-- columns, the view, two updates, one procedure) is written from domain/funnel/questions.ts.

create table private.questions (
  column_name   text    not null,
  wire_name     text,
  kind          text    not null default 'text',
  max_length    integer,
  forms         text[]  not null,
  is_contact    boolean not null default false,
  is_volume     boolean not null default false,
  unanswered    jsonb   not null default '""',
  position      integer not null generated always as identity,
  is_of_profile boolean not null generated always as (forms && array['secretariat', 'marketing', 'suiviclient']) stored,
  constraint questions_pkey                primary key (column_name),
  constraint questions_one_per_wire_name   unique (wire_name),
  constraint questions_kind_is_known       check (kind in ('text', 'count', 'hours', 'list', 'notes')),
  constraint questions_texts_have_a_length check ((kind = 'text') = (max_length is not null)),
  constraint questions_forms_are_known     check (forms <@ array['secretariat', 'marketing', 'suiviclient', 'closing', 'conferences'])
);
comment on table  private.questions is 'Every question of every form, once. The same as domain/funnel/questions.ts.';
comment on column private.questions.column_name is
  'In leads, and in user_profiles where is_of_profile; the parameter is <column_name>_param.';
comment on column private.questions.wire_name is
  'What receivers know it as; null for answers that are announced key by key, or not at all.';
comment on column private.questions.max_length is 'Of a text, in characters.';
comment on column private.questions.is_volume is 'The price of its offer depends on it.';
comment on column private.questions.unanswered is
  'What an event says when it was not answered; "" also makes a text of a number.';
comment on column private.questions.is_of_profile is
  'Asked by a questionnaire: kept in the profile too, and a parameter of create_lead_without_auth.';

alter table private.questions enable row level security, force row level security;
revoke all on private.questions from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the questions" on private.questions
  for all to current_user using (true) with check (true);

-- A question that is added comes last: in the view, a column can come nowhere else.
insert into private.questions (column_name, wire_name, kind, max_length, forms, is_contact, is_volume, unanswered) values
  -- questions: rows
  ('email',                    'email',                 'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}',  true,  false, '""'),
  ('first_name',               'firstName',             'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}',  true,  false, '""'),
  ('last_name',                'lastName',              'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}',  true,  false, '""'),
  ('phone',                    'phone',                 'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}',  true,  false, '""'),
  ('company_name',             'companyName',           'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}',  true,  false, '""'),
  ('business_type',            'businessType',          'text',  300,  '{secretariat,marketing,suiviclient,conferences}',          true,  false, '""'),
  ('welcome_message',          'welcomeMessage',        'text',  4000, '{secretariat}',                                            false, false, '""'),
  ('knowledge_base_url',       'knowledgeBaseUrl',      'text',  2000, '{secretariat}',                                            false, false, '""'),
  ('knowledge_base_text',      'knowledgeBaseText',     'text',  4400, '{secretariat}',                                            false, false, '""'),
  ('intention',                'intention',             'text',  300,  '{secretariat}',                                            false, false, '""'),
  ('calls_per_month',          'callsPerMonth',         'count', null, '{secretariat}',                                            false, true,  'null'),
  ('business_hours',           'businessHours',         'hours', null, '{secretariat}',                                            false, false, '[]'),
  ('voice',                    'voice',                 'text',  300,  '{secretariat,marketing,suiviclient}',                      false, false, '""'),
  ('prospects_per_month',      'prospectsPerMonth',     'text',  300,  '{marketing}',                                              false, true,  '""'),
  ('current_clients',          'currentClients',        'text',  300,  '{marketing}',                                              false, false, '""'),
  ('marketing_needs',          'marketingNeeds',        'text',  4000, '{marketing}',                                              false, false, '""'),
  ('active_clients_per_month', 'activeClientsPerMonth', 'count', null, '{suiviclient}',                                            false, true,  '""'),
  ('client_followup_goals',    'clientFollowupGoals',   'text',  4000, '{suiviclient}',                                            false, false, '""'),
  ('role',                     'role',                  'text',  300,  '{closing}',                                                false, false, '""'),
  ('prospects_count',          'prospectsCount',        'text',  300,  '{closing}',                                                false, true,  '""'),
  ('objectives',               'objectives',            'list',  null, '{closing}',                                                false, false, '[]'),
  ('extra_answers',            null,                    'notes', null, '{conferences}',                                            false, false, '{}'),
  ('contacts_per_month',       null,                    'count', null, '{marketing}',                                              false, false, 'null'),
  ('audience',                 null,                    'text',  300,  '{suiviclient}',                                            false, false, '""'),
  ('company_siren',            null,                    'text',  9,    '{secretariat,marketing,suiviclient,closing,conferences}',  false, false, '""'),
  ('company_legal_name',       null,                    'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}',  false, false, '""'),
  ('company_address',          null,                    'text',  300,  '{secretariat,marketing,suiviclient,closing,conferences}',  false, false, '""')
  -- end of questions
;

create function private.answered(row_json jsonb) returns jsonb
  language sql stable parallel safe
begin atomic
  select coalesce(jsonb_object_agg(key, value), '{}'::jsonb)
  from jsonb_each(row_json)
  join private.questions as question on question.column_name = key
  where value not in ('null'::jsonb, '{}'::jsonb, '[]'::jsonb, '""'::jsonb);
end;

create function private.columns_of_form(form text) returns text[]
  language sql stable parallel safe
begin atomic
  select coalesce(array_agg(question.column_name), '{}')
  from private.questions as question
  where columns_of_form.form = any (question.forms) and question.is_of_profile and not question.is_contact;
end;
comment on function private.columns_of_form is
  'Answers of the profile that a form asks for: what it leaves empty there is empty.';

create function private.offer_answers(form text, answers jsonb) returns jsonb
  language sql stable parallel safe
begin atomic
  select coalesce(jsonb_object_agg(question.wire_name, case question.unanswered
           when '""' then to_jsonb(coalesce(answers ->> question.column_name, ''))
           else coalesce(answers -> question.column_name, question.unanswered)
         end), '{}')
         || case form when 'secretariat' then jsonb_build_object('callsPerDay', answers -> 'calls_per_month') else '{}' end
         || coalesce(answers -> 'extra_answers', '{}')
  from private.questions as question
  where offer_answers.form = any (question.forms) and not question.is_contact and question.wire_name is not null;
end;
comment on function private.offer_answers is
  'The fields of one offer, under the names receivers know: all of them, "" when not answered, null for a number. callsPerMonth holds calls per day, said plainly by callsPerDay.';

create function private.contact_answers(contact jsonb) returns jsonb
  language sql stable parallel safe
begin atomic
  select jsonb_object_agg(question.wire_name, coalesce(contact ->> question.column_name, ''))
  from private.questions as question
  where question.is_contact;
end;
comment on function private.contact_answers is
  'Who the person is, under the names receivers know; "" when not answered.';

-- A lead is what one person asked of one offer: one per profile and funnel. It holds the contact and answers of its
-- submission, so that a later change of the profile does not rewrite what was asked.

create table public.leads (
  id                       uuid        not null default gen_random_uuid(),
  user_profile_id          uuid        not null,
  funnel_origin            text        not null,
  lead_status              text        not null default 'to_contact',
  payment_status           boolean     not null default false,
  email                    text,
  first_name               text,
  last_name                text,
  phone                    text,
  phone_e164               text        generated always as (private.phone_e164(private.phone_digits(phone))) stored,
  company_name             text,
  business_type            text,
  calls_per_month          integer,
  welcome_message          text,
  knowledge_base_url       text,
  knowledge_base_text      text,
  intention                text,
  business_hours           text[],
  voice                    text,
  prospects_per_month      text,
  current_clients          text,
  marketing_needs          text,
  active_clients_per_month integer,
  client_followup_goals    text,
  role                     text,
  prospects_count          text,
  objectives               text[],
  extra_answers            jsonb       not null default '{}',
  consents                 jsonb       not null default '{}',
  account_exists           boolean     not null default false,
  newer_answers_at         timestamptz,
  is_suspect               boolean     not null default false,
  last_contact_at          timestamptz not null default now(),
  created_at               timestamptz not null default now(),
  updated_at               timestamptz not null default now(),
  owner                    uuid,
  callback_at              timestamptz,
  contacted_at             timestamptz,
  contacts_per_month       integer,
  audience                 text,
  paid_on                  date,
  reminders_stopped_at     timestamptz,
  company_siren            text,
  company_legal_name       text,
  company_address          text,
  constraint leads_pkey                           primary key (id),
  constraint leads_one_per_profile_and_funnel     unique (user_profile_id, funnel_origin),
  constraint leads_profile                        foreign key (user_profile_id) references public.user_profiles (id) on delete cascade,
  constraint leads_owner                          foreign key (owner) references public.admin_users (user_id) on delete set null,
  constraint leads_funnel_origin_is_known         check (funnel_origin in ('general', 'secretariat', 'marketing', 'suiviclient', 'closing', 'conferences')),
  constraint leads_status_is_known                check (lead_status in ('to_contact', 'contacted', 'client', 'inactive')),
  constraint leads_lines_are_short check (
    greatest(
      char_length(email), char_length(first_name), char_length(last_name), char_length(phone), char_length(company_name),
      char_length(business_type), char_length(intention), char_length(voice), char_length(prospects_per_month),
      char_length(current_clients), char_length(role), char_length(prospects_count)
    ) <= 300
  ),
  constraint leads_url_is_short                   check (char_length(knowledge_base_url) <= 2000),
  constraint leads_texts_are_short check (
    greatest(char_length(welcome_message), char_length(marketing_needs), char_length(client_followup_goals)) <= 4000
    and char_length(knowledge_base_text) <= 4400
    and greatest(char_length(array_to_string(business_hours, ',')), char_length(array_to_string(objectives, ','))) <= 600
  ),
  constraint leads_counts_are_positive            check (least(calls_per_month, active_clients_per_month) >= 0),
  constraint leads_contacts_per_month_is_positive check (contacts_per_month >= 0),
  constraint leads_audience_is_short              check (char_length(audience) <= 300),
  constraint leads_company_siren_is_short         check (char_length(company_siren) <= 9),
  constraint leads_company_legal_name_is_short    check (char_length(company_legal_name) <= 300),
  constraint leads_company_address_is_short       check (char_length(company_address) <= 300)
);
comment on column public.leads.calls_per_month is 'Calls per DAY: the name is given by the specification.';
comment on column public.leads.extra_answers is 'Answers that have no column: comment, newsletter, kind.';
comment on column public.leads.consents is
  'By purpose, such as {"calls": {"granted": true, "version": …}}; see private.has_consented.';
comment on column public.leads.account_exists is 'Sent without signing in, under the e-mail of an account.';
comment on column public.leads.newer_answers_at is
  'A later submission says something else; it waits until somebody adopts it.';
comment on column public.leads.last_contact_at is
  'Creation, update by the person or change of status: what the retention of 6 months counts from.';
comment on column public.leads.owner is 'The administrator who looks after it; null when anybody may.';
comment on column public.leads.callback_at is 'When somebody promised to call back.';
comment on column public.leads.contacted_at is 'When it first left to_contact: the end of the clock of the first call.';
comment on column public.leads.paid_on is
  'The day of the site on which its payment came: its schedule of payments begins there. Null where it was not paid online.';
comment on column public.leads.reminders_stopped_at is
  'Since when its person wants no reminder; null as long as nobody said so.';

-- The list of the admin, newest first by default; the id makes the order total.
create index leads_by_creation on public.leads (created_at, id);
create index leads_by_last_contact on public.leads (last_contact_at)
  where not payment_status and lead_status <> 'client';
create index leads_by_owner on public.leads (owner) where owner is not null;
create index leads_by_callback on public.leads (callback_at, id) where callback_at is not null;
create index leads_contacted_by_creation on public.leads (created_at) where contacted_at is not null;

alter table public.leads enable row level security, force row level security;
revoke all on public.leads from public, anon, authenticated, service_role;
grant select, insert, update, delete on public.leads to service_role;
grant select, delete on public.leads to authenticated;
grant insert (user_profile_id, funnel_origin, lead_status, payment_status) on public.leads to authenticated;
grant update (lead_status, payment_status) on public.leads to authenticated;
create policy "The owner of the schema keeps every lead" on public.leads
  for all to current_user using (true) with check (true);
create policy "Trusted servers keep every lead" on public.leads
  for all to service_role using (true) with check (true);
create policy "Customers can read the leads of their own profile" on public.leads
  for select to authenticated
  using (user_profile_id in (select id from public.user_profiles where user_id = (select private.proved_user_id())));
create policy "Customers can add a lead to their own profile" on public.leads
  for insert to authenticated
  with check (
    lead_status = 'to_contact' and payment_status = false
    and user_profile_id in (select id from public.user_profiles where user_id = (select private.proved_user_id()))
  );
create policy "Administrators can read every lead" on public.leads
  for select to authenticated using ((select private.is_admin()));
create policy "Administrators can change the status and payment of a lead" on public.leads
  for update to authenticated using ((select private.is_admin())) with check ((select private.is_admin()));
create policy "Administrators can delete a lead" on public.leads
  for delete to authenticated using ((select private.is_admin()));

create type private.lead_owner as (
  user_id uuid,
  email   text
);

-- A change that waited for another one began before it: its instant must not be the earlier one, since who changes a lead
-- says which state they saw.
create function private.touch_lead() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.updated_at := greatest(now(), old.updated_at + interval '1 millisecond');
  if new.lead_status is distinct from old.lead_status then
    new.last_contact_at := now();
    new.contacted_at := coalesce(old.contacted_at, now());
  end if;
  return new;
end
$$;

create trigger touch_lead before update on public.leads
  for each row execute function private.touch_lead();

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

create function public.list_lead_owners() returns setof private.lead_owner
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select listed.user_id, account.email::text
    from public.admin_users as listed join auth.users as account on account.id = listed.user_id
    order by account.email;
end
$$;
comment on function public.list_lead_owners is
  'Who may own a lead: the administrators, by their e-mail. Administrators only.';
revoke all on function public.list_lead_owners from public, anon, authenticated, service_role;
grant execute on function public.list_lead_owners to authenticated;

create function private.account_to_attach_to(email_param text) returns uuid
  language sql stable set search_path = ''
  as $$
    select account.id from auth.users as account
    where account.email = private.canonical_email(email_param) and (account.email_confirmed_at is not null or account.invited_at is not null)
    order by account.created_at limit 1
  $$;
comment on function private.account_to_attach_to is
  'An account nobody confirmed and nobody invited is no one''s: whoever typed the e-mail may not be its owner.';

create function public.read_lead_account(lead_id_param uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'state', case
        when profile.user_id is not null then
          case when private.awaits_first_password(profile.user_id) then 'invited' else 'active' end
        when private.account_to_attach_to(coalesce(lead.email, profile.email)) is not null then 'elsewhere'
        else 'none'
      end,
      'invited_at', account.invited_at
    )
    from public.leads as lead
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    left join auth.users as account on account.id = profile.user_id
    where lead.id = lead_id_param
  );
end
$$;
comment on function public.read_lead_account is
  'none, invited (the invitation is not used yet), active, or elsewhere (an account has the e-mail, and the lead is not its); null once the lead is gone.';
revoke all on function public.read_lead_account from public, anon, authenticated, service_role;
grant execute on function public.read_lead_account to authenticated;

-- What a form sent is kept whole, under the key the browser gave it, whatever becomes of its lead. One procedure is open
-- to strangers: it takes what a questionnaire holds, never reads anything back, and answers the same for every e-mail.

create table private.submissions (
  id                  uuid        not null default gen_random_uuid(),
  idempotency_key     uuid        not null default gen_random_uuid(),
  form                text        not null,
  email               text        not null,
  contact             jsonb       not null default '{}',
  answers             jsonb       not null default '{}',
  consents            jsonb       not null default '{}',
  attribution         jsonb       not null default '{}',
  source_path         text,
  user_id             uuid,
  lead_id             uuid        not null,
  is_adopted          boolean     not null default false,
  is_suspect          boolean     not null default false,
  created_at          timestamptz not null default now(),
  updated_at          timestamptz not null default now(),
  from_another_device boolean     not null default false,
  written_by          uuid        default nullif(current_setting('request.written_by', true), '')::uuid,
  conference_on       date,
  changed_from        jsonb,
  left_list_at        timestamptz,
  constraint submissions_pkey           primary key (id),
  constraint submissions_one_per_key    unique (idempotency_key),
  constraint submissions_lead           foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint submissions_form_is_known  check (form in ('general', 'secretariat', 'marketing', 'suiviclient', 'closing', 'conferences')),
  constraint submissions_path_is_a_path check (source_path ~ '^/([^/\\[:cntrl:]][^\\[:cntrl:]]*)?$' and char_length(source_path) <= 300),
  constraint submissions_objects check (
    jsonb_typeof(contact) = 'object' and jsonb_typeof(answers) = 'object'
    and jsonb_typeof(consents) = 'object' and jsonb_typeof(attribution) = 'object'
  )
);
comment on column private.submissions.idempotency_key is
  'Made by the browser; also the reference given back and to the payment page.';
comment on column private.submissions.contact is 'Under the names of the columns of leads; only what was answered.';
comment on column private.submissions.answers is 'Under the names of the columns of leads; only what was answered.';
comment on column private.submissions.is_adopted is 'Its answers are those the lead shows; the others are proposals.';
comment on column private.submissions.from_another_device is
  'Sent under the e-mail of a lead that was there, without its key and without an account: nobody knows whether by the same person.';
comment on column private.submissions.written_by is
  'The administrator who typed it for somebody; null: whoever it is about sent it. No foreign key: it outlives the account.';
comment on column private.submissions.conference_on is
  'The day of the conference that was announced when the form was sent; null of other forms, and where nobody noted it.';
comment on column private.submissions.changed_from is
  'Of a change from the customer''s space: all the answers as they were just before. Null of what a form sent.';
comment on column private.submissions.left_list_at is 'When its person left the waiting list that it had put them on.';

create unique index submissions_one_adopted_per_lead on private.submissions (lead_id) where is_adopted;
create index submissions_that_wait on private.submissions (updated_at) where from_another_device and not is_adopted;
create index submissions_by_creation on private.submissions (created_at);
create index submissions_by_conference on private.submissions ((coalesce(conference_on, '-infinity')), lead_id) where form = 'conferences';
create index submissions_by_lead on private.submissions (lead_id, created_at, id);
create index submissions_of_conferences_by_email on private.submissions (private.canonical_email(email)) where form = 'conferences';

alter table private.submissions enable row level security, force row level security;
revoke all on private.submissions from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the submissions" on private.submissions
  for all to current_user using (true) with check (true);

create table private.former_answers (
  id            bigint      not null generated always as identity,
  submission_id uuid        not null,
  contact       jsonb       not null,
  answers       jsonb       not null,
  consents      jsonb       not null,
  answered_at   timestamptz not null,
  constraint former_answers_pkey       primary key (id),
  constraint former_answers_submission foreign key (submission_id) references private.submissions (id) on delete cascade
);
comment on table private.former_answers is 'What a submission said before its key was sent again with something else.';

create index former_answers_by_submission on private.former_answers (submission_id, id);

alter table private.former_answers enable row level security, force row level security;
revoke all on private.former_answers from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the former answers" on private.former_answers
  for all to current_user using (true) with check (true);

create function private.founded_profile(lead public.leads) returns boolean
  language sql stable set search_path = ''
  as $$
    select not exists (
      select from public.leads as sibling
      where sibling.user_profile_id = lead.user_profile_id and (sibling.created_at, sibling.id) < (lead.created_at, lead.id)
    )
  $$;
comment on function private.founded_profile is
  'Without an account, a profile says what its first lead says: a form of another offer may come from somebody else.';

create function private.keep_former_answers() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.former_answers (submission_id, contact, answers, consents, answered_at)
    values (old.id, old.contact, old.answers, old.consents, old.updated_at);
  -- Whoever holds a key may send it for ever: the first answers and the fifty latest are worth keeping.
  delete from private.former_answers
    where id in (
      select id from (
        select id, row_number() over (order by id desc) as age, row_number() over (order by id) as place
        from private.former_answers where submission_id = old.id
      ) as kept where kept.age > 50 and kept.place > 1
    );
  return null;
end
$$;

create trigger keep_former_answers after update of contact, answers, consents on private.submissions
  for each row when ((old.contact, old.answers, old.consents) is distinct from (new.contact, new.answers, new.consents))
  execute function private.keep_former_answers();

create function private.tidy_attribution() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.attribution := jsonb_strip_nulls(jsonb_build_object(
    'first', private.read_touch(new.attribution -> 'first'),
    'last',  private.read_touch(new.attribution -> 'last')));
  return new;
end
$$;

create trigger tidy_attribution before insert on private.submissions
  for each row when (new.attribution <> '{}') execute function private.tidy_attribution();

create function private.snapshot_of(submission private.submissions) returns jsonb
  language sql stable set search_path = ''
  as $$ select private.answered(jsonb_build_object('email', submission.email) || submission.contact || submission.answers) $$;

create function private.newest_submission_id(lead_id_param uuid) returns uuid
  language sql stable set search_path = ''
  as $$ select id from private.submissions where lead_id = lead_id_param order by updated_at desc, created_at desc, id limit 1 $$;

create function private.write_lead_snapshot(lead_id_param uuid, snapshot jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    update public.leads as lead
    set (
      -- questions: of leads
      email, first_name, last_name, phone, company_name,
      business_type, welcome_message, knowledge_base_url, knowledge_base_text, intention,
      calls_per_month, business_hours, voice, prospects_per_month, current_clients,
      marketing_needs, active_clients_per_month, client_followup_goals, role, prospects_count,
      objectives, extra_answers, contacts_per_month, audience, company_siren,
      company_legal_name, company_address
      -- end of questions
    ) = (
      select
        -- questions: of leads
        email, first_name, last_name, phone, company_name,
        business_type, welcome_message, knowledge_base_url, knowledge_base_text, intention,
        calls_per_month, business_hours, voice, prospects_per_month, current_clients,
        marketing_needs, active_clients_per_month, client_followup_goals, role, prospects_count,
        objectives, extra_answers, contacts_per_month, audience, company_siren,
        company_legal_name, company_address
        -- end of questions
      from jsonb_populate_record(null::public.leads, '{"extra_answers": {}}' || snapshot)
    )
    where lead.id = lead_id_param
  $$;

create function private.write_profile_answers(profile_id_param uuid, snapshot jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    update public.user_profiles as profile
    set (
      -- questions: of profiles
      first_name, last_name, phone, company_name, business_type,
      welcome_message, knowledge_base_url, knowledge_base_text, intention, calls_per_month,
      business_hours, voice, prospects_per_month, current_clients, marketing_needs,
      active_clients_per_month, client_followup_goals, contacts_per_month, audience, company_siren,
      company_legal_name, company_address
      -- end of questions
    ) = (
      select
        -- questions: of profiles
        first_name, last_name, phone, company_name, business_type,
        welcome_message, knowledge_base_url, knowledge_base_text, intention, calls_per_month,
        business_hours, voice, prospects_per_month, current_clients, marketing_needs,
        active_clients_per_month, client_followup_goals, contacts_per_month, audience, company_siren,
        company_legal_name, company_address
        -- end of questions
      from jsonb_populate_record(null::public.user_profiles, snapshot)
    )
    where profile.id = profile_id_param
  $$;

create function private.keep_latest_answers(profile_id_param uuid, submission private.submissions) returns void
  language sql volatile set search_path = ''
  as $$
    select private.write_profile_answers(
      profile_id_param,
      private.answered(to_jsonb(profile)) - private.columns_of_form(submission.form) || private.snapshot_of(submission))
    from public.user_profiles as profile where profile.id = profile_id_param
  $$;
comment on function private.keep_latest_answers is 'For the person the profile belongs to.';

create function private.complete_profile(profile_id_param uuid, submission private.submissions, outdated jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    select private.write_profile_answers(
      profile_id_param,
      private.snapshot_of(submission) || private.without(private.answered(to_jsonb(profile)), outdated))
    from public.user_profiles as profile where profile.id = profile_id_param
  $$;
comment on function private.complete_profile is
  'Anybody may know an e-mail: what is filled is not touched, but for the outdated answers that this submission replaces.';

create function private.find_or_make_profile(submission private.submissions) returns uuid
  language plpgsql volatile set search_path = ''
  as $$
declare
  profile_id uuid;
begin
  if submission.user_id is not null then
    return private.ensure_account_profile(submission.user_id, submission.source_path);
  end if;
  loop
    insert into public.user_profiles (email, registration_path)
      values (private.canonical_email(submission.email), submission.source_path)
      on conflict (email) where user_id is null do nothing
      returning id into profile_id;
    exit when found;
    select id into profile_id from public.user_profiles
      where email = private.canonical_email(submission.email) and user_id is null
      for no key update;
    exit when found; -- else it was erased, or became an account's, between the two
  end loop;
  return profile_id;
end
$$;
comment on function private.find_or_make_profile is 'Locked until the end, and unchanged when it was there.';

create function private.adopt_submission(submission_id_param uuid) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  submission private.submissions;
  lead       public.leads;
  profile    public.user_profiles;
begin
  select * into strict submission from private.submissions where id = submission_id_param;
  select * into strict lead from public.leads where id = submission.lead_id;
  select * into strict profile from public.user_profiles where id = lead.user_profile_id;

  perform private.write_lead_snapshot(lead.id, private.snapshot_of(submission));
  update public.leads
    set consents = submission.consents, is_suspect = submission.is_suspect, newer_answers_at = null, last_contact_at = now()
    where id = lead.id;
  update private.submissions set is_adopted = false where lead_id = lead.id and is_adopted and id <> submission.id;
  update private.submissions set is_adopted = true where id = submission.id and not is_adopted;

  if profile.user_id is null then
    if private.founded_profile(lead) then
      perform private.complete_profile(profile.id, submission, private.answered(to_jsonb(lead)));
    end if;
  elsif profile.user_id = submission.user_id then
    perform private.keep_latest_answers(profile.id, submission);
  end if;
end
$$;
comment on function private.adopt_submission is
  'Its answers become those of the lead: the owner sent it, an administrator chose it, or it was paid for.';

create function private.store_submission(submission private.submissions) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
declare
  snapshot   jsonb   := private.snapshot_of(submission);
  profile_id uuid    := private.find_or_make_profile(submission);
  is_known   boolean := submission.user_id is null and exists (select from auth.users where email = private.canonical_email(submission.email));
  is_new     boolean;
  is_owner   boolean := submission.user_id is not null; -- the profile is that of their account
  lead       public.leads;
  completed  jsonb;
begin
  -- Profile, then lead, then submission: the order everybody takes.
  insert into public.leads (user_profile_id, funnel_origin, email, consents, account_exists, is_suspect)
    values (profile_id, submission.form, submission.email, submission.consents, is_known, submission.is_suspect)
    on conflict (user_profile_id, funnel_origin) do nothing
    returning id into submission.lead_id;
  is_new := found;
  select * into lead from public.leads
    where user_profile_id = profile_id and funnel_origin = submission.form
    for no key update;
  if not found then
    return false; -- deleted at the same moment
  end if;

  insert into private.submissions
      (idempotency_key, form, email, contact, answers, consents, attribution, source_path, user_id, lead_id, is_suspect,
       from_another_device)
    values
      (submission.idempotency_key, submission.form, submission.email, submission.contact, submission.answers, submission.consents,
       submission.attribution, submission.source_path, submission.user_id, lead.id, submission.is_suspect,
       not is_new and not is_owner)
    on conflict (idempotency_key) do nothing
    returning id into submission.id;
  if not found then
    return false; -- the same key arrived at the same moment and was first
  end if;

  if is_new or (is_owner and not lead.payment_status) then
    perform private.adopt_submission(submission.id);
    return true;
  end if;

  if not is_owner then
    if not private.answered(to_jsonb(lead)) @> (snapshot - 'email') then
      update public.leads set newer_answers_at = now() where id = lead.id;
    end if;
    return true;
  end if;

  completed := snapshot || private.answered(to_jsonb(lead));
  perform private.write_lead_snapshot(lead.id, completed);
  perform private.keep_latest_answers(profile_id, submission);
  update public.leads
    set last_contact_at = now(),
        newer_answers_at = case when completed @> (snapshot - 'email') then newer_answers_at else now() end
    where id = lead.id;
  return true;
end
$$;
comment on function private.store_submission is
  'A key seen for the first time. The owner of an unpaid lead replaces its answers, and of a paid one completes them; anybody else proposes and changes nothing. False when the key is known after all.';

create function private.repeat_submission(submission private.submissions) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
declare
  known     private.submissions;
  profile   public.user_profiles;
  lead      public.leads;
  is_theirs boolean;
begin
  select * into known from private.submissions where idempotency_key = submission.idempotency_key;
  if not found then
    return false;
  end if;
  if known.form <> submission.form or private.canonical_email(known.email) <> private.canonical_email(submission.email) then
    raise exception 'idempotency_key_reused' using errcode = 'PT409';
  end if;

  select * into profile from public.user_profiles
    where id = (select user_profile_id from public.leads where id = known.lead_id)
    for no key update;
  select * into lead from public.leads where id = known.lead_id for no key update;
  select * into known from private.submissions where id = known.id for no key update;
  if not found then
    return false; -- erased meanwhile: it is a new person to us
  end if;
  is_theirs := known.is_adopted and (profile.user_id is null or profile.user_id is not distinct from submission.user_id);

  update private.submissions
    set contact = submission.contact, answers = submission.answers, consents = submission.consents, updated_at = now(),
        source_path = coalesce(submission.source_path, source_path)
    where id = known.id
      and (contact, answers, consents) is distinct from (submission.contact, submission.answers, submission.consents);
  if is_theirs and found then
    update public.leads set consents = submission.consents where id = lead.id;
  end if;

  if (known.contact, known.answers) is distinct from (submission.contact, submission.answers) then
    if is_theirs and not lead.payment_status then
      perform private.adopt_submission(known.id);
    else
      update public.leads
        set newer_answers_at = now(),
            last_contact_at = case when is_theirs then now() else last_contact_at end
        where id = lead.id;
    end if;
  end if;
  return true;
end
$$;
comment on function private.repeat_submission is
  'A known key: its answers are replaced, and so are those of its lead while unpaid and not somebody''s account. False when the key is unknown.';

create function private.receive_submission(submission private.submissions) returns uuid
  language plpgsql volatile set search_path = ''
  as $$
begin
  submission.idempotency_key := coalesce(submission.idempotency_key, gen_random_uuid());
  submission.contact         := coalesce(submission.contact, '{}');
  submission.answers         := coalesce(submission.answers, '{}');
  submission.consents        := coalesce(submission.consents, '{}');
  submission.attribution     := coalesce(submission.attribution, '{}');
  submission.is_suspect      := coalesce(submission.is_suspect, false);

  perform private.take_turn(submission.email);
  while not private.repeat_submission(submission) loop
    exit when private.store_submission(submission);
  end loop;
  return submission.idempotency_key;
end
$$;
comment on function private.receive_submission is
  'Stores what a form sent, already checked, with its lead and its events. Gives the reference: the idempotency key, made here when the browser sent none.';

create function public.create_lead_without_auth(
  email_param             text  default null,
  funnel_origin_param     text  default null,
  registration_path_param text  default null,
  -- questions: parameters
  first_name_param               text   default null,
  last_name_param                text   default null,
  phone_param                    text   default null,
  company_name_param             text   default null,
  business_type_param            text   default null,
  welcome_message_param          text   default null,
  knowledge_base_url_param       text   default null,
  knowledge_base_text_param      text   default null,
  intention_param                text   default null,
  calls_per_month_param          text   default null,
  business_hours_param           text[] default null,
  voice_param                    text   default null,
  prospects_per_month_param      text   default null,
  current_clients_param          text   default null,
  marketing_needs_param          text   default null,
  active_clients_per_month_param text   default null,
  client_followup_goals_param    text   default null,
  contacts_per_month_param       text   default null,
  audience_param                 text   default null,
  company_siren_param            text   default null,
  company_legal_name_param       text   default null,
  company_address_param          text   default null,
  -- end of questions
  idempotency_key_param   uuid  default null,
  consents_param          jsonb default null,
  attribution_param       jsonb default null,
  website_param           text  default null
) returns jsonb
  language plpgsql volatile security definer set search_path = ''
  as $$
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
  submission.contact         := jsonb_strip_nulls(jsonb_build_object(
    -- questions: contact
    'first_name', private.read_text(first_name_param, 300, 'first_name_param'),
    'last_name', private.read_text(last_name_param, 300, 'last_name_param'),
    'phone', private.read_text(phone_param, 300, 'phone_param'),
    'company_name', private.read_text(company_name_param, 300, 'company_name_param'),
    'business_type', private.read_text(business_type_param, 300, 'business_type_param')
    -- end of questions
  ));
  submission.answers         := jsonb_strip_nulls(jsonb_build_object(
    -- questions: answers
    'welcome_message', private.read_text(welcome_message_param, 4000, 'welcome_message_param'),
    'knowledge_base_url', private.read_text(knowledge_base_url_param, 2000, 'knowledge_base_url_param'),
    'knowledge_base_text', private.read_text(knowledge_base_text_param, 4400, 'knowledge_base_text_param'),
    'intention', private.read_text(intention_param, 300, 'intention_param'),
    'calls_per_month', private.read_count(calls_per_month_param, 'calls_per_month_param'),
    'business_hours', private.read_hours(business_hours_param, 'business_hours_param'),
    'voice', private.read_text(voice_param, 300, 'voice_param'),
    'prospects_per_month', private.read_text(prospects_per_month_param, 300, 'prospects_per_month_param'),
    'current_clients', private.read_text(current_clients_param, 300, 'current_clients_param'),
    'marketing_needs', private.read_text(marketing_needs_param, 4000, 'marketing_needs_param'),
    'active_clients_per_month', private.read_count(active_clients_per_month_param, 'active_clients_per_month_param'),
    'client_followup_goals', private.read_text(client_followup_goals_param, 4000, 'client_followup_goals_param'),
    'contacts_per_month', private.read_count(contacts_per_month_param, 'contacts_per_month_param'),
    'audience', private.read_text(audience_param, 300, 'audience_param'),
    'company_siren', private.read_text(company_siren_param, 9, 'company_siren_param'),
    'company_legal_name', private.read_text(company_legal_name_param, 300, 'company_legal_name_param'),
    'company_address', private.read_text(company_address_param, 300, 'company_address_param')
    -- end of questions
  ));

  if submission.form is null or submission.form not in ('general', 'secretariat', 'marketing', 'suiviclient', 'closing', 'conferences') then
    raise exception 'funnel_origin_unknown: funnel_origin_param';
  end if;
  return jsonb_build_object('accepted', true, 'reference', private.receive_submission(submission));
end
$$;
comment on function public.create_lead_without_auth is
  'Stores a questionnaire. "" and [""] mean no value; numbers may be text. A token whose session ended, or that lacks the second factor, counts as none: nothing is lost, nothing of the account is changed. website_param is the trap field: filled, the lead is marked suspect.';
revoke all on function public.create_lead_without_auth from public, anon, authenticated, service_role;
grant execute on function public.create_lead_without_auth to anon, authenticated, service_role;

create function public.read_newer_answers(lead_id_param uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select private.snapshot_of(submission) || jsonb_build_object('from_another_device', submission.from_another_device)
    from private.submissions as submission
    join public.leads as lead on lead.id = submission.lead_id
    where submission.id = private.newest_submission_id(lead_id_param) and lead.newer_answers_at is not null
  );
end
$$;
comment on function public.read_newer_answers is
  'What the newer submission says, under the names of admin_dashboard, and whether another device sent it; null when nothing waits.';
revoke all on function public.read_newer_answers from public, anon, authenticated, service_role;
grant execute on function public.read_newer_answers to authenticated;

create function public.adopt_newer_answers(lead_id_param uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  perform from public.leads where id = lead_id_param and newer_answers_at is not null for no key update;
  if found then
    perform private.adopt_submission(private.newest_submission_id(lead_id_param));
    insert into private.audit_log (actor, action, lead_id) values (auth.uid(), 'lead.answers_adopted', lead_id_param);
  end if;
end
$$;
revoke all on function public.adopt_newer_answers from public, anon, authenticated, service_role;
grant execute on function public.adopt_newer_answers to authenticated;

-- What was ordered, and what its owner reads and changes of it.

create function private.volume_in_words(lead public.leads) returns text
  language sql stable set search_path = ''
  as $$
    select case
      when lead.funnel_origin = 'conferences' then
        case when lead.extra_answers ->> 'kind' is not distinct from 'waitlist' then 'waitlist' else '' end
      else left(regexp_replace(
        coalesce(lead.calls_per_month::text, lead.active_clients_per_month::text, lead.prospects_per_month, lead.prospects_count, ''),
        '[^0-9+-]', '', 'g'), 12)
    end
  $$;
comment on function private.volume_in_words is 'The answer that the price depends on, without any word that was typed.';

-- `callsOrdered` of domain/leads reads the same; tests/support/calls-examples.ts is tried on both.
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
  'One number of prospects as calls, as `callsOrdered` of domain/leads: null for 0, for two numbers, and for other words.';

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
  'The form, and the one answer that the price depends on, as `Asked` of domain/leads/offers.ts: null when it was not given.';

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
  'As `OrderedCompany` of domain/leads/payer.ts: what a payer is compared with.';

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
  language sql stable set search_path = ''
  as $$
    select schedule from private.payment_events
    where lead_id = lead_id_param and state = 'applied' and schedule is not null
    order by received_at desc, id limit 1
  $$;
comment on function private.kept_schedule is 'What was agreed with the newest payment of a lead.';

-- What must reach somebody else (automation receivers, mailboxes) is a row before it is a message: it commits with what
-- caused it, survives a crash, and is tried until it is delivered or given up where an administrator sees it.

create table private.receivers (
  id              uuid        not null default gen_random_uuid(),
  topic           text        not null,
  url             text        not null,
  disabled_at     timestamptz,
  disabled_reason text,
  paused_until    timestamptz,
  failure_count   integer     not null default 0,
  created_at      timestamptz not null default now(),
  constraint receivers_pkey                 primary key (id),
  constraint receivers_one_per_url          unique (topic, url),
  constraint receivers_failures_are_counted check (failure_count >= 0),
  constraint receivers_topic_is_known       check (topic in ('lead', 'sign_in', 'send_sms'))
);
comment on table private.receivers is 'Addresses come from the environment only; the outbox writes them here at start.';

alter table private.receivers enable row level security, force row level security;
revoke all on private.receivers from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the receivers" on private.receivers
  for all to current_user using (true) with check (true);

create table private.deliveries (
  id            uuid        not null default gen_random_uuid(),
  kind          text        not null,
  receiver_id   uuid,
  event         text        not null,
  lead_id       uuid,
  body          jsonb       not null,
  status        text        not null default 'waiting',
  attempts      integer     not null default 0,
  next_try_at   timestamptz not null default now(),
  leased_until  timestamptz,
  leased_by     text,
  last_status   integer,
  last_error    text,
  delivered_at  timestamptz,
  created_at    timestamptz not null default now(),
  submission_id uuid,
  merged_from   uuid,
  traceparent   text        default substring(
    current_setting('request.traceparent', true) from '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$'),
  constraint deliveries_pkey                     primary key (id),
  constraint deliveries_receiver                 foreign key (receiver_id) references private.receivers (id),
  constraint deliveries_lead                     foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint deliveries_kind_is_known            check (kind in ('webhook', 'mail')),
  constraint deliveries_status_is_known          check (status in ('waiting', 'delivered', 'dead')),
  constraint deliveries_webhooks_have_a_receiver check ((kind = 'webhook') = (receiver_id is not null))
);
comment on column private.deliveries.id is
  'The webhook-id: the same on every try of one body. A body that changes gets another, since the old one may have been seen.';
comment on column private.deliveries.body is 'Of a webhook, what is posted; of a mail, {"to", "template", "data"}.';
comment on column private.deliveries.submission_id is
  'Whose answers it announces; null for every other event. No foreign key: it goes with its lead, and outlives nothing else.';
comment on column private.deliveries.merged_from is 'The lead it was about, before that one was merged into this one.';
comment on column private.deliveries.traceparent is
  'W3C trace context; null where traces are off. Drawn by the server for one request: says nothing of who made it.';

-- The worker's claim, its sweep of lost leases, the admin's list of what gave up, and the erasure of a lead.
create index deliveries_due on private.deliveries (next_try_at) where status = 'waiting';
create index deliveries_by_receiver on private.deliveries (receiver_id, created_at) where status <> 'delivered';
create index deliveries_by_lead on private.deliveries (lead_id);
-- The delivery that newer answers replace.
create index deliveries_that_wait_by_submission on private.deliveries (submission_id, receiver_id)
  where status = 'waiting' and submission_id is not null;
create index deliveries_with_delivered_body on private.deliveries (delivered_at) where status = 'delivered' and body <> '{}';
create index deliveries_delivered on private.deliveries (delivered_at) where status = 'delivered';
create index deliveries_dead on private.deliveries (created_at) where status = 'dead';
create unique index deliveries_one_of_each_mail_per_lead on private.deliveries (lead_id, event)
  where event in ('mail.lead-received', 'mail.payment-received') and merged_from is null;
create unique index deliveries_one_reminder_per_lead on private.deliveries (lead_id) where event = 'mail.order-reminder';
create index deliveries_mails_by_address on private.deliveries (private.canonical_email(body ->> 'to'))
  where kind = 'mail' and lead_id is null;

alter table private.deliveries enable row level security, force row level security;
revoke all on private.deliveries from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the deliveries" on private.deliveries
  for all to current_user using (true) with check (true);

create type private.delivery_receiver as (
  receiver_id      uuid,
  topic            text,
  host             text,
  number           integer,
  dead_count       integer,
  replayable_count integer,
  waiting_count    integer,
  paused_until     timestamptz,
  disabled_reason  text
);

create type private.open_delivery as (
  delivery_id     uuid,
  receiver_id     uuid,
  topic           text,
  host            text,
  number          integer,
  event           text,
  status          text,
  attempts        integer,
  last_status     integer,
  last_error      text,
  next_try_at     timestamptz,
  is_replayable   boolean,
  created_at      timestamptz,
  lead_id         uuid,
  lead_name       text,
  recipient       text,
  is_waiting_list boolean
);

create function private.event_of_form(form text) returns text
  language sql immutable parallel safe
  return case form when 'closing' then 'closing.registered' when 'conferences' then 'conference.registered' else 'questionnaire.submitted' end;

create function private.default_path_of_form(form text) returns text
  language sql immutable parallel safe
  return case when form in ('secretariat', 'marketing', 'suiviclient') then '/inscription-' || form when form = 'general' then '/' else '/' || form end;

create function private.event_body(submission private.submissions) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  contact     jsonb   := submission.contact;
  answers     jsonb   := submission.answers;
  consents    jsonb   := submission.consents;
  is_proposal boolean := submission.from_another_device and not submission.is_adopted;
begin
  -- A receiver files what it reads under the e-mail: of a proposal it reads what the lead says, and that more waits.
  if is_proposal then
    select private.answered(to_jsonb(lead)), private.answered(to_jsonb(lead)), lead.consents into contact, answers, consents
      from public.leads as lead where lead.id = submission.lead_id;
  end if;
  return private.offer_answers(submission.form, answers) || private.contact_answers(contact) || jsonb_build_object(
    'event',     private.event_of_form(submission.form),
    'reference', submission.idempotency_key,
    'consents',  consents,
    'email',     submission.email,
    'funnel',    submission.form,
    'timestamp', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'source',    coalesce((select value #>> '{}' from private.settings where key = 'site_origin'), '')
                   || coalesce(submission.source_path, private.default_path_of_form(submission.form))
  ) || case when is_proposal then '{"fromAnotherDevice": true}'::jsonb else '{}' end;
end
$$;
comment on function private.event_body is
  'Flat: the fields of the specification, then event, reference, consents and callsPerDay. fromAnotherDevice: true of answers that wait, which are then those of the lead.';

create function private.announce_submission() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.deliveries (kind, receiver_id, event, lead_id, submission_id, body)
    select 'webhook', receiver.id, private.event_of_form(new.form), new.lead_id, new.id, private.event_body(new)
    from private.receivers as receiver
    where receiver.topic = 'lead' and receiver.disabled_at is null;
  perform pg_notify('deliveries', '');
  return null;
end
$$;

create trigger announce_submission after insert on private.submissions
  for each row execute function private.announce_submission();

create function private.announce_changed_answers() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  new_body jsonb := private.event_body(new);
begin
  -- One that a worker claims at this moment is waited for, and then counts as on its way.
  with enabled as (
    select id from private.receivers where topic = 'lead' and disabled_at is null
  ), replaced as (
    update private.deliveries as delivery
      set id = gen_random_uuid(), body = new_body, attempts = 0, last_status = null, last_error = null,
          next_try_at = now(), created_at = now(), leased_by = null, leased_until = null
      from enabled
      where delivery.submission_id = new.id and delivery.receiver_id = enabled.id and delivery.status = 'waiting'
        and (delivery.leased_until is null or delivery.leased_until <= now())
      returning delivery.receiver_id
  )
  insert into private.deliveries (kind, receiver_id, event, lead_id, submission_id, body)
    select 'webhook', enabled.id, private.event_of_form(new.form), new.lead_id, new.id, new_body
    from enabled where not exists (select from replaced where replaced.receiver_id = enabled.id);
  perform pg_notify('deliveries', '');
  return null;
end
$$;
comment on function private.announce_changed_answers is
  'The submission is locked, so changes of one key come one after the other. A try that was refused has its pauses again: the body is another one.';

create trigger announce_changed_answers after update of contact, answers on private.submissions
  for each row when ((old.contact, old.answers) is distinct from (new.contact, new.answers))
  execute function private.announce_changed_answers();
create trigger announce_adopted_answers after update of is_adopted on private.submissions
  for each row when (new.is_adopted and not old.is_adopted and new.from_another_device and new.lead_id = old.lead_id)
  execute function private.announce_changed_answers();

create function private.delivery_receivers() returns setof private.delivery_receiver
  language sql stable set search_path = ''
  as $$
    with undelivered as (
      select delivery.receiver_id,
             count(*) filter (where status = 'dead')                   as dead_count,
             count(*) filter (where status = 'dead' and body <> '{}')  as replayable_count,
             count(*) filter (where status = 'waiting')                as waiting_count
      from private.deliveries as delivery where status <> 'delivered' group by delivery.receiver_id
    ), endpoints as (
      select id, receiver.topic, substring(url from '^https?://(?:[^/?#@]*@)?([^/?#]+)') as host, created_at, paused_until,
             disabled_at, disabled_reason
      from private.receivers as receiver
      union all
      select null, 'mail', null, null,
             (select (value ->> 'paused_until')::timestamptz from private.settings where key = 'mail_pause'), null, null
    ), named as (
      select endpoints.*,
             case when count(*) over alike > 1
               then row_number() over (partition by endpoints.topic, endpoints.host order by created_at, id)
             end::integer as number
      from endpoints window alike as (partition by endpoints.topic, endpoints.host)
    )
    select named.id, named.topic, named.host, named.number,
           coalesce(undelivered.dead_count, 0)::integer, coalesce(undelivered.replayable_count, 0)::integer,
           coalesce(undelivered.waiting_count, 0)::integer, named.paused_until,
           case when named.disabled_at is not null then coalesce(named.disabled_reason, 'unknown') end
    from named left join undelivered on undelivered.receiver_id is not distinct from named.id
    where named.disabled_at is null or undelivered.receiver_id is not null
    order by named.topic, named.host, named.number
  $$;
comment on function private.delivery_receivers is
  'Where deliveries go, with what has not arrived there. The mail server has no id. `number` tells apart receivers of one host.';

create function public.list_delivery_receivers() returns setof private.delivery_receiver
  language sql stable security definer set search_path = ''
  as $$ select private.require_admin(); select * from private.delivery_receivers() $$;
revoke all on function public.list_delivery_receivers from public, anon, authenticated, service_role;
grant execute on function public.list_delivery_receivers to authenticated;

create function private.open_deliveries() returns setof private.open_delivery
  language sql stable set search_path = ''
  as $$
    select delivery.id, delivery.receiver_id, receiver.topic, receiver.host, receiver.number, delivery.event, delivery.status,
           delivery.attempts, delivery.last_status, delivery.last_error,
           case
             when delivery.status = 'dead' or receiver.disabled_reason is not null then null
             when delivery.attempts = 0 then greatest(delivery.created_at, receiver.paused_until)
             else greatest(delivery.next_try_at, receiver.paused_until)
           end,
           delivery.body <> '{}' and receiver.disabled_reason is distinct from 'not_configured',
           delivery.created_at, delivery.lead_id,
           nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
           case when delivery.kind = 'mail' then delivery.body ->> 'to' end,
           coalesce('waitlist' in (delivery.body ->> 'kind', delivery.body #>> '{data,kind}'), false)
    from private.deliveries as delivery
    join private.delivery_receivers() as receiver on receiver.receiver_id is not distinct from delivery.receiver_id
    left join public.leads as lead on lead.id = delivery.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    where delivery.status <> 'delivered'
  $$;
comment on function private.open_deliveries is
  'What has not arrived. Of a body, the recipient of a mail and whether it is about the waiting list of the conference. `next_try_at` is null when none is planned.';

create function public.list_open_deliveries() returns setof private.open_delivery
  language sql stable security definer set search_path = ''
  as $$ select private.require_admin(); select * from private.open_deliveries() $$;
revoke all on function public.list_open_deliveries from public, anon, authenticated, service_role;
grant execute on function public.list_open_deliveries to authenticated;

-- Payments that the provider told of: compared with the order they are for, applied to its lead, or left open for an
-- administrator.

create table private.payment_events (
  id             text        not null,
  type           text        not null,
  reference      text,
  email          text,
  amount_cents   bigint,
  currency       text,
  received_at    timestamptz not null default now(),
  lead_id        uuid,
  state          text        not null default 'waiting',
  right_for      jsonb       not null default '[]',
  link_offer     text,
  link_volume    text,
  paid_on        date,
  schedule       jsonb,
  invoice        text,
  subscription   text,
  session        text,
  payment_intent text,
  customer       text,
  is_test        boolean     not null default false,
  is_second      boolean     not null default false,
  payer          jsonb,
  payer_differs  text[],
  constraint payment_events_pkey                 primary key (id),
  constraint payment_events_lead                 foreign key (lead_id) references public.leads (id) on delete set null,
  constraint payment_events_state_is_known       check (state in ('waiting', 'applied')),
  constraint payment_events_texts_are_short check (
    greatest(char_length(id), char_length(type), char_length(reference), char_length(email), char_length(currency)) <= 320
  ),
  constraint payment_events_right_for_is_a_list  check (jsonb_typeof(right_for) = 'array'),
  constraint payment_events_link_texts_are_short check (greatest(char_length(link_offer), char_length(link_volume)) <= 40),
  constraint payment_events_ids_are_short        check (greatest(char_length(invoice), char_length(subscription)) <= 255),
  constraint payment_events_provider_ids_are_short check (
    greatest(char_length(session), char_length(payment_intent), char_length(customer)) <= 255),
  constraint payment_events_payer_is_short       check (octet_length(payer::text) <= 8192)
);
comment on table  private.payment_events is
  'Payments the provider told us of, by its own event id. What stays waiting matches no lead, or is not what its lead owes: doctor lists it.';
comment on column private.payment_events.reference is
  'The idempotency key of the submission that was paid for, as the provider gives it back; null when it gives none.';
comment on column private.payment_events.email is
  'Of whoever paid, while no lead is found or the lead has another one; empty once an administrator said that it is right.';
comment on column private.payment_events.amount_cents is
  'What was paid, tax included, in the smallest unit of the currency.';
comment on column private.payment_events.lead_id is 'Null too once the lead was erased.';
comment on column private.payment_events.right_for is
  'The orders that this is the right amount for, as private.order_of gives them, each with the schedule that is agreed by it. Empty: an administrator decides.';
comment on column private.payment_events.link_offer is
  'What the payment link says that it sells; null when it does not say.';
comment on column private.payment_events.link_volume is
  'The volume that the payment link says that it sells; null when it does not say.';
comment on column private.payment_events.paid_on is
  'The day of the site on which the event came: in the demonstration, the one it shows.';
comment on column private.payment_events.schedule is
  'What was agreed when it was applied, as `KeptSchedule` of domain/leads: purchase and dated lines in cents. Null where it is not known.';
comment on column private.payment_events.invoice is
  'The provider''s id of the invoice of this payment; null when it made none.';
comment on column private.payment_events.subscription is
  'The provider''s id of what is charged again each month: its later invoices name it.';
comment on column private.payment_events.session is
  'The provider''s id of the checkout: two endpoints at the provider send two events about one.';
comment on column private.payment_events.payment_intent is
  'The provider''s id of the money, by which it is refunded; null when nothing was collected.';
comment on column private.payment_events.customer is 'The provider''s id of whoever paid.';
comment on column private.payment_events.is_test is
  'Of the provider''s test mode, on a site in production: no money came.';
comment on column private.payment_events.is_second is
  'Its order was paid already: it waits for an administrator, whatever it is right for.';
comment on column private.payment_events.payer is
  'Name, address and tax numbers that were given to the provider, as `Payer` of domain/leads/payer.ts; forgotten with the e-mail of the payer.';
comment on column private.payment_events.payer_differs is
  'What the payer told otherwise than the order, as `PayerDifference` of domain/leads/payer.ts; null until compared, empty once confirmed.';

create index payment_events_that_wait on private.payment_events (reference) where state = 'waiting';
create index payment_events_by_lead on private.payment_events (lead_id);
create index payment_events_by_time on private.payment_events (received_at);
create index payment_events_by_invoice on private.payment_events (invoice)      where invoice is not null;
create index payment_events_by_subscription on private.payment_events (subscription) where subscription is not null;
create unique index payment_events_by_session on private.payment_events (session) where session is not null;
create index payment_events_to_look_at on private.payment_events (received_at)
  where state = 'waiting' or email is not null or payer_differs <> '{}';
create index payment_events_to_compare on private.payment_events (received_at)
  where state = 'applied' and payer is not null and payer_differs is null;

alter table private.payment_events enable row level security, force row level security;
revoke all on private.payment_events from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the payment events" on private.payment_events
  for all to current_user using (true) with check (true);

create table private.payment_starts (
  reference     uuid        not null,
  terms_version text        not null,
  started_at    timestamptz not null default now(),
  constraint payment_starts_pkey             primary key (reference, terms_version),
  constraint payment_starts_version_is_short check (char_length(terms_version) between 1 and 40)
);
comment on table  private.payment_starts is
  'Clicks on the button that confirms an order: the proof that its terms were accepted. They prove no payment.';
comment on column private.payment_starts.reference is
  'Idempotency key of a submission; no foreign key, since the answers may still wait in the browser.';
comment on column private.payment_starts.terms_version is 'Day of the terms that were shown.';
comment on column private.payment_starts.started_at is 'The first click, by the clock of the server.';

create index payment_starts_by_date on private.payment_starts (started_at);

alter table private.payment_starts enable row level security, force row level security;
revoke all on private.payment_starts from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the payment starts" on private.payment_starts
  for all to current_user using (true) with check (true);

create type private.open_payment as (
  payment_id       text,
  reference        text,
  email            text,
  amount_cents     bigint,
  currency         text,
  received_at      timestamptz,
  lead_id          uuid,
  lead_name        text,
  lead_email       text,
  link_offer       text,
  link_volume      text,
  ordered          jsonb,
  named_lead_id    uuid,
  named_lead_name  text,
  named_lead_email text,
  is_test          boolean,
  is_second        boolean,
  paid_before      jsonb,
  payment_intent   text,
  customer         text,
  subscription     text,
  payer            jsonb,
  company          jsonb
);

create function private.take_payment_turn(reference text) returns void
  language sql volatile set search_path = ''
  as $$ select pg_advisory_xact_lock(hashtextextended('payment of ' || reference, 0)) $$;
comment on function private.take_payment_turn is
  'A payment and its lead that arrive at the same moment do not see each other: the second waits here until it can.';

create function private.apply_payments(reference_param uuid) returns boolean
  language plpgsql volatile set search_path = ''
  as $$
declare
  submission private.submissions;
  lead       public.leads;
  lead_email text;
  is_newest  boolean;
  right_id   text;
begin
  select * into submission from private.submissions where idempotency_key = reference_param;
  if not found then
    return false;
  end if;

  -- The order everybody takes: profile, then lead, then submission.
  perform private.take_turn(submission.email);
  perform from public.user_profiles
    where id = (select user_profile_id from public.leads where id = submission.lead_id)
    for no key update;
  select * into lead from public.leads where id = submission.lead_id for no key update;
  select * into submission from private.submissions where id = submission.id for no key update;
  if not found then
    return false; -- erased meanwhile
  end if;

  if not lead.payment_status then
    select id into right_id from private.payment_events
      where reference = reference_param::text and state = 'waiting' and not is_second
        and right_for @> jsonb_build_array(private.order_of(submission))
      order by received_at, id limit 1;
    if not found then
      return false;
    end if;

    -- In the audit log it is the server's doing, whoever sent the answers that the payment waited for.
    perform set_config('request.jwt.claims', '', true);
    is_newest := private.newest_submission_id(lead.id) = submission.id;
    if not submission.is_adopted or (is_newest and lead.newer_answers_at is not null) then
      perform private.adopt_submission(submission.id);
      if not is_newest then
        update public.leads set newer_answers_at = lead.newer_answers_at where id = lead.id;
      end if;
    end if;
    update public.leads set payment_status = true, last_contact_at = now() where id = lead.id;

    select coalesce(paid.email, profile.email) into lead_email
      from public.leads as paid left join public.user_profiles as profile on profile.id = paid.user_profile_id
      where paid.id = lead.id;
    with applied as (
      update private.payment_events
        set state = 'applied', lead_id = lead.id,
            email = case when private.canonical_email(email) is distinct from private.canonical_email(lead_email) then email end
        where id = right_id
        returning id, type
    )
    insert into private.audit_log (action, lead_id, detail)
      select 'payment.applied', lead.id, jsonb_build_object('event', applied.id, 'type', applied.type) from applied;
  end if;

  update private.payment_events set is_second = true
    where reference = reference_param::text and state = 'waiting' and not is_second and not is_test;
  return right_id is not null;
end
$$;
comment on function private.apply_payments is
  'Marks the lead of this reference as paid by the first right payment, with the answers that were paid for. Every other one waits as a second payment. False where none was applied.';

-- A payment may also wait for answers that were changed before paying and still lie in the browser's queue.
create function private.apply_waiting_payments() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Known answers are locked by whoever changes them: taking the turn as well could stop both, since payments take it first.
  if tg_op = 'INSERT' then
    perform private.take_payment_turn(new.idempotency_key::text);
  end if;
  if exists (select from private.payment_events where reference = new.idempotency_key::text and state = 'waiting') then
    perform private.apply_payments(new.idempotency_key);
  end if;
  return null;
end
$$;

-- At the end of the transaction: until then the submission is still being compared with its lead.
create constraint trigger apply_waiting_payments after insert on private.submissions
  deferrable initially deferred for each row execute function private.apply_waiting_payments();
create constraint trigger apply_payments_to_changed_answers after update of answers on private.submissions
  deferrable initially deferred for each row when (old.answers is distinct from new.answers)
  execute function private.apply_waiting_payments();

-- The payer is stored with the event, once: the provider sends an event again, and that must not bring back the name and
-- address of a payer who was erased since.
create function private.record_payment_event(event private.payment_events) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  submission_key uuid := case
    when event.reference ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then event.reference::uuid
  end;
begin
  event.reference := coalesce(submission_key::text, event.reference);
  perform private.take_payment_turn(event.reference);
  insert into private.payment_events (id, type, reference, email, amount_cents, currency, right_for, link_offer, link_volume, paid_on,
    invoice, subscription, session, payment_intent, customer, is_test, payer)
    values (event.id, event.type, event.reference, event.email, event.amount_cents, event.currency,
            coalesce(event.right_for, '[]'), event.link_offer, event.link_volume, event.paid_on, event.invoice, event.subscription,
            event.session, event.payment_intent, event.customer, coalesce(event.is_test, false), event.payer)
    on conflict do nothing;
  if not found then
    return 'known';
  end if;
  perform private.apply_payments(submission_key);
  perform private.tell_waiting_payment(event.id);
  return (select state from private.payment_events where id = event.id);
end
$$;
comment on function private.record_payment_event is
  'Keeps a payment whose signature was checked, once for each event and each checkout: applied, waiting for its lead or for an administrator, or known already.';

create function private.attach_payment(payment_id_param text, lead_id_param uuid, schedule_param jsonb) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  event private.payment_events;
begin
  select * into event from private.payment_events where id = payment_id_param;
  if not found then
    return 'unknown_payment';
  end if;

  perform private.take_payment_turn(event.reference);
  perform from public.user_profiles
    where id = (select user_profile_id from public.leads where id = lead_id_param)
    for no key update;
  perform from public.leads where id = lead_id_param for no key update;
  if not found then
    return 'unknown_lead';
  end if;
  select * into event from private.payment_events where id = payment_id_param for no key update;
  if not found then
    return 'unknown_payment'; -- erased meanwhile
  end if;
  if event.state = 'applied' and event.lead_id is distinct from lead_id_param then
    return 'attached_elsewhere';
  end if;
  if event.state = 'applied' and event.email is null and coalesce(event.payer_differs, '{}') = '{}' then
    return 'attached'; -- said before
  end if;

  update public.leads set payment_status = true, last_contact_at = now()
    where id = lead_id_param and event.state = 'waiting' and not payment_status;
  update private.payment_events
    set state = 'applied', lead_id = lead_id_param, email = null, payer_differs = '{}',
        schedule = case event.state when 'waiting' then schedule_param else schedule end
    where id = event.id;
  insert into private.audit_log (actor, action, lead_id, detail)
    values (auth.uid(), case event.state when 'waiting' then 'payment.attached' else 'payment.confirmed' end, lead_id_param,
            jsonb_build_object('event', event.id, 'type', event.type, 'amount_cents', event.amount_cents, 'currency', event.currency));
  return 'attached';
end
$$;
comment on function private.attach_payment is
  'attached, attached_elsewhere, unknown_payment or unknown_lead. The schedule is what is agreed with it, as the caller knows prices.';

create function private.payments_of(lead_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    with events as (
      select * from private.payment_events where lead_id = lead_id_param and state = 'applied'
    ), own as (
      select invoice.* from private.invoices as invoice join events as event on event.invoice = invoice.id
      union
      select invoice.* from private.invoices as invoice join events as event on event.subscription = invoice.subscription
    ), payments as (
      select event.id, event.amount_cents, event.currency, event.paid_on, event.received_at, own.number, own.url
      from events as event left join own on own.id = event.invoice
      union all
      select own.id, own.amount_cents, own.currency, own.paid_on, own.received_at, own.number, own.url
      from own where not exists (select from events as event where event.invoice = own.id)
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'id', id, 'amount_cents', amount_cents, 'currency', currency, 'paid_on', paid_on, 'received_at', received_at,
        'invoice_number', number, 'invoice_url', url) order by received_at, id), '[]')
    from payments
  $$;
comment on function private.payments_of is
  'What a lead paid, oldest first: the payments that came, and of each month after the first its invoice.';

create function private.payers_of(lead_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'payer', payer) order by received_at, id), '[]')
    from private.payment_events where lead_id = lead_id_param and state = 'applied' and payer is not null
  $$;

create function private.forget_payment_start() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from private.payment_starts where reference = old.idempotency_key;
  return null;
end
$$;

create trigger forget_payment_start after delete on private.submissions
  for each row execute function private.forget_payment_start();

create function private.forget_payer() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  new.email := null;
  new.payer := null;
  new.payer_differs := null;
  return new;
end
$$;

create trigger forget_payer before update of lead_id on private.payment_events
  for each row when (old.lead_id is not null and new.lead_id is null) execute function private.forget_payer();

-- A payment that waits may name somebody: it forgets who paid when they are erased.
create function private.forget_waiting_payer() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  update private.payment_events set email = null, payer = null where reference = old.idempotency_key::text and state = 'waiting';
  return null;
end
$$;

create trigger forget_waiting_payer after delete on private.submissions
  for each row execute function private.forget_waiting_payer();

create function private.tell_second_payment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- Only a payment whose reference is the key of a submission is a second one.
  perform private.queue_lead_mail('payment-twice', lead.email, lead.id, jsonb_strip_nulls(jsonb_build_object(
      'offer',       lead.funnel_origin,
      'amountCents', new.amount_cents,
      'currency',    new.currency,
      'paidOn',      new.paid_on)))
    from private.submissions as submission join public.leads as lead on lead.id = submission.lead_id
    where submission.idempotency_key = new.reference::uuid and lead.email is not null;
  return null;
end
$$;
comment on function private.tell_second_payment is
  'To the address of the lead, and to no other that was given to the provider. Of a checkout that collected nothing, the team alone reads.';

create trigger tell_second_payment after update of is_second on private.payment_events
  for each row when (new.is_second and not old.is_second and new.amount_cents > 0)
  execute function private.tell_second_payment();

-- A payment that is attached to no order yet is told to whoever made it, since the page after it promises a mail.
create function private.tell_waiting_payment(event_id text) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  event private.payment_events;
  named public.leads;
begin
  select * into event from private.payment_events
    where id = event_id and state = 'waiting' and not is_second and not is_test;
  if not found then
    return;
  end if;
  select lead.* into named
    from private.submissions as submission join public.leads as lead on lead.id = submission.lead_id
    where submission.idempotency_key = case when event.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then event.reference::uuid end;
  -- A checkout that collects nothing costs nothing to make: it writes to nobody but the address of its order.
  perform private.queue_lead_mail(
    'payment-waiting',
    case when event.amount_cents > 0 then coalesce(event.email, named.email) else named.email end,
    named.id,
    jsonb_strip_nulls(jsonb_build_object('amountCents', event.amount_cents, 'currency', event.currency, 'paidOn', event.paid_on)));
end
$$;
comment on function private.tell_waiting_payment is
  'Of a payment that waits for its lead or for an administrator, once: to the address that was given to the provider.';

create function private.open_payments() returns setof private.open_payment
  language sql stable set search_path = ''
  as $$
    select event.id, event.reference, event.email, event.amount_cents, event.currency, event.received_at, event.lead_id,
           nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
           coalesce(lead.email, profile.email),
           event.link_offer, event.link_volume,
           case when submission.id is not null then private.order_of(submission) end, named.id,
           nullif(concat_ws(' ', coalesce(named.first_name, named_profile.first_name), coalesce(named.last_name, named_profile.last_name)), ''),
           coalesce(named.email, named_profile.email),
           event.is_test, event.is_second or coalesce(named.payment_status, false),
           (select jsonb_agg(jsonb_build_object('payment_id', before.id, 'amount_cents', before.amount_cents,
                'currency', before.currency, 'received_at', before.received_at) order by before.received_at, before.id)
            from private.payment_events as before where before.lead_id = named.id and before.state = 'applied'),
           event.payment_intent, event.customer, event.subscription,
           event.payer, case when event.payer is not null then private.company_of(coalesce(event.lead_id, named.id)) end
    from private.payment_events as event
    left join public.leads as lead on lead.id = event.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    left join private.submissions as submission
      on event.state = 'waiting'
      and submission.idempotency_key =
            case when event.reference ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then event.reference::uuid end
    left join public.leads as named on named.id = submission.lead_id
    left join public.user_profiles as named_profile on named_profile.id = named.user_profile_id
    where event.state = 'waiting' or event.email is not null or event.payer_differs <> '{}'
  $$;
comment on function private.open_payments is
  'Payments for an administrator to look at: without `lead_id`, no lead is paid by them; with it, who paid gave another e-mail, name, number or postcode.';

create function public.list_open_payments() returns setof private.open_payment
  language sql stable security definer set search_path = ''
  as $$ select private.require_admin(); select * from private.open_payments() $$;
revoke all on function public.list_open_payments from public, anon, authenticated, service_role;
grant execute on function public.list_open_payments to authenticated;

create function public.count_admin_alerts() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'deliveries', (select count(*) from private.deliveries where status = 'dead'),
    'payments', (select count(*) from private.payment_events
                   where state = 'waiting' or email is not null or payer_differs <> '{}')
  );
end
$$;
comment on function public.count_admin_alerts is
  'The figures beside « Livraisons » and « Paiements » in the bar of the admin.';
revoke all on function public.count_admin_alerts from public, anon, authenticated, service_role;
grant execute on function public.count_admin_alerts to authenticated;

-- Invoices of the payment provider, beside the payments they are for.

create table private.invoices (
  id           text        not null,
  number       text,
  url          text,
  subscription text,
  amount_cents bigint      not null,
  currency     text        not null,
  paid_on      date        not null,
  received_at  timestamptz not null default now(),
  constraint invoices_pkey              primary key (id),
  constraint invoices_are_of_something  check (amount_cents > 0),
  constraint invoices_address_is_a_page check (url ~ '^https?://' and char_length(url) <= 2048),
  constraint invoices_texts_are_short check (
    greatest(char_length(id), char_length(number), char_length(subscription), char_length(currency)) <= 255)
);
comment on table  private.invoices is
  'Invoices that were paid, by the provider''s own id. Whose they are, their payment says: it names the invoice, or its subscription.';
comment on column private.invoices.url is
  'The provider''s page of it: whoever has the address reads it, for 30 days. Null when it gave none.';
comment on column private.invoices.amount_cents is 'What was paid, tax included, in the smallest unit of the currency.';
comment on column private.invoices.paid_on is 'The day of the site on which it came.';

create index invoices_by_subscription on private.invoices (subscription) where subscription is not null;
create index invoices_by_time on private.invoices (received_at);

alter table private.invoices enable row level security, force row level security;
revoke all on private.invoices from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the invoices" on private.invoices
  for all to current_user using (true) with check (true);

create function private.record_invoice(invoice private.invoices) returns text
  language plpgsql volatile set search_path = ''
  as $$
begin
  if exists (
    select from private.payment_events as event
    where (event.invoice = invoice.id or event.subscription = invoice.subscription)
      and event.state = 'applied' and event.lead_id is null
  ) then
    return 'erased';
  end if;
  insert into private.invoices (id, number, url, subscription, amount_cents, currency, paid_on)
    values (invoice.id, invoice.number, invoice.url, invoice.subscription, invoice.amount_cents, invoice.currency, invoice.paid_on)
    on conflict (id) do nothing;
  return case when found then 'kept' else 'known' end;
end
$$;
comment on function private.record_invoice is
  'Keeps an invoice whose signature was checked, once: kept, known already, or of somebody who was erased, whose invoices the provider has.';

-- An erased person's payments stay, without them, for the accounts; the page of an invoice names whoever paid.
create function private.forget_invoices() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  delete from private.invoices where id = old.invoice;
  delete from private.invoices where subscription = old.subscription;
  return null;
end
$$;

create trigger forget_invoices after update of lead_id on private.payment_events
  for each row when (old.lead_id is not null and new.lead_id is null) execute function private.forget_invoices();
create trigger forget_invoices_of_nobody after delete on private.payment_events
  for each row execute function private.forget_invoices();

-- Whoever pays without an account gets a link to a first password with the mail of the payment.

create table private.first_passwords (
  id        uuid        not null default gen_random_uuid(),
  lead_id   uuid        not null,
  email     text        not null,
  issued_at timestamptz not null default now(),
  used_at   timestamptz,
  constraint first_passwords_pkey           primary key (id),
  constraint first_passwords_lead           foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint first_passwords_email_is_short check (char_length(email) <= 320)
);
comment on table  private.first_passwords is
  'Links that let whoever paid choose the first password of their account. A link names its row, under a seal.';
comment on column private.first_passwords.email is
  'The address it was mailed to, in lower case: that of the order when it was paid.';
comment on column private.first_passwords.used_at is 'When a password was chosen with it: it serves once.';

create index first_passwords_by_lead on private.first_passwords (lead_id);

alter table private.first_passwords enable row level security, force row level security;
revoke all on private.first_passwords from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the links to first passwords" on private.first_passwords
  for all to current_user using (true) with check (true);

create function private.first_password_refusal(link private.first_passwords, lead public.leads, profile public.user_profiles)
  returns text
  language sql stable set search_path = ''
  as $$
    select case
      when not lead.payment_status then 'order_unpaid'
      -- What was corrected since, or says two things, is for the team.
      when private.mailable_address(coalesce(lead.email, profile.email)) is distinct from link.email
        or profile.email is distinct from link.email then 'link_unusable'
      when exists (
        select from auth.users as account
        where (account.id = profile.user_id or account.email = link.email)
          and (account.email is distinct from link.email or not private.is_without_way_in(account.id))
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
  link.email := private.mailable_address(lead.email);
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
comment on function private.issue_first_password is
  'Once for each lead; null when its address has an account, or says two things.';

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
comment on function private.renew_first_password is
  'To the same address: three links for an order in all, a day apart.';

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
    'account_id', (select id from auth.users where users.email = link.email order by created_at limit 1));
end
$$;
comment on function private.open_first_password is
  'What a link is worth, held until the end of the transaction: open, or why not. account_id: one that waits for its first password.';

-- Mails to visitors: each commits with what caused it, and leaves once.

-- A mail greets by a first name only where its address proved that name, by an account that confirmed it or by an order
-- that was paid: a stranger may type « Virement Urgent » beside any address. Else it says « Bonjour, ».
create function private.first_name_of_account(address text) returns text
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return (
    select profile.first_name
    from auth.users as account
    join public.user_profiles as profile on profile.user_id = account.id
    where account.email = private.canonical_email(address) and account.email_confirmed_at is not null
    limit 1
  );
end
$$;
comment on function private.first_name_of_account is
  'As its owner gave it, once the address was confirmed; null for an address without an account, whatever a form said of it.';

-- It is data like the rest: the server says it only where it reads like a first name (domain/kernel/first-name.ts).
create function private.first_name_of_lead(lead_id_param uuid) returns text
  language sql stable set search_path = ''
  as $$
    select coalesce(
      private.first_name_of_account(lead.email),
      case when exists (
        select from private.payment_events as event
        where event.lead_id = lead.id and event.state = 'applied' and event.amount_cents > 0
      ) then nullif(btrim(lead.first_name), '') end)
    from public.leads as lead where lead.id = lead_id_param
  $$;
comment on function private.first_name_of_lead is
  'Of the account that confirmed its address; else of the lead, once something was paid for it. Null otherwise: anybody may type it.';

-- The first mail of an order for closing or the conference leads to its payment, under the id of its lead, which pays for
-- that order and changes nothing of it.
create function private.order_in_mail(submission private.submissions) returns jsonb
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
comment on function private.order_in_mail is
  'Numbers, codes and the references of the order: nothing that was typed but a number of calls.';

create function private.queue_lead_mail(template text, recipient text, lead_id_param uuid, data jsonb) returns void
  language sql volatile set search_path = ''
  as $$
    insert into private.deliveries (kind, event, lead_id, body)
      select 'mail', 'mail.' || template, lead_id_param,
             jsonb_build_object('to', private.mailable_address(recipient), 'template', template, 'data', data)
               || jsonb_strip_nulls(jsonb_build_object('firstName', private.first_name_of_lead(lead_id_param)))
      where private.mailable_address(recipient) is not null
      on conflict do nothing;
    select pg_notify('deliveries', '');
  $$;
comment on function private.queue_lead_mail is
  'Leaves after the commit, and goes with the lead when it is erased. Nothing is written to what can be nobody''s address.';

-- The first mail leads back to the summary of the very order it confirms: it names the submission, and the server makes
-- the link from that when the mail leaves.
create function private.confirm_first_submission() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if exists (
      select from private.submissions
      where lead_id = new.lead_id and id <> new.id and not is_suspect and written_by is null
    )
    or private.has_enough_mail(new.lead_id)
    or not private.may_mail_to(new.email)
  then
    return null;
  end if;
  -- Numbers and codes only, which the template says in its own words: nothing that was typed is mailed to anybody.
  perform private.queue_lead_mail('lead-received', new.email, new.lead_id, private.order_in_mail(new)
    || case when private.is_waitlisted(new.answers) then jsonb_build_object('place', new.id) else '{}' end);
  return null;
end
$$;

create trigger confirm_first_submission after insert on private.submissions
  for each row when (new.form <> 'general' and not new.is_suspect and new.written_by is null)
  execute function private.confirm_first_submission();

-- The confirmation of an order links to the terms that it accepted: the mail knows their day, and no other word of them.
create function private.confirm_payment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  ordered jsonb := (
    select private.order_of(submission)
    from private.submissions as submission where submission.lead_id = new.lead_id and submission.is_adopted);
  agreed  jsonb := coalesce(new.schedule, (
    select sold.entry -> 'schedule' from jsonb_array_elements(new.right_for) as sold (entry) where sold.entry @> ordered limit 1));
begin
  update private.payment_events set schedule = agreed where id = new.id and schedule is distinct from agreed;
  update public.leads set paid_on = new.paid_on where id = new.lead_id and paid_on is null and new.paid_on is not null;
  -- Numbers and codes only: the number of prospects of a closing order is text that somebody typed.
  perform private.queue_lead_mail('payment-received', lead.email, lead.id, jsonb_strip_nulls(jsonb_build_object(
      'offer',         lead.funnel_origin,
      'amountCents',   new.amount_cents,
      'currency',      new.currency,
      'paidOn',        new.paid_on,
      'schedule',      agreed,
      'terms',         substring(private.accepted_terms(lead.id) ->> 'version' from '^\d{4}-\d\d-\d\d$'),
      'firstPassword', private.issue_first_password(lead.id),
      'asked',         case when lead.funnel_origin <> 'closing' then ordered -> 'asked' end)))
    from public.leads as lead where lead.id = new.lead_id and lead.email is not null;
  return null;
end
$$;

create trigger confirm_payment after update of state on private.payment_events
  for each row when (old.state = 'waiting' and new.state = 'applied') execute function private.confirm_payment();

-- One reminder for each request that was not paid, while its person wants it.

create type private.due_reminder as (
  lead_id   uuid,
  recipient text,
  mail      jsonb
);

create function private.due_reminders(now_param timestamptz, most integer) returns setof private.due_reminder
  language sql stable set search_path = ''
  as $$
    select distinct on (lead.user_profile_id)
      lead.id, lead.email, private.order_in_mail(submission) || jsonb_build_object('lead', lead.id)
    from private.submissions as submission
    join public.leads as lead on lead.id = submission.lead_id
    where submission.is_adopted
      and submission.form in ('secretariat', 'marketing', 'suiviclient')
      and submission.created_at > now_param - interval '8 days'
      and submission.created_at <= now_param - interval '1 day'
      and submission.updated_at <= now_param - interval '1 day'
      and submission.written_by is null
      and private.has_consented(lead.consents, 'reminder')
      and lead.lead_status = 'to_contact'
      and not lead.payment_status
      and not lead.is_suspect
      and lead.reminders_stopped_at is null
      and not exists (
        select from private.payment_events as event where event.reference = submission.idempotency_key::text)
      -- One for a person, whatever else they ordered.
      and not exists (
        select from public.leads as sibling
        join private.deliveries as delivery on delivery.lead_id = sibling.id
        where sibling.user_profile_id = lead.user_profile_id and delivery.event = 'mail.order-reminder')
    order by lead.user_profile_id, submission.created_at desc, submission.id
    limit most
  $$;
comment on function private.due_reminders is
  'Who agreed to a reminder, answered a day ago at least and eight at most, and has not paid. A line of the outbox lives longer than that: it proves a reminder.';

create function private.stop_reminders(lead_id_param uuid, stopped_at timestamptz) returns text
  language plpgsql volatile set search_path = ''
  as $$
begin
  update public.leads set reminders_stopped_at = coalesce(reminders_stopped_at, stopped_at)
    where user_profile_id = (select user_profile_id from public.leads where id = lead_id_param);
  return case when found then 'stopped' else 'unknown' end;
end
$$;
comment on function private.stop_reminders is
  'stopped for all orders of the person, as often as it is asked; unknown once the lead is erased.';

create function private.withdraw_reminder() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  delete from private.deliveries
    where lead_id = new.id and event = 'mail.order-reminder' and status = 'waiting' and kind = 'mail';
  return null;
end
$$;
comment on function private.withdraw_reminder is
  'What has not left yet, as while a mail server is away, does not leave any more.';

create trigger withdraw_reminder after update on public.leads
  for each row
  when (
    new.payment_status and not old.payment_status
    or new.reminders_stopped_at is not null and old.reminders_stopped_at is null
    or new.lead_status <> 'to_contact' and old.lead_status = 'to_contact'
    or private.has_consented(old.consents, 'reminder') and not private.has_consented(new.consents, 'reminder')
  )
  execute function private.withdraw_reminder();

-- What a customer's space reads of their orders, and the answers they change there.

create function private.own_orders(account_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
      'lead_id', lead.id,
      'schedule', private.kept_schedule(lead.id),
      'terms', private.accepted_terms(lead.id),
      'change', (
        select private.snapshot_of(submission) || jsonb_build_object('sent_at', submission.updated_at)
        from private.submissions as submission
        where lead.newer_answers_at is not null and submission.id = private.newest_submission_id(lead.id)
          and submission.user_id = account_id_param),
      'payments', private.payments_of(lead.id),
      'messages', (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', note.id, 'text', note.text, 'written_at', note.written_at) order by note.written_at desc, note.id), '[]')
        from private.lead_notes as note where note.lead_id = lead.id and note.is_for_customer)
    )), '[]')
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where profile.user_id = account_id_param
  $$;
comment on function private.own_orders is
  'Of each request of an account, what its row does not say: what was agreed with its payment, the change that waits for the team, the payments that came, and the notes that are meant for the customer.';

create function private.change_answers(lead_id_param uuid, account_id_param uuid, given jsonb) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  changeable constant text[] := array['welcome_message', 'business_hours', 'intention', 'intention_detail'];
  profile    public.user_profiles;
  lead       public.leads;
  known      private.submissions;
  submission private.submissions;
  base       jsonb;
  answers    jsonb;
  detail     text;
begin
  select * into profile from public.user_profiles where user_id = account_id_param for no key update;
  select * into lead from public.leads
    where id = lead_id_param and user_profile_id = profile.id and funnel_origin = 'secretariat' for no key update;
  if not found then
    return '{"code": "unknown_order"}';
  elsif lead.lead_status = 'inactive' then
    return '{"code": "order_closed"}';
  elsif given = '{}' or exists (select from jsonb_object_keys(given) as name where name <> all (changeable)) then
    return '{"code": "unreadable"}';
  end if;

  -- What they see: the request, or their own change that still waits.
  select * into known from private.submissions
    where id = private.newest_submission_id(lead.id) and user_id = account_id_param and private.canonical_email(email) = private.canonical_email(coalesce(lead.email, profile.email));
  base := case when known.id is not null and lead.newer_answers_at is not null
    then private.snapshot_of(known)
    else private.answered(private.shown_answers(lead, profile)) end;

  answers := base || private.read_corrections(given - 'intention_detail');
  if given ?| array['intention', 'intention_detail'] then
    detail := coalesce(
      private.read_text(given ->> 'intention_detail', 4000, 'intention_detail'),
      private.intention_detail(base ->> 'intention', base ->> 'knowledge_base_text'));
    answers := answers || jsonb_build_object('knowledge_base_text', private.joined_knowledge_text(
      answers ->> 'intention', detail, private.free_knowledge_text(base ->> 'intention', base ->> 'knowledge_base_text')));
  end if;
  answers := private.answered(answers);
  if answers = base then
    return '{"code": "unchanged"}';
  end if;

  -- A change that waits is replaced, and so are the answers that this account sent for an unpaid request.
  if known.id is not null and (lead.newer_answers_at is not null or (known.is_adopted and not lead.payment_status)) then
    submission.idempotency_key := known.idempotency_key;
    submission.source_path := known.source_path;
  end if;
  submission.form     := lead.funnel_origin;
  submission.email    := coalesce(lead.email, profile.email);
  submission.user_id  := account_id_param;
  submission.consents := lead.consents;
  select coalesce(jsonb_object_agg(answer.key, answer.value) filter (where question.is_contact), '{}'),
         coalesce(jsonb_object_agg(answer.key, answer.value) filter (where not question.is_contact), '{}')
    into submission.contact, submission.answers
    from jsonb_each(answers - 'email') as answer join private.questions as question on question.column_name = answer.key;
  submission.idempotency_key := private.receive_submission(submission);
  update private.submissions set changed_from = base
    where idempotency_key = submission.idempotency_key and known.idempotency_key is distinct from idempotency_key;

  select * into lead from public.leads where id = lead.id;
  return jsonb_build_object('code', case when lead.newer_answers_at is null then 'changed' else 'waiting' end);
exception when raise_exception then
  return jsonb_build_object('refused', sqlerrm);
end
$$;
comment on function private.change_answers is
  'changed, waiting (paid: the team reads it), unchanged, order_closed, unreadable, or unknown_order: whatever is not a request of that account''s. The caller has checked who asks.';

-- Who asked for the newsletter, confirmed it by mail, and left it.

create function private.newsletter_state(confirmed_at timestamptz, unsubscribed_at timestamptz) returns text
  language sql immutable parallel safe
  return case when unsubscribed_at is not null then 'unsubscribed' when confirmed_at is not null then 'confirmed' else 'waiting' end;

create table private.newsletter_requests (
  lead_id           uuid,
  email             text        not null,
  token_hash        bytea       not null,
  mail_count        integer     not null default 1,
  requested_at      timestamptz not null default now(),
  confirmed_at      timestamptz,
  confirmed_text    text,
  confirmed_version text,
  id                uuid        not null default gen_random_uuid(),
  unsubscribed_at   timestamptz,
  unsubscribed_by   text,
  former_ids        uuid[],
  constraint newsletter_requests_pkey                primary key (id),
  constraint newsletter_requests_one_per_token       unique (token_hash),
  constraint newsletter_requests_one_per_lead        unique (lead_id),
  constraint newsletter_requests_lead                foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint newsletter_requests_texts_are_short     check (greatest(char_length(email), char_length(confirmed_text), char_length(confirmed_version)) <= 1000),
  constraint newsletter_requests_proof_is_whole      check (num_nulls(confirmed_at, confirmed_text, confirmed_version) in (0, 3)),
  constraint newsletter_requests_left_in_a_known_way check (unsubscribed_by in ('link', 'team')),
  constraint newsletter_requests_end_is_whole        check (num_nulls(unsubscribed_at, unsubscribed_by) in (0, 2)),
  constraint newsletter_requests_outlive_confirmed   check (lead_id is not null or confirmed_at is not null)
);
comment on table  private.newsletter_requests is
  'Addresses for which the box of the newsletter was ticked, one row each; a subscriber once its holder confirmed. The box itself is a receipt among the consents of the lead.';
comment on column private.newsletter_requests.lead_id is
  'Null once the lead was erased: the holder of the address confirmed, and has not left.';
comment on column private.newsletter_requests.token_hash is
  'SHA-256 of the token in the last link that was mailed; kept once used, to say so.';
comment on column private.newsletter_requests.mail_count is 'Links mailed: three at most, a day apart.';
comment on column private.newsletter_requests.confirmed_text is 'The sentence above the button that was pressed.';
comment on column private.newsletter_requests.id is 'What the link to leave names, signed: it says nothing of anybody.';
comment on column private.newsletter_requests.former_ids is
  'Requests that became this one: of other leads of the address, or of leads that were merged. Links of their mails still end it.';

create index newsletter_requests_by_time on private.newsletter_requests (requested_at, id);
create index newsletter_requests_by_state on private.newsletter_requests
  (private.newsletter_state(confirmed_at, unsubscribed_at), requested_at, id);
create index newsletter_requests_by_former_id on private.newsletter_requests using gin (former_ids) where former_ids is not null;
create index newsletter_requests_left on private.newsletter_requests (unsubscribed_at) where lead_id is null and unsubscribed_at is not null;
create unique index newsletter_requests_one_per_address on private.newsletter_requests (private.canonical_email(email));

alter table private.newsletter_requests enable row level security, force row level security;
revoke all on private.newsletter_requests from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the newsletter requests" on private.newsletter_requests
  for all to current_user using (true) with check (true);

create type private.newsletter_line as (
  request_id        uuid,
  lead_id           uuid,
  email             text,
  name              text,
  company_name      text,
  state             text,
  requested_at      timestamptz,
  confirmed_at      timestamptz,
  confirmed_version text,
  unsubscribed_at   timestamptz,
  unsubscribed_by   text
);

create function private.wants_newsletter(submission private.submissions) returns boolean
  language sql immutable set search_path = ''
  as $$
    select coalesce(
      submission.consents #> '{newsletter,granted}' = 'true',
      submission.answers #> '{extra_answers,newsletter}' = 'true',
      false)
  $$;

create function private.ask_newsletter_confirmation() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  token   text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  address text := private.canonical_email(new.email);
  known   private.newsletter_requests;
begin
  if not private.wants_newsletter(new) then
    return null;
  end if;
  insert into private.newsletter_requests (lead_id, email, token_hash)
    values (new.lead_id, new.email, sha256(convert_to(token, 'utf8')))
    on conflict do nothing
    returning * into known;
  if not found then
    -- That of the address, else that of the lead, which had another address then.
    select * into known from private.newsletter_requests
      where private.canonical_email(email) = address or lead_id = new.lead_id
      order by private.canonical_email(email) = address desc limit 1 for update;
    -- Who still gets it is asked nothing.
    if known.id is null
      or known.unsubscribed_at is null and (known.confirmed_at is not null or known.mail_count >= 3)
      or greatest(known.requested_at, known.unsubscribed_at) >= now() - interval '1 day'
    then
      return null;
    end if;
    if known.lead_id is null then
      delete from private.newsletter_requests where lead_id = new.lead_id and (confirmed_at is null or unsubscribed_at is not null);
      if exists (select from private.newsletter_requests where lead_id = new.lead_id) then
        return null;
      end if;
    end if;
    update private.newsletter_requests
      set lead_id = coalesce(known.lead_id, new.lead_id), email = new.email, token_hash = sha256(convert_to(token, 'utf8')),
          requested_at = now(), mail_count = case when known.unsubscribed_at is null then known.mail_count + 1 else 1 end,
          confirmed_at = null, confirmed_text = null, confirmed_version = null, unsubscribed_at = null, unsubscribed_by = null
      where id = known.id;
  end if;
  if private.may_mail_to(new.email) then
    perform private.queue_lead_mail(
      'newsletter-confirmation', new.email, new.lead_id, jsonb_build_object('token', token, 'request', known.id));
  end if;
  return null;
end
$$;
comment on function private.ask_newsletter_confirmation is
  'Ticked by anybody, under any address: one link, and a new one a day later at the earliest. Who left is asked again, and gets nothing before they confirm; who still gets it is asked nothing.';

create trigger ask_newsletter_confirmation after insert or update of answers, consents on private.submissions
  for each row when (new.form = 'conferences' and not new.is_suspect and new.written_by is null)
  execute function private.ask_newsletter_confirmation();

create function private.confirm_newsletter(token text, confirmed_at_param timestamptz, wording text, version text)
  returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  hash    bytea := sha256(convert_to(token, 'utf8'));
  request private.newsletter_requests;
begin
  update private.newsletter_requests
    set confirmed_at = confirmed_at_param, confirmed_text = wording, confirmed_version = version
    where token_hash = hash and confirmed_at is null and unsubscribed_at is null
      and requested_at > confirmed_at_param - interval '7 days';
  if found then
    return 'confirmed';
  end if;
  select * into request from private.newsletter_requests where token_hash = hash;
  return case
    when not found then 'unknown'
    when request.unsubscribed_at is null and request.confirmed_at is not null then 'used'
    else 'expired'
  end;
end
$$;
comment on function private.confirm_newsletter is
  'confirmed once, then used; expired after seven days or once its holder left; unknown when no link holds this token, or a newer one replaced it.';

create function private.newsletter_lines(
  state_param text, search_param text, before_at timestamptz, before_id uuid, count_param integer
) returns setof private.newsletter_line
  language plpgsql stable rows 50
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  pattern text := '%' || private.like_literal(coalesce(private.folded(search_param), '')) || '%';
  key_pattern text := private.key_pattern(search_param);
begin
  return query
    select request.id, request.lead_id, request.email,
           nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
           coalesce(lead.company_name, profile.company_name),
           private.newsletter_state(request.confirmed_at, request.unsubscribed_at), request.requested_at, request.confirmed_at,
           request.confirmed_version, request.unsubscribed_at, request.unsubscribed_by
    from (
      select * from private.newsletter_requests as entry
      where (state_param is null or private.newsletter_state(entry.confirmed_at, entry.unsubscribed_at) = state_param)
        and (
          pattern = '%%' or entry.lead_id in (
            select found.lead_id from private.lead_words as found where found.keys ~ key_pattern and found.words like pattern)
          or entry.lead_id is null and private.folded(entry.email) like pattern)
        and (before_at is null or (entry.requested_at, entry.id) < (before_at, before_id))
      order by entry.requested_at desc, entry.id desc
      limit count_param
    ) as request
    left join public.leads as lead on lead.id = request.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    order by request.requested_at desc, request.id desc;
end
$$;
comment on function private.newsletter_lines is
  'Newest request first, after the line of `before_at` and `before_id`; every character of the search is literal.';

create function public.list_newsletter(
  state_param text default null, search_param text default null,
  before_at_param timestamptz default null, before_id_param uuid default null
) returns setof private.newsletter_line
  language plpgsql stable security definer rows 50
  set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query select * from private.newsletter_lines(state_param, search_param, before_at_param, before_id_param, 50);
end
$$;
comment on function public.list_newsletter is 'Fifty lines; the next fifty with the instant and id of the last one.';
revoke all on function public.list_newsletter from public, anon, authenticated, service_role;
grant execute on function public.list_newsletter to authenticated;

create function public.count_newsletter() returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'confirmed', count(*) filter (where state = 'confirmed'),
      'waiting', count(*) filter (where state = 'waiting'),
      'unsubscribed', count(*) filter (where state = 'unsubscribed'))
    from (select private.newsletter_state(confirmed_at, unsubscribed_at) as state from private.newsletter_requests) as request);
end
$$;
revoke all on function public.count_newsletter from public, anon, authenticated, service_role;
grant execute on function public.count_newsletter to authenticated;

create function private.leave_newsletter(request_id_param uuid, way text, left_at timestamptz) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  address text;
begin
  select private.canonical_email(coalesce(
    (select email from private.newsletter_requests where id = request_id_param),
    (select email from private.newsletter_requests where former_ids @> array[request_id_param] limit 1),
    (select before #>> '{newsletter,email}' from private.merged_leads
       where before #>> '{newsletter,id}' = request_id_param::text limit 1),
    (select before #>> '{kept_newsletter,email}' from private.merged_leads
       where before #>> '{kept_newsletter,id}' = request_id_param::text limit 1))) into address;
  if address is null then
    return 'unknown';
  end if;
  -- Whoever leaves does so under every lead that has the address.
  with ended as (
    update private.newsletter_requests
      set unsubscribed_at = left_at, unsubscribed_by = way
      where private.canonical_email(email) = address and unsubscribed_at is null
      returning lead_id
  )
  insert into private.audit_log (actor, action, lead_id, detail)
    select auth.uid(), 'newsletter.unsubscribed', lead_id, jsonb_build_object('by', way) from ended;
  return case when found then 'unsubscribed' else 'already' end;
end
$$;
comment on function private.leave_newsletter is
  'unsubscribed, already, or unknown when the request was erased. It ends every request of the address, under whatever lead.';

create function public.unsubscribe_by_hand(request_id_param uuid) returns text
  language plpgsql volatile security definer
  set search_path = ''
  as $$
begin
  perform private.require_admin();
  return private.leave_newsletter(request_id_param, 'team', now());
end
$$;
comment on function public.unsubscribe_by_hand is
  'For who asked by telephone or by mail: unsubscribed, already or unknown.';
revoke all on function public.unsubscribe_by_hand from public, anon, authenticated, service_role;
grant execute on function public.unsubscribe_by_hand to authenticated;

-- Proofs of what was agreed to, and agreements that outlive the lead they were given with.

create table private.consent_proofs (
  id      text        not null,
  date    timestamptz not null default now(),
  version text        not null,
  choices jsonb       not null,
  constraint consent_proofs_pkey             primary key (id, date),
  constraint consent_proofs_id_is_short      check (length(id) between 1 and 64),
  constraint consent_proofs_version_is_short check (length(version) between 1 and 64),
  constraint consent_proofs_choices_are_given check (
    jsonb_typeof(choices -> 'analytics') = 'boolean' and jsonb_typeof(choices -> 'marketing') = 'boolean'
  )
);
comment on table  private.consent_proofs is
  'Answers to the cookie banner: no address, no account. Source: CNIL, guidelines 2020-091.';
comment on column private.consent_proofs.id is
  'Random, made by the browser and kept there; the same while its answer lasts, so a withdrawal follows the agreement it ends.';
comment on column private.consent_proofs.date is 'When the server was told, by its own clock.';
comment on column private.consent_proofs.version is 'Of the text and the partners that were shown.';
comment on column private.consent_proofs.choices is
  '{"analytics": true, "marketing": false}: what each purpose was answered.';

create index consent_proofs_by_date on private.consent_proofs (date);
create index consent_proofs_of_refusals on private.consent_proofs (date)
  where choices ->> 'analytics' = 'false' and choices ->> 'marketing' = 'false';

alter table private.consent_proofs enable row level security, force row level security;
revoke all on private.consent_proofs from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the proofs of consent" on private.consent_proofs
  for all to current_user using (true) with check (true);

create table private.kept_agreements (
  id            uuid        not null default gen_random_uuid(),
  lead_id       uuid        not null,
  purpose       text        not null,
  email         text,
  fingerprint   text,
  version       text        not null,
  wording       text,
  form          text        not null,
  conference_on date,
  given_at      timestamptz not null,
  ended_at      timestamptz,
  former_ids    uuid[],
  constraint kept_agreements_pkey               primary key (id),
  constraint kept_agreements_one_of_each        unique nulls not distinct (lead_id, purpose, version, conference_on),
  constraint kept_agreements_purpose            check (purpose in ('calls', 'reminder', 'newsletter', 'waitlist')),
  constraint kept_agreements_address            check (num_nonnulls(email, fingerprint) = 1),
  constraint kept_agreements_proofs_have_ended  check (purpose = 'waitlist' or ended_at is not null),
  constraint kept_agreements_list_is_written_to check (purpose <> 'waitlist' or email is not null),
  constraint kept_agreements_texts_are_short    check (greatest(char_length(email), char_length(version), char_length(wording)) <= 1000)
);
comment on table  private.kept_agreements is
  'What an erased lead had agreed to: proofs, for five years after the agreement ended, and the waiting list of the conference.';
comment on column private.kept_agreements.lead_id is 'The lead it was of, which is gone.';
comment on column private.kept_agreements.fingerprint is
  'In the place of the address, once its holder had everything erased: proves an agreement to those who know the address, and tells it to no one.';
comment on column private.kept_agreements.version is 'Day the wording dates from.';
comment on column private.kept_agreements.ended_at is
  'Of a proof, when the agreement ended: withdrawn, or no longer of use because the lead went. Of the waiting list, when the next conference was announced.';
comment on column private.kept_agreements.former_ids is
  'Of the waiting list, the submissions that asked for it: links of mails name one of them.';

create index kept_agreements_by_email on private.kept_agreements (private.canonical_email(email)) where email is not null;
create index kept_agreements_by_fingerprint on private.kept_agreements (fingerprint) where fingerprint is not null;
create index kept_agreements_waiting on private.kept_agreements ((coalesce(conference_on, '-infinity')), given_at, id)
  where purpose = 'waitlist';
create index kept_proofs_by_end on private.kept_agreements (ended_at) where purpose <> 'waitlist';
create index waiting_lists_by_end on private.kept_agreements (ended_at) where purpose = 'waitlist' and ended_at is not null;
create index waiting_lists_by_conference on private.kept_agreements
  ((coalesce(conference_on, (given_at at time zone 'Europe/Paris')::date))) where purpose = 'waitlist' and ended_at is null;
create index kept_agreements_by_former_id on private.kept_agreements using gin (former_ids) where former_ids is not null;

alter table private.kept_agreements enable row level security, force row level security;
revoke all on private.kept_agreements from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the agreements" on private.kept_agreements
  for all to current_user using (true) with check (true);

create function private.fingerprint_of(email text) returns text
  language plpgsql volatile set search_path = ''
  as $$
begin
  insert into private.settings (key, value) values ('fingerprint_salt', to_jsonb(gen_random_uuid())) on conflict (key) do nothing;
  return (
    select encode(sha256(convert_to((value #>> '{}') || private.canonical_email(email), 'UTF8')), 'hex')
    from private.settings where key = 'fingerprint_salt');
end
$$;

create function private.letter_of(lead public.leads) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object(
      'requestedAt',    request.requested_at,
      'expiresAt',      request.requested_at + interval '7 days',
      'isExpired',      request.requested_at <= now() - interval '7 days',
      'confirmedAt',    request.confirmed_at,
      'version',        request.confirmed_version,
      'text',           request.confirmed_text,
      'unsubscribedAt', request.unsubscribed_at)
    from private.newsletter_requests as request
    where request.lead_id = lead.id
       or request.lead_id is null and private.canonical_email(request.email) = private.canonical_email(lead.email)
    order by request.lead_id nulls last, request.requested_at desc limit 1
  $$;
comment on function private.letter_of is
  'The request of the lead, else the one that an earlier lead of its address left.';

create function private.kept_of(lead public.leads) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(jsonb_agg(jsonb_build_object(
        'purpose', kept.purpose, 'at', kept.given_at, 'version', kept.version, 'text', kept.wording, 'form', kept.form,
        'endedAt', kept.ended_at) order by kept.given_at desc, kept.id), '[]')
    from private.kept_agreements as kept
    where kept.email is not null and private.canonical_email(kept.email) = private.canonical_email(lead.email)
  $$;
comment on function private.kept_of is 'What earlier leads of the address had agreed to, newest first.';

create function private.keep_proofs(submission_ids uuid[], ended_at_param timestamptz, as_fingerprint boolean) returns void
  language sql volatile set search_path = ''
  as $$
    with given as (
      select submission.id, submission.lead_id, submission.email, submission.form, submission.consents, submission.updated_at as at
      from private.submissions as submission
      where submission.id = any(submission_ids) and not submission.is_suspect
      union all
      select submission.id, submission.lead_id, submission.email, submission.form, former.consents, former.answered_at
      from private.former_answers as former join private.submissions as submission on submission.id = former.submission_id
      where submission.id = any(submission_ids) and not submission.is_suspect
    )
    insert into private.kept_agreements (lead_id, purpose, email, fingerprint, version, wording, form, given_at, ended_at)
      select distinct on (given.lead_id, box.key, version.text) given.lead_id, box.key,
             case when not as_fingerprint then given.email end, case when as_fingerprint then private.fingerprint_of(given.email) end,
             version.text, case when not as_fingerprint then left(box.value ->> 'text', 1000) end, given.form, given.at,
             case when box.key = 'reminder' then coalesce(lead.reminders_stopped_at, ended_at_param) else ended_at_param end
      from given
      cross join lateral jsonb_each(given.consents) as box
      cross join lateral (select left(coalesce(box.value ->> 'version', ''), 40)) as version (text)
      left join public.leads as lead on lead.id = given.lead_id
      where box.key in ('calls', 'reminder') and box.value -> 'granted' = 'true'
      order by given.lead_id, box.key, version.text, given.at
      on conflict on constraint kept_agreements_one_of_each do nothing
  $$;
comment on function private.keep_proofs is
  'Of submissions that are about to go: each wording that was agreed to, once. What a program filled in proves nothing.';

create function private.keep_what_outlives(lead_ids uuid[], gone_at timestamptz) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform private.keep_proofs(array(select id from private.submissions where lead_id = any(lead_ids)), gone_at, false);
  with asked as (
    select lead_id, conference_on, min(created_at) as at, (array_agg(email order by created_at desc))[1] as email,
           (array_agg(consents -> 'waitlist' order by created_at desc))[1] as box, array_agg(id) as ids
    from private.submissions
    where lead_id = any(lead_ids) and form = 'conferences' and not is_suspect and left_list_at is null
    group by lead_id, conference_on
    having bool_and(private.is_waitlisted(answers))
  ), joined as (
    update private.kept_agreements as known set former_ids = known.former_ids || asked.ids
      from asked
      where known.purpose = 'waitlist' and private.canonical_email(known.email) = private.canonical_email(asked.email)
        and known.conference_on is not distinct from asked.conference_on
      returning asked.lead_id
  )
  insert into private.kept_agreements (lead_id, purpose, email, version, wording, form, conference_on, given_at, former_ids)
    select lead_id, 'waitlist', email, left(coalesce(box ->> 'version', '2025-06-25'), 40), left(box ->> 'text', 1000),
           'conferences', conference_on, at, ids
    from asked where lead_id not in (select lead_id from joined)
    on conflict on constraint kept_agreements_one_of_each do nothing;
  update private.newsletter_requests as request
    set lead_id = null, former_ids = nullif(request.former_ids || array(
      select (merged.before #>> way.path)::uuid
      from private.merged_leads as merged cross join (values ('{newsletter,id}'::text[]), ('{kept_newsletter,id}'::text[])) as way (path)
      where merged.into_lead_id = request.lead_id and merged.before #>> way.path is not null), '{}')
    where request.lead_id = any(lead_ids) and request.confirmed_at is not null;
  perform private.remember_erasure('expired', id) from public.leads where id = any(lead_ids);
end
$$;
comment on function private.keep_what_outlives is
  'Before leads are erased at their term. What waits for a confirmation goes with its lead.';

create function private.keep_proofs_of_erased(lead_ids uuid[], erased_at timestamptz) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform private.keep_proofs(array(select id from private.submissions where lead_id = any(lead_ids)), erased_at, true);
  insert into private.kept_agreements (lead_id, purpose, fingerprint, version, form, given_at, ended_at)
    select lead_id, 'newsletter', private.fingerprint_of(email), confirmed_version, 'conferences', confirmed_at,
           coalesce(unsubscribed_at, erased_at)
    from private.newsletter_requests where lead_id = any(lead_ids) and confirmed_at is not null
    on conflict on constraint kept_agreements_one_of_each do nothing;
end
$$;
comment on function private.keep_proofs_of_erased is
  'Before leads are erased because their person asked for it: what was agreed to can still be proved, and no address is kept.';

-- A lead may be deleted in many ways: by the desk, by its term, by a REST delete of it, of its profile or of its account. What
-- its person agreed to is proved after each of them.
create function private.keep_proofs_of_deleted() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- What a merge takes apart hangs on the lead that it made.
  if not exists (select from private.merged_leads where lead_id = old.id) then
    perform private.keep_proofs_of_erased(array[old.id], now());
  end if;
  return old;
end
$$;
comment on function private.keep_proofs_of_deleted is
  'As where a person asks for it: a fingerprint in the place of the address. What was kept with its address, at a term, stays so.';

create trigger keep_proofs_of_deleted before delete on public.leads
  for each row execute function private.keep_proofs_of_deleted();

create function private.forget_agreements(ids uuid[]) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform private.remember_erasure('agreement', lead_id)
    from (select distinct lead_id from private.kept_agreements where id = any(ids)) as forgotten;
  delete from private.kept_agreements where id = any(ids) and purpose = 'waitlist';
  update private.kept_agreements set fingerprint = private.fingerprint_of(email), email = null, wording = null
    where id = any(ids) and email is not null;
end
$$;

create function private.forget_letters(ids uuid[], erased_at timestamptz) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  perform private.remember_erasure('newsletter', id) from private.newsletter_requests where id = any(ids) and lead_id is null;
  insert into private.kept_agreements (lead_id, purpose, fingerprint, version, form, given_at, ended_at)
    select id, 'newsletter', private.fingerprint_of(email), confirmed_version, 'conferences', confirmed_at, coalesce(unsubscribed_at, erased_at)
    from private.newsletter_requests where id = any(ids) and lead_id is null
    on conflict on constraint kept_agreements_one_of_each do nothing;
  delete from private.newsletter_requests where id = any(ids) and lead_id is null;
end
$$;

create function private.forget_addresses(emails text[], erased_at timestamptz) returns void
  language sql volatile set search_path = ''
  as $$
    select private.forget_agreements(array(
      select id from private.kept_agreements where email is not null and private.canonical_email(email) = any(emails)));
    select private.forget_letters(array(
      select id from private.newsletter_requests where lead_id is null and private.canonical_email(email) = any(emails)), erased_at);
  $$;
comment on function private.forget_addresses is
  'What outlived the leads of these addresses: the waiting list and the newsletter end, of the proofs only a fingerprint of the address stays.';

create function public.read_lead_receipts(lead_id_param uuid) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'consents', lead.consents,
      'paidOn', lead.paid_on,
      'schedule', private.kept_schedule(lead.id),
      'payments', private.payments_of(lead.id),
      'payers', private.payers_of(lead.id),
      'terms', private.accepted_terms(lead.id),
      'newsletter', private.letter_of(lead),
      'kept', private.kept_of(lead),
      'attribution', (
        select submission.attribution
        from private.submissions as submission
        where submission.lead_id = lead.id and submission.attribution <> '{}'
        order by submission.created_at, submission.id limit 1))
    from public.leads as lead where lead.id = lead_id_param
  );
end
$$;
comment on function public.read_lead_receipts is
  'What the lead agreed to (boxes, terms of the order, newsletter), since when it pays, and where it came from, as its first submission said. Null when there is no such lead.';
revoke all on function public.read_lead_receipts from public, anon, authenticated, service_role;
grant execute on function public.read_lead_receipts to authenticated;

-- Places at conferences, and the waiting list of the next one.

create type private.conference_line as (
  lead_id       uuid,
  is_waiting    boolean,
  registered_at timestamptz,
  last_name     text,
  first_name    text,
  company_name  text,
  email         text,
  phone         text,
  comment       text,
  is_paid       boolean,
  is_suspect    boolean,
  has_file      boolean,
  place_id      uuid
);

create function private.is_waitlisted(answers jsonb) returns boolean
  language sql immutable parallel safe
  return answers #>> '{extra_answers,kind}' is not distinct from 'waitlist';

create function private.waiting_without_lead() returns setof private.kept_agreements
  language sql stable set search_path = ''
  as $$
    select kept.* from private.kept_agreements as kept
    where kept.purpose = 'waitlist' and not exists (
      select from private.submissions as asked
      where asked.form = 'conferences' and private.canonical_email(asked.email) = private.canonical_email(kept.email)
        and asked.conference_on is not distinct from kept.conference_on and asked.left_list_at is null)
  $$;

-- One line for each address: a place that outlived its lead gives way to a new request of the same person.
create function private.conference_entries(held_on_param date)
  returns table (lead_id uuid, is_waiting boolean, registered_at timestamptz)
  language sql stable set search_path = ''
  as $$
    select submission.lead_id, bool_and(private.is_waitlisted(submission.answers)), min(submission.created_at)
    from private.submissions as submission
    where submission.form = 'conferences' and submission.left_list_at is null
      and coalesce(submission.conference_on, '-infinity') = coalesce(held_on_param, '-infinity')
    group by submission.lead_id
    union all
    select kept.id, true, kept.given_at from private.waiting_without_lead() as kept
    where coalesce(kept.conference_on, '-infinity') = coalesce(held_on_param, '-infinity')
  $$;
comment on function private.conference_entries is
  'One per person: their lead or, once it was erased, their place on the waiting list, by its own id. Who asked for a place once has one, whatever else was sent from another device and waits to be adopted.';

create function private.conference_counts()
  returns table (held_on date, registered integer, waiting integer, paid integer)
  language sql stable set search_path = ''
  as $$
    select nullif(entry.held_on, '-infinity'),
           (count(*) filter (where not entry.is_waiting))::integer,
           (count(*) filter (where entry.is_waiting))::integer,
           (count(*) filter (where not entry.is_waiting and entry.is_paid))::integer
    from (
      select sent.held_on, sent.is_waiting, lead.payment_status as is_paid
      from (
        select coalesce(conference_on, '-infinity') as held_on, lead_id, bool_and(private.is_waitlisted(answers)) as is_waiting
        from private.submissions where form = 'conferences' and left_list_at is null
        group by 1, 2
      ) as sent
      join public.leads as lead on lead.id = sent.lead_id
      union all
      select coalesce(conference_on, '-infinity'), true, false from private.waiting_without_lead()
    ) as entry
    group by entry.held_on
    order by entry.held_on desc
  $$;
comment on function private.conference_counts is
  'The latest conference first; those that nobody noted come last, under null.';

create function private.conference_lines(
  held_on_param date, waiting_param boolean, search_param text, before_at timestamptz, before_id uuid, count_param integer
) returns setof private.conference_line
  language plpgsql stable rows 50
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  pattern text := '%' || private.like_literal(coalesce(private.folded(search_param), '')) || '%';
  key_pattern text := private.key_pattern(search_param);
begin
  return query
    select entry.lead_id, entry.is_waiting, entry.registered_at,
           coalesce(lead.last_name, profile.last_name), coalesce(lead.first_name, profile.first_name),
           coalesce(lead.company_name, profile.company_name), coalesce(lead.email, profile.email, kept.email),
           coalesce(lead.phone, profile.phone), nullif(lead.extra_answers ->> 'commentaire', ''),
           coalesce(lead.payment_status, false), coalesce(lead.is_suspect, false), lead.id is not null,
           case when entry.is_waiting then coalesce(kept.id, (
             select asked.id from private.submissions as asked
             where asked.lead_id = entry.lead_id and asked.form = 'conferences' and asked.left_list_at is null
             order by asked.created_at, asked.id limit 1)) end
    from (
      select * from private.conference_entries(held_on_param) as listed
      where (waiting_param is null or listed.is_waiting = waiting_param)
        and (
          pattern = '%%' or listed.lead_id in (
            select found.lead_id from private.lead_words as found where found.keys ~ key_pattern and found.words like pattern)
          or listed.lead_id in (
            select waiting.id from private.kept_agreements as waiting
            where waiting.purpose = 'waitlist' and private.folded(waiting.email) like pattern))
        and (before_at is null or (listed.registered_at, listed.lead_id) < (before_at, before_id))
      order by listed.registered_at desc, listed.lead_id desc
      limit count_param
    ) as entry
    left join public.leads as lead on lead.id = entry.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    left join private.kept_agreements as kept on kept.id = entry.lead_id
    where lead.id is not null or kept.id is not null
    order by entry.registered_at desc, entry.lead_id desc;
end
$$;
comment on function private.conference_lines is
  'Who registered last comes first, after the line of `before_at` and `before_id`; every character of the search is literal.';

create function public.list_conference(
  held_on_param date default null, waiting_param boolean default null, search_param text default null,
  before_at_param timestamptz default null, before_id_param uuid default null
) returns setof private.conference_line
  language plpgsql stable security definer rows 50
  set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select * from private.conference_lines(held_on_param, waiting_param, search_param, before_at_param, before_id_param, 50);
end
$$;
comment on function public.list_conference is
  'Fifty lines of the conference held that day, null where nobody noted it; the next fifty with the instant and lead of the last one.';
revoke all on function public.list_conference from public, anon, authenticated, service_role;
grant execute on function public.list_conference to authenticated;

-- In batches: of a million agreements a hundred thousand places may end at once.
create function private.close_waiting_lists(next_held_on date, announced_at timestamptz, row_limit integer) returns integer
  language sql volatile set search_path = ''
  as $$
    with told as (
      update private.kept_agreements set ended_at = announced_at
        where id in (
          select id from private.kept_agreements
          where purpose = 'waitlist' and ended_at is null
            and coalesce(conference_on, (given_at at time zone 'Europe/Paris')::date) < next_held_on
          order by coalesce(conference_on, (given_at at time zone 'Europe/Paris')::date)
          limit row_limit for update skip locked)
        returning 1
    )
    select count(*)::integer from told
  $$;
comment on function private.close_waiting_lists is
  'Once a later conference is announced, who waited for it has to be told: their address then stays for a term of weeks. Returns how many places it ended.';

create function private.leave_waiting_lists(place_id_param uuid, way text, left_at timestamptz) returns text
  language plpgsql volatile set search_path = ''
  as $$
declare
  address text;
  kept    uuid[];
begin
  select private.canonical_email(coalesce(
    (select email from private.submissions where id = place_id_param and form = 'conferences'),
    (select email from private.kept_agreements
       where purpose = 'waitlist' and (id = place_id_param or former_ids @> array[place_id_param]) limit 1))) into address;
  if address is null then
    return 'unknown';
  end if;
  kept := array(
    select id from private.kept_agreements
    where purpose = 'waitlist' and email is not null and private.canonical_email(email) = address);
  perform private.forget_agreements(kept);
  with ended as (
    update private.submissions set left_list_at = left_at
      where form = 'conferences' and private.canonical_email(email) = address
        and private.is_waitlisted(answers) and left_list_at is null
      returning lead_id
  )
  insert into private.audit_log (actor, action, lead_id, detail)
    select distinct auth.uid(), 'waitlist.left', lead_id, jsonb_build_object('by', way) from ended
    union all
    select auth.uid(), 'waitlist.left', null, jsonb_build_object('by', way) where cardinality(kept) > 0;
  return case when found then 'left' else 'already' end;
end
$$;
comment on function private.leave_waiting_lists is
  'left, already, or unknown when nothing of the place is kept. It ends every place of the address, with a lead or without.';

create function public.leave_waiting_list(entry_id_param uuid) returns text
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return private.leave_waiting_lists(
    coalesce((select id from private.submissions where lead_id = entry_id_param and form = 'conferences' limit 1), entry_id_param),
    'team', now());
end
$$;
comment on function public.leave_waiting_list is
  'For who asked by telephone or by mail, by the id of their lead or, once it was erased, of their place: left, already or unknown.';
revoke all on function public.leave_waiting_list from public, anon, authenticated, service_role;
grant execute on function public.leave_waiting_list to authenticated;

-- Who changed, read or erased what, kept apart from what was changed: ids and values of our own lists, never a name, an
-- e-mail or an answer. Lines are added only, and may go when they are a year old.

create table private.audit_log (
  id      bigint      not null generated always as identity,
  at      timestamptz not null default now(),
  actor   uuid,
  action  text        not null,
  lead_id uuid,
  detail  jsonb       not null default '{}',
  constraint audit_log_pkey           primary key (id),
  constraint audit_log_action_is_fact check (action ~ '^[a-z_]+\.[a-z_]+$')
);
comment on table  private.audit_log is 'Append-only. A null actor is the server itself: a payment, the retention job.';
comment on column private.audit_log.lead_id is 'No foreign key: the line outlives the lead.';

create index audit_log_by_lead on private.audit_log (lead_id, at);
create index audit_log_by_time on private.audit_log (at, id);
create index audit_log_by_actor on private.audit_log (actor, at, id);
create index audit_log_by_action on private.audit_log (action, at, id);
create index audit_log_by_actor_and_action on private.audit_log (actor, action, at, id);

alter table private.audit_log enable row level security, force row level security;
revoke all on private.audit_log from public, anon, authenticated, service_role;
create policy "The owner of the schema can add lines" on private.audit_log
  for insert to current_user with check (true);
create policy "The owner of the schema can read the log" on private.audit_log
  for select to current_user using (true);
create policy "The owner of the schema can drop lines a year old" on private.audit_log
  for delete to current_user using (at < now() - interval '1 year');

create type private.audit_line as (
  id          bigint,
  at          timestamptz,
  actor       uuid,
  actor_email text,
  action      text,
  lead_id     uuid,
  lead_name   text,
  detail      jsonb,
  has_lead    boolean
);

create function private.keep_audit_log() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '1 year' then
    return old;
  end if;
  raise exception 'the audit log is append-only' using errcode = '42501';
end
$$;

create trigger keep_lines before update or delete on private.audit_log
  for each row execute function private.keep_audit_log();
create trigger keep_log before truncate on private.audit_log
  for each statement execute function private.keep_audit_log();

create function private.record_lead_change() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'DELETE' then
    insert into private.audit_log (actor, action, lead_id) values (auth.uid(), 'lead.deleted', old.id);
    return null;
  end if;
  insert into private.audit_log (actor, action, lead_id, detail)
    select auth.uid(), change.action, new.id, jsonb_build_object('from', change.before, 'to', change.after)
    from (values
      ('lead.status_changed',   to_jsonb(old.lead_status),    to_jsonb(new.lead_status)),
      ('lead.payment_changed',  to_jsonb(old.payment_status), to_jsonb(new.payment_status)),
      ('lead.owner_changed',    to_jsonb(old.owner),          to_jsonb(new.owner)),
      ('lead.callback_changed', to_jsonb(old.callback_at),    to_jsonb(new.callback_at))
    ) as change (action, before, after)
    where change.before is distinct from change.after;
  return null;
end
$$;

create trigger record_change after update of lead_status, payment_status, owner, callback_at or delete on public.leads
  for each row execute function private.record_lead_change();

create function private.record_profile_deletion() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.audit_log (actor, action, detail)
    values (auth.uid(), 'profile.deleted', jsonb_build_object('profile_id', old.id));
  return null;
end
$$;

create trigger record_deletion after delete on public.user_profiles
  for each row execute function private.record_profile_deletion();

create function public.record_lead_opened(lead_id_param uuid) returns void
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  insert into private.audit_log (actor, action, lead_id)
    select auth.uid(), 'lead.opened', id from public.leads where id = lead_id_param;
end
$$;
comment on function public.record_lead_opened is 'The admin calls it when a detail is opened.';
revoke all on function public.record_lead_opened from public, anon, authenticated, service_role;
grant execute on function public.record_lead_opened to authenticated;

create function private.record_list_read(name text) returns void
  language plpgsql volatile
  set search_path = ''
  as $$
declare
  reader constant uuid := auth.uid();
begin
  -- Two reads at once leave one line: who comes second finds the lock taken, and the first one's line says it all.
  if not private.is_admin() or not pg_try_advisory_xact_lock(hashtextextended('list read by ' || reader, 0)) then
    return;
  end if;
  insert into private.audit_log (actor, action, detail)
    select reader, 'leads.listed', jsonb_build_object('list', name)
    where not exists (
      select from private.audit_log
      where actor = reader and action = 'leads.listed' and at > now() - interval '1 minute');
end
$$;
comment on function private.record_list_read is
  'Under the claims of who read: one line per administrator and minute, without what was looked for.';

create function private.audit_lines(
  actor_param uuid, by_server boolean, action_param text, lead_id_param uuid, from_param date, to_param date,
  before_at timestamptz, before_id bigint, count_param integer
) returns setof private.audit_line
  language plpgsql stable rows 50
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
begin
  return query
    select line.id, line.at, line.actor, account.email::text, line.action, line.lead_id,
           nullif(concat_ws(' ', coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name)), ''),
           line.detail, lead.id is not null
    from (
      select * from private.audit_log as entry
      where (actor_param is null or entry.actor = actor_param)
        and (not by_server or entry.actor is null)
        and (action_param is null or entry.action = action_param)
        and (lead_id_param is null or entry.lead_id = lead_id_param)
        and (from_param is null or entry.at >= from_param::timestamp at time zone 'Europe/Paris')
        and (to_param is null or entry.at < (to_param + 1)::timestamp at time zone 'Europe/Paris')
        and (before_at is null or (entry.at, entry.id) < (before_at, before_id))
      order by entry.at desc, entry.id desc
      limit count_param
    ) as line
    left join auth.users as account on account.id = line.actor
    left join public.leads as lead on lead.id = line.lead_id
    left join public.user_profiles as profile on profile.id = lead.user_profile_id
    order by line.at desc, line.id desc;
end
$$;
comment on function private.audit_lines is
  'Newest first, after the line of `before_at` and `before_id`. Days are those of Paris, both included. `by_server`: lines without an actor. Planned with its values: which index serves depends on the filters that are set.';

create function public.read_audit_log(
  actor_param uuid default null, by_server_param boolean default false, action_param text default null,
  lead_id_param uuid default null, from_param date default null, to_param date default null,
  before_at_param timestamptz default null, before_id_param bigint default null
) returns setof private.audit_line
  language plpgsql stable security definer rows 50
  set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query select * from private.audit_lines(
    actor_param, coalesce(by_server_param, false), action_param, lead_id_param, from_param, to_param,
    before_at_param, before_id_param, 50);
end
$$;
comment on function public.read_audit_log is
  'Fifty lines, newest first; the next fifty with the instant and id of the last one.';
revoke all on function public.read_audit_log from public, anon, authenticated, service_role;
grant execute on function public.read_audit_log to authenticated;

create function public.list_audit_people() returns table (user_id uuid, email text)
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select administrator.user_id, account.email::text
    from public.admin_users as administrator
    join auth.users as account on account.id = administrator.user_id
    order by account.email;
end
$$;
comment on function public.list_audit_people is 'The administrators, whose lines one may want to see alone.';
revoke all on function public.list_audit_people from public, anon, authenticated, service_role;
grant execute on function public.list_audit_people to authenticated;

-- What an administrator reads of a lead in one row: its own snapshot first, the profile where the snapshot is empty. It
-- runs with the rights of its reader, so the policies of the tables decide; a customer reads nothing through it.

create view public.admin_dashboard with (security_invoker = true) as
select
  lead.id                                                                       as lead_id,
  lead.user_profile_id                                                          as user_profile_id,
  profile.user_id                                                               as user_id,
  lead.created_at                                                               as created_at,
  lead.updated_at                                                               as updated_at,
  lead.funnel_origin                                                            as funnel_origin,
  lead.lead_status                                                              as lead_status,
  lead.payment_status                                                           as payment_status,
  case when lead.phone is null then profile.phone_e164 else lead.phone_e164 end as phone_e164,
  private.intention_detail(
    coalesce(lead.intention, profile.intention), coalesce(lead.knowledge_base_text, profile.knowledge_base_text)
  )                                                                             as intention_detail,
  private.free_knowledge_text(
    coalesce(lead.intention, profile.intention), coalesce(lead.knowledge_base_text, profile.knowledge_base_text)
  )                                                                             as knowledge_base_own_text,
  private.has_consented(lead.consents, 'calls')                                 as call_consent,
  lead.account_exists                                                           as account_exists,
  lead.newer_answers_at                                                         as newer_answers_at,
  lead.is_suspect                                                               as is_suspect,
  lead.last_contact_at                                                          as last_contact_at,
  case when not lead.payment_status and lead.lead_status <> 'client'
    then lead.last_contact_at + interval '6 months'
  end                                                                           as expires_at,
  lead.owner                                                                    as owner,
  lead.callback_at                                                              as callback_at,
  lead.contacted_at                                                             as contacted_at,
  -- Of a question in the profile too: the lead's own answer, the profile's where the lead has none.
  -- questions: of the view
  coalesce(lead.email, profile.email)                                           as email,
  coalesce(lead.first_name, profile.first_name)                                 as first_name,
  coalesce(lead.last_name, profile.last_name)                                   as last_name,
  coalesce(lead.phone, profile.phone)                                           as phone,
  coalesce(lead.company_name, profile.company_name)                             as company_name,
  coalesce(lead.business_type, profile.business_type)                           as business_type,
  coalesce(lead.welcome_message, profile.welcome_message)                       as welcome_message,
  coalesce(lead.knowledge_base_url, profile.knowledge_base_url)                 as knowledge_base_url,
  coalesce(lead.knowledge_base_text, profile.knowledge_base_text)               as knowledge_base_text,
  coalesce(lead.intention, profile.intention)                                   as intention,
  coalesce(lead.calls_per_month, profile.calls_per_month)                       as calls_per_month,
  coalesce(lead.business_hours, profile.business_hours)                         as business_hours,
  coalesce(lead.voice, profile.voice)                                           as voice,
  coalesce(lead.prospects_per_month, profile.prospects_per_month)               as prospects_per_month,
  coalesce(lead.current_clients, profile.current_clients)                       as current_clients,
  coalesce(lead.marketing_needs, profile.marketing_needs)                       as marketing_needs,
  coalesce(lead.active_clients_per_month, profile.active_clients_per_month)     as active_clients_per_month,
  coalesce(lead.client_followup_goals, profile.client_followup_goals)           as client_followup_goals,
  lead.role                                                                     as role,
  lead.prospects_count                                                          as prospects_count,
  lead.objectives                                                               as objectives,
  lead.extra_answers                                                            as extra_answers,
  coalesce(lead.contacts_per_month, profile.contacts_per_month)                 as contacts_per_month,
  coalesce(lead.audience, profile.audience)                                     as audience,
  coalesce(lead.company_siren, profile.company_siren)                           as company_siren,
  coalesce(lead.company_legal_name, profile.company_legal_name)                 as company_legal_name,
  coalesce(lead.company_address, profile.company_address)                       as company_address
  -- end of questions
from public.leads as lead
left join public.user_profiles as profile on profile.id = lead.user_profile_id
where (select private.is_admin()) or current_user = 'service_role';
comment on view public.admin_dashboard is 'Leads as administrators see them.';
comment on column public.admin_dashboard.calls_per_month is 'Calls per DAY: the name is given by the specification.';
comment on column public.admin_dashboard.expires_at is 'When the lead is erased; null for a client and for a paid lead.';

revoke all on public.admin_dashboard from public, anon, authenticated, service_role;
grant select on public.admin_dashboard to authenticated, service_role;

-- The list of leads at a million rows. What it filters and sorts by stands in narrow rows of its own, kept by triggers;
-- each combination of the few-valued filters is a facet, with its count. A page reads as many rows as it shows from the
-- facets that match, whatever is filtered and however deep it lies (docs/decisions/0030).

create table private.lead_facets (
  id             integer not null generated always as identity,
  funnel_origin  text    not null,
  lead_status    text    not null,
  payment_status boolean not null,
  call_consent   boolean not null,
  is_suspect     boolean not null,
  is_duplicate   boolean not null,
  has_account    boolean not null,
  is_waiting     boolean not null,
  lead_count     bigint  not null default 0,
  constraint lead_facets_pkey primary key (id),
  constraint lead_facets_one_of_a_kind unique (
    funnel_origin, lead_status, payment_status, call_consent, is_suspect, is_duplicate, has_account, is_waiting
  )
);
comment on table  private.lead_facets is 'Each combination of the filters with few values that some lead has or had.';
comment on column private.lead_facets.is_duplicate is 'Another contact has the same e-mail, phone or company.';
comment on column private.lead_facets.has_account is 'Its contact has an account, or its e-mail has one.';
comment on column private.lead_facets.is_waiting is 'On the waiting list of a conference.';
comment on column private.lead_facets.lead_count is 'Without private.lead_facet_changes, which are added now and then.';

alter table private.lead_facets enable row level security, force row level security;
revoke all on private.lead_facets from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the facets" on private.lead_facets
  for all to current_user using (true) with check (true);

-- Insert-only, so that two leads that arrive together never wait for one row that counts both.
create table private.lead_facet_changes (
  facet_id integer not null,
  change   integer not null
);
comment on table private.lead_facet_changes is 'What private.lead_facets.lead_count does not count yet.';

alter table private.lead_facet_changes enable row level security, force row level security;
revoke all on private.lead_facet_changes from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps their changes" on private.lead_facet_changes
  for all to current_user using (true) with check (true);

create table private.lead_list (
  lead_id     uuid        not null,
  profile_id  uuid        not null,
  facet_id    integer     not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  expires_at  timestamptz not null,
  volume      integer     not null,
  name        text        collate "C" not null,
  company     text        collate "C" not null,
  email       text        collate "C" not null,
  phone       text,
  owner       uuid        not null,
  source      text        collate "C" not null,
  callback_at timestamptz,
  constraint lead_list_pkey primary key (lead_id),
  constraint lead_list_lead foreign key (lead_id) references public.leads (id) on delete cascade
);
comment on table  private.lead_list is
  'What the list of leads filters and sorts by, kept by triggers. No key is null, so that pages can go on from any of them.';
comment on column private.lead_list.expires_at is 'infinity: it stays.';
comment on column private.lead_list.volume is
  'The number that the price of its offer depends on; -1 when none was given.';
comment on column private.lead_list.name is
  'Last name, then first name, folded; without them the last character there is.';
comment on column private.lead_list.phone is 'E.164.';
comment on column private.lead_list.owner is 'private.nobody() when anybody may look after it.';
comment on column private.lead_list.source is
  'Where its first visit came from, by private.visit_source; empty where none is known of.';
comment on column private.lead_list.callback_at is 'Null when nobody promised to call back: these are sorted by age.';

create index lead_list_by_update on private.lead_list (facet_id, updated_at, lead_id);
create index lead_list_by_expiry on private.lead_list (facet_id, expires_at, lead_id);
create index lead_list_by_volume on private.lead_list (facet_id, volume, lead_id);
-- Those whose order has nothing to do with it.
create index lead_list_in_time on private.lead_list (created_at, lead_id) include (facet_id);
create index lead_list_by_name on private.lead_list (name, lead_id) include (facet_id);
create index lead_list_by_company on private.lead_list (company, lead_id) include (facet_id);
create index lead_list_by_email on private.lead_list (email, lead_id) include (facet_id);
create index lead_list_by_phone on private.lead_list (phone) where phone is not null;
-- Of one owner or source each facet is read in its own order. Few leads wait for a call back: the others are found by
-- their age, without a look at their rows.
create index lead_list_by_creation on private.lead_list (facet_id, created_at, lead_id) include (callback_at);
create index lead_list_by_owner on private.lead_list (owner, facet_id, created_at, lead_id);
create index lead_list_by_source on private.lead_list (source, facet_id, created_at, lead_id);
create index lead_list_by_callback on private.lead_list (facet_id, callback_at, lead_id) where callback_at is not null;

alter table private.lead_list enable row level security, force row level security;
revoke all on private.lead_list from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the list" on private.lead_list
  for all to current_user using (true) with check (true);

create function private.visit_source(touch jsonb) returns text
  language plpgsql immutable parallel safe set search_path = ''
  as $$
declare
  said   constant jsonb := private.read_touch(touch);
  medium constant text  := lower(said ->> 'utm_medium');
  host   constant text  := lower(said ->> 'referrer');
begin
  return case
    when coalesce(said - 'at', '{}') = '{}' then ''
    when medium ~ '^(cpc|ppc|paid.*|display|ads?|banner|sea)$' then 'publicite'
    when medium ~ '^(e-?mail|courriel|newsletter|lettre)$' then 'courriel'
    when medium ~ '^(social.*|reseaux.*)$' then 'reseaux'
    when medium ~ '^(organic|seo)$' then 'recherche'
    when medium is not null then 'autre'
    when host ~ '(^|\.)(mail\.google\.com|outlook\.(com|live\.com|office\.com)|mail\.[a-z-]+\.[a-z]{2,4})$' then 'courriel'
    when host ~ '(^|\.)(linkedin\.com|lnkd\.in|facebook\.com|instagram\.com|tiktok\.com|youtube\.com|x\.com|t\.co)$' then 'reseaux'
    when host ~ '(^|\.)(google|bing|qwant|ecosia|duckduckgo|yahoo|startpage|brave|lilo)\.[a-z.]{2,6}$' then 'recherche'
    when host is not null or said ? 'utm_source' then 'autre'
    else 'direct'
  end;
end
$$;
comment on function private.visit_source is
  'What the column of the list says of a visit, empty of none: sourceOf in domain/leads/visit-source.ts says the same.';

create function private.source_of_lead(lead_id_param uuid) returns text
  language plpgsql stable set search_path = ''
  as $$
begin
  return coalesce((
    select private.visit_source(submission.attribution -> 'first')
    from private.submissions as submission
    where submission.lead_id = lead_id_param and submission.attribution <> '{}'
    order by submission.created_at, submission.id limit 1
  ), '');
end
$$;

create function private.facet_of(wanted private.lead_facets) returns integer
  language plpgsql volatile set search_path = ''
  as $$
declare
  found_id integer;
begin
  loop
    select id into found_id from private.lead_facets as facet
      where (facet.funnel_origin, facet.lead_status, facet.payment_status, facet.call_consent)
              = (wanted.funnel_origin, wanted.lead_status, wanted.payment_status, wanted.call_consent)
        and (facet.is_suspect, facet.is_duplicate, facet.has_account, facet.is_waiting)
              = (wanted.is_suspect, wanted.is_duplicate, wanted.has_account, wanted.is_waiting);
    if found then
      return found_id;
    end if;
    insert into private.lead_facets
        (funnel_origin, lead_status, payment_status, call_consent, is_suspect, is_duplicate, has_account, is_waiting)
      values (wanted.funnel_origin, wanted.lead_status, wanted.payment_status, wanted.call_consent,
              wanted.is_suspect, wanted.is_duplicate, wanted.has_account, wanted.is_waiting)
      on conflict do nothing;
  end loop;
end
$$;

-- Plans outlive a table's youth, in which reading it whole is cheapest; and the compiler looks at what they would cost.
create function private.write_lead_list(lead public.leads) returns void
  language plpgsql volatile set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  profile       public.user_profiles;
  facet         private.lead_facets;
  written       private.lead_list;
  volume_column text;
  nothing       constant text := private.sort_key('');
begin
  -- Whoever compares it with another lead at the same moment is waited for, and seen.
  perform from private.lead_list where lead_id = lead.id for update;
  select * into profile from public.user_profiles where id = lead.user_profile_id;
  select column_name into volume_column from private.questions where is_volume and lead.funnel_origin = any (forms);

  written.lead_id     := lead.id;
  written.profile_id  := lead.user_profile_id;
  written.created_at  := lead.created_at;
  written.updated_at  := lead.updated_at;
  written.expires_at  := case when lead.payment_status or lead.lead_status = 'client' then 'infinity'
                              else lead.last_contact_at + interval '6 months' end;
  written.volume      := coalesce(private.first_number(
                           coalesce(to_jsonb(lead) ->> volume_column, to_jsonb(profile) ->> volume_column)), -1);
  written.name        := private.sort_key(concat_ws(' ', coalesce(lead.last_name, profile.last_name), coalesce(lead.first_name, profile.first_name)));
  written.company     := private.sort_key(coalesce(lead.company_name, profile.company_name));
  written.email       := private.sort_key(private.canonical_email(coalesce(lead.email, profile.email)));
  written.phone       := case when lead.phone is null then profile.phone_e164 else lead.phone_e164 end;
  written.owner       := coalesce(lead.owner, private.nobody());
  written.callback_at := lead.callback_at;
  written.source      := private.source_of_lead(lead.id);

  facet.funnel_origin  := lead.funnel_origin;
  facet.lead_status    := lead.lead_status;
  facet.payment_status := lead.payment_status;
  facet.call_consent   := private.has_consented(lead.consents, 'calls');
  facet.is_suspect     := lead.is_suspect;
  facet.has_account    := lead.account_exists or profile.user_id is not null;
  facet.is_waiting     := lead.funnel_origin = 'conferences' and lead.extra_answers ->> 'kind' is not distinct from 'waitlist';
  facet.is_duplicate   :=
       written.email <> nothing and exists (
         select from private.lead_list where email = written.email and profile_id <> written.profile_id)
    or written.phone is not null and exists (
         select from private.lead_list where phone = written.phone and profile_id <> written.profile_id)
    or written.company <> nothing and exists (
         select from private.lead_list where company = written.company and profile_id <> written.profile_id);
  written.facet_id := private.facet_of(facet);

  insert into private.lead_list as entry select written.*
    on conflict (lead_id) do update
      set (profile_id, facet_id, created_at, updated_at, expires_at, volume, name, company, email, phone, owner, callback_at, source)
        = (excluded.profile_id, excluded.facet_id, excluded.created_at, excluded.updated_at, excluded.expires_at,
           excluded.volume, excluded.name, excluded.company, excluded.email, excluded.phone, excluded.owner,
           excluded.callback_at, excluded.source)
      where entry is distinct from excluded;
end
$$;

-- At the end of the transaction: a submission writes its lead several times, and the last of them counts.
create function private.list_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  lead public.leads;
begin
  select * into lead from public.leads where id = new.id;
  if lead is not distinct from new then
    perform private.write_lead_list(lead);
  end if;
  return null;
end
$$;

create constraint trigger list_lead after insert or update on public.leads
  deferrable initially deferred for each row execute function private.list_lead();

create function private.list_leads_of_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.write_lead_list(lead) from public.leads as lead where lead.user_profile_id = new.id;
  return null;
end
$$;

create constraint trigger list_leads_of_profile
  after update of user_id, first_name, last_name, email, phone, company_name on public.user_profiles
  deferrable initially deferred for each row
  when ((old.user_id, old.first_name, old.last_name, old.email, old.phone, old.company_name)
        is distinct from (new.user_id, new.first_name, new.last_name, new.email, new.phone, new.company_name))
  execute function private.list_leads_of_profile();

create function private.list_visit() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.write_lead_list(lead)
  from public.leads as lead
  join private.lead_list as entry on entry.lead_id = lead.id
  where lead.id in (old.lead_id, new.lead_id) and entry.source <> private.source_of_lead(lead.id);
  return null;
end
$$;
comment on function private.list_visit is
  'A lead that is written with its visit is listed with it; here come visits that move, arrive later or are erased.';

create constraint trigger list_new_visit after insert on private.submissions
  deferrable initially deferred for each row when (new.attribution <> '{}') execute function private.list_visit();
create constraint trigger list_moved_visit after update of lead_id, attribution on private.submissions
  deferrable initially deferred for each row execute function private.list_visit();
create constraint trigger list_visit_without after delete on private.submissions
  deferrable initially deferred for each row when (old.attribution <> '{}') execute function private.list_visit();

create function private.count_facets() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into private.lead_facet_changes (facet_id, change)
    select facet_id, change
    from (values (case when tg_op <> 'INSERT' then old.facet_id end, -1), (case when tg_op <> 'DELETE' then new.facet_id end, 1))
      as counted (facet_id, change)
    where facet_id is not null;
  return null;
end
$$;

create trigger count_new_facet after insert or delete on private.lead_list
  for each row execute function private.count_facets();
create trigger count_other_facet after update of facet_id on private.lead_list
  for each row when (old.facet_id <> new.facet_id) execute function private.count_facets();

create function private.add_facet_changes(at_most integer) returns integer
  language sql volatile set search_path = ''
  as $$
    with taken as (
      delete from private.lead_facet_changes where ctid = any (array(
        select ctid from private.lead_facet_changes limit at_most for update skip locked
      )) returning facet_id, change
    ), added as (
      update private.lead_facets as facet set lead_count = facet.lead_count + total.change
      from (select facet_id, sum(change) as change from taken group by facet_id) as total
      where facet.id = total.facet_id
    )
    select count(*)::integer from taken
  $$;
comment on function private.add_facet_changes is 'How many were added; readers see the same sums before and after.';

create function private.rewrite_alike(entry private.lead_list, is_gone boolean) returns void
  language plpgsql volatile set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  -- All leads of one contact, and one more.
  enough constant integer := 7;
begin
  -- Whoever is busy with one of them compares it anyway.
  perform private.write_lead_list(lead)
  from public.leads as lead
  where lead.id in (
    select other.lead_id
    from private.lead_list as other
    join private.lead_facets as facet on facet.id = other.facet_id
    where other.lead_id = any (
        array(select lead_id from private.lead_list where email = entry.email and entry.email <> private.sort_key('')
                and profile_id <> entry.profile_id limit enough)
        || array(select lead_id from private.lead_list where phone = entry.phone
                and profile_id <> entry.profile_id limit enough)
        || array(select lead_id from private.lead_list where company = entry.company and entry.company <> private.sort_key('')
                and profile_id <> entry.profile_id limit enough))
      and facet.is_duplicate = is_gone
    for update of other skip locked
  );
end
$$;
comment on function private.rewrite_alike is
  'Only the first contact that comes beside another, and the last that leaves it alone, change what the other is.';

create function private.compare_alike() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  -- What is alike is in its facet already: mostly nobody is.
  if tg_op <> 'INSERT' and (select is_duplicate from private.lead_facets where id = old.facet_id) then
    perform private.rewrite_alike(old, true);
  end if;
  if tg_op <> 'DELETE' and (select is_duplicate from private.lead_facets where id = new.facet_id) then
    perform private.rewrite_alike(new, false);
  end if;
  return null;
end
$$;

create trigger compare_new_alike after insert or delete on private.lead_list
  for each row execute function private.compare_alike();
create trigger compare_other_alike after update of email, phone, company, profile_id on private.lead_list
  for each row when ((old.email, old.phone, old.company, old.profile_id) is distinct from (new.email, new.phone, new.company, new.profile_id))
  execute function private.compare_alike();

-- Administrators find a lead among a million while they type. Row security would hide the trigram index from the planner
-- (LIKE may leak what it compares), so the search is a procedure with its owner's rights that checks the caller first.

create table private.lead_words (
  lead_id      uuid not null,
  words        text not null,
  phone        text not null,
  phone_digits text not null,
  keys         text not null generated always as (private.search_key(words || E'\n' || phone || E'\n')) stored,
  constraint lead_words_pkey primary key (lead_id),
  constraint lead_words_lead foreign key (lead_id) references public.leads (id) on delete cascade
);
comment on table  private.lead_words is
  'What the search compares, kept by triggers: the contact that admin_dashboard shows, folded.';
comment on column private.lead_words.words is 'Both orders of the full name, e-mail and company, one per line.';
comment on column private.lead_words.keys is
  'The words and the phone as the index compares them: see private.search_key.';

-- Without fastupdate: the embedded engine never vacuums, so what waits to be indexed would be read whole by each search.
create index lead_words_trigrams on private.lead_words
  using gin (keys extensions.gin_trgm_ops, phone_digits extensions.gin_trgm_ops) with (fastupdate = off);

alter table private.lead_words enable row level security, force row level security;
revoke all on private.lead_words from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps what the search compares" on private.lead_words
  for all to current_user using (true) with check (true);

create function private.key_pattern(search text) returns text
  language sql immutable parallel safe
  return (
    select case char_length(key) when 0 then '' when 1 then '' when 2 then key || '[a-z0-9]' else key end
    from (values (private.search_key(coalesce(private.folded(search), '')))) as known (key)
  );
comment on function private.key_pattern is
  'A regular expression that the key of what contains this search matches. Two letters have three with the next one, whichever it is; one letter says nothing.';

create function private.write_lead_words(lead public.leads, profile public.user_profiles) returns void
  language sql volatile set search_path = ''
  as $$
    insert into private.lead_words as entry (lead_id, words, phone, phone_digits)
    select lead.id,
           concat_ws(E'\n',
             private.folded(concat_ws(' ', first_name, last_name)), private.folded(concat_ws(' ', last_name, first_name)),
             private.folded(email), private.folded(company_name)),
           coalesce(private.folded(phone), ''),
           coalesce(private.phone_digits(phone), '')
    from (select coalesce(lead.first_name, profile.first_name)     as first_name,
                 coalesce(lead.last_name, profile.last_name)       as last_name,
                 coalesce(lead.email, profile.email)               as email,
                 coalesce(lead.company_name, profile.company_name) as company_name,
                 coalesce(lead.phone, profile.phone)               as phone) as shown
    on conflict (lead_id) do update
      set words = excluded.words, phone = excluded.phone, phone_digits = excluded.phone_digits
      where (entry.words, entry.phone, entry.phone_digits) is distinct from (excluded.words, excluded.phone, excluded.phone_digits)
  $$;

create function private.index_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  lead public.leads;
begin
  -- Whoever wrote other words later has an event of their own.
  select * into lead from public.leads where id = new.id;
  if (lead.user_profile_id, lead.first_name, lead.last_name, lead.email, lead.phone, lead.company_name)
     is not distinct from (new.user_profile_id, new.first_name, new.last_name, new.email, new.phone, new.company_name) then
    perform private.write_lead_words(lead, profile) from public.user_profiles as profile where profile.id = lead.user_profile_id;
  end if;
  return null;
end
$$;

create constraint trigger index_lead
  after insert or update of user_profile_id, first_name, last_name, email, phone, company_name on public.leads
  deferrable initially deferred for each row execute function private.index_lead();

create function private.index_leads_of_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.write_lead_words(lead, profile)
  from public.user_profiles as profile join public.leads as lead on lead.user_profile_id = profile.id
  where profile.id = new.id;
  return null;
end
$$;

create constraint trigger index_leads_of_profile
  after update of first_name, last_name, email, phone, company_name on public.user_profiles
  deferrable initially deferred for each row
  when ((old.first_name, old.last_name, old.email, old.phone, old.company_name)
        is distinct from (new.first_name, new.last_name, new.email, new.phone, new.company_name))
  execute function private.index_leads_of_profile();

create function private.words_condition(search text) returns text
  language plpgsql stable set search_path = ''
  as $$
declare
  words_pattern  text := '%' || private.like_literal(coalesce(private.folded(search), '')) || '%';
  digits_pattern text := private.phone_pattern(search);
begin
  return format('(words.words like %1$L or words.phone like %2$L or words.phone_digits like %3$L)',
    words_pattern,
    case when digits_pattern is null then words_pattern end, -- a number as typed has these digits too
    digits_pattern);
end
$$;
comment on function private.words_condition is
  'SQL about private.lead_words as "words". Patterns are constants in it: only so does the planner know which index they can use.';

create function private.indexed_words(search text) returns text
  language sql stable set search_path = ''
  return (
    select format('%s and (words.keys %s %L or words.phone_digits like %L)',
      private.words_condition(search),
      -- What is at least three letters is found sooner without the machine of regular expressions.
      case when char_length(pattern) = char_length(key) then 'like' else '~' end,
      case when char_length(pattern) = char_length(key) then '%' || key || '%' else pattern end,
      private.phone_pattern(search))
    from (values (private.key_pattern(search), private.search_key(coalesce(private.folded(search), '')))) as known (pattern, key)
  );
comment on function private.indexed_words is
  'private.words_condition, with what the index of private.lead_words can answer. Of one letter it can answer nothing.';

create function private.some_named(condition text) returns uuid[]
  language plpgsql stable set search_path = ''
  as $$
declare
  ids uuid[];
begin
  execute format('select array(select words.lead_id from private.lead_words as words where %s limit %s)',
    condition, private.few_enough() + 1) into ids;
  return ids;
end
$$;
comment on function private.some_named is
  'The leads of this condition about private.lead_words, one more than private.few_enough() when there are more.';

create function private.read_all_named(condition text) returns uuid[]
  language sql stable set search_path = '' set enable_seqscan = on set enable_indexscan = off set enable_bitmapscan = off
  return private.some_named(condition);
comment on function private.read_all_named is
  'private.some_named of what no index answers: the table is read, which is shorter than to ask each lead.';

create function private.count_sampled(condition text, sampled integer) returns integer
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  counted integer;
begin
  execute format(
    'select count(*) filter (where %s) from (select * from private.lead_words order by lead_id limit %s) as words', condition, sampled)
    into counted;
  return counted;
end
$$;
comment on function private.count_sampled is
  'How many of so many leads match. Ids are random: those that come first are a sample of all.';

create function private.leads_named(search text, out named bigint, out ids uuid[])
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  few       constant integer := private.few_enough();
  condition constant text    := private.words_condition(search);
  is_letter constant boolean := private.key_pattern(search) = '' and private.phone_pattern(search) is null;
  first_few constant integer := 100;
  sampled   constant integer := 1000;
  among     integer;
  expected  double precision;
begin
  -- What hardly anybody has is not worth a sample.
  among := private.count_sampled(condition, first_few);
  if among > 0 then
    among := private.count_sampled(condition, sampled);
    select few::double precision * sampled / greatest(sum(lead_count), 1) into expected from private.lead_facets;
  end if;
  -- Were there no more than a few, so many would be in the sample less than once in a million searches.
  if among > expected + 8 * sqrt(expected) then
    named := few + 1;
  elsif is_letter and among >= 10 then
    -- Soon met, whatever the order; nobody counts.
    named := null;
  else
    ids := case when is_letter then private.read_all_named(condition) else private.some_named(private.indexed_words(search)) end;
    named := cardinality(ids);
    if named > few then
      ids := null;
    end if;
  end if;
end
$$;
comment on function private.leads_named is
  'How many leads this search names, or one more than private.few_enough() when there are more, or null when nobody counted; and which, when they are few.';

create function public.search_leads(query_param text) returns setof public.admin_dashboard
  language plpgsql stable security definer rows 100 set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query execute format(
    'select dashboard.* from public.admin_dashboard as dashboard
     where dashboard.lead_id in (select words.lead_id from private.lead_words as words where %s)',
    private.indexed_words(query_param));
end
$$;
comment on function public.search_leads is
  'Rows of admin_dashboard whose name (both orders), e-mail, company or phone contains the query; every character is literal, case and accents do not count.';
revoke all on function public.search_leads from public, anon, authenticated, service_role;
grant execute on function public.search_leads to authenticated;

-- Pages of the list: each goes on behind the last lead of the one before, in the order and with the filters that are
-- asked for.

create type private.lead_order as (
  key_column     text,
  key_type       text,
  ranked_by      text,
  key_direction  text,
  rank_direction text,
  grouped_by     text
);

create function private.few_enough() returns integer
  language sql immutable parallel safe
  return 10000;
comment on function private.few_enough is
  'So many leads are found, counted and sorted in 20 ms; beyond, nobody counts.';

create function private.count_some(rows_query text) returns integer
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  counted integer;
begin
  execute format('select count(*) from (%s limit %s) as found', rows_query, private.few_enough() + 1) into counted;
  return counted;
end
$$;
comment on function private.count_some is
  'How many rows this query has, or one more than private.few_enough() when it has more.';

-- A search or a range that many leads match is counted first, from one index, and walked in the order that is shown
-- (docs/decisions/0030).
create function private.facets_of(filters jsonb) returns table (facet_id integer, lead_count bigint)
  language sql stable rows 100 set search_path = ''
  as $$
    select facet.id, facet.lead_count + coalesce(change.change, 0)
    from private.lead_facets as facet
    left join (
      select facet_id, sum(change) as change from private.lead_facet_changes group by facet_id
    ) as change on change.facet_id = facet.id
    -- What is not filtered by is null, and leaves all.
    where coalesce(facet.funnel_origin = filters ->> 'funnel_origin', true)
      and coalesce(facet.lead_status = filters ->> 'lead_status', true)
      and coalesce(facet.payment_status::text = filters ->> 'payment_status', true)
      and coalesce(facet.call_consent::text = filters ->> 'call_consent', true)
      and coalesce(facet.is_suspect::text = filters ->> 'is_suspect', true)
      and coalesce(facet.is_duplicate::text = filters ->> 'is_duplicate', true)
      and coalesce(facet.has_account::text = filters ->> 'has_account', true)
      and coalesce(facet.is_waiting::text = filters ->> 'is_waiting', true)
      and facet.lead_count + coalesce(change.change, 0) > 0
  $$;
comment on function private.facets_of is 'The facets that these filters leave, and how many leads have each: exact.';

-- What a list is filtered by reaches its SQL as a value of its type, spelt by the database, and never as a part of a
-- format: PostgreSQL reads '2025-01-01 %s 5' as an instant, whose percent sign would ask for an argument.
create function private.row_filters(filters jsonb) returns text
  language sql stable set search_path = ''
  as $$
    select coalesce(string_agg(condition, ' and '), '')
    from (values
      (filters ->> 'created_from',   format('entry.created_at >= %L::timestamptz', (filters ->> 'created_from')::timestamptz)),
      (filters ->> 'created_to',     format('entry.created_at < %L::timestamptz', (filters ->> 'created_to')::timestamptz)),
      (filters ->> 'expires_before', format('entry.expires_at < %L::timestamptz', (filters ->> 'expires_before')::timestamptz)),
      (filters ->> 'owner',          format('entry.owner = %L::uuid', case filters ->> 'owner'
                                       when 'none' then private.nobody()::text
                                       when 'me'   then auth.uid()::text
                                       else (filters ->> 'owner')::uuid::text end))
    ) as known (value, condition)
    where value is not null
  $$;
comment on function private.row_filters is
  'SQL about private.lead_list as "entry", for the filters that are no facet; empty when there are none.';

create function private.lead_order(sort_column text, is_descending boolean) returns private.lead_order
  language sql immutable parallel safe
  return (
    select row(
      coalesce(key_column, 'created_at'), coalesce(key_type, 'timestamptz'),
      case when key_column is null then facet.name end,
      -- Of one status, owner or source the newest come first, whichever does.
      case when is_descending or facet.name is not null or grouped_by in ('owner', 'source') then 'desc' else 'asc' end,
      case when is_descending and grouped_by is distinct from 'callback_at' then 'desc' else 'asc' end,
      grouped_by
    )::private.lead_order
    from (values (1)) as one (row)
    left join (values
      ('created_at', 'created_at', 'timestamptz'), ('updated_at', 'updated_at', 'timestamptz'),
      ('expires_at', 'expires_at', 'timestamptz'), ('volume', 'volume', 'integer'),
      ('last_name', 'name', 'text'), ('company_name', 'company', 'text'), ('email', 'email', 'text')
    ) as keyed (name, key_column, key_type) on keyed.name = sort_column
    left join (values ('funnel_origin'), ('lead_status'), ('payment_status'), ('call_consent')) as facet (name)
      on facet.name = sort_column
    left join (values ('owner', 'owner'), ('callback_at', 'callback_at'), ('first_visit', 'source')) as grouped (name, grouped_by)
      on grouped.name = sort_column
  );
comment on function private.lead_order is
  'How a column of the list sorts: by a key of private.lead_list, or by a facet or a group and then by age. Unknown columns sort by age.';

create function private.lead_groups(sorting private.lead_order)
  returns table (rank text, condition text, key_column text)
  language sql stable rows 10 set search_path = ''
  as $$
    select known.rank, known.condition, known.key_column
    from (values (case sorting.rank_direction when 'desc' then '0' else '2' end)) as at_last (rank)
    cross join lateral (
      select 'owner', concat('1', lower(account.email), ' ', account.id), format('entry.owner = %L', account.id), 'created_at'
      from public.admin_users as administrator join auth.users as account on account.id = administrator.user_id
      where exists (select from private.lead_list as entry where entry.owner = account.id)
      union all
      select 'owner', at_last.rank, format('entry.owner = %L', private.nobody()), 'created_at'
      union all
      -- As the names that the list shows are spelt: accès direct, autre, e-mail, moteur de recherche, publicité, réseau social.
      select 'source', concat('1', place), format('entry.source = %L', name), 'created_at'
      from unnest('{direct,autre,courriel,recherche,publicite,reseaux}'::text[]) with ordinality as listed (name, place)
      union all
      select 'source', at_last.rank, format('entry.source = %L', ''), 'created_at'
      union all
      select 'callback_at', '1', 'entry.callback_at is not null', 'callback_at'
      union all
      select 'callback_at', at_last.rank, 'entry.callback_at is null', 'created_at'
    ) as known (grouped_by, rank, condition, key_column)
    where known.grouped_by = sorting.grouped_by
  $$;
comment on function private.lead_groups is
  'The groups of an order, each with a condition about an entry of private.lead_list and the key it is sorted by. Those without a value come last, whichever direction.';

create function private.beyond(sorting private.lead_order, place jsonb, is_beyond boolean) returns text
  language sql immutable set search_path = ''
  return (
    select concat_ws(' and ',
      case when sorting.ranked_by is not null then
        format('facet.rank %s %L', case sorting.rank_direction = 'desc' when is_beyond then '<=' else '>=' end, place ->> 'rank') end,
      format('(entry.%I, entry.lead_id) %s (%s, %L::uuid)',
        sorting.key_column,
        case when is_beyond then case sorting.key_direction when 'desc' then '<' else '>' end
             else case sorting.key_direction when 'desc' then '>=' else '<=' end end,
        case when sorting.ranked_by is null then format('%L::%s', place ->> 'key', sorting.key_type)
             -- Of another rank, all of them.
             else format('case facet.rank when %L then %L::timestamptz else %L end',
               place ->> 'rank', place ->> 'key',
               case when (sorting.key_direction = 'desc') = is_beyond then 'infinity' else '-infinity' end) end,
        place ->> 'id'))
  );
comment on function private.beyond is
  'SQL about an entry of private.lead_list and its "facet": that it comes after this place in this order, or else that it does not.';

create function private.page_query(sorting private.lead_order, wanted integer) returns text
  language sql immutable set search_path = ''
  return (
    select format(
      'select coalesce(jsonb_agg(jsonb_build_object(''rank'', rank, ''key'', key::text, ''id'', lead_id) order by %1$s), ''[]'')
       from (select rank, key, lead_id from (%%s) as candidate order by %1$s limit %2$s) as page', in_order, wanted)
    from (values (format('rank %s, key %2$s, lead_id %2$s', sorting.rank_direction, sorting.key_direction))) as known (in_order)
  );
comment on function private.page_query is
  'The first of some candidates as places of a page; a format that takes their query.';

create function private.walk_facets(
  facet_ids integer[], ranks text[], sorting private.lead_order, after jsonb, on_key text, beside text, wanted integer
) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  most_asked constant integer := 2 * private.few_enough();
  in_order   constant text := format('rank %s, key %2$s, lead_id %2$s', sorting.rank_direction, sorting.key_direction);
  -- What this condition and this range leave of each facet, in the order of all. It is a format itself: a percent sign
  -- of a value is written twice.
  of_facets  constant text := format(
    'select facet.rank, next.key, next.lead_id from unnest(%1$L::integer[], %2$L::text[]) as facet (id, rank)
     cross join lateral (
       select entry.%3$I as key, entry.lead_id from private.lead_list as entry
       where entry.facet_id = facet.id %4$s and %%s
       order by entry.%3$I %5$s, entry.lead_id %5$s %%s
     ) as next
     order by %6$s',
    facet_ids, replace(ranks::text, '%', '%%'), sorting.key_column, 'and ' || replace(nullif(on_key, ''), '%', '%%'), sorting.key_direction, in_order);
  goes_on    text    := case when after is null then 'true' else private.beyond(sorting, after, true) end;
  batch      integer := wanted;
  asked      integer := 0;
  page       jsonb   := '[]';
  horizon    jsonb;
  found      jsonb;
  passed     integer;
begin
  loop
    execute format('select jsonb_build_object(''rank'', rank, ''key'', key::text, ''id'', lead_id) from (%s limit 1) as horizon',
      format(of_facets, goes_on, format('limit 1 offset %s', batch - 1)))
      into horizon;
    execute format(
      'with next as materialized (%1$s)
       select (select count(*) from next),
         (select coalesce(jsonb_agg(jsonb_build_object(''rank'', rank, ''key'', key::text, ''id'', lead_id) order by %2$s), ''[]'')
          from (select * from next
                where exists (select from private.lead_list as entry where entry.lead_id = next.lead_id and %3$s offset 0)
                limit %4$s) as found)',
      format(of_facets, concat_ws(' and ', goes_on, case when horizon is not null then private.beyond(sorting, horizon, false) end), ''),
      in_order, beside, wanted - jsonb_array_length(page))
      into passed, found;
    page := page || found;
    if horizon is null or jsonb_array_length(page) >= wanted then
      return page;
    end if;
    asked := asked + passed;
    if asked > most_asked then
      return null;
    end if;
    goes_on := private.beyond(sorting, horizon, true);
    batch := batch * 2;
  end loop;
end
$$;
comment on function private.walk_facets is
  'A page in the order of all facets together. The horizon is the first place that some facet reaches with a whole batch: up to it, each lead is asked, in order, about what is beside the key. null when too many were asked in vain: what matches is elsewhere.';

create function private.walk_order(
  filters jsonb, sorting private.lead_order, after jsonb, facet_ids integer[], ranks text[], words text, in_group text, wanted integer
) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  -- What bounds the key of this order bounds what is read of its index; what does not is asked about each lead.
  key_filters constant text[]  := case sorting.key_column when 'expires_at' then '{expires_before}'
                                    when 'created_at' then case when in_group is null then '{created_from,created_to,owner}'
                                                                else '{created_from,created_to}' end
                                    else '{}' end;
  on_key      constant text    := concat_ws(' and ', in_group, nullif(private.row_filters(
    (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(filters) where key = any (key_filters))), ''));
  off_key     constant text    := private.row_filters(filters - key_filters);
  asks_words  constant text    := '(select ' || words || ' from private.lead_words as words where words.lead_id = entry.lead_id)';
  beside      constant text    := concat_ws(' and ', nullif(off_key, ''), asks_words);
  goes_on     constant text    := case when after is null then 'true' else private.beyond(sorting, after, true) end;
  -- Whose order goes with the facets: each facet is read in its own. The age of all leads has an index of its own.
  by_facet    constant boolean := sorting.ranked_by is not null or in_group is not null
    or sorting.key_column in ('updated_at', 'expires_at', 'volume')
    or (sorting.key_column = 'created_at' and (filters ? 'owner' or words is null and filters ?| array[
      'funnel_origin', 'lead_status', 'payment_status', 'call_consent', 'is_suspect', 'is_duplicate', 'has_account', 'is_waiting']));
  page        jsonb;
begin
  if by_facet and beside <> '' then
    return private.walk_facets(facet_ids, ranks, sorting, after, on_key, beside, wanted);
  end if;
  execute format(private.page_query(sorting, wanted), case
    when by_facet then format(
      'select facet.rank, first.key, first.lead_id
       from unnest(%1$L::integer[], %2$L::text[]) as facet (id, rank)
       cross join lateral (
         select entry.%3$I as key, entry.lead_id from private.lead_list as entry
         where entry.facet_id = facet.id and %4$s
         order by entry.%3$I %5$s, entry.lead_id %5$s limit %6$s
       ) as first',
      facet_ids, ranks, sorting.key_column, concat_ws(' and ', goes_on, nullif(on_key, '')), sorting.key_direction, wanted)
    else format(
      'select '''' as rank, entry.%1$I as key, entry.lead_id from private.lead_list as entry
       where entry.facet_id = any (%2$L::integer[]) and %3$s
       order by entry.%1$I %4$s, entry.lead_id %4$s limit %5$s',
      sorting.key_column, facet_ids, concat_ws(' and ', goes_on, nullif(on_key, ''), nullif(beside, '')), sorting.key_direction, wanted)
    end) into page;
  return page;
end
$$;
comment on function private.walk_order is
  'What comes next in this order, of these facets and of one group if it has any. null when too many were asked in vain, as private.walk_facets says.';

create function private.walk_groups(
  filters jsonb, sorting private.lead_order, after jsonb, facet_ids integer[], ranks text[], words text, wanted integer
) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  is_descending constant boolean := sorting.rank_direction = 'desc';
  in_group      private.lead_order := sorting;
  chosen        record;
  page          jsonb := '[]';
  next          jsonb;
begin
  for chosen in
    select * from private.lead_groups(sorting)
    where after is null or case when is_descending then rank <= after ->> 'rank' else rank >= after ->> 'rank' end
    order by case when is_descending then rank end desc, rank
  loop
    in_group.key_column := chosen.key_column;
    next := private.walk_order(filters, in_group, case when after ->> 'rank' = chosen.rank then after end,
      facet_ids, ranks, words, chosen.condition, wanted - jsonb_array_length(page));
    if next is null then
      return null;
    end if;
    page := page || (
      select coalesce(jsonb_agg(entry || jsonb_build_object('rank', chosen.rank) order by place), '[]')
      from jsonb_array_elements(next) with ordinality as listed (entry, place));
    exit when jsonb_array_length(page) >= wanted;
  end loop;
  return page;
end
$$;
comment on function private.walk_groups is 'private.walk_order of one group after the other, until the page is full.';

-- Without sequential scans, and without the compiler that their price would call: a million rows are never read.
create function private.list_lead_page(
  filters jsonb, sort_column text, is_descending boolean, after jsonb, row_limit integer
) returns jsonb
  language plpgsql stable set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  few         constant integer := private.few_enough();
  words       constant text    := case when btrim(filters ->> 'search') <> '' then private.words_condition(filters ->> 'search') end;
  narrowing   constant text    := private.row_filters(filters);
  asks_words  constant text    := '(select ' || words || ' from private.lead_words as words where words.lead_id = entry.lead_id)';
  -- Of one owner there is one group.
  sorting     constant private.lead_order := case when sort_column = 'owner' and filters ? 'owner'
    then private.lead_order('created_at', true) else private.lead_order(sort_column, is_descending) end;
  -- Where all are found first, what a group says is a key of each.
  spread      private.lead_order := sorting;
  sorted_by   text    := format('entry.%I', sorting.key_column);
  facet_ids   integer[];
  ranks       text[];
  matching    bigint;
  entries     constant text    := 'from private.lead_list as entry';
  of_facets   text;
  listed      text;
  named       bigint;
  named_ids   uuid[];
  goes_on     text    := 'true';
  page        jsonb;
  counted     bigint;
begin
  select array_agg(kind.id),
         array_agg(case when sorting.ranked_by is null then '' else to_jsonb(kind) ->> sorting.ranked_by end),
         coalesce(sum(chosen.lead_count), 0)
    into facet_ids, ranks, matching
    from private.facets_of(filters) as chosen join private.lead_facets as kind on kind.id = chosen.facet_id;
  if matching = 0 then
    return '{"ids": [], "next": null, "count": 0}';
  end if;

  -- How many there are, as far as one index can tell.
  of_facets := concat_ws(' and ', format('where entry.facet_id = any (%L::integer[])', facet_ids), nullif(narrowing, ''));
  listed := entries || ' ' || of_facets;
  if narrowing <> '' then
    matching := private.count_some('select ' || listed);
  end if;
  if words is not null then
    select found.named, found.ids into named, named_ids from private.leads_named(filters ->> 'search') as found;
  end if;

  counted := case when words is null then matching when filters - 'search' = '{}' then named end;
  if least(matching, named) > few or words is null and narrowing = '' and sorting.key_column not in ('name', 'company', 'email') then
    page := case when sorting.grouped_by is null
      then private.walk_order(filters, sorting, after, facet_ids, ranks, words, null, row_limit + 1)
      else private.walk_groups(filters, sorting, after, facet_ids, ranks, words, row_limit + 1) end;
  end if;

  if page is null then
    -- Few enough, or none where the order begins: all are found, then sorted.
    if sorting.grouped_by is not null then
      select format('case %s end as rank, case %s end as key',
               string_agg(format('when %s then %L', condition, rank), ' '),
               string_agg(format('when %s then entry.%I', condition, key_column), ' '))
        into sorted_by from private.lead_groups(sorting);
      spread.ranked_by := 'rank';
      spread.key_column := 'key';
    end if;
    if after is not null then
      goes_on := private.beyond(spread, after, true);
    end if;
    execute format(
      'with found as materialized (%1$s)
       select (select count(*) from found), (%2$s)',
      case
        -- Each of them is looked up: nothing says to the planner how few they are.
        when named_ids is not null and named <= matching then format(
          'select entry.* from unnest($1) as named (lead_id)
           cross join lateral (
             select entry.facet_id, %1$s, entry.lead_id %2$s and entry.lead_id = named.lead_id offset 0
           ) as entry', sorted_by, listed)
        when named <= matching then format(
          'select entry.facet_id, %1$s, entry.lead_id %2$s
           join (select lead_id from private.lead_words as words where %3$s) as named using (lead_id) %4$s',
          sorted_by, entries, private.indexed_words(filters ->> 'search'), of_facets)
        else format('select entry.facet_id, %1$s, entry.lead_id %2$s', sorted_by, concat_ws(' and ', listed, asks_words))
      end,
      format(private.page_query(spread, row_limit + 1), case
        when sorting.grouped_by is null then format(
          'select facet.rank, entry.%1$I as key, entry.lead_id
           from found as entry join unnest(%2$L::integer[], %3$L::text[]) as facet (id, rank) on facet.id = entry.facet_id
           where %4$s',
          sorting.key_column, facet_ids, ranks, goes_on)
        else format(
          'select facet.rank, entry.key, entry.lead_id
           from found as entry cross join lateral (select entry.rank) as facet where %s', goes_on)
        end))
      into counted, page using named_ids;
    counted := least(counted, few + 1);
  end if;

  return jsonb_build_object(
    'ids', (select coalesce(jsonb_agg(entry -> 'id' order by place), '[]')
            from jsonb_array_elements(page) with ordinality as listed (entry, place) where place <= row_limit),
    'next', case when jsonb_array_length(page) > row_limit then page -> row_limit - 1 end,
    'count', counted);
end
$$;
comment on function private.list_lead_page is
  'ids: of at most row_limit leads after the place `after`, which is the `next` of the page before. count: exact, of all that match; of words or dates one more than private.few_enough() when there are more; null when nobody counted.';

create function public.list_leads(
  filters_param jsonb default '{}', sort_param text default 'created_at', descending_param boolean default true,
  after_param jsonb default null, limit_param integer default 50
) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  page jsonb;
begin
  perform private.require_admin();
  page := private.list_lead_page(coalesce(filters_param, '{}'), sort_param, coalesce(descending_param, true),
    after_param, least(greatest(coalesce(limit_param, 50), 1), 500));
  return (page - 'ids') || jsonb_build_object('rows', (
    select coalesce(jsonb_agg(to_jsonb(dashboard) || jsonb_build_object('first_visit', (
      select submission.attribution -> 'first' from private.submissions as submission
      where submission.lead_id = dashboard.lead_id and submission.attribution <> '{}'
      order by submission.created_at, submission.id limit 1
    )) order by listed.place), '[]')
    from jsonb_array_elements_text(page -> 'ids') with ordinality as listed (lead_id, place)
    join public.admin_dashboard as dashboard on dashboard.lead_id = listed.lead_id::uuid
  ));
end
$$;
comment on function public.list_leads is
  'A page of the list: rows of admin_dashboard with the first visit of each, the place where the next page begins, and '
  'how many match (see private.list_lead_page). Filters: columns of private.lead_facets, created_from, created_to, '
  'expires_before, owner (an id, me or none), search. Administrators only.';
revoke all on function public.list_leads from public, anon, authenticated, service_role;
grant execute on function public.list_leads to authenticated;

create function public.count_leads() returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return (
    select jsonb_build_object(
      'to_contact', coalesce(sum(chosen.lead_count) filter (where lead_status = 'to_contact'), 0),
      'contacted',  coalesce(sum(chosen.lead_count) filter (where lead_status = 'contacted'), 0),
      'clients',    coalesce(sum(chosen.lead_count) filter (where lead_status = 'client'), 0),
      'inactive',   coalesce(sum(chosen.lead_count) filter (where lead_status = 'inactive'), 0),
      'paid',       coalesce(sum(chosen.lead_count) filter (where payment_status), 0),
      'total',      coalesce(sum(chosen.lead_count), 0)
    )
    from private.facets_of('{}') as chosen join private.lead_facets as facet on facet.id = chosen.facet_id
  );
end
$$;
comment on function public.count_leads is 'How many leads are where, over all of them. Administrators only.';
revoke all on function public.count_leads from public, anon, authenticated, service_role;
grant execute on function public.count_leads to authenticated;

-- The work of today: calls to make, payments not made, leads about to expire, callbacks due.

create type private.work_item as (
  part    text,
  lead_id uuid,
  since   timestamptz
);

create function private.calls_to_make(row_limit integer) returns setof private.work_item
  language sql stable rows 100 set search_path = ''
  as $$
    -- Who configured an offer may still be on the way to its payment: after an hour, they stopped.
    with kinds as (
      select kind.id, part.name, part.created_from, part.created_before
      from private.facets_of('{"lead_status": "to_contact", "call_consent": true, "is_suspect": false}') as chosen
      join private.lead_facets as kind on kind.id = chosen.facet_id
      cross join lateral (
        select kind.funnel_origin in ('secretariat', 'suiviclient', 'marketing') and not kind.payment_status as may_stop
      ) as asked
      cross join lateral (
        select 'to_call' as name, case when asked.may_stop then now() - interval '1 hour' else '-infinity' end as created_from,
               'infinity'::timestamptz as created_before
        union all
        select 'unfinished', '-infinity', now() - interval '1 hour' where asked.may_stop
      ) as part
    )
    select kinds.name, first.lead_id, first.created_at
    from kinds
    cross join lateral (
      select entry.lead_id, entry.created_at
      from private.lead_list as entry
      join public.leads as lead on lead.id = entry.lead_id
      where entry.facet_id = kinds.id and entry.created_at >= kinds.created_from and entry.created_at < kinds.created_before
        and lead.callback_at is null
        and (kinds.name = 'to_call' or not exists (
          select from private.submissions as submission
          join private.payment_starts as start on start.reference = submission.idempotency_key
          where submission.lead_id = lead.id and start.started_at >= now() - interval '14 days'))
      order by entry.created_at, entry.lead_id limit row_limit
    ) as first
  $$;
comment on function private.calls_to_make is
  'Leads that agreed to be called and were not: of each facet the oldest. unfinished: they configured an offer and did not go to pay.';

create function private.payments_not_made(row_limit integer) returns setof private.work_item
  language sql stable rows 30 set search_path = ''
  as $$
    select 'payment', lead.id, start.started_at
    from private.payment_starts as start
    join private.submissions as submission on submission.idempotency_key = start.reference
    join public.leads as lead on lead.id = submission.lead_id
    where start.started_at >= now() - interval '14 days' and start.started_at < now() - interval '1 hour'
      and not lead.payment_status and not lead.is_suspect and lead.callback_at is null
      and (lead.lead_status = 'to_contact' or lead.lead_status = 'contacted' and lead.last_contact_at < start.started_at)
      and not exists (select from private.lead_notes where lead_id = lead.id and written_at > start.started_at)
      and not exists (
        select from private.submissions as other
        join private.payment_starts as later on later.reference = other.idempotency_key
        where other.lead_id = lead.id
          and (later.started_at, later.reference, later.terms_version) > (start.started_at, start.reference, start.terms_version))
    order by start.started_at desc limit row_limit
  $$;
comment on function private.payments_not_made is
  'Leads that went to pay an hour ago at least, within a fortnight, and have not paid nor been spoken to since: the newest first, who still remember.';

create function private.leads_about_to_expire(row_limit integer) returns setof private.work_item
  language sql stable rows 100 set search_path = ''
  as $$
    select 'expiring', first.lead_id, first.expires_at
    from private.facets_of('{"payment_status": false, "is_suspect": false}') as chosen
    join private.lead_facets as kind on kind.id = chosen.facet_id
    cross join lateral (
      select entry.lead_id, entry.expires_at
      from private.lead_list as entry
      join public.leads as lead on lead.id = entry.lead_id
      where entry.facet_id = kind.id and entry.expires_at < now() + interval '15 days' and lead.callback_at is null
        and not exists (
          select from private.lead_notes where lead_id = lead.id and written_at > entry.expires_at - interval '15 days')
      order by entry.expires_at, entry.lead_id limit row_limit
    ) as first
    where kind.lead_status = 'contacted' or kind.lead_status = 'to_contact' and not kind.call_consent
  $$;
comment on function private.leads_about_to_expire is
  'Leads erased within 15 days of whom nobody has written since that began, the first to go first. Who is still to be called is among the calls; who is inactive may go.';

create function private.callbacks_due(row_limit integer) returns setof private.work_item
  language sql stable rows 30 set search_path = ''
  as $$
    select 'callback', id, callback_at
    from public.leads
    where callback_at < ((now() at time zone 'Europe/Paris')::date + 1)::timestamp at time zone 'Europe/Paris'
    order by callback_at, id limit row_limit
  $$;
comment on function private.callbacks_due is 'Those of before, and of today in Paris.';

create function public.worklist() returns jsonb
  language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  shown constant integer := 30;
  parts jsonb;
begin
  perform private.require_admin();
  with found as (
    select * from private.callbacks_due(shown + 1)
    union all select * from private.calls_to_make(shown + 1)
    union all select * from private.payments_not_made(shown + 1)
    union all select * from private.leads_about_to_expire(shown + 1)
  ), placed as (
    select found.*, row_number() over (
      partition by part order by case part when 'payment' then -extract(epoch from since) else extract(epoch from since) end, lead_id
    ) as place
    from found
  ), listed as (
    select placed.part,
           coalesce(jsonb_agg(jsonb_build_object('since', placed.since, 'lead', jsonb_strip_nulls(to_jsonb(dashboard))) order by placed.place)
             filter (where placed.place <= shown), '[]') as items,
           max(placed.place) > shown as has_more
    from placed
    join public.admin_dashboard as dashboard on dashboard.lead_id = placed.lead_id
    where placed.place <= shown + 1
    group by placed.part
  )
  select coalesce(jsonb_object_agg(part, jsonb_build_object('items', items, 'has_more', has_more)), '{}') into parts from listed;
  return jsonb_build_object('parts', parts, 'astray', public.count_admin_alerts());
end
$$;
comment on function public.worklist is
  'What waits for the team now. parts: callback, to_call, payment, unfinished, expiring, each with 30 leads at most as rows of admin_dashboard without nulls, since when or until when, and whether there are more; a part without leads is missing. Administrators only.';
revoke all on function public.worklist from public, anon, authenticated, service_role;
grant execute on function public.worklist to authenticated;

-- Views of the list that administrators keep under a name.

create table private.lead_views (
  id        uuid        not null default gen_random_uuid(),
  owner     uuid        not null,
  name      text        not null,
  query     text        not null,
  is_shared boolean     not null,
  saved_at  timestamptz not null default now(),
  constraint lead_views_pkey          primary key (id),
  constraint lead_views_one_of_a_name unique (owner, name),
  constraint lead_views_author        foreign key (owner) references auth.users (id) on delete cascade,
  constraint lead_views_name          check (name = btrim(name) and char_length(name) between 1 and 80),
  constraint lead_views_query         check (char_length(query) <= 2000),
  constraint lead_views_no_search     check (query !~ '(^|[?&])recherche=')
);
comment on table  private.lead_views is
  'Views of the list of leads that the team keeps. Those that are shared stay when their author administers no more.';
comment on column private.lead_views.query is
  'The query string of the list, without a search: that is mostly somebody''s name, and would outlive them. Whoever reads it ignores what they do not understand (domain/leads/lead-filters.ts).';

alter table private.lead_views enable row level security, force row level security;
revoke all on private.lead_views from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the views" on private.lead_views
  for all to current_user using (true) with check (true);

create function public.list_lead_views()
  returns table (id uuid, name text, query text, is_shared boolean, is_own boolean, may_delete boolean)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select kept.id, kept.name, kept.query, kept.is_shared, kept.owner = auth.uid(),
           kept.owner = auth.uid() or not exists (select from public.admin_users where user_id = kept.owner)
    from private.lead_views as kept
    where kept.is_shared or kept.owner = auth.uid()
    order by kept.is_shared, lower(kept.name), kept.id;
end
$$;
comment on function public.list_lead_views is
  'One''s own views and those that are shared. Only the author may delete one, or anybody once the author administers no more. Administrators only.';
revoke all on function public.list_lead_views from public, anon, authenticated, service_role;
grant execute on function public.list_lead_views to authenticated;

create function public.save_lead_view(name_param text, query_param text, is_shared_param boolean default false) returns uuid
  language plpgsql volatile security definer set search_path = ''
  as $$
declare
  most     constant integer := 50;
  saved_id uuid;
begin
  perform private.require_admin();
  -- One at a time for each person: so nobody keeps more than that.
  perform from public.admin_users where user_id = auth.uid() for update;
  if (select count(*) >= most from private.lead_views where owner = auth.uid() and name <> btrim(name_param)) then
    return null;
  end if;
  insert into private.lead_views (owner, name, query, is_shared)
    values (auth.uid(), btrim(name_param), query_param, is_shared_param)
    on conflict (owner, name) do update
      set (query, is_shared, saved_at) = (excluded.query, excluded.is_shared, now())
    returning id into saved_id;
  return saved_id;
end
$$;
comment on function public.save_lead_view is
  'Keeps a view under a name; one''s own view of that name is replaced. Null when its author keeps 50 others. Administrators only.';
revoke all on function public.save_lead_view from public, anon, authenticated, service_role;
grant execute on function public.save_lead_view to authenticated;

create function public.delete_lead_view(view_id_param uuid) returns boolean
  language plpgsql volatile security definer set search_path = ''
  as $$
begin
  perform private.require_admin();
  delete from private.lead_views as kept
  where kept.id = view_id_param
    and (kept.owner = auth.uid()
         or kept.is_shared and not exists (select from public.admin_users where user_id = kept.owner));
  return found;
end
$$;
comment on function public.delete_lead_view is
  'False when there is no such view, or when it is somebody else''s. Administrators only.';
revoke all on function public.delete_lead_view from public, anon, authenticated, service_role;
grant execute on function public.delete_lead_view to authenticated;

-- What the team changes of leads: several at once, each told apart; what is written wrong; and leads that came by
-- telephone. Whoever changes says which state they saw, and is told when it was another one.

create table private.lead_notes (
  id              uuid        not null default gen_random_uuid(),
  lead_id         uuid        not null,
  author          uuid        not null,
  text            text        not null,
  written_at      timestamptz not null default now(),
  is_for_customer boolean     not null default false,
  constraint lead_notes_pkey           primary key (id),
  constraint lead_notes_lead           foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint lead_notes_text_is_a_note check (char_length(text) between 1 and 10000)
);
comment on table  private.lead_notes is
  'What the team writes about a lead, as plain text. Its author may take a note back: then it is gone.';
comment on column private.lead_notes.id is 'Made by the browser, so that a repeated call writes one note.';
comment on column private.lead_notes.author is 'An administrator. No foreign key: the note outlives the account.';
comment on column private.lead_notes.is_for_customer is
  'Shown in the customer''s space; every other note is for the team alone.';

create index lead_notes_by_lead on private.lead_notes (lead_id);

alter table private.lead_notes enable row level security, force row level security;
revoke all on private.lead_notes from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the notes" on private.lead_notes
  for all to current_user using (true) with check (true);

create table private.lead_corrections (
  id           bigint      not null generated always as identity,
  lead_id      uuid        not null,
  author       uuid        not null,
  before       jsonb       not null,
  after        jsonb       not null,
  corrected_at timestamptz not null default now(),
  constraint lead_corrections_pkey    primary key (id),
  constraint lead_corrections_lead    foreign key (lead_id) references public.leads (id) on delete cascade,
  constraint lead_corrections_objects check (jsonb_typeof(before) = 'object' and jsonb_typeof(after) = 'object')
);
comment on table private.lead_corrections is
  'What the team corrected of a contact or its answers, under the names of admin_dashboard: the values as they were shown, and as they are.';

create index lead_corrections_by_lead on private.lead_corrections (lead_id);

alter table private.lead_corrections enable row level security, force row level security;
revoke all on private.lead_corrections from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the corrections" on private.lead_corrections
  for all to current_user using (true) with check (true);

create type private.lead_change as (
  lead_id      uuid,
  code         text,
  before       jsonb,
  stored       jsonb,
  updated_at   timestamptz,
  kept_lead_id uuid
);

create function private.whereabouts(lead_id_param uuid) returns jsonb
  language sql stable set search_path = ''
  as $$
    select coalesce(
      (select jsonb_build_object('code', 'lead_merged', 'kept_lead_id', into_lead_id)
       from private.merged_leads where lead_id = lead_id_param and into_lead_id <> lead_id_param order by merged_at desc limit 1),
      '{"code": "unknown_lead"}')
  $$;
comment on function private.whereabouts is 'Of a lead that is not there: merged into another one, or unknown.';

create function private.changed_since(lead public.leads, seen_at timestamptz) returns boolean
  language sql stable set search_path = ''
  as $$ select coalesce(date_trunc('milliseconds', lead.updated_at) > date_trunc('milliseconds', seen_at), false) $$;
comment on function private.changed_since is
  'By the millisecond: clocks of browsers know no smaller one. False when nobody says what they saw.';

create function private.change_leads(ids uuid[], changes jsonb, seen jsonb) returns setof private.lead_change
  language plpgsql volatile set search_path = ''
  as $$
declare
  asked_id uuid;
  result   private.lead_change;
  lead     public.leads;
  changed  public.leads;
begin
  -- In the order of the ids, so that two who change the same leads never wait for one another.
  for asked_id in select distinct asked from unnest(ids) as asked order by asked loop
    result := (asked_id, null, null, null, null, null);
    select * into lead from public.leads where id = asked_id for no key update;
    if not found then
      result.code         := private.whereabouts(asked_id) ->> 'code';
      result.kept_lead_id := (private.whereabouts(asked_id) ->> 'kept_lead_id')::uuid;
      return next result;
      continue;
    end if;

    changed       := jsonb_populate_record(lead, changes);
    result.before := (select jsonb_object_agg(key, to_jsonb(lead) -> key) from jsonb_object_keys(changes) as key);
    if (changed.lead_status, changed.payment_status, changed.owner, changed.callback_at)
       is not distinct from (lead.lead_status, lead.payment_status, lead.owner, lead.callback_at) then
      result.code := 'unchanged';
    elsif private.changed_since(lead, (seen ->> asked_id::text)::timestamptz) then
      result.code := 'changed_meanwhile';
    else
      result.code := 'changed';
      update public.leads
        set lead_status = changed.lead_status, payment_status = changed.payment_status, owner = changed.owner,
            callback_at = changed.callback_at
        where id = lead.id
        returning * into lead;
    end if;
    result.stored     := (select jsonb_object_agg(key, to_jsonb(lead) -> key) from jsonb_object_keys(changes) as key);
    result.updated_at := lead.updated_at;
    return next result;
  end loop;
end
$$;
comment on function private.change_leads is
  'Sets status, payment, owner or call-back of each, and says of each what became of it: changed, unchanged, changed_meanwhile (seen has an older instant for it), unknown_lead, lead_merged.';

create function private.read_corrections(given jsonb) returns jsonb
  language plpgsql stable set search_path = ''
  as $$
declare
  question    private.questions;
  corrections jsonb := '{}';
  name        text;
  value       jsonb;
begin
  for name, value in select * from jsonb_each(given) loop
    select * into question from private.questions where column_name = name;
    if not found then
      raise exception 'column_unknown: %', left(name, 63);
    end if;
    if question.kind in ('text', 'count') and jsonb_typeof(value) not in ('string', 'number', 'null') then
      raise exception 'value_malformed: %', name;
    end if;
    corrections := corrections || jsonb_build_object(name, case
      when name = 'email'           then to_jsonb(private.read_email(value #>> '{}', name))
      when question.kind = 'count'  then to_jsonb(private.read_count(value #>> '{}', name))
      when question.kind = 'hours'  then private.read_hours(private.read_list(value, name), name)
      when question.kind = 'list'   then to_jsonb(private.read_list(value, name))
      when question.kind = 'notes'  then private.read_notes(value, name)
      else to_jsonb(private.read_text(value #>> '{}', question.max_length, name))
    end);
  end loop;
  return corrections;
end
$$;
comment on function private.read_corrections is
  'By column, as the forms would store it: what is empty is null. Raises for what no form would take, and for columns that are no answer.';

create function private.shown_answers(lead public.leads, profile public.user_profiles) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_object_agg(question.column_name, coalesce(
      nullif(to_jsonb(lead) -> question.column_name, 'null'),
      case when question.is_of_profile then nullif(to_jsonb(profile) -> question.column_name, 'null') end))
    from private.questions as question
  $$;
comment on function private.shown_answers is
  'As admin_dashboard shows them: the lead''s own, the profile''s where the lead has none.';

create function private.store_correction(lead_id_param uuid, corrections jsonb, seen_at timestamptz, author_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  lead    public.leads;
  profile public.user_profiles;
  shown   jsonb;
  changes jsonb;
  shared  jsonb;
begin
  perform private.take_turn(email) from (
    select distinct private.canonical_email(address) as email
    from public.leads as asked join public.user_profiles as contact on contact.id = asked.user_profile_id
    cross join unnest(array[asked.email, contact.email, corrections ->> 'email']) as address
    where asked.id = lead_id_param and address is not null order by 1
  ) as turns;
  select * into profile from public.user_profiles
    where id = (select user_profile_id from public.leads where id = lead_id_param) for no key update;
  select * into lead from public.leads where id = lead_id_param for no key update;
  if not found then
    return private.whereabouts(lead_id_param);
  end if;

  shown := private.shown_answers(lead, profile);
  if corrections ? 'extra_answers' then -- what the form asks, beside what else stands there
    corrections := corrections || jsonb_build_object('extra_answers',
      jsonb_strip_nulls(coalesce(shown -> 'extra_answers', '{}') || (corrections -> 'extra_answers')));
  end if;
  changes := private.without(corrections, shown);
  if changes = '{}' then
    return jsonb_build_object('code', 'unchanged', 'before', '{}'::jsonb, 'after', '{}'::jsonb, 'updated_at', lead.updated_at);
  end if;
  if private.changed_since(lead, seen_at) then
    return jsonb_build_object('code', 'changed_meanwhile', 'asked', corrections, 'updated_at', lead.updated_at,
      'stored', (select jsonb_object_agg(key, shown -> key) from jsonb_object_keys(corrections) as key));
  end if;

  perform private.write_lead_snapshot(lead.id, private.answered(to_jsonb(lead)) || changes);
  -- What the profile says too is wrong there as well, and would shine through what was emptied.
  select coalesce(jsonb_object_agg(change.key, change.value), '{}') into shared
    from jsonb_each(changes) as change
    join private.questions as question on question.column_name = change.key and question.is_of_profile
    where nullif(to_jsonb(profile) -> change.key, 'null') is not distinct from nullif(shown -> change.key, 'null');
  perform private.write_profile_answers(profile.id, private.answered(to_jsonb(profile)) || shared);
  if profile.email = private.canonical_email(shown ->> 'email') and changes ? 'email' and profile.user_id is null then
    update public.user_profiles set email = private.canonical_email(changes ->> 'email')
      where id = profile.id and not exists (
        select from public.user_profiles as other
        where other.user_id is null and other.email = private.canonical_email(changes ->> 'email') and other.id <> profile.id);
  end if;

  shown := (select jsonb_object_agg(key, shown -> key) from jsonb_object_keys(changes) as key);
  insert into private.lead_corrections (lead_id, author, before, after) values (lead.id, author_param, shown, changes);
  insert into private.audit_log (actor, action, lead_id, detail)
    select author_param, 'lead.corrected', lead.id, jsonb_build_object('columns', jsonb_agg(key)) from jsonb_object_keys(changes) as key;
  return jsonb_build_object('code', 'corrected', 'before', shown, 'after', changes,
    'updated_at', (select updated_at from public.leads where id = lead.id));
end
$$;

create function private.correct_lead(lead_id_param uuid, given jsonb, seen_at timestamptz, author_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
begin
  return private.store_correction(lead_id_param, private.read_corrections(given), seen_at, author_param);
exception when raise_exception then
  return jsonb_build_object('refused', sqlerrm);
end
$$;
comment on function private.correct_lead is
  'corrected, unchanged, changed_meanwhile (with what is stored), unknown_lead or lead_merged; refused: what no form would take.';

create function private.call_create_lead(given jsonb) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  arguments text;
  columns   text;
  answer    jsonb;
begin
  select string_agg(format('%1$I => given.%1$I', parameter.name), ', ') filter (where given ? parameter.name),
         string_agg(format('%I %s', parameter.name, format_type(parameter.type, null)), ', ')
    into arguments, columns
    from pg_catalog.pg_proc as door
    cross join unnest(door.proargnames, door.proargtypes::oid[]) as parameter (name, type)
    where door.pronamespace = 'public'::regnamespace and door.proname = 'create_lead_without_auth';
  execute format('select public.create_lead_without_auth(%s) from jsonb_to_record($1) as given (%s)', arguments, columns)
    into answer using given;
  return answer;
end
$$;
comment on function private.call_create_lead is
  'The door of the questionnaires, whose parameters are made from private.questions.';

create function private.create_lead_by_hand(given jsonb, author_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  claims constant text := current_setting('request.jwt.claims', true);
  reference uuid;
  stored    private.submissions;
  is_new    boolean;
begin
  -- The procedure would take whoever is signed in for the person.
  perform set_config('request.jwt.claims', '', true);
  perform set_config('request.written_by', author_param::text, true);
  reference := private.call_create_lead(given) ->> 'reference';
  perform set_config('request.written_by', '', true);
  perform set_config('request.jwt.claims', coalesce(claims, ''), true);

  select * into stored from private.submissions where idempotency_key = reference;
  select lead.created_at = stored.created_at into is_new from public.leads as lead where id = stored.lead_id;
  insert into private.audit_log (actor, action, lead_id, detail)
    values (author_param, 'lead.created_by_hand', stored.lead_id, jsonb_build_object('is_new', is_new));
  return jsonb_build_object('lead_id', stored.lead_id, 'reference', reference, 'is_new', is_new);
exception
  when raise_exception then
    return jsonb_build_object('refused', sqlerrm);
  when sqlstate 'PT409' then
    return '{"code": "key_reused"}';
end
$$;
comment on function private.create_lead_by_hand is
  'Through the door of the questionnaires: a person who has a lead of that offer already gets a proposal beside it, and is_new is false.';

-- Contacts that are alike, and merges of them, which can be undone.

create table private.merged_leads (
  merge_id        uuid        not null,
  lead_id         uuid        not null,
  into_lead_id    uuid        not null,
  author          uuid        not null,
  before          jsonb       not null,
  kept_updated_at timestamptz,
  merged_at       timestamptz not null default now(),
  constraint merged_leads_pkey primary key (merge_id, lead_id),
  constraint merged_leads_lead foreign key (into_lead_id) references public.leads (id) on delete cascade
);
comment on table  private.merged_leads is
  'Leads whose contact turned out to be another one: what each was before, so that nothing is lost and a merge can be undone.';
comment on column private.merged_leads.into_lead_id is
  'The lead that it became; itself, when it only went over to the other contact.';
comment on column private.merged_leads.before is
  'The rows as they were: lead, profile, kept_lead, kept_profile, newsletter, kept_newsletter, and the ids of what moved.';
comment on column private.merged_leads.kept_updated_at is
  'Of the kept lead just after: a merge is undone only while nobody has changed it since.';

create index merged_leads_by_kept on private.merged_leads (into_lead_id);
create index merged_leads_by_lead on private.merged_leads (lead_id);
-- A merge of leads keeps one request: the links of the other one's mails still have to open.
create index merged_leads_by_newsletter on private.merged_leads ((before #>> '{newsletter,id}'));
create index merged_leads_by_kept_newsletter on private.merged_leads ((before #>> '{kept_newsletter,id}'));

alter table private.merged_leads enable row level security, force row level security;
revoke all on private.merged_leads from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the merged leads" on private.merged_leads
  for all to current_user using (true) with check (true);

create type private.lead_duplicate as (
  lead_id         uuid,
  user_profile_id uuid,
  funnel_origin   text,
  lead_status     text,
  payment_status  boolean,
  first_name      text,
  last_name       text,
  email           text,
  phone           text,
  company_name    text,
  created_at      timestamptz,
  has_account     boolean,
  alike           text[],
  is_waiting_list boolean
);

create function private.leads_alike(lead_id_param uuid) returns table (lead_id uuid, likeness text)
  language plpgsql stable rows 50
  set search_path = ''
  set plan_cache_mode = 'force_custom_plan'
  as $$
declare
  own     private.lead_list;
  nothing constant text := private.sort_key('');
begin
  select * into own from private.lead_list as entry where entry.lead_id = lead_id_param;
  return query
    (select entry.lead_id, 'email' from private.lead_list as entry where entry.email = own.email and own.email <> nothing limit 50)
    union all
    (select entry.lead_id, 'phone' from private.lead_list as entry where entry.phone = own.phone limit 50)
    union all
    (select entry.lead_id, 'company' from private.lead_list as entry
     where entry.company = own.company and own.company <> nothing limit 50);
end
$$;
comment on function private.leads_alike is
  'By the e-mail, the phone as machines dial it, or the folded company: fifty of each, since a common name is shared by thousands.';

create function public.lead_duplicates(lead_id_param uuid) returns setof private.lead_duplicate
  language plpgsql stable security definer rows 50 set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select lead.id, lead.user_profile_id, lead.funnel_origin, lead.lead_status, lead.payment_status,
           coalesce(lead.first_name, profile.first_name), coalesce(lead.last_name, profile.last_name),
           coalesce(lead.email, profile.email), coalesce(lead.phone, profile.phone),
           coalesce(lead.company_name, profile.company_name), lead.created_at, profile.user_id is not null, alike.likenesses,
           lead.funnel_origin = 'conferences' and private.is_waitlisted(to_jsonb(lead))
    from (
      select found.lead_id, array_agg(distinct found.likeness order by found.likeness) as likenesses
      from private.leads_alike(lead_id_param) as found group by found.lead_id
    ) as alike
    join public.leads as lead on lead.id = alike.lead_id
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    where lead.user_profile_id <> (select user_profile_id from public.leads where id = lead_id_param)
    order by cardinality(alike.likenesses) desc, alike.likenesses = array['company'], lead.created_at desc, lead.id;
end
$$;
comment on function public.lead_duplicates is
  'Leads of other contacts that have its e-mail, phone or company, those most alike first; alike says which. Administrators only.';
revoke all on function public.lead_duplicates from public, anon, authenticated, service_role;
grant execute on function public.lead_duplicates to authenticated;

-- A merge gives all that its contacts sent to the account of one of them, and a stranger makes a contact alike by typing
-- the customer's telephone into a form. So the account is named before, and one that is not the kept contact's is
-- confirmed.
create function private.account_of_merge(keep_param uuid, merge_param uuid[]) returns jsonb
  language sql stable set search_path = ''
  as $$
    select jsonb_build_object('id', profile.user_id, 'email', account.email, 'phone', account.phone,
             'is_of_kept', profile.id = (select user_profile_id from public.leads where id = keep_param))
    from public.user_profiles as profile left join auth.users as account on account.id = profile.user_id
    where profile.user_id is not null
      and profile.id in (select user_profile_id from public.leads where id = keep_param or id = any (merge_param))
    order by profile.id = (select user_profile_id from public.leads where id = keep_param) desc, profile.id limit 1
  $$;
comment on function private.account_of_merge is
  'The account that reads everything of the contacts once they are one; null where none of them has one.';

create function private.merge_problem(keep_param uuid, merge_param uuid[]) returns jsonb
  language sql stable set search_path = ''
  as $$
    with asked as (
      select id, user_profile_id from public.leads where id = keep_param or id = any (merge_param)
    ), contacts as (
      select id, user_id from public.user_profiles where id in (select user_profile_id from asked)
    )
    select case
      when keep_param = any (merge_param) then '{"code": "merge_itself"}'
      when (select missing from unnest(merge_param || keep_param) as missing where missing not in (select id from asked) limit 1) is not null
        then private.whereabouts((select missing from unnest(merge_param || keep_param) as missing where missing not in (select id from asked) limit 1))
      when exists (
          select from asked where id <> keep_param and user_profile_id = (select user_profile_id from asked where id = keep_param)
        ) then '{"code": "same_contact"}'
      when (select count(distinct user_id) from contacts) > 1 then '{"code": "two_accounts"}'
    end::jsonb
  $$;
comment on function private.merge_problem is 'Why these contacts cannot become one; null when they can.';

create function public.preview_merge(keep_param uuid, merge_param uuid[]) returns jsonb
  language plpgsql stable security definer set search_path = ''
  as $$
declare
  profile_id uuid;
  others     uuid[];
  lead_ids   uuid[];
begin
  perform private.require_admin();
  select user_profile_id into profile_id from public.leads where id = keep_param;
  others   := array(select distinct user_profile_id from public.leads where id = any (merge_param) and user_profile_id <> profile_id limit 20);
  lead_ids := array(select id from public.leads where user_profile_id = profile_id or user_profile_id = any (others));
  return jsonb_build_object(
    'problem', private.merge_problem(keep_param, merge_param),
    'leads', (
      select jsonb_agg(jsonb_build_object('lead_id', lead.id, 'funnel_origin', lead.funnel_origin, 'created_at', lead.created_at,
        'is_of_kept', lead.user_profile_id = profile_id,
        'into_lead_id', case when lead.user_profile_id <> profile_id then
          (select id from public.leads as own where own.user_profile_id = profile_id and own.funnel_origin = lead.funnel_origin) end)
        order by lead.user_profile_id <> profile_id, lead.created_at)
      from public.leads as lead where id = any (lead_ids)),
    'submissions', (select count(*) from private.submissions where lead_id = any (lead_ids)),
    'consents', (select count(*) from private.submissions where lead_id = any (lead_ids) and consents <> '{}'),
    'payments', (select count(*) from private.payment_events where lead_id = any (lead_ids)),
    'notes', (select count(*) from private.lead_notes where lead_id = any (lead_ids)),
    'messages', (select count(*) from private.deliveries where lead_id = any (lead_ids)),
    'has_account', exists (select from public.user_profiles where (id = profile_id or id = any (others)) and user_id is not null),
    'account', private.account_of_merge(keep_param, merge_param),
    'contact', (
      select jsonb_agg(jsonb_build_object('column', question.column_name, 'kept', kept.shown -> question.column_name,
        'others', (
          select jsonb_agg(distinct private.shown_answers(lead, profile) -> question.column_name)
          from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
          where lead.id = any (merge_param))) order by question.position)
      from private.questions as question
      cross join (
        select private.shown_answers(lead, profile) as shown
        from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id where lead.id = keep_param
      ) as kept
      where question.is_contact)
  );
end
$$;
comment on function public.preview_merge is
  'What would become one contact, with how much of everything it keeps, and why not when it cannot. Administrators only.';
revoke all on function public.preview_merge from public, anon, authenticated, service_role;
grant execute on function public.preview_merge to authenticated;

create function private.lock_contacts(lead_ids uuid[]) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  -- In the order everybody takes: turn, then profile, then lead.
  perform private.take_turn(address) from (
    select distinct private.canonical_email(address) as address
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    cross join unnest(array[lead.email, profile.email]) as address
    where lead.id = any (lead_ids) and address is not null order by 1
  ) as turns;
  perform from public.user_profiles where id in (select user_profile_id from public.leads where id = any (lead_ids)) order by id for update;
  perform from public.leads
    where user_profile_id in (select user_profile_id from public.leads where id = any (lead_ids)) order by id for update;
end
$$;

-- A place and one on the waiting list, made one contact, are a place.
create function private.join_leads(gone public.leads, kept public.leads, before jsonb, merge_id_param uuid, author_param uuid) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  gone_request private.newsletter_requests;
  kept_request private.newsletter_requests;
begin
  select * into gone_request from private.newsletter_requests where lead_id = gone.id;
  select * into kept_request from private.newsletter_requests where lead_id = kept.id;
  insert into private.merged_leads (merge_id, lead_id, into_lead_id, author, before)
    values (merge_id_param, gone.id, kept.id, author_param, before || jsonb_build_object(
      'kept_lead', to_jsonb(kept), 'newsletter', to_jsonb(gone_request), 'kept_newsletter', to_jsonb(kept_request),
      'moved', jsonb_build_object(
        'submissions', (select coalesce(jsonb_object_agg(id, is_adopted), '{}') from private.submissions where lead_id = gone.id),
        'payments',    (select coalesce(jsonb_agg(id), '[]') from private.payment_events where lead_id = gone.id),
        'deliveries',  (select coalesce(jsonb_object_agg(id, merged_from), '{}') from private.deliveries where lead_id = gone.id),
        'notes',       (select coalesce(jsonb_agg(id), '[]') from private.lead_notes where lead_id = gone.id),
        'corrections', (select coalesce(jsonb_agg(id), '[]') from private.lead_corrections where lead_id = gone.id),
        'passwords',   (select coalesce(jsonb_agg(id), '[]') from private.first_passwords where lead_id = gone.id),
        'merges',      (select coalesce(jsonb_agg(merge_id), '[]') from private.merged_leads where into_lead_id = gone.id))));

  update private.submissions set lead_id = kept.id, is_adopted = false where lead_id = gone.id;
  update private.payment_events set lead_id = kept.id where lead_id = gone.id;
  update private.deliveries set lead_id = kept.id, merged_from = coalesce(merged_from, gone.id) where lead_id = gone.id;
  update private.lead_notes set lead_id = kept.id where lead_id = gone.id;
  update private.lead_corrections set lead_id = kept.id where lead_id = gone.id;
  update private.first_passwords set lead_id = kept.id where lead_id = gone.id;
  update private.merged_leads set into_lead_id = kept.id where into_lead_id = gone.id;
  if gone_request.lead_id is not null and (kept_request.lead_id is null or kept_request.confirmed_at is null and gone_request.confirmed_at is not null) then
    delete from private.newsletter_requests where lead_id = kept.id;
    update private.newsletter_requests set lead_id = kept.id where lead_id = gone.id;
  end if;

  perform private.write_lead_snapshot(kept.id, private.answered(to_jsonb(gone)) || private.answered(to_jsonb(kept))
    || jsonb_build_object('extra_answers',
      (gone.extra_answers || kept.extra_answers) - case
        when private.is_waitlisted(to_jsonb(gone)) and private.is_waitlisted(to_jsonb(kept)) then '' else 'kind' end));
  update public.leads
    set payment_status   = kept.payment_status or gone.payment_status,
        lead_status      = case when kept.lead_status = 'to_contact' and gone.lead_status in ('contacted', 'client')
                             then gone.lead_status else kept.lead_status end,
        consents         = gone.consents || kept.consents,
        owner            = coalesce(kept.owner, gone.owner),
        callback_at      = coalesce(kept.callback_at, gone.callback_at),
        newer_answers_at = greatest(kept.newer_answers_at, gone.newer_answers_at)
    where id = kept.id;
  -- Apart: a change of status writes both.
  update public.leads
    set last_contact_at = greatest(kept.last_contact_at, gone.last_contact_at),
        contacted_at    = least(kept.contacted_at, gone.contacted_at)
    where id = kept.id;
  delete from public.leads where id = gone.id;
end
$$;
comment on function private.join_leads is
  'Two leads of one offer: the kept one''s answers win, the other''s fill what is empty, and all that was sent hangs on the kept one.';

create function private.merge_contacts(keep_param uuid, merge_param uuid[], author_param uuid, account_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  merge_id_made constant uuid := gen_random_uuid();
  problem      jsonb;
  account      jsonb;
  kept_profile public.user_profiles;
  gone_profile public.user_profiles;
  gone         public.leads;
  kept         public.leads;
  before       jsonb;
begin
  perform private.lock_contacts(merge_param || keep_param);
  problem := private.merge_problem(keep_param, merge_param);
  if problem is not null then
    return problem;
  end if;
  account := private.account_of_merge(keep_param, merge_param);
  if not (account ->> 'is_of_kept')::boolean and account ->> 'id' is distinct from account_param::text then
    return '{"code": "account_unconfirmed"}';
  end if;

  for gone_profile in
    select * from public.user_profiles
    where id in (select user_profile_id from public.leads where id = any (merge_param)) order by id
  loop
    select * into kept_profile from public.user_profiles where id = (select user_profile_id from public.leads where id = keep_param);
    before := jsonb_build_object('profile', to_jsonb(gone_profile), 'kept_profile', to_jsonb(kept_profile));
    for gone in select * from public.leads where user_profile_id = gone_profile.id order by id loop
      -- What the profile said for it goes on being said.
      perform private.write_lead_snapshot(gone.id, private.answered(private.shown_answers(gone, gone_profile)));
      select * into kept from public.leads where user_profile_id = kept_profile.id and funnel_origin = gone.funnel_origin;
      if found then
        perform private.join_leads(
          jsonb_populate_record(gone, private.answered(private.shown_answers(gone, gone_profile))), kept,
          before || jsonb_build_object('lead', to_jsonb(gone)), merge_id_made, author_param);
      else
        insert into private.merged_leads (merge_id, lead_id, into_lead_id, author, before)
          values (merge_id_made, gone.id, gone.id, author_param, before || jsonb_build_object('lead', to_jsonb(gone)));
        update public.leads set user_profile_id = kept_profile.id, account_exists = false where id = gone.id;
      end if;
    end loop;

    delete from public.user_profiles where id = gone_profile.id;
    perform private.write_profile_answers(kept_profile.id, private.answered(to_jsonb(gone_profile)) || private.answered(to_jsonb(kept_profile)));
    if gone_profile.user_id is not null then
      update public.leads set email = coalesce(email, kept_profile.email), account_exists = false where user_profile_id = kept_profile.id;
      update public.user_profiles set user_id = gone_profile.user_id, email = gone_profile.email where id = kept_profile.id;
    end if;
  end loop;

  update private.merged_leads as merged set kept_updated_at = lead.updated_at
    from public.leads as lead where merged.merge_id = merge_id_made and lead.id = merged.into_lead_id;
  insert into private.audit_log (actor, action, lead_id, detail)
    select author_param, 'lead.merged', lead_id, jsonb_build_object('merge', merge_id, 'into', into_lead_id)
    from private.merged_leads where merge_id = merge_id_made order by lead_id;
  return jsonb_build_object('code', 'merged', 'merge_id', merge_id_made, 'leads', (
    select jsonb_agg(jsonb_build_object('lead_id', lead_id, 'into_lead_id', into_lead_id) order by lead_id)
    from private.merged_leads where merge_id = merge_id_made));
end
$$;
comment on function private.merge_contacts is
  'The contacts of those leads become that of the kept one: leads of another offer go over as they are, of the same offer they become one. `account_param` is the account that was confirmed, where it is not the kept contact''s.';

create function private.put_back(relation regclass, stored jsonb) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  columns text := (
    select string_agg(quote_ident(attname), ', ' order by attnum) from pg_catalog.pg_attribute
    where attrelid = relation and attnum > 0 and not attisdropped and attgenerated = '');
  found_row boolean;
begin
  execute format('update %1$s set (%2$s) = (select %2$s from jsonb_populate_record(null::%1$s, $1)) where id = ($1 ->> ''id'')::uuid returning true',
    relation, columns) into found_row using stored;
  if found_row is null then
    execute format('insert into %1$s (%2$s) select %2$s from jsonb_populate_record(null::%1$s, $1)', relation, columns) using stored;
  end if;
end
$$;
comment on function private.put_back is 'A row as it was, whether it is still there or not.';

create function private.part_leads(merged private.merged_leads) returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  moved jsonb := merged.before -> 'moved';
begin
  perform private.put_back('public.leads', merged.before -> 'lead');
  update private.submissions as submission set lead_id = merged.lead_id, is_adopted = moved_one.value::boolean
    from jsonb_each(moved -> 'submissions') as moved_one where submission.id = moved_one.key::uuid;
  update private.payment_events set lead_id = merged.lead_id
    where id in (select jsonb_array_elements_text(moved -> 'payments'));
  update private.deliveries as delivery set lead_id = merged.lead_id, merged_from = (moved_one.value #>> '{}')::uuid
    from jsonb_each(moved -> 'deliveries') as moved_one where delivery.id = moved_one.key::uuid;
  update private.lead_notes set lead_id = merged.lead_id
    where id in (select jsonb_array_elements_text(moved -> 'notes')::uuid);
  update private.lead_corrections set lead_id = merged.lead_id
    where id in (select jsonb_array_elements_text(moved -> 'corrections')::bigint);
  update private.first_passwords set lead_id = merged.lead_id
    where id in (select jsonb_array_elements_text(moved -> 'passwords')::uuid);
  update private.merged_leads set into_lead_id = merged.lead_id
    where into_lead_id = merged.into_lead_id and merge_id in (select jsonb_array_elements_text(moved -> 'merges')::uuid);
  delete from private.newsletter_requests where lead_id in (merged.lead_id, merged.into_lead_id);
  insert into private.newsletter_requests
    select request.* from unnest(array[merged.before -> 'newsletter', merged.before -> 'kept_newsletter']) as stored
    cross join lateral jsonb_populate_record(null::private.newsletter_requests, stored) as request
    where request.lead_id is not null
    on conflict do nothing; -- another lead of the address has asked since
  perform private.put_back('public.leads', merged.before -> 'kept_lead');
  perform private.put_back('public.leads', merged.before -> 'kept_lead'); -- its status changed back, which wrote two instants
end
$$;

create function private.undo_merge(merge_id_param uuid, author_param uuid) returns jsonb
  language plpgsql volatile set search_path = ''
  as $$
declare
  merged private.merged_leads;
  stored jsonb;
begin
  perform private.lock_contacts(array(select into_lead_id from private.merged_leads where merge_id = merge_id_param));
  perform from private.merged_leads where merge_id = merge_id_param and merged_at > now() - interval '10 minutes' for update;
  if not found then
    return '{"code": "merge_settled"}';
  end if;
  perform from private.merged_leads as one join public.leads as lead on lead.id = one.into_lead_id
    where one.merge_id = merge_id_param and lead.updated_at <> one.kept_updated_at;
  if found then
    return '{"code": "changed_meanwhile"}';
  end if;

  -- The contact that was kept first: it gives back the account that only one may have. The first merge saw it untouched.
  select before -> 'kept_profile' into stored from private.merged_leads
    where merge_id = merge_id_param order by before #>> '{profile,id}' limit 1;
  perform private.put_back('public.user_profiles', stored);
  for stored in select distinct before -> 'profile' from private.merged_leads where merge_id = merge_id_param loop
    perform private.put_back('public.user_profiles', stored);
  end loop;
  for merged in
    select * from private.merged_leads where merge_id = merge_id_param order by before #>> '{profile,id}' desc, lead_id desc
  loop
    if merged.lead_id = merged.into_lead_id then
      perform private.put_back('public.leads', merged.before -> 'lead');
    else
      perform private.part_leads(merged);
    end if;
  end loop;
  delete from private.merged_leads where merge_id = merge_id_param;
  insert into private.audit_log (actor, action, detail)
    values (author_param, 'lead.merge_undone', jsonb_build_object('merge', merge_id_param));
  return '{"code": "undone"}';
exception when unique_violation then
  return '{"code": "merge_settled"}'; -- somebody came meanwhile under the address that was given up
end
$$;
comment on function private.undo_merge is
  'undone; merge_settled after ten minutes, or when it is not known; changed_meanwhile when somebody went on with what was kept.';

-- Who did what to a lead and when, read from where it is written already.

create type private.lead_fact as (
  id     text,
  kind   text,
  at     timestamptz,
  author text,
  detail jsonb
);

create function private.facts_of_log(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    with known as (
      select id, created_at from public.leads where id = lead_id_param
      union all
      select lead_id, (before #>> '{lead,created_at}')::timestamptz from private.merged_leads
      where into_lead_id = lead_id_param and lead_id <> lead_id_param
    ), lines as (
      select line.*,
             coalesce(lag(line.at) over (partition by line.lead_id, line.action order by line.id), known.created_at) as since
      from known join private.audit_log as line on line.lead_id = known.id
    )
    select 'log-' || line.id, kinds.kind, line.at, account.email,
           case kinds.kind
             when 'status' then line.detail || jsonb_build_object('lasted_seconds', extract(epoch from line.at - line.since)::bigint)
             when 'owner' then line.detail || jsonb_build_object(
               'from_name', (select email from auth.users where id = (line.detail ->> 'from')::uuid),
               'to_name',   (select email from auth.users where id = (line.detail ->> 'to')::uuid))
             else line.detail || jsonb_build_object('fact', split_part(line.action, '.', 2))
           end
    from lines as line
    join (values
      ('lead.status_changed', 'status'), ('lead.payment_changed', 'payment'), ('lead.owner_changed', 'owner'),
      ('lead.callback_changed', 'callback'), ('lead.answers_adopted', 'answers'), ('lead.opened', 'opened'),
      ('payment.applied', 'payment'), ('payment.attached', 'payment'), ('payment.confirmed', 'payment'),
      ('account.created', 'account'), ('account.invited', 'account'), ('account.attached', 'account')
    ) as kinds (action, kind) on kinds.action = line.action
    left join auth.users as account on account.id = line.actor
  $$;
comment on function private.facts_of_log is 'A status says how long the one before it lasted, in seconds.';

create function private.facts_of_payments(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    with asked as (
      select idempotency_key from private.submissions where lead_id = lead_id_param
    ), events as (
      select * from private.payment_events where lead_id = lead_id_param
      union
      select * from private.payment_events
      where state = 'waiting' and reference = any (array(select idempotency_key::text from asked))
    )
    select 'payment-' || event.id, 'payment', event.received_at, null::text, jsonb_build_object(
             'fact', 'received', 'payment_id', event.id, 'state', event.state, 'amount_cents', event.amount_cents,
             'currency', event.currency)
    from events as event
    union all
    select 'start-' || start.reference || '-' || start.terms_version, 'payment', start.started_at, null,
           jsonb_build_object('fact', 'started', 'terms_version', start.terms_version)
    from asked join private.payment_starts as start on start.reference = asked.idempotency_key
  $$;

create function private.facts_of_answers(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    with versions as (
      select submission.id, former.id as place, former.contact, former.answers, former.consents, former.answered_at as at
      from private.submissions as submission
      join private.former_answers as former on former.submission_id = submission.id
      where submission.lead_id = lead_id_param
      union all
      select id, 9223372036854775807, contact, answers, consents, updated_at
      from private.submissions where lead_id = lead_id_param
    ), told as (
      select version.*, submission.form, submission.is_adopted and version.place = 9223372036854775807 as is_adopted,
             submission.from_another_device, submission.written_by, submission.changed_from,
             private.answered(jsonb_build_object('email', submission.email) || version.contact || version.answers) as snapshot
      from versions as version join private.submissions as submission on submission.id = version.id
    ), compared as (
      -- A change from the customer's space agreed to nothing: it carries the consents that were there.
      select told.*, coalesce(lag(snapshot) over same, changed_from) as snapshot_before,
             coalesce(lag(consents) over same, case when changed_from is not null then consents end) as consents_before
      from told window same as (partition by id order by place)
    )
    select 'answers-' || compared.id || '-' || place, 'answers', at, account.email, jsonb_build_object(
             'form', form, 'answers', snapshot, 'before', snapshot_before, 'is_adopted', is_adopted,
             'from_another_device', from_another_device, 'by_hand', written_by is not null)
    from compared left join auth.users as account on account.id = compared.written_by
    where snapshot_before is distinct from snapshot
    union all
    select 'consent-' || compared.id || '-' || place, 'consent', at, account.email,
           jsonb_build_object('form', form, 'consents', consents)
    from compared left join auth.users as account on account.id = compared.written_by
    where consents <> '{}' and consents_before is distinct from consents
  $$;
comment on function private.facts_of_answers is
  'What each form sent, each time: answers that changed come with those before them.';

create function private.facts_of_file(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    select 'lead-' || lead.id, 'created', lead.created_at, account.email,
           jsonb_build_object('origin', lead.funnel_origin, 'by_hand', typed.written_by is not null)
    from public.leads as lead
    left join lateral (
      select written_by from private.submissions where lead_id = lead.id and created_at = lead.created_at limit 1
    ) as typed on true
    left join auth.users as account on account.id = typed.written_by
    where lead.id = lead_id_param
    union all
    select 'note-' || note.id, 'note', note.written_at, account.email, jsonb_build_object(
             'note_id', note.id, 'text', note.text, 'is_for_customer', note.is_for_customer)
    from private.lead_notes as note left join auth.users as account on account.id = note.author
    where note.lead_id = lead_id_param
    union all
    select 'correction-' || correction.id, 'correction', correction.corrected_at, account.email,
           jsonb_build_object('before', correction.before, 'after', correction.after)
    from private.lead_corrections as correction left join auth.users as account on account.id = correction.author
    where correction.lead_id = lead_id_param
    union all
    select 'merged-' || merged.merge_id || '-' || merged.lead_id, 'merged', merged.merged_at, account.email,
           jsonb_build_object('merge_id', merged.merge_id, 'lead_id', merged.lead_id, 'is_same_lead', merged.lead_id = lead_id_param,
             'lead', private.answered(merged.before -> 'lead')
               || jsonb_build_object('created_at', merged.before #> '{lead,created_at}', 'lead_status', merged.before #> '{lead,lead_status}'))
    from private.merged_leads as merged left join auth.users as account on account.id = merged.author
    where merged.into_lead_id = lead_id_param
    union all
    select 'newsletter-' || fact.name, 'consent', fact.at, null,
           jsonb_build_object('fact', 'newsletter_' || fact.name, 'version', request.confirmed_version)
    from private.newsletter_requests as request
    cross join lateral (values
      ('requested', request.requested_at), ('confirmed', request.confirmed_at), ('unsubscribed', request.unsubscribed_at)
    ) as fact (name, at)
    where request.lead_id = lead_id_param and fact.at is not null
    union all
    select 'account-' || account.id, 'account', account.created_at, null, jsonb_build_object('fact', 'opened')
    from public.leads as lead
    join public.user_profiles as profile on profile.id = lead.user_profile_id
    join auth.users as account on account.id = profile.user_id
    where lead.id = lead_id_param and account.invited_at is null
  $$;

create function private.facts_of_messages(lead_id_param uuid) returns setof private.lead_fact
  language sql stable set search_path = ''
  as $$
    with addresses as (
      select private.canonical_email(address) as address
      from public.leads as lead
      join public.user_profiles as profile on profile.id = lead.user_profile_id
      cross join unnest(array[lead.email, profile.email]) as address
      where lead.id = lead_id_param and address is not null
    ), messages as (
      select * from private.deliveries where lead_id = lead_id_param
      union all
      select delivery.* from private.deliveries as delivery
      where delivery.kind = 'mail' and delivery.lead_id is null
        and private.canonical_email(delivery.body ->> 'to') = any (array(select address from addresses))
    )
    select 'message-' || message.id, message.kind, message.created_at, null::text, jsonb_build_object(
             'event', message.event, 'status', message.status, 'attempts', message.attempts, 'last_status', message.last_status,
             'last_error', message.last_error, 'delivered_at', message.delivered_at,
             'to', case message.kind
               when 'mail' then message.body ->> 'to'
               else substring(receiver.url from '^https?://(?:[^/?#@]*@)?([^/?#]+)') end,
             'payload', case
               when message.kind = 'webhook' then message.body
               -- What was mailed about an account lets somebody in, and so does a link to confirm.
               when message.lead_id is not null then coalesce(message.body -> 'data', '{}') - array['token', 'link', 'code']
               else '{}' end)
    from messages as message left join private.receivers as receiver on receiver.id = message.receiver_id
  $$;
comment on function private.facts_of_messages is
  'Mails and webhooks with what they said: empty after 30 days, and never what opens a door.';

create function public.lead_history(lead_id_param uuid) returns setof private.lead_fact
  language plpgsql stable security definer rows 100 set search_path = ''
  as $$
begin
  perform private.require_admin();
  return query
    select fact.*
    from (
      select * from private.facts_of_file(lead_id_param)
      union all select * from private.facts_of_log(lead_id_param)
      union all select * from private.facts_of_answers(lead_id_param)
      union all select * from private.facts_of_messages(lead_id_param)
      union all select * from private.facts_of_payments(lead_id_param)
    ) as fact
    -- What one transaction wrote has one instant: the cause comes before what followed from it.
    order by fact.at desc,
             array_position(array['created', 'account', 'answers', 'consent', 'webhook', 'mail'], fact.kind) desc nulls first,
             fact.id desc;
end
$$;
comment on function public.lead_history is
  'All that happened to a lead, newest first: kind, at, author (e-mail of an administrator; null: the person, or the server), detail. Administrators only.';
revoke all on function public.lead_history from public, anon, authenticated, service_role;
grant execute on function public.lead_history to authenticated;

-- The journal from which the screens of others follow what one person changes (docs/decisions/0029).

create table private.lead_events (
  id             bigint      not null generated always as identity,
  transaction_id xid8        not null default pg_current_xact_id(),
  at             timestamptz not null default clock_timestamp(),
  change         text        not null,
  lead_ids       uuid[],
  constraint lead_events_pkey            primary key (transaction_id, id),
  constraint lead_events_change_is_known check (change in ('created', 'updated', 'deleted')),
  constraint lead_events_name_few_leads  check (cardinality(lead_ids) between 1 and 1000)
);
comment on table  private.lead_events is
  'What one statement did to leads: which, and nothing of what they say. Lines go after an hour.';
comment on column private.lead_events.lead_ids is
  'Null when there were more than 1,000: whoever reads it reads everything again.';

create index lead_events_by_time on private.lead_events (at);

alter table private.lead_events enable row level security, force row level security;
revoke all on private.lead_events from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the journal" on private.lead_events
  for all to current_user using (true) with check (true);

create function private.tell_lead_events(change_param text, lead_ids_param uuid[]) returns void
  language plpgsql volatile set search_path = ''
  as $$
begin
  if cardinality(lead_ids_param) = 0 then
    return;
  end if;
  insert into private.lead_events (change, lead_ids)
    values (change_param, case when cardinality(lead_ids_param) <= 1000 then lead_ids_param end);
  perform pg_notify('lead_events', 'leads'); -- of many in one transaction, one leaves
end
$$;
comment on function private.tell_lead_events is 'Give at most 1,001 ids: more than 1,000 are all the same.';

create function private.tell_changed_leads() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.tell_lead_events(
    case tg_op when 'INSERT' then 'created' when 'UPDATE' then 'updated' else 'deleted' end,
    array(select id from changed limit 1001)
  );
  return null;
end
$$;

create trigger tell_created after insert on public.leads
  referencing new table as changed for each statement execute function private.tell_changed_leads();
create trigger tell_updated after update on public.leads
  referencing new table as changed for each statement execute function private.tell_changed_leads();
create trigger tell_deleted after delete on public.leads
  referencing old table as changed for each statement execute function private.tell_changed_leads();

create function private.tell_leads_of_changed_profiles() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.tell_lead_events('updated', array(
    select lead.id from changed join public.leads as lead on lead.user_profile_id = changed.id limit 1001
  ));
  return null;
end
$$;
comment on function private.tell_leads_of_changed_profiles is 'A lead shows its profile where it says nothing itself.';

create trigger tell_updated after update on public.user_profiles
  referencing new table as changed for each statement execute function private.tell_leads_of_changed_profiles();

create function private.tell_leads_of_changed_rows() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.tell_lead_events('updated', array(
    select distinct lead_id from changed where lead_id is not null limit 1001
  ));
  return null;
end
$$;
comment on function private.tell_leads_of_changed_rows is
  'For any table with a lead_id whose rows the file of a lead shows. Give it the rows as the transition table `changed`.';

create trigger tell_added after insert on private.payment_events
  referencing new table as changed for each statement execute function private.tell_leads_of_changed_rows();
create trigger tell_updated after update on private.payment_events
  referencing new table as changed for each statement execute function private.tell_leads_of_changed_rows();
create trigger tell_added after insert on private.lead_notes
  referencing new table as changed for each statement execute function private.tell_leads_of_changed_rows();
create trigger tell_updated after update on private.lead_notes
  referencing new table as changed for each statement execute function private.tell_leads_of_changed_rows();
create trigger tell_deleted after delete on private.lead_notes
  referencing old table as changed for each statement execute function private.tell_leads_of_changed_rows();

create function private.tell_alerts() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform pg_notify('lead_events', 'alerts');
  return null;
end
$$;
comment on function private.tell_alerts is
  'What public.count_admin_alerts() counts is another number. Who missed it counts again: no line is kept.';

create trigger tell_alerts after insert or update or delete on private.payment_events
  for each statement execute function private.tell_alerts();
-- Deliveries are claimed and settled all day: only what gives up, or leaves that state, is told.
create trigger tell_given_up after update of status on private.deliveries
  for each row when (old.status is distinct from new.status and 'dead' in (old.status, new.status))
  execute function private.tell_alerts();
create trigger tell_dropped after delete on private.deliveries
  for each row when (old.status = 'dead') execute function private.tell_alerts();

-- Figures of leads and of the steps of the funnels, by day; whole months stand in one row each (docs/decisions/0050).

create table private.lead_figure_changes (
  day             date    not null,
  funnel_origin   text    not null,
  volume          text    not null,
  leads           integer not null,
  contacted       integer not null,
  contact_seconds bigint  not null,
  within_hour     integer not null,
  within_day      integer not null,
  clients         integer not null,
  paid            integer not null
);
comment on table private.lead_figure_changes is 'What private.lead_figures does not count yet.';

alter table private.lead_figure_changes enable row level security, force row level security;
revoke all on private.lead_figure_changes from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps their changes" on private.lead_figure_changes
  for all to current_user using (true) with check (true);

create table private.lead_figures (
  day             date    not null,
  funnel_origin   text    not null,
  volume          text    not null,
  leads           integer not null,
  contacted       integer not null,
  contact_seconds bigint  not null,
  within_hour     integer not null,
  within_day      integer not null,
  clients         integer not null,
  paid            integer not null,
  constraint lead_figures_pkey primary key (day, funnel_origin, volume)
);
comment on table  private.lead_figures is
  'Leads by the day they came, in Paris: aggregates only, without private.lead_figure_changes.';
comment on column private.lead_figures.volume is
  'What its price depends on, as a number or a range; empty when it does not say.';
comment on column private.lead_figures.contact_seconds is 'From creation to first call, of all that were called.';
comment on column private.lead_figures.within_hour is 'Called within an hour.';

alter table private.lead_figures enable row level security, force row level security;
revoke all on private.lead_figures from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the figures of leads" on private.lead_figures
  for all to current_user using (true) with check (true);

create table private.lead_day_figures (
  day             date    not null,
  funnel_origin   text    not null,
  leads           integer not null,
  contacted       integer not null,
  contact_seconds bigint  not null,
  within_hour     integer not null,
  within_day      integer not null,
  clients         integer not null,
  paid            integer not null,
  constraint lead_day_figures_pkey primary key (day, funnel_origin)
);
comment on table private.lead_day_figures is 'The sums of private.lead_figures over all volumes, kept by its triggers.';

alter table private.lead_day_figures enable row level security, force row level security;
revoke all on private.lead_day_figures from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the figures of days" on private.lead_day_figures
  for all to current_user using (true) with check (true);

create table private.lead_month_figures (
  day             date    not null,
  funnel_origin   text    not null,
  volume          text    not null,
  leads           integer not null,
  contacted       integer not null,
  contact_seconds bigint  not null,
  within_hour     integer not null,
  within_day      integer not null,
  clients         integer not null,
  paid            integer not null,
  constraint lead_month_figures_pkey primary key (day, funnel_origin, volume)
);
comment on table  private.lead_month_figures is
  'The sums of private.lead_figures over whole months, kept by its triggers.';
comment on column private.lead_month_figures.day is 'The first of the month.';

alter table private.lead_month_figures enable row level security, force row level security;
revoke all on private.lead_month_figures from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the figures of months" on private.lead_month_figures
  for all to current_user using (true) with check (true);

create table private.step_counts (
  day    date     not null,
  funnel text     not null,
  step   smallint not null,
  event  text     not null,
  field  text     not null default '',
  source text     not null,
  device text     not null,
  shard  smallint not null default 0,
  count  bigint   not null,
  constraint step_counts_pkey            primary key (day, funnel, step, event, field, source, device, shard),
  constraint step_counts_funnel_is_known check (funnel in ('secretariat', 'suiviclient', 'marketing')),
  constraint step_counts_step_is_a_step  check (step between 1 and 5),
  constraint step_counts_event_is_known  check (event in ('seen', 'done', 'refused')),
  constraint step_counts_field_refuses   check (event = 'refused' or field = ''),
  constraint step_counts_words_are_short check (greatest(char_length(field), char_length(source), char_length(device)) <= 40),
  constraint step_counts_shard_is_known  check (shard between 0 and 7),
  constraint step_counts_count_something check (count > 0)
);
comment on table  private.step_counts is
  'How often a step was seen, done or refused: aggregates only. Source: CNIL, measurement of audience without consent.';
comment on column private.step_counts.day is 'In Paris.';
comment on column private.step_counts.field is 'Which answer was refused; empty for what refuses nothing.';
comment on column private.step_counts.shard is
  'Visitors of one moment count in different rows and do not wait for each other; added up once the day is over.';

create index step_counts_to_add_up on private.step_counts (day) where shard <> 0;

alter table private.step_counts enable row level security, force row level security;
revoke all on private.step_counts from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the counts of steps" on private.step_counts
  for all to current_user using (true) with check (true);

create table private.step_months (
  day    date     not null,
  funnel text     not null,
  step   smallint not null,
  event  text     not null,
  field  text     not null,
  source text     not null,
  device text     not null,
  count  bigint   not null,
  constraint step_months_pkey primary key (day, funnel, step, event, field, source, device)
);
comment on table  private.step_months is
  'The sums of private.step_counts over months that are over. A month is there with all of its days, or not at all.';
comment on column private.step_months.day is 'The first of the month.';

alter table private.step_months enable row level security, force row level security;
revoke all on private.step_months from public, anon, authenticated, service_role;
create policy "The owner of the schema keeps the counts of months" on private.step_months
  for all to current_user using (true) with check (true);

create function private.add_figures(lead public.leads, times integer) returns void
  language sql volatile set search_path = ''
  as $$
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
    )) as called (wait)
  $$;

create function private.count_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' then
    perform private.add_figures(old, -1);
  end if;
  perform private.add_figures(new, 1);
  return null;
end
$$;

create trigger count_new_lead after insert on public.leads
  for each row execute function private.count_lead();
create trigger count_other_lead
  after update of lead_status, payment_status, contacted_at, created_at, funnel_origin, extra_answers, calls_per_month,
                  active_clients_per_month, prospects_per_month, prospects_count on public.leads
  for each row when (
    (old.lead_status, old.payment_status, old.contacted_at, old.created_at, old.funnel_origin, old.extra_answers,
     old.calls_per_month, old.active_clients_per_month, old.prospects_per_month, old.prospects_count)
    is distinct from
    (new.lead_status, new.payment_status, new.contacted_at, new.created_at, new.funnel_origin, new.extra_answers,
     new.calls_per_month, new.active_clients_per_month, new.prospects_per_month, new.prospects_count)
  )
  execute function private.count_lead();

create function private.add_up_lead_figures(at_most integer) returns integer
  language sql volatile set search_path = ''
  as $$
    with taken as (
      delete from private.lead_figure_changes where ctid = any (array(
        select ctid from private.lead_figure_changes limit at_most for update skip locked
      )) returning *
    ), added as (
      insert into private.lead_figures as total
        select day, funnel_origin, volume, sum(leads), sum(contacted), sum(contact_seconds), sum(within_hour), sum(within_day),
               sum(clients), sum(paid)
        from taken group by day, funnel_origin, volume
        on conflict (day, funnel_origin, volume) do update
          set (leads, contacted, contact_seconds, within_hour, within_day, clients, paid)
            = (total.leads + excluded.leads, total.contacted + excluded.contacted,
               total.contact_seconds + excluded.contact_seconds, total.within_hour + excluded.within_hour,
               total.within_day + excluded.within_day, total.clients + excluded.clients, total.paid + excluded.paid)
    )
    select count(*)::integer from taken
  $$;
comment on function private.add_up_lead_figures is
  'How many changes were added; readers see the same sums before and after.';

create function private.sum_up_lead_figures() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  times constant integer := tg_argv[0];
begin
  insert into private.lead_day_figures as total
    select day, funnel_origin, times * sum(leads), times * sum(contacted), times * sum(contact_seconds),
           times * sum(within_hour), times * sum(within_day), times * sum(clients), times * sum(paid)
    from changed group by day, funnel_origin order by day, funnel_origin
    on conflict (day, funnel_origin) do update
      set (leads, contacted, contact_seconds, within_hour, within_day, clients, paid)
        = (total.leads + excluded.leads, total.contacted + excluded.contacted,
           total.contact_seconds + excluded.contact_seconds, total.within_hour + excluded.within_hour,
           total.within_day + excluded.within_day, total.clients + excluded.clients, total.paid + excluded.paid);
  insert into private.lead_month_figures as total
    select private.first_of_month(day) as month, funnel_origin, volume, times * sum(leads), times * sum(contacted),
           times * sum(contact_seconds), times * sum(within_hour), times * sum(within_day), times * sum(clients),
           times * sum(paid)
    from changed group by month, funnel_origin, volume order by month, funnel_origin, volume
    on conflict (day, funnel_origin, volume) do update
      set (leads, contacted, contact_seconds, within_hour, within_day, clients, paid)
        = (total.leads + excluded.leads, total.contacted + excluded.contacted,
           total.contact_seconds + excluded.contact_seconds, total.within_hour + excluded.within_hour,
           total.within_day + excluded.within_day, total.clients + excluded.clients, total.paid + excluded.paid);
  if tg_op = 'DELETE' then
    -- They end with the days that they add up.
    delete from private.lead_day_figures where day in (select day from changed)
      and (leads, contacted, contact_seconds, within_hour, within_day, clients, paid) = (0, 0, 0, 0, 0, 0, 0);
    delete from private.lead_month_figures where day in (select private.first_of_month(day) from changed)
      and (leads, contacted, contact_seconds, within_hour, within_day, clients, paid) = (0, 0, 0, 0, 0, 0, 0);
  end if;
  return null;
end
$$;
comment on function private.sum_up_lead_figures is
  'Adds what changed, as often as its argument says, -1 for what was before.';

create trigger sum_up_new after insert on private.lead_figures
  referencing new table as changed for each statement execute function private.sum_up_lead_figures('1');
create trigger sum_up_before after update on private.lead_figures
  referencing old table as changed for each statement execute function private.sum_up_lead_figures('-1');
create trigger sum_up_since after update on private.lead_figures
  referencing new table as changed for each statement execute function private.sum_up_lead_figures('1');
create trigger sum_up_gone after delete on private.lead_figures
  referencing old table as changed for each statement execute function private.sum_up_lead_figures('-1');

create function private.add_up_step_counts(before date, at_most integer) returns integer
  language sql volatile set search_path = ''
  as $$
    with taken as (
      delete from private.step_counts where ctid = any (array(
        select ctid from private.step_counts where day < before and shard <> 0 limit at_most for update skip locked
      )) returning *
    ), added as (
      insert into private.step_counts as total (day, funnel, step, event, field, source, device, count)
        select day, funnel, step, event, field, source, device, sum(count) from taken
        group by day, funnel, step, event, field, source, device
        on conflict (day, funnel, step, event, field, source, device, shard) do update set count = total.count + excluded.count
    )
    select count(*)::integer from taken
  $$;
comment on function private.add_up_step_counts is 'One row where there were as many as shards; how many went.';

create function private.sum_up_step_months(today date) returns integer
  language sql volatile set search_path = ''
  as $$
    with over as (
      select month::date
      -- Of a month that ended before, some days may have ended already.
      from generate_series(
        private.first_of_month(today) - interval '24 months', private.first_of_month(today) - interval '1 month', interval '1 month'
      ) as month
      where not exists (select from private.step_months where day = month::date)
    ), added as (
      insert into private.step_months (day, funnel, step, event, field, source, device, count)
        select over.month, funnel, step, event, field, source, device, sum(count)
        from over
        join private.step_counts as counted
          on counted.day >= over.month and counted.day < (over.month + interval '1 month')::date
        group by over.month, funnel, step, event, field, source, device
      returning 1
    )
    select count(*)::integer from added
  $$;
comment on function private.sum_up_step_months is
  'Of the months before that of today; how many rows they have. What counts statistics keeps it for 25 months.';

-- Without the compiler, whose price is higher than that of a year.
create function public.funnel_statistics(from_param date, to_param date) returns jsonb
  language plpgsql stable security definer
  set search_path = '' set jit = off set plan_cache_mode = 'force_custom_plan' set max_parallel_workers_per_gather = 0
  as $$
declare
  longest_days constant integer := 800;
begin
  perform private.require_admin();
  if coalesce(from_param > to_param or to_param - from_param > longest_days, true) then
    raise exception 'Choisissez deux dates dans l’ordre, séparées de % jours au plus.', longest_days using errcode = 'P0001';
  end if;
  return (
    with months as materialized (
      select * from private.months_between(from_param, to_param)
    ), by_day as materialized (
      select day, funnel_origin, sum(leads) as leads, sum(contacted) as contacted, sum(contact_seconds) as seconds,
             sum(within_hour) as within_hour, sum(within_day) as within_day, sum(clients) as clients, sum(paid) as paid
      from (
        select day, funnel_origin, leads, contacted, contact_seconds, within_hour, within_day, clients, paid
        from private.lead_day_figures where day between from_param and to_param
        union all
        select day, funnel_origin, leads, contacted, contact_seconds, within_hour, within_day, clients, paid
        from private.lead_figure_changes where day between from_param and to_param
      ) as counted
      group by day, funnel_origin
    ), by_volume as materialized (
      select funnel_origin, volume, sum(leads) as leads, sum(clients) as clients, sum(paid) as paid
      from (
        select funnel_origin, volume, leads, clients, paid
        from months join private.lead_month_figures as figures on figures.day = month where is_half
        union all
        -- Without the days of it that are not meant; or else those that are.
        select funnel_origin, volume, times * leads, times * clients, times * paid
        from months
        cross join lateral (
          values (month, since - 1, -1, is_half), (until + 1, last_day, -1, is_half), (since, until, 1, not is_half)
        ) as part (first, last, times, is_read)
        join private.lead_figures as figures on figures.day between part.first and part.last
        where is_read
        union all
        select funnel_origin, volume, leads, clients, paid
        from private.lead_figure_changes where day between from_param and to_param
      ) as counted
      group by funnel_origin, volume
    ), summed as materialized (
      select month from months where is_whole and exists (select from private.step_months where day = month)
    ), steps as materialized (
      select funnel, step, event, field, source, device, sum(count) as count
      from (
        select funnel, step, event, field, source, device, count
        from summed join private.step_months as counted on counted.day = summed.month
        union all
        select funnel, step, event, field, source, device, count
        from months join private.step_counts as counted on counted.day between since and until
        where month not in (select month from summed)
      ) as counted
      group by funnel, step, event, field, source, device
    )
    select jsonb_build_object(
      'days', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select day, funnel_origin as funnel, leads, contacted, seconds as contact_seconds, within_hour, within_day, clients, paid
          from by_day where leads <> 0 order by day, funnel_origin
        ) as each),
      'volumes', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select funnel_origin as funnel, volume, leads, clients, paid
          from by_volume where leads <> 0 order by leads desc limit 500
        ) as each),
      'visits', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          -- A few rows of each day and funnel, which are looked up: next to all that each day has.
          select number::date as day, seen.funnel, visits.count
          from generate_series(from_param, to_param, interval '1 day') as number
          cross join (select distinct funnel from steps) as seen
          cross join lateral (
            select sum(count) as count from private.step_counts as counted
            where counted.day = number::date and counted.funnel = seen.funnel and step = 1 and event = 'seen'
          ) as visits
          where visits.count is not null order by 1, 2
        ) as each),
      'steps', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select funnel, step, event, sum(count) as count from steps group by funnel, step, event order by funnel, step, event
        ) as each),
      'refusals', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select funnel, step, field, sum(count) as count from steps where event = 'refused'
          group by funnel, step, field order by sum(count) desc, funnel, step, field
        ) as each),
      'sources', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select source as name, coalesce(sum(count) filter (where step = 1 and event = 'seen'), 0) as seen,
                 coalesce(sum(count) filter (where step = 3 and event = 'done'), 0) as sent
          from steps group by source order by 2 desc, source
        ) as each),
      'devices', (
        select coalesce(jsonb_agg(to_jsonb(each)), '[]') from (
          select device as name, coalesce(sum(count) filter (where step = 1 and event = 'seen'), 0) as seen,
                 coalesce(sum(count) filter (where step = 3 and event = 'done'), 0) as sent
          from steps group by device order by 2 desc, device
        ) as each)
    )
  );
end
$$;
comment on function public.funnel_statistics is
  'Both days included, in Paris: leads by the day they came, and what the steps of the funnels counted. Aggregates only. Administrators only.';
revoke all on function public.funnel_statistics from public, anon, authenticated, service_role;
grant execute on function public.funnel_statistics to authenticated;

create function public.lead_ledger() returns table (stage text, count bigint, missing bigint)
  language plpgsql stable security definer rows 6 set search_path = '' set enable_seqscan = off set jit = off
  as $$
declare
  today    constant date := (now() at time zone 'Europe/Paris')::date;
  since    constant timestamptz := private.start_of_day(today - 30);
  -- A lead is called within two days, and a delivery is tried again for a while.
  too_late constant timestamptz := private.start_of_day(today - 2);
  a_while  constant interval := '1 hour';
  received bigint;
  waiting  bigint;
  leads    bigint;
  astray   bigint;
  -- And came in these days themselves.
  leads_astray bigint;
begin
  perform private.require_admin();
  select count(*) into received from private.submissions where created_at >= since;
  select count(*) into waiting from private.payment_starts as start
    where start.started_at >= since
      and not exists (select from private.submissions where idempotency_key = start.reference);
  select count(*) into leads from private.lead_list where created_at >= since;
  select count(*), count(entry.lead_id) into astray, leads_astray
    from (
      select distinct lead_id from private.deliveries
      where lead_id is not null and created_at >= since
        and (status = 'dead' or status = 'waiting' and created_at < now() - a_while)
    ) as gone
    left join private.lead_list as entry on entry.lead_id = gone.lead_id and entry.created_at >= since;

  return query values
    ('browser', received + waiting, 0::bigint),
    ('received', received, waiting),
    -- No submission is stored without its lead: a foreign key says so.
    ('lead', leads, 0::bigint),
    ('delivered', leads - leads_astray, astray),
    ('contacted',
      (select pg_catalog.count(*) from public.leads where created_at >= since and contacted_at is not null),
      (select pg_catalog.count(*) from private.lead_facets as facet join private.lead_list as entry on entry.facet_id = facet.id
       where facet.lead_status = 'to_contact' and entry.created_at >= since and entry.created_at < too_late)),
    ('paid',
      (select pg_catalog.count(*) from private.lead_facets as facet join private.lead_list as entry on entry.facet_id = facet.id
       where facet.payment_status and entry.created_at >= since),
      (select pg_catalog.count(*) from private.payment_events where state = 'waiting' and received_at >= since));
end
$$;
comment on function public.lead_ledger is
  'Of today and the 30 days before, in Paris. browser: answers that left a browser, or went to pay without arriving; missing of received: those; of delivered: leads with an event that gave up or waits for an hour; of contacted: to contact for more than two whole days; of paid: payments without a lead. Administrators only.';
revoke all on function public.lead_ledger from public, anon, authenticated, service_role;
grant execute on function public.lead_ledger to authenticated;

-- What was erased is remembered as a salted hash of its id, so that a restored backup erases it again
-- (docs/decisions/0037).

create table private.erasures (
  id         bigint      not null generated always as identity,
  subject    text        not null,
  salt       text        not null,
  hash       text        not null,
  erased_at  timestamptz not null default now(),
  written_at timestamptz,
  constraint erasures_pkey    primary key (id),
  constraint erasures_subject check (subject in ('lead', 'profile', 'account', 'expired', 'agreement', 'newsletter'))
);
comment on table  private.erasures is
  'What is no longer there, by hash: applied to whatever an older backup brings back.';
comment on column private.erasures.hash is 'SHA-256 of the salt followed by the id, in hexadecimal';
comment on column private.erasures.written_at is
  'when it was added to the list beside the backups, which outlives this database';

create index erasures_not_written on private.erasures (id) where written_at is null;
create index erasures_by_date on private.erasures (erased_at);

alter table private.erasures enable row level security, force row level security;
revoke all on private.erasures from public, anon, authenticated, service_role;
create policy "The owner of the schema remembers what was erased" on private.erasures
  for all to current_user using (true) with check (true);

create function private.remember_erasure(subject_param text, id_param uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
  begin
    insert into private.settings (key, value) values ('erasure_salt', to_jsonb(gen_random_uuid()))
    on conflict (key) do nothing;
    insert into private.erasures (subject, salt, hash)
    select subject_param, value #>> '{}',
           encode(sha256(convert_to((value #>> '{}') || id_param::text, 'UTF8')), 'hex')
    from private.settings where key = 'erasure_salt';
  end
  $$;

-- At the end of the transaction, when it is known whether the row is gone for good. A lead that was merged lives on in
-- another: it is erased with that one.
create function private.remember_erased_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not exists (select from public.leads where id = old.id)
       and not exists (select from private.merged_leads where lead_id = old.id) then
      perform private.remember_erasure('lead', old.id);
    end if;
    return null;
  end
  $$;

create constraint trigger remember_erased_lead after delete on public.leads
  deferrable initially deferred for each row execute function private.remember_erased_lead();

create function private.remember_erased_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    if not exists (select from public.user_profiles where id = old.id) then
      perform private.remember_erasure('profile', old.id);
    end if;
    return null;
  end
  $$;

create constraint trigger remember_erased_profile after delete on public.user_profiles
  deferrable initially deferred for each row execute function private.remember_erased_profile();

create function private.remember_erased_merge() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  declare
    profile_id uuid := (old.before -> 'profile' ->> 'id')::uuid;
  begin
    if not exists (select from public.leads where id = old.lead_id) then
      perform private.remember_erasure('lead', old.lead_id);
    end if;
    if profile_id is not null and not exists (select from public.user_profiles where id = profile_id) then
      perform private.remember_erasure('profile', profile_id);
    end if;
    return null;
  end
  $$;

create constraint trigger remember_erased_merge after delete on private.merged_leads
  deferrable initially deferred for each row execute function private.remember_erased_merge();

create function private.remember_erased_account() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
  begin
    perform private.remember_erasure('account', old.id);
    return null;
  end
  $$;

create function private.settle_addresses() returns void
  language plpgsql volatile set search_path = ''
  as $$
declare
  account record;
begin
  -- Requests that an address made in two spellings stay apart, each under its own: joining them is for the team, and an
  -- account gets the one that already had the form of its address.
  update public.user_profiles as profile
    set email = private.canonical_email(profile.email)
    where profile.email <> private.canonical_email(profile.email)
      and (profile.user_id is not null or profile.id = (
        select other.id from public.user_profiles as other
        where other.user_id is null and private.canonical_email(other.email) = private.canonical_email(profile.email)
        order by other.email = private.canonical_email(profile.email) desc, other.created_at, other.id
        limit 1));

  -- Leads are shown without what nobody sees; the list finds duplicates by the one form.
  update public.leads set email = private.clean_email(email) where email <> private.clean_email(email);
  perform private.write_lead_list(lead)
    from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
    where private.sort_key(coalesce(lead.email, profile.email))
      <> private.sort_key(private.canonical_email(coalesce(lead.email, profile.email)));

  -- A link that was mailed to the letters of a domain was delivered to its form.
  update private.first_passwords set email = private.mailable_address(email)
    where email = private.clean_email(email) and email <> private.mailable_address(email);

  -- An account that was made with the letters of a domain can sign in again, where nothing else has the form of its
  -- address: it is the same mailbox, and gets nothing that it had not.
  for account in
    select id, email, private.mailable_address(email) as address from auth.users
    where email !~ '^[ -~]*$' and email = private.clean_email(email)
  loop
    if account.address <> account.email
      and not exists (select from auth.users where email = account.address)
      and not exists (
        select from public.user_profiles where email = account.address and user_id is distinct from account.id)
      and not exists (
        select from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
        where private.canonical_email(lead.email) = account.address and profile.user_id is distinct from account.id)
    then
      update auth.users set email = account.address where id = account.id;
      update auth.identities set identity_data = identity_data || jsonb_build_object('email', account.address)
        where user_id = account.id and provider = 'email';
    end if;
  end loop;
end
$$;
comment on function private.settle_addresses is
  'Gives what was kept before this file the one form of its address. What cannot get it, because something else has it, stays under its spelling: `private.addresses_in_two_spellings` lists it.';

-- Where auth is ours. A project tells of no account that it removed.
do $$
begin
  if (select relowner = current_user::regrole from pg_class where oid = 'auth.users'::regclass) then
    create constraint trigger remember_erased_account after delete on auth.users
      deferrable initially deferred for each row execute function private.remember_erased_account();
    -- What DELETE /admin/users/:id leaves when it is asked to keep the row names nobody either.
    create constraint trigger remember_emptied_account after update of deleted_at on auth.users
      deferrable initially deferred for each row when (old.deleted_at is null and new.deleted_at is not null)
      execute function private.remember_erased_account();
  end if;
end
$$;

set check_function_bodies = on;
