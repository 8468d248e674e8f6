-- Holds what stands between two members to the end of the transaction, whichever of the two is named first.
CREATE FUNCTION lock_pair(one uuid, other uuid) RETURNS void LANGUAGE sql AS $$
  SELECT pg_advisory_xact_lock(hashtextextended(LEAST(one, other)::text || ' ' || GREATEST(one, other)::text, 0));
$$;
--> statement-breakpoint
-- Holds the pair and then reads what stands between them. Two statements of a function, because a statement sees what
-- was committed before it began: one that waited for the lock would not see what was committed while it waited.
-- Whoever begins a conversation holds their own beginnings as well, so that the day's count is right when it is read.
CREATE FUNCTION begin_message(sender uuid, receiver uuid, client uuid)
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
      (SELECT theirs.state FROM conversation_members AS theirs WHERE theirs.member_id = receiver AND theirs.other_id = sender),
      (SELECT extract(epoch FROM now() - senders.created_at)::double precision / 3600 FROM users AS senders WHERE senders.id = sender),
      (SELECT count(*)::integer FROM conversation_members AS begun WHERE begun.member_id = sender AND begun.begun_at > now() - interval '1 day')
    FROM users
    LEFT JOIN connections ON connections.member_id = sender AND connections.other_id = users.id
    LEFT JOIN blocks ON blocks.member_id = sender AND blocks.other_id = users.id
    WHERE users.id = receiver;
END
$$;
--> statement-breakpoint
-- Stores a message of a pair that is held: its place in the conversation, and what both members are shown of it.
-- Rows of conversation_members are locked in the order of their keys, like everywhere.
CREATE FUNCTION store_message(
  new_conversation_id uuid,
  message_id uuid,
  sender uuid,
  receiver uuid,
  words text,
  photo uuid,
  client uuid,
  withheld boolean,
  is_accepted boolean,
  sent_at timestamp with time zone
) RETURNS TABLE ("position" integer, sender_unread_before integer, receiver_unread integer) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  conversation uuid;
  place integer;
  held record;
  waited integer := 0;
  waiting integer := 0;
BEGIN
  INSERT INTO conversations (id, low_id, high_id, last_position)
    VALUES (new_conversation_id, LEAST(sender, receiver), GREATEST(sender, receiver), 1)
    ON CONFLICT (low_id, high_id) DO UPDATE SET last_position = conversations.last_position + 1
    RETURNING conversations.id, conversations.last_position INTO conversation, place;
  INSERT INTO messages
      (conversation_id, position, id, sender_id, receiver_id, content, photo_id, client_id, is_withheld, created_at)
    VALUES (conversation, place, message_id, sender, receiver, words, photo, client, withheld, sent_at);

  FOR held IN
    SELECT member_id, unread_count FROM conversation_members
    WHERE (member_id = sender AND other_id = receiver) OR (member_id = receiver AND other_id = sender)
    ORDER BY member_id, other_id
    FOR NO KEY UPDATE
  LOOP
    IF held.member_id = sender THEN waited := held.unread_count; END IF;
  END LOOP;

  -- Whoever writes has accepted the conversation, and has read what came before.
  INSERT INTO conversation_members AS mine
      (member_id, other_id, conversation_id, state, shown_position, shown_at, read_position, delivered_position, read_at,
       unread_count, begun_at)
    VALUES (sender, receiver, conversation, 'accepted', place, sent_at, place, place, sent_at, 0,
       CASE WHEN place = 1 THEN sent_at END)
    ON CONFLICT (member_id, other_id) DO UPDATE SET
      state = 'accepted', shown_position = place, shown_at = sent_at, read_position = place, delivered_position = place,
      read_at = sent_at, unread_count = 0;
  IF NOT withheld THEN
    INSERT INTO conversation_members AS theirs
        (member_id, other_id, conversation_id, state, shown_position, shown_at, unread_count)
      VALUES (receiver, sender, conversation, CASE WHEN is_accepted THEN 'accepted' ELSE 'request' END, place, sent_at, 1)
      -- Otherwise the row says it, with the answer that the receiver gave.
      ON CONFLICT (member_id, other_id) DO UPDATE SET
        state = CASE WHEN is_accepted THEN 'accepted' ELSE theirs.state END,
        shown_position = place, shown_at = sent_at, unread_count = theirs.unread_count + 1
      RETURNING theirs.unread_count INTO waiting;
  END IF;
  RETURN QUERY SELECT place, waited, waiting;
END
$$;
