-- As in 0023; what a block withheld counts as the request that its receiver would have.
CREATE OR REPLACE FUNCTION begin_message(sender uuid, receiver uuid, client uuid)
RETURNS TABLE (
  sent_before uuid,
  messages_from text,
  connection text,
  is_blocked_by_sender boolean,
  is_blocked_by_receiver boolean,
  receiver_state text,
  sender_age_hours double precision,
  new_conversations integer
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM lock_pair(sender, receiver);
  IF NOT EXISTS (SELECT FROM conversation_members WHERE member_id = receiver AND other_id = sender) THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('conversations begun by ' || sender::text, 0));
  END IF;
  RETURN QUERY
    SELECT
      (SELECT messages.id FROM messages WHERE messages.sender_id = sender AND messages.client_id = client),
      users.messages_from,
      connections.state,
      coalesce(blocks.is_by_member, false),
      coalesce(blocks.is_by_other, false),
      coalesce(
        (SELECT theirs.state FROM conversation_members AS theirs WHERE theirs.member_id = receiver AND theirs.other_id = sender),
        (SELECT 'request' FROM conversation_members AS mine WHERE mine.member_id = sender AND mine.other_id = receiver)
      ),
      (SELECT extract(epoch FROM now() - senders.created_at)::double precision / 3600 FROM users AS senders WHERE senders.id = sender),
      (SELECT count(*)::integer FROM conversation_members AS begun WHERE begun.member_id = sender AND begun.begun_at > now() - interval '1 day')
    FROM users
    LEFT JOIN connections ON connections.member_id = sender AND connections.other_id = users.id
    LEFT JOIN blocks ON blocks.member_id = sender AND blocks.other_id = users.id
    WHERE users.id = receiver AND users.left_at IS NULL;
END
$$;
