-- What a space is depends on the locale of the database: three that browsers know (U+2007, U+202F, U+FEFF) passed
-- inside an e-mail. Here are all those of JavaScript's `\s`, whatever the locale, so that forms and procedure agree.

create or replace function private.read_email(value text, parameter text) returns text
  language plpgsql immutable set search_path = ''
  as $$
declare
  email   text          := private.read_text(value, 300, parameter);
  refused constant text := E'\\s[:cntrl:]\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
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
