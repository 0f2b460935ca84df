import { admin, alice, bob, chloe, newcomer } from "./accounts.ts";

/** @property outcomes one per actor of accounts.ts, in their order */
export type Attempt = { object: string; attempt: string; sql: string; outcomes: string[] };

/*
 * Who may do what, straight on the database, whatever a client sends. One line is one attempt. Its columns:
 *
 *   no  no key: the data service's login before it takes a role    fa  administrator with a verified factor, still aal1
 *   an  anon, the public key                                        a2  the same one at aal2
 *   ow  owner: Alice, a customer                                    ea  administrator whose session is past its end
 *   ot  other customer: Bob                                         fo  former administrator
 *   en  Alice's token, of a session that was ended                  se  service_role, the secret key
 *   ad  manager without a second factor                             sl  seller
 *                                                                   re  reader
 *
 * `✗` is refused (42501). A number is how many rows are seen or changed; 0 is a row that a policy hides. Five
 * characters are another SQLSTATE (23…: a constraint; 55000: this view is read only; P0001: our own refusal).
 * What is refused or touches 0 rows must leave every table as it was.
 */

const lastYear = "now() - interval '1 year'";

const wholeLead = "user_profile_id, funnel_origin, lead_status, payment_status";
const insertLead = (values: string) => `insert into leads (${wholeLead}) values ('${alice.profile}', ${values})`;
const statusAndPayment = "lead_status = excluded.lead_status, payment_status = excluded.payment_status";
const orReset = `on conflict (user_profile_id, funnel_origin) do update set ${statusAndPayment}`;

const userProfiles = attemptsOn(
  "user_profiles",
  `
  no an ow ot en ad fa a2 ea fo se sl re | attempt
  ✗ ✗ 1 0 0 1 0 1 0 0 1 1 1 | read Alice's | select * from user_profiles where id = '${alice.profile}'
  ✗ ✗ 0 1 0 1 0 1 0 0 1 1 1 | read Bob's | select * from user_profiles where id = '${bob.profile}'
  ✗ ✗ 0 0 0 1 0 1 0 0 1 1 1 | read one without account | select * from user_profiles where user_id is null
  ✗ ✗ 1 1 0 3 0 3 0 0 3 3 3 | read all | select * from user_profiles
  ✗ ✗ 0 0 0 1 0 1 0 0 1 1 1 | count all | select from (select count(*) as n from user_profiles) as c where n > 1
  ✗ ✗ 0 0 0 3 0 3 0 0 2 3 3 | find by e-mail | select id from user_profiles where email like '%a%' and id is not null and user_id is distinct from auth.uid()
  ✗ ✗ 23505 23505 ✗ 1 ✗ 1 ✗ 1 1 1 1 | add one's own | insert into user_profiles (user_id) values (auth.uid())
  ✗ ✗ 23505 23505 ✗ 1 ✗ 1 ✗ 1 1 1 1 | add one's own with answers | insert into user_profiles (user_id, first_name, phone, business_hours) values (auth.uid(), 'Zoé', '01', '{24h}')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | add one without account | insert into user_profiles (first_name) values ('Zoé')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | add another's | insert into user_profiles (user_id) values ('${newcomer.account}')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | add one's own under another e-mail | insert into user_profiles (user_id, email) values (auth.uid(), 'chef@autre.example')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | add one with a chosen id | insert into user_profiles (id, user_id) values (gen_random_uuid(), auth.uid())
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | add one created earlier | insert into user_profiles (user_id, created_at) values (auth.uid(), ${lastYear})
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | upsert one's own | insert into user_profiles (user_id, email, phone) values ('${alice.account}', '${alice.email}', '01') on conflict (user_id) do update set phone = excluded.phone
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | change one's phone | update user_profiles set phone = '01' where id = '${alice.profile}'
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | change one's e-mail | update user_profiles set email = 'x@y' where id = '${alice.profile}'
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | take over a profile | update user_profiles set user_id = auth.uid() where id = '${chloe.profile}'
  ✗ ✗ 0 0 0 1 0 1 0 0 1 0 0 | delete Alice's | delete from user_profiles where id = '${alice.profile}'
  ✗ ✗ 0 0 0 1 0 1 0 0 1 0 0 | delete Bob's | delete from user_profiles where id = '${bob.profile}'
  ✗ ✗ 0 0 0 3 0 3 0 0 3 0 0 | delete all | delete from user_profiles
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | truncate | truncate user_profiles cascade
`,
);

