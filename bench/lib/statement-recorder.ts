/**
 * Loaded into a server with `--import`: appends each statement that the server sends to the file in `STATEMENTS_FILE`,
 * without a change to the server.
 */
import { appendFileSync } from 'node:fs';
import { Client } from 'pg';
import { type SentStatement, sentStatements } from '../../apps/server/test/plans.ts';

/** The jobs poll their queues all the time. */
const jobsConnection = 'mindful-commons-jobs';

type Query = (this: { connectionParameters?: { application_name?: string } }, ...parameters: unknown[]) => unknown;
const prototype = Client.prototype as unknown as { query: Query };
const { query: originalQuery } = prototype;

prototype.query = function record(...parameters) {
  const [statement] = sentStatements([parameters]) as [SentStatement];
  const { name, text, values } = statement;
  if (this.connectionParameters?.application_name !== jobsConnection)
    appendFileSync(String(process.env['STATEMENTS_FILE']), `${JSON.stringify({ name, text, values })}\n`);
  return originalQuery.apply(this, parameters);
};
