-- The audit log is append-only, in every session, also in one that replays a replication.
CREATE OR REPLACE FUNCTION refuse_audit_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'restrict_violation';
END
$$;

-- Replacing the trigger needs a privilege that the last statements take away.
GRANT TRIGGER ON audit_log TO CURRENT_USER;
CREATE OR REPLACE TRIGGER audit_log_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_log_change();
ALTER TABLE audit_log ENABLE ALWAYS TRIGGER audit_log_is_append_only;

-- The server's role owns the table and keeps only these privileges.
REVOKE ALL ON audit_log FROM PUBLIC, CURRENT_USER;
GRANT SELECT, INSERT ON audit_log TO CURRENT_USER;