const leads = attemptsOn(
  "leads",
  `
  no an ow ot en ad fa a2 ea fo se sl re | attempt
  ✗ ✗ 1 0 0 1 0 1 0 0 1 1 1 | read Alice's | select * from leads where id = '${alice.lead}'
  ✗ ✗ 0 1 0 1 0 1 0 0 1 1 1 | read Bob's | select * from leads where id = '${bob.lead}'
  ✗ ✗ 1 0 0 1 0 1 0 0 1 1 1 | read by profile and funnel | select id from leads where user_profile_id = '${alice.profile}' and funnel_origin = 'secretariat'
  ✗ ✗ 0 0 0 1 0 1 0 0 1 1 1 | read one without account | select * from leads where id = '${chloe.lead}'
  ✗ ✗ 1 1 0 3 0 3 0 0 3 3 3 | read all | select * from leads
  ✗ ✗ 1 1 0 3 0 3 0 0 3 3 3 | read with profiles | select from leads join user_profiles on user_profiles.id = leads.user_profile_id
  ✗ ✗ 0 0 0 1 0 1 0 0 1 1 0 | lock | select * from leads where id = '${alice.lead}' for update
  ✗ ✗ 1 ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | add to Alice's profile | insert into leads (user_profile_id, funnel_origin) values ('${alice.profile}', 'marketing')
  ✗ ✗ ✗ 1 ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | add to Bob's profile | insert into leads (user_profile_id, funnel_origin) values ('${bob.profile}', 'secretariat')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | add to a profile without account | insert into leads (user_profile_id, funnel_origin) values ('${chloe.profile}', 'marketing')
  ✗ ✗ 23505 ✗ ✗ ✗ ✗ ✗ ✗ ✗ 23505 ✗ ✗ | add a second of one funnel | insert into leads (user_profile_id, funnel_origin) values ('${alice.profile}', 'secretariat')
  ✗ ✗ 23514 ✗ ✗ ✗ ✗ ✗ ✗ ✗ 23514 ✗ ✗ | add of an unknown funnel | insert into leads (user_profile_id, funnel_origin) values ('${alice.profile}', 'autre')
  ✗ ✗ 1 ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | add with its defaults | ${insertLead("'marketing', 'to_contact', false")}
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 23502 ✗ ✗ | add without a status | ${insertLead("'marketing', null, false")}
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | add as contacted, unpaid | ${insertLead("'marketing', 'contacted', false")}
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | add as a client | insert into leads (user_profile_id, funnel_origin, lead_status) values ('${alice.profile}', 'marketing', 'client')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | add as paid | insert into leads (user_profile_id, funnel_origin, payment_status) values ('${alice.profile}', 'marketing', true)
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | add with a chosen id | insert into leads (id, user_profile_id, funnel_origin) values (gen_random_uuid(), '${alice.profile}', 'marketing')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | add created earlier | insert into leads (user_profile_id, funnel_origin, created_at) values ('${alice.profile}', 'marketing', ${lastYear})
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | add with answers | insert into leads (user_profile_id, funnel_origin, first_name) values ('${alice.profile}', 'marketing', 'X')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | upsert as paid | insert into leads (user_profile_id, funnel_origin) values ('${alice.profile}', 'secretariat') on conflict (user_profile_id, funnel_origin) do update set payment_status = true
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | upsert with the defaults | ${insertLead("'secretariat', 'to_contact', false")} ${orReset}
  ✗ ✗ 0 0 0 1 0 1 0 0 1 1 0 | change Alice's status | update leads set lead_status = 'client' where id = '${alice.lead}'
  ✗ ✗ 0 0 0 1 0 1 0 0 1 1 0 | change Alice's payment | update leads set payment_status = true where id = '${alice.lead}'
  ✗ ✗ 0 0 0 1 0 1 0 0 1 1 0 | change Bob's status | update leads set lead_status = 'inactive' where id = '${bob.lead}'
  ✗ ✗ 0 0 0 3 0 3 0 0 3 3 0 | change every status | update leads set lead_status = 'contacted'
  ✗ ✗ 0 0 0 23514 0 23514 0 0 23514 23514 0 | change to an unknown status | update leads set lead_status = 'vip' where id = '${alice.lead}'
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | change the origin | update leads set funnel_origin = 'general' where id = '${alice.lead}'
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 23503 ✗ ✗ | change the id | update leads set id = gen_random_uuid() where id = '${bob.lead}'
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | move to another profile | update leads set user_profile_id = '${bob.profile}' where id = '${alice.lead}'
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | change the answers | update leads set first_name = 'X' where id = '${alice.lead}'
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | change the dates | update leads set created_at = ${lastYear}, last_contact_at = ${lastYear} where id = '${alice.lead}'
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ 1 ✗ ✗ | change status with another column | update leads set lead_status = 'client', email = 'x@y' where id = '${alice.lead}'
  ✗ ✗ 0 0 0 1 0 1 0 0 1 0 0 | delete Alice's | delete from leads where id = '${alice.lead}'
  ✗ ✗ 0 0 0 1 0 1 0 0 1 0 0 | delete Bob's | delete from leads where id = '${bob.lead}'
  ✗ ✗ 0 0 0 3 0 3 0 0 3 0 0 | delete all | delete from leads
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | truncate | truncate leads cascade
`,
);

