-- What the product is about stands in a folder for each subject: comments name where.
comment on function private.calls_ordered is
  'One number of prospects as calls, as `callsOrdered` of subjects/offers: null for 0, for two numbers, and for other words.';
comment on function private.order_of is
  'The form, and the one answer that the price depends on, as `Asked` of subjects/offers/rules/base/offer.ts: null when it was not given.';
comment on column private.payment_events.schedule is
  'What was agreed when it was applied, as `KeptSchedule` of subjects/orders: purchase and dated lines in cents. Null where it is not known.';
comment on function private.visit_source is
  'What the column of the list says of a visit, empty of none: sourceOf in subjects/leads/rules/visit-source.ts says the same.';
comment on column private.lead_views.query is
  'The query string of the list, without a search: that is mostly somebody''s name, and would outlive them. Whoever reads it ignores what they do not understand (subjects/leads/rules/lead-filters.ts).';
comment on function private.company_of is
  'As `OrderedCompany` of subjects/payments/rules/payer.ts: what a payer is compared with.';
comment on column private.payment_events.payer is
  'Name, address and tax numbers that were given to the provider, as `Payer` of subjects/payments/rules/payer.ts; forgotten with the e-mail of the payer.';
comment on column private.payment_events.payer_differs is
  'What the payer told otherwise than the order, as `PayerDifference` of subjects/payments/rules/payer.ts; null until compared, empty once confirmed.';
comment on table private.questions is
  'Every question of every form, once. The same as subjects/funnel/rules/questions.ts.';
