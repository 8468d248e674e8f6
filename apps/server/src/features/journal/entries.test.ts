import { randomUUID } from 'node:crypto';
import * as contract from '@commons/contract/journal/schemas';
import type { Problem } from '@commons/contract/problem/schemas';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Community, type Member } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { users } from '../../community/members/users.tables.ts';
import { journalEntries } from './journal.tables.ts';

const secret = 'I have not told anybody about the letter';

let community: Community;
const logLines: string[] = [];
beforeAll(async () => {
  community = await Community.open({ logTo: { write: (line) => logLines.push(line) } });
});
afterAll(() => community.close());

const addPrompt = async (prompt = 'What is on your mind?') => {
  const admin = await community.member({ role: 'admin' });
  return (await admin.call(contract.createJournalPrompt, { body: { prompt } })).body;
};
const writeEntry = async (member: Member, content = secret, promptId?: string) => {
  const body = { promptId: promptId ?? (await addPrompt()).id, content };
  return (await member.call(contract.createJournalEntry, { body })).body;
};
const listJournal = async (member: Member) => (await member.call(contract.listJournalEntries, {})).body;

describe('an entry', () => {
  test('is first in its author’s list, contains its prompt, and equals the reply', async () => {
    const [ana, prompt] = [await community.member(), await addPrompt('What is on your mind?')];
    await writeEntry(ana, 'Yesterday’s words');
    const body = { promptId: prompt.id, content: `\n ${secret}.\nIt is blue. ` };
    const created = await ana.call(contract.createJournalEntry, { body });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      promptId: prompt.id,
      prompt: 'What is on your mind?',
      content: `${secret}.\nIt is blue.`,
      revision: 1,
    });
    expect((await listJournal(ana)).map(({ content }) => content)).toEqual([created.body.content, 'Yesterday’s words']);
    expect((await listJournal(ana))[0]).toEqual(created.body);
    const params = { id: created.body.id };
    expect((await ana.call(contract.getJournalEntry, { params })).body).toEqual(created.body);
  });

  test('keeps the text of its prompt when the prompt is changed, deleted or moved', async () => {
    const [ana, admin] = [await community.member(), await community.member({ role: 'admin' })];
    const { id: promptId } = await addPrompt('Who was kind to you?');
    const before = await writeEntry(ana, 'The baker.', promptId);
    const params = { id: promptId };
    await admin.call(contract.updateJournalPrompt, { params, body: { prompt: 'Who was rude to you?' } });
    await admin.call(contract.deleteJournalPrompt, { params });
    expect(await listJournal(ana)).toEqual([before]);
    // A member can still save an entry for a deleted prompt.
    const late = await ana.call(contract.createJournalEntry, { body: { promptId, content: 'Nobody.' } });
    expect(late.body).toMatchObject({ promptId, prompt: 'Who was rude to you?', content: 'Nobody.' });
  });

  test('can be changed by its author, unless it was changed elsewhere since', async () => {
    const ana = await community.member();
    const { id, createdAt } = await writeEntry(ana, 'One');
    const params = { id };
    const change = (content: string, revision?: number) =>
      ana.call(contract.updateJournalEntry, { params, body: { content, ...(revision && { revision }) } });
    expect((await change('Two', 1)).body).toMatchObject({ id, content: 'Two', createdAt, revision: 2 });
    expectProblem(await change('Three', 1), 409, 'journal.changed_elsewhere');
    expect((await ana.call(contract.getJournalEntry, { params })).body.content).toBe('Two');
    // A retry of the first change, whose reply was lost.
    expect((await change('Two', 1)).body).toMatchObject({ content: 'Two', revision: 3 });
    expect((await change('Whatever is there')).body).toMatchObject({ content: 'Whatever is there', revision: 4 });
  });

  test('accepts one of ten concurrent changes and rejects nine', async () => {
    const ana = await community.member();
    const { id } = await writeEntry(ana, 'One');
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        ana.call(contract.updateJournalEntry, { params: { id }, body: { content: `Turn ${index}`, revision: 1 } }),
      ),
    );
    const statuses = responses.map(({ status }) => status).toSorted((one, other) => one - other);
    expect(statuses).toEqual([200, ...Array<number>(9).fill(409)]);
  });

  test('is deleted by its author, and with its author', async () => {
    const ana = await community.member();
    const [one] = [await writeEntry(ana), await writeEntry(ana)];
    const params = { id: one.id };
    expect((await ana.call(contract.deleteJournalEntry, { params })).status).toBe(204);
    expectProblem(await ana.call(contract.getJournalEntry, { params }), 404, 'journal.entry_not_found');
    expectProblem(await ana.call(contract.deleteJournalEntry, { params }), 404, 'journal.entry_not_found');
    await community.db.delete(users).where(eq(users.id, ana.id));
    expect(await community.db.select().from(journalEntries).where(eq(journalEntries.memberId, ana.id))).toEqual([]);
  });

  test.for([
    { input: { content: ' \n' }, path: 'content' },
    { input: { content: 'a'.repeat(20_001) }, path: 'content' },
    { input: { content: 'a\0' }, path: 'content' },
    { input: { promptId: 'none' }, path: 'promptId' },
  ])('$input is rejected because of its $path, and nothing is stored', async ({ input, path }) => {
    const ana = await community.member();
    const body = { promptId: (await addPrompt()).id, content: 'Words', ...input };
    const rejection = await ana.send<Problem>('POST', '/api/journal-entries', { body });
    expect(rejection.status).toBe(400);
    expect(rejection.body.errors?.map((error) => error.path)).toContain(path);
    expect(await listJournal(ana)).toEqual([]);
  });

  test('can have twenty thousand characters of any kind', async () => {
    const content = 'ä\n日記😀 '.repeat(4_000).slice(0, 19_999).trim();
    expect((await writeEntry(await community.member(), content)).content).toBe(content);
  });

  test('for an unknown prompt is rejected', async () => {
    const body = { promptId: randomUUID(), content: 'Words' };
    const rejection = await (await community.member()).call(contract.createJournalEntry, { body });
    expectProblem(rejection, 404, 'journal.prompt_not_found');
  });
});

