import { generalCategoryId } from '@commons/contract/journal';
import type { JournalPromptInput } from '@commons/contract/journal/schemas';
import * as contract from '@commons/contract/journal/schemas';
import type { Problem } from '@commons/contract/problem/schemas';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { expectProblem } from '../../../test/problems.ts';
import { findPromptOfDay } from './prompts.queries.ts';

const community = setUpCommunity();

const createAdmin = () => community.current.member({ role: 'admin' });
const addCategory = async (admin: Member, name = 'Rest') =>
  (await admin.call(contract.createJournalCategory, { body: { name } })).body;
const addPrompt = async (admin: Member, input: Partial<JournalPromptInput> = {}) =>
  (await admin.call(contract.createJournalPrompt, { body: { prompt: 'What helped today?', ...input } })).body;
const promptsIn = async (reader: Member, categoryId: number) =>
  (await reader.call(contract.listJournalPrompts, { query: { categoryId } })).body.map(({ id }) => id);

describe('categories', () => {
  test('the general category always exists, is first in the list, and can be renamed but not deleted', async () => {
    const admin = await createAdmin();
    const [first] = (await (await community.current.member()).call(contract.listJournalCategories, {})).body;
    expect(first).toMatchObject({ id: 1, name: 'General', can: { edit: false, delete: false } });
    const params = { id: generalCategoryId };
    expectProblem(await admin.call(contract.deleteJournalCategory, { params }), 409, 'journal.general_stays');
    const renamed = await admin.call(contract.updateJournalCategory, { params, body: { name: 'Anything' } });
    expect(renamed.body).toMatchObject({
      id: 1,
      name: 'Anything',
      description: null,
      can: { edit: true, delete: false },
    });
    await admin.call(contract.updateJournalCategory, { params, body: { name: 'General' } });
  });

  test('a new category has an integer id, is last in the list, and equals the reply', async () => {
    const admin = await createAdmin();
    const body = { name: ' Rest ', description: ' For evenings.\nAnd slow days. ' };
    const created = await admin.call(contract.createJournalCategory, { body });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ name: 'Rest', description: 'For evenings.\nAnd slow days.' });
    expect(created.body.id).toBeGreaterThan(generalCategoryId);
    const listed = (await admin.call(contract.listJournalCategories, { query: { limit: 100 } })).body;
    expect(listed.at(-1)).toEqual(created.body);
  });

  test('prompts of a deleted category move to the general one', async () => {
    const admin = await createAdmin();
    const category = await addCategory(admin);
    const { id } = await addPrompt(admin, { categoryId: category.id });
    const live = await community.current.connect(await community.current.member());
    expect((await admin.call(contract.deleteJournalCategory, { params: { id: category.id } })).status).toBe(204);
    await live.next('journal_prompts.changed');
    live.close();
    expect(await promptsIn(admin, generalCategoryId)).toContain(id);
    const again = await admin.call(contract.deleteJournalCategory, { params: { id: category.id } });
    expectProblem(again, 404, 'journal.category_not_found');
    const latePrompt = { prompt: 'Too late?', categoryId: category.id };
    expectProblem(
      await admin.call(contract.createJournalPrompt, { body: latePrompt }),
      400,
      'journal.no_such_category',
    );
  });

  test('prompts created while their category is deleted are in the general one or are rejected', async () => {
    const admin = await createAdmin();
    const { id: categoryId } = await addCategory(admin);
    const [deleted, ...added] = await Promise.all([
      admin.call(contract.deleteJournalCategory, { params: { id: categoryId } }),
      ...Array.from({ length: 10 }, () =>
        admin.call(contract.createJournalPrompt, { body: { prompt: 'In time?', categoryId } }),
      ),
    ]);
    expect(deleted.status).toBe(204);
    const createdIds = added.filter(({ status }) => status === 201).map(({ body }) => body.id);
    const rejection = added.filter(({ status }) => status !== 201);
    for (const response of rejection) expectProblem(response, 400, 'journal.no_such_category');
    expect(await promptsIn(admin, generalCategoryId)).toEqual(expect.arrayContaining(createdIds));
  });

  test.for([
    { input: { name: ' ' }, path: 'name' },
    { input: { name: 'a'.repeat(61) }, path: 'name' },
    { input: { name: 'Rest\nSleep' }, path: 'name' },
    { input: { name: 'Rest', description: 'a'.repeat(301) }, path: 'description' },
    { input: {}, path: 'name' },
  ])('$input is rejected because of its $path', async ({ input, path }) => {
    const rejection = await (await createAdmin()).send<Problem>('POST', '/api/journal-categories', { body: input });
    expect(rejection.status).toBe(400);
    expect(rejection.body.errors?.map((error) => error.path)).toContain(path);
  });
});

