-- One address has one form, for who is compared with whom, for where a mail goes and for what is counted: two programs
-- that fold letters in two ways took two people for one. `domain/kernel/email-address.ts` says the same, and
-- `tests/support/email-examples.ts` is tried on both. What was typed is kept, and shown. See docs/decisions/0063.

create or replace function private.trimmed(value text) returns text
  language sql immutable parallel safe
  return substring(value from
    E'[^ \t\n\r\f\u000b\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u2800\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]'
    '(?:.*[^ \t\n\r\f\u000b\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\u2800\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff])?');
comment on function private.trimmed is
  'Without what nobody sees at both ends: spaces, what programs may ignore (Default_Ignorable_Code_Point), the blank of Braille. An answer of nothing else is none: null.';

create function private.clean_email(value text) returns text
  language sql immutable parallel safe
  return private.trimmed(normalize(regexp_replace(
    value,
    E'[\u2800\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+',
    '', 'g'), nfc));
comment on function private.clean_email is 'As it is kept and shown: each letter written in one way (NFC), nothing that nobody sees.';

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
comment on function private.punycode is 'One label of a domain, in small letters, as RFC 3492 writes it for the network.';

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

create function private.canonical_email(value text) returns text
  language sql immutable strict parallel safe
  return coalesce(private.mailable_address(value), lower(private.clean_email(value) collate "C"));
comment on function private.canonical_email is
  'What stands for an address wherever two are compared: for what no mail can reach, the text with A to Z in lower case, which is the form of nothing else.';

create or replace function private.read_email(value text, parameter text) returns text
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
