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

create function private.require_phone(phone text, parameter text) returns void
  language plpgsql immutable set search_path = ''
  as $$
begin
  if phone is null then
    raise exception 'contact_missing: %', parameter;
  end if;
  if private.phone_e164(private.phone_digits(phone)) is null then
    raise exception 'phone_malformed: %', parameter;
  end if;
end
$$;
comment on function private.require_phone is
  'Of a person without an e-mail: a number that can be dialled.';

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