describe('prompts', () => {
  test('a new prompt is first in the list, by default in the general category', async () => {
    const admin = await createAdmin();
    const created = await admin.call(contract.createJournalPrompt, { body: { prompt: ' What helped today? ' } });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      prompt: 'What helped today?',
      categoryId: 1,
      category: { id: 1, name: 'General' },
      can: { edit: true, delete: true },
    });
    const ana = await community.current.member();
    const [first] = (await ana.call(contract.listJournalPrompts, {})).body;
    expect(first).toEqual({ ...created.body, can: { edit: false, delete: false } });
    expect((await ana.call(contract.getJournalPrompt, { params: { id: created.body.id } })).body).toEqual(first);
  });

  test('the list of a category contains only its own prompts', async () => {
    const admin = await createAdmin();
    const { id: categoryId, name } = await addCategory(admin, 'Sleep');
    const [one, other] = [await addPrompt(admin, { categoryId }), await addPrompt(admin)];
    expect(await promptsIn(admin, categoryId)).toEqual([one.id]);
    const params = { id: other.id };
    const moved = await admin.call(contract.updateJournalPrompt, { params, body: { prompt: 'Asleep?', categoryId } });
    expect(moved.body).toMatchObject({ prompt: 'Asleep?', category: { id: categoryId, name } });
    expect(await promptsIn(admin, categoryId)).toEqual([other.id, one.id]);
    expect(await promptsIn(admin, 2_147_483_647)).toEqual([]);
  });

  test('all members get the same prompt of the day, and another one once it is deleted', async () => {
    const admin = await createAdmin();
    await Promise.all(Array.from({ length: 5 }, () => addPrompt(admin)));
    const [ana, ben] = [await community.current.member(), await community.current.member()];
    const today = (await ana.call(contract.getTodaysJournalPrompt, {})).body;
    expect(today).toMatchObject({ prompt: expect.any(String), can: { edit: false, delete: false } });
    expect((await ben.call(contract.getTodaysJournalPrompt, {})).body).toEqual(today);
    await admin.call(contract.deleteJournalPrompt, { params: { id: today.id } });
    expect((await ana.call(contract.getTodaysJournalPrompt, {})).body?.id).not.toBe(today.id);
  });

  test('each day has its own prompt, which a new prompt does not replace', async () => {
    const admin = await createAdmin();
    const { db } = community.current;
    const days = Array.from({ length: 40 }, (_, index) => new Date(Date.UTC(2026, 0, 1 + index)));
    const choices = () => Promise.all(days.map(async (day) => (await findPromptOfDay(db, day))[0]?.id));
    const before = await choices();
    expect(new Set(before).size).toBeGreaterThan(3);
    const { id } = await addPrompt(admin);
    for (const [index, choice] of (await choices()).entries()) expect([before[index], id]).toContain(choice);
  });

  test('a deleted prompt is in no list and cannot be read, changed or deleted', async () => {
    const admin = await createAdmin();
    const { id } = await addPrompt(admin);
    const params = { id };
    expect((await admin.call(contract.deleteJournalPrompt, { params })).status).toBe(204);
    const body = { prompt: 'Again?' };
    for (const response of [
      await admin.call(contract.getJournalPrompt, { params }),
      await admin.call(contract.updateJournalPrompt, { params, body }),
      await admin.call(contract.deleteJournalPrompt, { params }),
    ])
      expectProblem(response, 404, 'journal.prompt_not_found');
    expect(await promptsIn(admin, generalCategoryId)).not.toContain(id);
  });

  test.for([
    { input: { prompt: ' ' }, path: 'prompt' },
    { input: { prompt: 'a'.repeat(501) }, path: 'prompt' },
    { input: { prompt: 'Why?', categoryId: 'General' }, path: 'categoryId' },
    { input: { prompt: 'Why?', categoryId: 0 }, path: 'categoryId' },
    { input: { prompt: 'Why?', categoryId: 1.5 }, path: 'categoryId' },
    { input: { prompt: 'Why?', categoryId: 2_147_483_648 }, path: 'categoryId' },
    { input: { prompt: 'Why?', categoryId: 2_147_483_647 }, path: 'categoryId' },
  ])('$input is rejected because of its $path', async ({ input, path }) => {
    const rejection = await (await createAdmin()).send<Problem>('POST', '/api/journal-prompts', { body: input });
    expect(rejection.status).toBe(400);
    expect(rejection.body.errors?.map((error) => error.path)).toContain(path);
  });
});
