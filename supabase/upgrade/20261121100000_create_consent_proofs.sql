-- The law asks the publisher to prove each answer to the cookie banner. A row says what was answered to which text, and
-- nothing of who answered: only the browser that holds the id can be matched with it.

create table private.consent_proofs (
  id      text        not null,
  date    timestamptz not null default now(),
  version text        not null,
  choices jsonb       not null,
  constraint consent_proofs_pkey              primary key (id, date),
  constraint consent_proofs_id_is_short       check (length(id) between 1 and 64),
  constraint consent_proofs_version_is_short  check (length(version) between 1 and 64),
  constraint consent_proofs_choices_are_given check (
    jsonb_typeof(choices -> 'analytics') = 'boolean' and jsonb_typeof(choices -> 'marketing') = 'boolean'
  )
);
comment on table  private.consent_proofs         is 'Answers to the cookie banner: no address, no account. Source: CNIL, guidelines 2020-091.';
comment on column private.consent_proofs.id      is 'Random, made by the browser and kept there; the same while its answer lasts, so a withdrawal follows the agreement it ends.';
comment on column private.consent_proofs.date    is 'When the server was told, by its own clock.';
comment on column private.consent_proofs.version is 'Of the text and the partners that were shown.';
comment on column private.consent_proofs.choices is '{"analytics": true, "marketing": false}: what each purpose was answered.';

alter table private.consent_proofs enable row level security;
alter table private.consent_proofs force  row level security;

revoke all on private.consent_proofs from public, anon, authenticated, service_role;

create policy "The owner of the schema keeps the proofs of consent" on private.consent_proofs
  for all to current_user using (true) with check (true);
