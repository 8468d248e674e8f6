import * as contract from '@commons/contract/meditations/schemas';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setUpIdleCommunity } from '../../../test/community.ts';
import { planModes, planOf, type SentStatement, sentStatements, tablesScanned } from '../../../test/plans.ts';
import { populate } from '../../../test/population.ts';

const community = setUpIdleCommunity();
let client: PoolClient;
let statements: SentStatement[];

beforeAll(async () => {
  client = await community.current.db.$client.connect();
  await populate(client, { members: 1_000, posts: 4_000 });
  await client.query(`
    INSERT INTO meditations (id, title, description, audio_url, duration, created_at)
      SELECT id, 'Rain', '', 'https://sounds.test/rain.mp3', 900, created_at FROM posts;
    INSERT INTO meditation_comments (id, meditation_id, author_id, content, created_at)
      SELECT id, post_id, author_id, content, created_at FROM post_comments;
    INSERT INTO listening_allowances SELECT id, now() FROM users;
    INSERT INTO audit_log (id, action, subject_type, details, created_at)
      SELECT id, 'role.changed', 'member', '{}', created_at FROM posts;
    ANALYZE`);
  const member = await community.current.member();
  const { id } = (await member.call(contract.listMeditations, {})).body[0]!;
  const query = vi.spyOn(Client.prototype, 'query');
  await member.call(contract.listMeditations, {});
  await member.call(contract.getMeditation, { params: { id } });
  await member.call(contract.listMeditationComments, { params: { id } });
  await member.call(contract.trackListening, { params: { id }, body: { secondsListened: 60, completed: false } });
  const ignoredStatements = new Set(['begin', 'commit', 'book_award', 'use_listening_allowance']);
  statements = sentStatements(query.mock.calls).filter(
    ({ name }) => name !== 'sessions_by_token' && name !== 'bus_notify' && !ignoredStatements.has(name),
  );
  query.mockRestore();
});
afterAll(() => client.release());

test('each list takes one prepared statement, and listening takes two reads', () => {
  expect(statements.map(({ name }) => name)).toEqual([
    'meditation_page_21',
    'meditation_by_id',
    'meditation_comment_page_21',
    'lock_listener',
    'find_listening',
  ]);
});

test.each(planModes)('with %s no table is scanned sequentially', async (mode) => {
  for (const statement of statements) {
    const plan = await planOf(client, statement, mode);
    expect(tablesScanned(plan), statement.name).toEqual([]);
    expect(plan.join('\n'), statement.name).not.toMatch(/Sort|Hash Join|Merge/);
  }
});
