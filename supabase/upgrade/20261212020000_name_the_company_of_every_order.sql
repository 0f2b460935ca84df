-- Orders of outbound calls and places at a conference are invoiced to a business too: their forms look up the company as the
-- funnels do.
update private.questions
  set forms = '{secretariat,marketing,suiviclient,closing,conferences}'
  where column_name in ('company_siren', 'company_legal_name', 'company_address');
