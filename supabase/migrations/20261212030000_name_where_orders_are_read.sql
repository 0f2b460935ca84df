-- What the product is about stands in a folder for each subject: comments name where.
comment on function private.calls_ordered is
  'One number of prospects as calls, as `callsOrdered` of subjects/offers: null for 0, for two numbers, and for other words.';
comment on function private.order_of is
  'The form, and the one answer that the price depends on, as `Asked` of subjects/offers/rules/base/offer.ts: null when it was not given.';
comment on column private.payment_events.schedule is
  'What was agreed when it was applied, as `KeptSchedule` of subjects/orders: purchase and dated lines in cents. Null where it is not known.';
