import { userSorts } from '@commons/contract/admin';
import { listAuditLog, listUsers, type AuditFilter } from '@commons/contract/admin/schemas';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Member, setUpIdleCommunity } from '../../../test/community.ts';
import { populateAuditLog } from '../../../test/moderation-population.ts';
import { planOf, sentStatements, tablesScanned } from '../../../test/plans.ts';

const community = setUpIdleCommunity();
let client: PoolClient;
let admin: Member;
let auditedMemberId: string;

beforeAll(async () => {
  client = await community.current.db.$client.connect();
  await client.query(`
    INSERT INTO users (id, email, name, first_name, last_name, role, is_flagged, last_login_at)
      SELECT gen_random_uuid(), 'member-' || number || '@' || md5(number::text) || '.test', '', md5(number || 'first'), md5(number || 'last'),
        CASE WHEN number % 500 = 0 THEN 'manager' ELSE 'user' END, number % 300 = 0, now() - number * interval '1 minute'
      FROM generate_series(1, 20000) AS number`);
  await populateAuditLog(client, 40_000);
  admin = await community.current.member({ role: 'admin' });
  await client.query(`
    INSERT INTO search_documents (type, id, words)
      SELECT 'people', id, array_to_tsvector(ARRAY[':people', first_name, last_name]) FROM users ON CONFLICT DO NOTHING`);
  await client.query('ANALYZE search_documents');
  auditedMemberId = (await client.query<{ id: string }>('SELECT actor_id AS id FROM audit_log LIMIT 1')).rows[0]!.id;
});
afterAll(() => client.release());

/** Returns the query plans of the statements that read the first and the next page of a list. */
async function plansOf(table: string, call: () => Promise<{ headers: Record<string, unknown> }>): Promise<string[][]> {
  const query = vi.spyOn(Client.prototype, 'query');
  const firstPage = await call();
  const nextUrl = /<([^>]+)>; rel="next"/.exec(String(firstPage.headers['link']))?.[1];
  const nextPage = nextUrl === undefined ? undefined : await admin.send('GET', nextUrl);
  expect(nextPage?.status ?? 200).toBe(200);
  const statements = sentStatements(query.mock.calls);
  query.mockRestore();
  const listStatements = statements.filter(({ text }) => new RegExp(`from "${table}".*limit`, 's').test(text));
  expect(listStatements).toHaveLength(nextUrl === undefined ? 1 : 2);
  const plans: string[][] = [];
  // The server does not prepare these statements, so PostgreSQL plans them for their values.
  for (const statement of listStatements) plans.push(await planOf(client, statement, 'force_custom_plan'));
  return plans;
}

test.for(
  userSorts.flatMap(
    (sort) =>
      [
        [sort, 'asc'],
        [sort, 'desc'],
      ] as const,
  ),
)('members sorted by %s, %s are read from an index without a sort', async ([sort, order]) => {
  for (const plan of await plansOf('users', () => admin.call(listUsers, { query: { sort, order } }))) {
    expect(tablesScanned(plan)).toEqual([]);
    expect(plan.join('\n')).not.toMatch(/(?<!Incremental )Sort  \(|Bitmap/);
  }
});

test.for([
  [{ role: 'admin' }],
  [{ role: 'manager', sort: 'lastLogin' }],
  [{ role: 'user' }],
  [{ status: 'flagged' }],
  [{ status: 'suspended' }],
  [{ status: 'active', sort: 'status' }],
  [{ search: 'nobody like this' }],
  [{ search: 'member-1777@', sort: 'email' }],
] as const)('a search for members by %j uses no sequential scan', async ([query]) => {
  for (const plan of await plansOf('users', () => admin.call(listUsers, { query })))
    expect(tablesScanned(plan), plan.join('\n')).toEqual([]);
});

test.for<[() => AuditFilter]>([
  [() => ({})],
  [() => ({ actorId: auditedMemberId })],
  [() => ({ memberId: auditedMemberId })],
  [() => ({ action: 'event.deleted' as const })],
  [() => ({ actorId: auditedMemberId, action: 'flag.set' as const })],
])('the audit log is read from an index with any filter', async ([filter]) => {
  for (const plan of await plansOf('audit_log', () => admin.call(listAuditLog, { query: filter() })))
    expect(tablesScanned(plan)).toEqual([]);
});
