import * as contract from '@commons/contract/moderation/schemas';
import { listOwnReports } from '@commons/contract/reports/schemas';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Member, setUpIdleCommunity } from '../../../test/community.ts';
import { populateModeration } from '../../../test/moderation-population.ts';
import { planModes, planOf, type SentStatement, sentStatements, tablesScanned } from '../../../test/plans.ts';
import { populate } from '../../../test/population.ts';

const community = setUpIdleCommunity();
let client: PoolClient;
let statements: SentStatement[];

/** Number of reports. `PLANS_REPORTS=1000000` stands for several years of a large community. */
const reportsCount = Number(process.env['PLANS_REPORTS'] ?? 20_000);

beforeAll(async () => {
  client = await community.current.db.$client.connect();
  await populate(client, { members: 1_000, posts: 4_000 });
  await populateModeration(client, reportsCount);
  const manager = await community.current.member({ role: 'manager' });
  const { rows } = await client.query<{ id: string }>(
    'SELECT member_id AS id FROM moderation_decisions WHERE is_told LIMIT 1',
  );
  const cookie = await community.current.signIn(rows[0]!.id);
  const member = new Member(community.current.server, { id: rows[0]!.id, email: '', cookie });
  const first = await manager.call(contract.listCases, {});
  const query = vi.spyOn(Client.prototype, 'query');
  await manager.call(contract.listCases, {});
  await manager.follow(first);
  await manager.call(contract.countCases, {});
  await manager.call(contract.getCase, { params: { id: first.body[0]!.id } });
  await member.call(contract.listOwnDecisions, {});
  await member.call(contract.countNewDecisions, {});
  await member.call(listOwnReports, {});
  statements = sentStatements(query.mock.calls)
    // Leaves out `pg_notify` statements of the event bus.
    .filter(({ name, text }) => name !== 'sessions_by_token' && /^\s*select/i.test(text) && !/pg_notify/.test(text));
  query.mockRestore();
}, 600_000);
afterAll(() => client.release());

test.each(planModes)('with %s no moderation table is scanned sequentially', async (mode) => {
  expect(statements.length).toBeGreaterThan(10);
  for (const statement of statements)
    expect(tablesScanned(await planOf(client, statement, mode)), statement.text).toEqual([]);
});

test.each(planModes)('with %s the queue is read in index order', async (mode) => {
  for (const statement of statements.filter(({ name }) => name.startsWith('case_page'))) {
    const plan = (await planOf(client, statement, mode)).join('\n');
    expect(plan).toContain('moderation_cases_open_by_due');
    expect(plan).not.toMatch(/Sort|Hash Join|Merge/);
  }
});
