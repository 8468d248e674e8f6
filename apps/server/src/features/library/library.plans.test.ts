import * as csv from '@commons/contract/csv/schemas';
import * as contract from '@commons/contract/library/schemas';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setUpIdleCommunity } from '../../../test/community.ts';
import { planModes, planOf, type SentStatement, sentStatements, tablesScanned } from '../../../test/plans.ts';

const community = setUpIdleCommunity();
let client: PoolClient;
let statements: SentStatement[];

beforeAll(async () => {
  client = await community.current.db.$client.connect();
  await client.query(`
    INSERT INTO library_items (id, kind, title, author)
      SELECT gen_random_uuid(), CASE WHEN number % 3 = 0 THEN 'podcast' ELSE 'book' END, 'Title ' || number, 'Author'
      FROM generate_series(1, 20000) AS number;
    ANALYZE`);
  const admin = await community.current.member({ role: 'admin' });
  const query = vi.spyOn(Client.prototype, 'query');
  const { id } = (await admin.call(contract.listBooks, {})).body[0]!;
  await admin.call(contract.listPodcasts, { query: { limit: 24 } });
  const table = `id,title,author,description,imageUrl,buyLink\n${id},Changed,,,,\n,title 7,author,,,\n`;
  await admin.call(csv.checkCsv, { params: { kind: 'books' }, body: { csv: table } });
  await admin.send('GET', '/api/admin/csv/podcasts');
  await admin.call(contract.updateBook, { params: { id }, body: { title: 'Changed' } });
  statements = sentStatements(query.mock.calls).filter(({ text }) => /library_items/.test(text));
  query.mockRestore();
});
afterAll(() => client.release());

test('a page takes one prepared statement', () => {
  const statementNames = statements.map(({ name }) => name).filter((name) => name !== '');
  expect(statementNames).toEqual(['library_page_21', 'library_page_51']);
});

test.each(planModes)('with %s there is no sequential scan and no page is sorted', async (mode) => {
  const pages: string[] = [];
  for (const statement of statements.filter(({ name }) => name)) {
    const plan = await planOf(client, statement, mode);
    expect(tablesScanned(plan), statement.name).toEqual([]);
    if (statement.name.startsWith('library_page')) pages.push(...plan);
  }
  expect(pages).not.toHaveLength(0);
  expect(pages.join('\n')).not.toMatch(/Sort|Hash Join|Merge/);
});
