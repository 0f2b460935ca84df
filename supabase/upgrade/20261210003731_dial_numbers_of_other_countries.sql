-- « +262 (0)692… » was stored as +2620692…, which no telephone dials, and which is no duplicate of 0692…. A zero that is dialled
-- at home only leaves the number, whatever its country; overseas numbers are one number however they are written; and
-- what a telephone shows of a caller finds them. The hyphens of word processors are hyphens for the search too.

create or replace function private.phone_digits(value text) returns text
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

create or replace function private.phone_e164(digits text) returns text
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

create or replace function private.folded(value text) returns text
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

-- What is stored of them is read anew, where it differs; no person changed anything, so neither dates nor history move.
alter table public.user_profiles disable trigger user;
update public.user_profiles set phone = phone where phone_e164 is distinct from private.phone_e164(private.phone_digits(phone));
alter table public.user_profiles enable trigger user;
alter table public.leads disable trigger user;
update public.leads set phone = phone where phone_e164 is distinct from private.phone_e164(private.phone_digits(phone));
alter table public.leads enable trigger user;

select private.write_lead_words(lead, profile)
from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
join private.lead_words as known on known.lead_id = lead.id
where known.phone_digits is distinct from coalesce(private.phone_digits(coalesce(lead.phone, profile.phone)), '')
   or known.words ~ U&'[\2010-\2013\2212]' or known.phone ~ U&'[\2010-\2013\2212]';

select private.write_lead_list(lead)
from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
join private.lead_list as listed on listed.lead_id = lead.id
where listed.phone is distinct from case when lead.phone is null then profile.phone_e164 else lead.phone_e164 end;