const adminUsers = attemptsOn(
  "admin_users",
  `
  no an ow ot en ad fa a2 ea fo se sl re | attempt
  ✗ ✗ 0 0 0 1 0 1 0 0 0 1 1 | check oneself | select id from admin_users where user_id = auth.uid()
  ✗ ✗ 0 0 0 1 0 1 0 0 4 1 1 | read all | select * from admin_users
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | become one | insert into admin_users (user_id) values (auth.uid())
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | make another one | insert into admin_users (user_id) values ('${newcomer.account}')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | replace one | update admin_users set user_id = auth.uid() where user_id <> auth.uid()
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | take a higher role | update admin_users set role = 'manager' where user_id = auth.uid()
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | remove one | delete from admin_users where user_id = '${admin.account}'
`,
);

const adminDashboard = attemptsOn(
  "admin_dashboard",
  `
  no an ow ot en ad fa a2 ea fo se sl re | attempt
  ✗ ✗ 0 0 0 1 0 1 0 0 1 1 1 | read Alice's lead | select * from admin_dashboard where lead_id = '${alice.lead}'
  ✗ ✗ 0 0 0 1 0 1 0 0 1 1 1 | read Bob's lead | select * from admin_dashboard where lead_id = '${bob.lead}'
  ✗ ✗ 0 0 0 3 0 3 0 0 3 3 3 | read all | select * from admin_dashboard order by created_at desc, lead_id
  ✗ ✗ 0 0 0 1 0 1 0 0 1 1 1 | count all | select from (select count(*) as n from admin_dashboard) as c where n > 0
  ✗ ✗ 0 0 0 1 0 1 0 0 1 1 1 | filter | select * from admin_dashboard where funnel_origin = 'closing'
  55000 55000 55000 55000 55000 55000 55000 55000 55000 55000 55000 55000 55000 | add | insert into admin_dashboard (funnel_origin) values ('general')
  55000 55000 55000 55000 55000 55000 55000 55000 55000 55000 55000 55000 55000 | change | update admin_dashboard set lead_status = 'client'
  55000 55000 55000 55000 55000 55000 55000 55000 55000 55000 55000 55000 55000 | delete | delete from admin_dashboard
`,
);

