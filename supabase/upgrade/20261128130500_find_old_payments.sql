-- Payments are kept for ten years, as accounting papers are: the job that ends them finds them by this.

create index payment_events_by_time on private.payment_events (received_at);
