import * as contract from '@commons/contract/journal/schemas';
import { Client, type PoolClient } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { setUpIdleCommunity } from '../../../test/community.ts';
import { planModes, planOf, type SentStatement, sentStatements, tablesScanned } from '../../../test/plans.ts';
import { populate } from '../../../test/population.ts';

const community = setUpIdleCommunity();
let client: PoolClient;
let statements: SentStatement[];

/** Statements of the session lookup, the transaction and the bus. */
const ignoredStatements = new Set(['sessions_by_token', 'begin', 'commit', 'bus_notify']);

beforeAll(async () => {
  client = await community.current.db.$client.connect();
  await populate(client, { members: 1_000, posts: 4_000 });
  await client.query(`
    INSERT INTO journal_categories (name) SELECT 'Category ' || number FROM generate_series(1, 400) AS number;
    INSERT INTO journal_prompts (id, category_id, prompt, is_deleted)
      SELECT id, CASE WHEN random() < 0.5 THEN 7 ELSE 2 + floor(random() * 400) END, 'Why?', random() < 0.1 FROM posts;
    INSERT INTO journal_entries (id, member_id, prompt_id, prompt, content, created_at)
      SELECT id, author_id, post_id, 'Why?', content, created_at FROM post_comments;
    ANALYZE`);
  const member = await community.current.member();
  const { id: promptId } = (await member.call(contract.listJournalPrompts, {})).body[0]!;
  const query = vi.spyOn(Client.prototype, 'query');
  await member.call(contract.listJournalCategories, {});
  await member.call(contract.listJournalPrompts, {});
  await member.call(contract.listJournalPrompts, { query: { categoryId: 7 } });
  await member.call(contract.getJournalPrompt, { params: { id: promptId } });
  await member.call(contract.listJournalEntries, {});
  const { id } = (await member.call(contract.createJournalEntry, { body: { promptId, content: 'Because' } })).body;
  await member.call(contract.getJournalEntry, { params: { id } });
  await member.call(contract.updateJournalEntry, { params: { id }, body: { content: 'And then', revision: 1 } });
  statements = sentStatements(query.mock.calls).filter(({ name }) => !ignoredStatements.has(name));
  query.mockRestore();
});
afterAll(() => client.release());

test('each list and each change of the journal takes one prepared statement', () => {
  expect(statements.map(({ name }) => name)).toEqual([
    'journal_category_page_21',
    'journal_prompt_page_21',
    'journal_prompt_page_of_category_21',
    'journal_prompt_by_id',
    'journal_entry_page_21',
    'insert_journal_entry',
    'journal_entry_of_member',
    'change_journal_entry',
  ]);
});

test.each(planModes)('with %s there is no sequential scan and no sort', async (mode) => {
  for (const statement of statements) {
    const plan = await planOf(client, statement, mode);
    expect(tablesScanned(plan), statement.name).toEqual([]);
    expect(plan.join('\n'), statement.name).not.toMatch(/Sort|Hash Join|Merge/);
  }
});