const procedures = attemptsOn(
  "procedures",
  `
  no an ow ot en ad fa a2 ea fo se sl re | attempt
  ✗ ✗ ✗ ✗ ✗ 3 ✗ 3 ✗ ✗ ✗ 3 3 | search all leads | select * from search_leads('')
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | search one lead | select * from search_leads('alice')
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | note that a lead was opened | select record_lead_opened('${bob.lead}')
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | read newer answers | select read_newer_answers('${alice.lead}')
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | read a lead's receipts | select read_lead_receipts('${alice.lead}')
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 ✗ | adopt newer answers | select adopt_newer_answers('${alice.lead}')
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 ✗ | undo an adoption | select undo_adopted_answers('${alice.lead}')
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | read a lead's account | select read_lead_account('${alice.lead}')
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ ✗ ✗ | list receivers | select * from list_delivery_receivers() where topic = 'mail'
  ✗ ✗ ✗ ✗ ✗ 0 ✗ 0 ✗ ✗ ✗ ✗ ✗ | list open deliveries | select * from list_open_deliveries()
  ✗ ✗ ✗ ✗ ✗ 0 ✗ 0 ✗ ✗ ✗ 0 0 | list open payments | select * from list_open_payments()
  ✗ ✗ ✗ ✗ ✗ 0 ✗ 0 ✗ ✗ ✗ 0 0 | list open billing | select * from list_open_billing()
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | count what went astray | select count_admin_alerts()
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | count leads | select count_leads()
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | count volumes | select count_volumes()
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | list leads | select list_leads()
  ✗ ✗ ✗ ✗ ✗ 0 ✗ 0 ✗ ✗ ✗ 0 0 | list views | select * from list_lead_views()
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | save a view | select save_lead_view('Mes clients', 'statut=client')
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 ✗ | share a view | select save_lead_view('Nos clients', 'statut=client', true)
  ✗ ✗ ✗ ✗ ✗ 0 ✗ 0 ✗ ✗ ✗ 0 0 | list tags | select * from list_tags()
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 ✗ | save a tag | select save_tag('VIP')
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 ✗ | delete a tag | select delete_tag(1)
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | tag leads directly | select private.tag_leads('{}', '{VIP}', '{}')
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | delete a view | select delete_lead_view('${alice.lead}')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | search leads directly | select private.leads_named('ravel')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | list leads directly | select private.list_lead_page('{}', 'created_at', true, null, 50)
  ✗ ✗ 1 1 ✗ 1 1 1 ✗ 1 ✗ 1 1 | ask how far one is oneself | select own_administrator_access()
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | attach a payment directly | select private.attach_payment('evt', '${alice.lead}', null)
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | detach a payment directly | select private.detach_payment('evt', '${alice.lead}')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | dismiss a payment directly | select private.dismiss_payment('evt', 'trial')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | settle billing directly | select private.settle_billing('evt', true)
  ✗ ✗ 1 1 ✗ 1 ✗ 1 ✗ 1 ✗ 1 1 | make one's profile | select create_profile_if_not_exists(auth.uid(), '/inscription-suiviclient')
  ✗ ✗ 1 ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | make Alice's profile | select create_profile_if_not_exists('${alice.account}', '/inscription-suiviclient')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | make a newcomer's profile | select create_profile_if_not_exists('${newcomer.account}', '/inscription-suiviclient')
  ✗ ✗ P0001 P0001 P0001 P0001 P0001 P0001 P0001 P0001 ✗ P0001 P0001 | make a profile of nobody | select create_profile_if_not_exists(null, '/')
  ✗ 1 1 1 1 1 1 1 1 1 1 1 1 | send a questionnaire | select create_lead_without_auth(email_param => 'zoe@fleurs.example', funnel_origin_param => 'secretariat')
  ✗ P0001 P0001 P0001 P0001 P0001 P0001 P0001 P0001 P0001 P0001 P0001 P0001 | send nothing | select create_lead_without_auth()
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | store a submission directly | select private.receive_submission(null)
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | ask who administers | select private.is_admin()
`,
);

const rooms = attemptsOn(
  "what administrators look after",
  `
  no an ow ot en ad fa a2 ea fo se sl re | attempt
  ✗ ✗ ✗ ✗ ✗ 0 ✗ 0 ✗ ✗ ✗ ✗ ✗ | read the journal | select * from read_audit_log()
  ✗ ✗ ✗ ✗ ✗ 0 ✗ 0 ✗ ✗ ✗ 0 0 | list the newsletter | select * from list_newsletter()
  ✗ ✗ ✗ ✗ ✗ 0 ✗ 0 ✗ ✗ ✗ 0 0 | list a conference | select * from list_conference()
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | list a conference directly | select * from private.conference_lines(null, null, null, null, null, 50)
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | count conferences | select * from private.conference_counts()
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | count the newsletter | select count_newsletter()
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 ✗ | unsubscribe by hand | select unsubscribe_by_hand('${alice.lead}')
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 ✗ | leave the waiting list by hand | select leave_waiting_list('${alice.lead}')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | keep what outlives | select private.keep_what_outlives(null, now())
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | forget what outlived | select private.forget_addresses(null, now())
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | unsubscribe directly | select private.leave_newsletter(null, 'link', now())
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | read who is reminded | select * from private.due_reminders(now(), 1)
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | refuse mails | select private.refuse_mails('${alice.lead}', now())
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | stop reminders | select private.stop_reminders('${alice.lead}', now())
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | read a first name | select private.first_name_of_account('a@exemple.fr')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | say that a list was read | select private.record_list_read('leads')
  `,
);

const pair = `'${alice.lead}', array['${bob.lead}'::uuid]`;