describe('privacy of an entry', () => {
  test('other members and admins get the same replies as for an unknown entry', async () => {
    const ana = await community.member();
    const { id } = await writeEntry(ana);
    const body = { content: 'Overwritten', revision: 1 };
    for (const role of ['user', 'manager', 'admin'] as const) {
      const stranger = await community.member({ role });
      const answersFor = async (entryId: string) => {
        const params = { id: entryId };
        const responses = [
          await stranger.call(contract.getJournalEntry, { params }),
          await stranger.call(contract.updateJournalEntry, { params, body }),
          await stranger.call(contract.deleteJournalEntry, { params }),
        ];
        return responses.map(({ status, body: problem }) => ({
          status,
          problem: { ...Object(problem), instance: '' },
        }));
      };
      const [anaView, unknownView] = [await answersFor(id), await answersFor(randomUUID())];
      expect(anaView.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(anaView).toEqual(unknownView);
      expect(await listJournal(stranger)).toEqual([]);
    }
    expect(await listJournal(ana)).toMatchObject([{ id, content: secret, revision: 1 }]);
  });

  test('frames go to its author only and contain no text', async () => {
    const [ana, admin] = [await community.member(), await community.member({ role: 'admin' })];
    const promptId = (await addPrompt()).id;
    const [anaView, adminTab] = [await community.connect(ana), await community.connect(admin)];
    const { id } = await writeEntry(ana, secret, promptId);
    expect(await anaView.next('journal_entry.changed')).toEqual({
      type: 'journal_entry.changed',
      entryId: id,
      revision: 1,
    });
    await ana.call(contract.deleteJournalEntry, { params: { id } });
    expect(await anaView.next('journal_entry.changed')).toMatchObject({ entryId: id, revision: null });
    // This frame for everybody is sent after the private ones.
    await addPrompt();
    await adminTab.next('journal_prompts.changed');
    expect(adminTab.queuedTypes).toEqual([]);
    anaView.close();
    adminTab.close();
  });

  test('browsers do not store a copy', async () => {
    const ana = await community.member();
    const { id } = await writeEntry(ana);
    for (const path of ['/api/journal-entries', `/api/journal-entries/${id}`])
      expect((await ana.send('GET', path)).headers['cache-control']).toBe('no-store');
  });

  test('its text is not in the log, and in the database only in the entry', async () => {
    const ana = await community.member();
    const promptId = (await addPrompt()).id;
    const headers = { 'idempotency-key': randomUUID() };
    const body = { promptId, content: secret };
    const [first, again] = [
      await ana.call(contract.createJournalEntry, { body }, headers),
      await ana.call(contract.createJournalEntry, { body }, headers),
    ];
    expect(again.body).toEqual(first.body);
    const params = { id: first.body.id };
    await ana.call(contract.updateJournalEntry, { params, body: { content: `${secret}, ever`, revision: 1 } });
    await ana.send('PUT', `/api/journal-entries/${params.id}`, { body: { content: secret, [secret]: 1 } });
    await ana.send('POST', '/api/journal-entries', { body: { promptId: secret, content: secret } });
    expect(logLines.length).toBeGreaterThan(0);
    expect(logLines.filter((line) => line.includes('anybody about the letter'))).toEqual([]);

    const { rows } = await community.db.execute<{ name: string }>(
      sql`SELECT table_schema || '.' || table_name AS name FROM information_schema.tables
          WHERE table_schema IN ('public', 'jobs') AND table_type = 'BASE TABLE'`,
    );
    const tablesWithSecret: string[] = [];
    for (const { name } of rows) {
      const matches = await community.db.execute(
        sql`SELECT FROM ${sql.raw(name)} AS each WHERE each::text LIKE ${`%${secret}%`} LIMIT 1`,
      );
      if (matches.rowCount) tablesWithSecret.push(name);
    }
    expect(tablesWithSecret).toEqual(['public.journal_entries']);
  });
});
