-- Codes for phones leave as leads do: signed, retried, seen by administrators. Their receiver is the send-SMS hook.

alter table private.receivers drop constraint receivers_topic_is_known;
alter table private.receivers
  add constraint receivers_topic_is_known check (topic in ('lead', 'sign_in', 'send_sms'));
