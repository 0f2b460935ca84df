-- Administrators find a lead among a million while they type. Row security would hide the trigram index from the planner
-- (LIKE may leak what it compares), so the search is a procedure with its owner's rights that checks the caller first.

create table private.lead_words (
  lead_id      uuid not null,
  words        text not null,
  phone        text not null,
  phone_digits text not null,
  keys         text not null generated always as (private.search_key(words || E'\n' || phone || E'\n')) stored,
  said         tsvector,
  constraint lead_words_pkey primary key (lead_id),
  constraint lead_words_lead foreign key (lead_id) references public.leads (id) on delete cascade
);
comment on table  private.lead_words is
  'What the search compares, kept by triggers: the contact that admin_dashboard shows, folded.';
comment on column private.lead_words.words is 'Both orders of the full name, e-mail and company, one per line.';
comment on column private.lead_words.keys is
  'The words and the phone as the index compares them: see private.search_key.';

comment on column private.lead_words.said is
  'The words of its notes and of its longer answers, each once; null where there are none.';

-- Without fastupdate: the embedded engine never vacuums, so what waits to be indexed would be read whole by each search.
create index lead_words_trigrams on private.lead_words
  using gin (keys extensions.gin_trgm_ops, phone_digits extensions.gin_trgm_ops) with (fastupdate = off);

create index lead_words_said on private.lead_words using gin (said) with (fastupdate = off) where said is not null;

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

create function private.words_in(text_param text) returns text[]
  language plpgsql immutable parallel safe set search_path = ''
  as $$
begin
  return array(
    select distinct word
    from regexp_split_to_table(private.folded(left(text_param, 100000)), E'[\\s[:punct:]«»…“”]+') as word
    where char_length(word) between 2 and 60);
end
$$;
comment on function private.words_in is 'Folded, each once. What is longer than any word is none.';

create function private.said_of(lead public.leads, profile public.user_profiles) returns tsvector
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
comment on function private.said_of is 'What the team and the person wrote at length. The newest notes come first: what is beyond the 100,000 characters is not found.';

create function private.write_lead_words(lead public.leads, profile public.user_profiles) returns void
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

create function private.index_lead() returns trigger
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

create constraint trigger index_lead
  after insert or update of user_profile_id, first_name, last_name, email, phone, company_name,
    welcome_message, knowledge_base_text, knowledge_base_url, marketing_needs, client_followup_goals, extra_answers on public.leads
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
  after update of first_name, last_name, email, phone, company_name,
    welcome_message, knowledge_base_text, knowledge_base_url, marketing_needs, client_followup_goals on public.user_profiles
  deferrable initially deferred for each row
  when ((old.first_name, old.last_name, old.email, old.phone, old.company_name,
         old.welcome_message, old.knowledge_base_text, old.knowledge_base_url, old.marketing_needs, old.client_followup_goals)
        is distinct from
        (new.first_name, new.last_name, new.email, new.phone, new.company_name,
         new.welcome_message, new.knowledge_base_text, new.knowledge_base_url, new.marketing_needs, new.client_followup_goals))
  execute function private.index_leads_of_profile();

create function private.index_lead_of_note() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.write_lead_words(lead, profile)
  from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
  where lead.id in (old.lead_id, new.lead_id);
  return null;
end
$$;

create constraint trigger index_lead_of_note after insert or delete or update of lead_id, text on private.lead_notes
  deferrable initially deferred for each row execute function private.index_lead_of_note();

create function private.said_query(search text) returns tsquery
  language sql stable set search_path = ''
  return (
    select string_agg(quote_literal(word) || ':*', ' & ')::tsquery
    from unnest(private.words_in(search)) as word where char_length(word) >= 3
  );
comment on function private.said_query is
  'All its words of three letters or more, each as the beginning of one; null where it has none.';

create function private.words_condition(search text) returns text
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

create function private.indexed_words(search text) returns text
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
  'Rows of admin_dashboard whose name (both orders), e-mail, company or phone contains the query, or whose notes and longer answers have words that begin like all of its own; every character is literal, case and accents do not count.';
revoke all on function public.search_leads from public, anon, authenticated, service_role;
grant execute on function public.search_leads to authenticated;
