-- A delivery goes on with the trace of the request that caused it: whatever queues it (trigger, procedure, server), the
-- row takes what the transaction is marked with.

alter table private.deliveries
  add column traceparent text default substring(
    current_setting('request.traceparent', true) from '^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$');
comment on column private.deliveries.traceparent is
  'W3C trace context; null where traces are off. Drawn by the server for one request: says nothing of who made it.';
