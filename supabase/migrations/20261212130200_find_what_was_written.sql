-- What the team and the person wrote at length is found by its words.

alter table private.lead_words add column said tsvector;
comment on column private.lead_words.said is
  'The words of its notes and of its longer answers, each once; null where there are none.';


create index lead_words_said on private.lead_words using gin (said) with (fastupdate = off) where said is not null;

create or replace function private.words_in(text_param text) returns text[]
  language sql immutable parallel safe
  return array(
    select distinct word
    from regexp_split_to_table(private.folded(left(text_param, 100000)), E'[\\s[:punct:]«»…“”]+') as word
    where char_length(word) between 2 and 60);
comment on function private.words_in is 'Folded, each once. What is longer than any word is none.';

create or replace function private.said_of(lead public.leads, profile public.user_profiles) returns tsvector
  language sql stable set search_path = ''
  as $$
    select nullif(array_to_tsvector(private.words_in(concat_ws(' ',
      (select string_agg(text, ' ' order by written_at desc) from private.lead_notes where lead_id = lead.id),
      coalesce(lead.welcome_message, profile.welcome_message),
      coalesce(lead.knowledge_base_text, profile.knowledge_base_text),
      coalesce(lead.knowledge_base_url, profile.knowledge_base_url),
      coalesce(lead.marketing_needs, profile.marketing_needs),
      coalesce(lead.client_followup_goals, profile.client_followup_goals),
      lead.extra_answers ->> 'commentaire'))), '')
  $$;
comment on function private.said_of is 'What the team and the person wrote at length. The newest notes come first: what is beyond the 100,000 characters is not found.';

create or replace function private.write_lead_words(lead public.leads, profile public.user_profiles) returns void
  language sql volatile set search_path = ''
  as $$
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
        is distinct from (excluded.words, excluded.phone, excluded.phone_digits, excluded.said)
  $$;

create or replace function private.index_lead() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  lead public.leads;
begin
  -- Whoever wrote other words later has an event of their own.
  select * into lead from public.leads where id = new.id;
  if (lead.user_profile_id, lead.first_name, lead.last_name, lead.email, lead.phone, lead.company_name,
      lead.welcome_message, lead.knowledge_base_text, lead.knowledge_base_url, lead.marketing_needs, lead.client_followup_goals, lead.extra_answers)
     is not distinct from
     (new.user_profile_id, new.first_name, new.last_name, new.email, new.phone, new.company_name,
      new.welcome_message, new.knowledge_base_text, new.knowledge_base_url, new.marketing_needs, new.client_followup_goals, new.extra_answers) then
    perform private.write_lead_words(lead, profile) from public.user_profiles as profile where profile.id = lead.user_profile_id;
  end if;
  return null;
end
$$;

create or replace function private.index_lead_of_note() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.write_lead_words(lead, profile)
  from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
  where lead.id in (old.lead_id, new.lead_id);
  return null;
end
$$;

create or replace function private.said_query(search text) returns tsquery
  language sql stable set search_path = ''
  return (
    select string_agg(quote_literal(word) || ':*', ' & ')::tsquery
    from unnest(private.words_in(search)) as word where char_length(word) >= 3
  );
comment on function private.said_query is
  'All its words of three letters or more, each as the beginning of one; null where it has none.';

create or replace function private.words_condition(search text) returns text
  language plpgsql stable set search_path = ''
  as $$
declare
  words_pattern  text := '%' || private.like_literal(coalesce(private.folded(search), '')) || '%';
  digits_pattern text := private.phone_pattern(search);
begin
  return format('(words.words like %1$L or words.phone like %2$L or words.phone_digits like %3$L or words.said @@ %4$L::tsquery)',
    words_pattern,
    case when digits_pattern is null then words_pattern end, -- a number as typed has these digits too
    digits_pattern,
    private.said_query(search));
end
$$;
comment on function private.words_condition is
  'SQL about private.lead_words as "words". Patterns are constants in it: only so does the planner know which index they can use.';

create or replace function private.indexed_words(search text) returns text
  language sql stable set search_path = ''
  return (
    select format('%s and (words.keys %s %L or words.phone_digits like %L or words.said @@ %L::tsquery)',
      private.words_condition(search),
      -- What is at least three letters is found sooner without the machine of regular expressions.
      case when char_length(pattern) = char_length(key) then 'like' else '~' end,
      case when char_length(pattern) = char_length(key) then '%' || key || '%' else pattern end,
      private.phone_pattern(search), private.said_query(search))
    from (values (private.key_pattern(search), private.search_key(coalesce(private.folded(search), '')))) as known (pattern, key)
  );
comment on function private.indexed_words is
  'private.words_condition, with what the index of private.lead_words can answer. Of one letter it can answer nothing.';

drop trigger index_lead on public.leads;
create constraint trigger index_lead
  after insert or update of user_profile_id, first_name, last_name, email, phone, company_name,
    welcome_message, knowledge_base_text, knowledge_base_url, marketing_needs, client_followup_goals, extra_answers on public.leads
  deferrable initially deferred for each row execute function private.index_lead();

drop trigger index_leads_of_profile on public.user_profiles;
create constraint trigger index_leads_of_profile
  after update of first_name, last_name, email, phone, company_name,
    welcome_message, knowledge_base_text, knowledge_base_url, marketing_needs, client_followup_goals on public.user_profiles
  deferrable initially deferred for each row
  when ((old.first_name, old.last_name, old.email, old.phone, old.company_name,
         old.welcome_message, old.knowledge_base_text, old.knowledge_base_url, old.marketing_needs, old.client_followup_goals)
        is distinct from
        (new.first_name, new.last_name, new.email, new.phone, new.company_name,
         new.welcome_message, new.knowledge_base_text, new.knowledge_base_url, new.marketing_needs, new.client_followup_goals))
  execute function private.index_leads_of_profile();

create constraint trigger index_lead_of_note after insert or delete or update of lead_id, text on private.lead_notes
  deferrable initially deferred for each row execute function private.index_lead_of_note();

comment on function public.search_leads is
  'Rows of admin_dashboard whose name (both orders), e-mail, company or phone contains the query, or whose notes and longer answers have words that begin like all of its own; every character is literal, case and accents do not count.';

update private.lead_words as words set said = private.said_of(lead, profile)
from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
where lead.id = words.lead_id and private.said_of(lead, profile) is not null;