const deskProcedures = attemptsOn(
  "procedures of the lead desk",
  `
  no an ow ot en ad fa a2 ea fo se sl re | attempt
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | read a history | select from lead_history('${alice.lead}') limit 1
  ✗ ✗ ✗ ✗ ✗ 0 ✗ 0 ✗ ✗ ✗ 0 0 | list duplicates | select from lead_duplicates('${alice.lead}')
  ✗ ✗ ✗ ✗ ✗ 0 ✗ 0 ✗ ✗ ✗ 0 0 | find duplicates | select from find_duplicates('nouveau@exemple.fr', '', '')
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ ✗ ✗ | list imports | select list_lead_imports()
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | preview a merge | select preview_merge(${pair})
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | list colleagues | select from list_colleagues() limit 1
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | read the work of today | select worklist()
  ✗ ✗ ✗ ✗ ✗ 3 ✗ 3 ✗ ✗ ✗ 3 3 | list the work of today | select from list_today()
  ✗ ✗ ✗ ✗ ✗ 2 ✗ 2 ✗ ✗ ✗ 2 2 | list one's notifications | select from list_notifications()
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | mark them as read | select read_notifications()
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | take those for a browser | select count(*) from take_browser_notifications()
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | read one's choices | select own_notification_choices()
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | notify directly | select private.notify('lead', 'a', null, '{}')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | take mails directly | select private.take_notification_mails(now(), 1)
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | read the work directly | select private.work_of_today(null, 1)
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | mark as paid directly | select private.mark_paid('${alice.lead}')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | merge directly | select private.merge_contacts(${pair}, '${admin.account}')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | undo directly | select private.undo_merge('${alice.lead}', null)
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | change directly | select private.change_leads('{}', '{}', '{}')
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | correct directly | select private.correct_lead('${alice.lead}', '{}', null, null)
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | create directly | select private.create_lead_by_hand('{}', null)
  `,
);

const figures = attemptsOn(
  "figures",
  `
  no an ow ot en ad fa a2 ea fo se sl re | attempt
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | read the statistics | select funnel_statistics('2026-01-01', '2026-12-31')
  ✗ ✗ ✗ ✗ ✗ 1 ✗ 1 ✗ ✗ ✗ 1 1 | read what payments brought | select payment_figures('2026-01-01', '2026-12-31')
  ✗ ✗ ✗ ✗ ✗ 6 ✗ 6 ✗ ✗ ✗ ✗ ✗ | read the ledger | select * from lead_ledger()
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | add up the figures | select private.add_up_lead_figures(1)
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | add up the steps | select private.add_up_step_counts('2027-01-01', 1)
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | sum up the months of steps | select private.sum_up_step_months('2027-01-01')
`,
);

const privateTables = [
  "submissions",
  "deliveries",
  "receivers",
  "settings",
  "audit_log",
  "lead_words",
  "lead_events",
  "rate_buckets",
  "sign_in_events",
  "consent_proofs",
  "payment_events",
  "invoices",
  "billing_events",
  "adoptions",
  "payment_starts",
  "newsletter_requests",
  "kept_agreements",
  "first_passwords",
  "lead_notes",
  "lead_corrections",
  "lead_imports",
  "former_answers",
  "merged_leads",
  "step_counts",
  "step_months",
  "lead_figures",
  "lead_volumes",
  "lead_day_figures",
  "lead_month_figures",
  "lead_figure_changes",
  "lead_turns",
  "lead_views",
  "mail_template_versions",
  "notifications",
  "notification_choices",
  "note_mentions",
  "site_alerts",
  "tags",
  "callback_feeds",
  "site_versions",
  "site_draft",
  "site_pictures",
  "site_picture_files",
  "site_articles",
];
const accountTables = [
  "users",
  "sessions",
  "identities",
  "mfa_factors",
  "mfa_challenges",
  "webauthn_credentials",
  "webauthn_challenges",
  "one_time_tokens",
  "sign_up_attempts",
  "known_devices",
  "flow_state",
  "signing_keys",
];
const closedTables = [
  ...privateTables.map((name) => `private.${name}`),
  ...accountTables.map((name) => `auth.${name}`),
].flatMap((table) =>
  attemptsOn(
    table,
    `
  no an ow ot en ad fa a2 ea fo se sl re | attempt
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | read | select * from ${table}
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | add | insert into ${table} default values
  ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ ✗ | delete | delete from ${table}
`,
  ),
);

export const matrix: Attempt[] = [
  ...userProfiles,
  ...leads,
  ...adminUsers,
  ...adminDashboard,
  ...procedures,
  ...rooms,
  ...deskProcedures,
  ...figures,
  ...closedTables,
];

function attemptsOn(object: string, table: string): Attempt[] {
  const [, ...lines] = table.trim().split("\n");
  return lines.map((line) => {
    const [outcomes = "", attempt = "", ...sql] = line.split("|").map((part) => part.trim());
    return { object, attempt, sql: sql.join("|"), outcomes: outcomes.split(/\s+/) };
  });
}
