-- The job that ends places on the waiting list runs each hour, and would read every proof that has ended: each has its own index.
drop index private.kept_agreements_by_end;
create index kept_proofs_by_end   on private.kept_agreements (ended_at) where purpose <> 'waitlist';
create index waiting_lists_by_end on private.kept_agreements (ended_at) where purpose = 'waitlist' and ended_at is not null;
