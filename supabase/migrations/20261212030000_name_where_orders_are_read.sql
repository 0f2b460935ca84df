-- The rules of the offers stand in folders of their own: two comments name where.
comment on function private.calls_ordered is
  'One number of prospects as calls, as `callsOrdered` of domain/offers: null for 0, for two numbers, and for other words.';
comment on function private.order_of is
  'The form, and the one answer that the price depends on, as `Asked` of domain/offers/base/offer.ts: null when it was not given.';
