import { randomUUID } from 'node:crypto';
import type { NoteInput } from '@commons/contract/gratitude/schemas';
import * as contract from '@commons/contract/gratitude/schemas';
import type { Problem } from '@commons/contract/problem/schemas';
import { createReport } from '@commons/contract/reports/schemas';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { reports } from '../reports/reports.tables.ts';

const community = setUpCommunity();

const rain: NoteInput = { content: 'For the smell of rain', positionX: 40.25, positionY: 30, rotation: -3.5 };

const createNote = async (member: Member, overrides: Partial<NoteInput> = {}) =>
  (await member.call(contract.createNote, { body: { ...rain, ...overrides } })).body;

const listNoteIds = async (member: Member) => (await member.call(contract.listNotes, {})).body.map(({ id }) => id);

const scoreOf = async (member: Member) => (await community.current.findUser(member.id))!.mindfulnessScore;

const isWithin = (value: number, min: number, max: number): boolean => value >= min && value <= max;

const familyEmoji = '👩🏽‍👩🏽‍👧🏽‍👦🏽';

describe('creating a note', () => {
  test('it is first on the wall and equals the reply', async () => {
    const ana = await community.current.member({ firstName: 'Ana', lastName: 'Lund' });
    const createResponse = await ana.call(contract.createNote, {
      body: { ...rain, content: ' For the smell of rain\n' },
    });
    expect(createResponse.status).toBe(201);
    expect(createResponse.body).toMatchObject({
      ...rain,
      authorId: ana.id,
      author: { displayName: 'Ana Lund', firstName: 'Ana', lastName: 'Lund' },
      can: { edit: true, delete: true },
    });
    expect((await ana.call(contract.listNotes, {})).body[0]).toEqual(createResponse.body);
    expect((await ana.call(contract.getNote, { params: { id: createResponse.body.id } })).body).toEqual(
      createResponse.body,
    );
    expect(await scoreOf(ana)).toBe(1);
  });

  test('any position is clamped to the wall and returned as stored', async () => {
    const ana = await community.current.member();
    const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true });
    const nearbyNumber = fc.double({ min: -120, max: 120, noNaN: true });
    const coordinate = fc.oneof(anyNumber, nearbyNumber, fc.constantFrom(-0, 9.999, 89.001, 1e308));
    await fc.assert(
      fc.asyncProperty(coordinate, coordinate, coordinate, async (positionX, positionY, rotation) => {
        const note = await createNote(ana, { positionX, positionY, rotation });
        expect(isWithin(note.positionX, 10, 89)).toBe(true);
        expect(isWithin(note.positionY, 10, 79)).toBe(true);
        expect(isWithin(note.rotation, -10, 10)).toBe(true);
        expect((await ana.call(contract.getNote, { params: { id: note.id } })).body).toEqual(note);
      }),
      { numRuns: 40 },
    );
  });

  test.for([
    { overrides: { content: ' \n' }, path: 'content' },
    { overrides: { content: 'a'.repeat(201) }, path: 'content' },
    { overrides: { content: `${familyEmoji.repeat(200)}a` }, path: 'content' },
    { overrides: { content: 'a\0' }, path: 'content' },
    { overrides: { positionX: '40' }, path: 'positionX' },
    { overrides: { positionY: undefined }, path: 'positionY' },
    { overrides: { rotation: null }, path: 'rotation' },
    { overrides: { authorId: randomUUID() }, path: 'authorId' },
  ])('$overrides is rejected because of its $path and earns no points', async ({ overrides, path }) => {
    const ana = await community.current.member();
    const rejection = await ana.send<Problem>('POST', '/api/gratitude-posts', { body: { ...rain, ...overrides } });
    expect(rejection.status).toBe(400);
    expect(rejection.body.errors?.map((error) => error.path)).toContain(path);
    expect(await scoreOf(ana)).toBe(0);
  });

  test('the limit of 200 characters counts grapheme clusters', async () => {
    const ana = await community.current.member();
    expect((await createNote(ana, { content: familyEmoji.repeat(200) })).content).toBe(familyEmoji.repeat(200));
  });

  test('ten concurrent calls with the same Idempotency-Key create one note and one point', async () => {
    const ana = await community.current.member();
    const headers = { 'idempotency-key': randomUUID() };
    const attempts = Array.from({ length: 10 }, () => ana.call(contract.createNote, { body: rain }, headers));
    expect(new Set((await Promise.all(attempts)).map(({ body }) => body.id)).size).toBe(1);
    expect(await scoreOf(ana)).toBe(1);
  });
});

test('the wall is listed in pages, newest first', async () => {
  const ana = await community.current.member();
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.unshift((await createNote(ana)).id);
  const first = await ana.call(contract.listNotes, { query: { limit: 2 } });
  expect(first.body.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect((await ana.follow(first)).body.map(({ id }) => id)).toEqual(ids.slice(2, 4));
});

test('the author and moderators can change and delete a note, and deletion reverses its point', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  const manager = await community.current.member({ role: 'manager' });
  const { id } = await createNote(ana);
  const change = (member: Member, overrides: Partial<NoteInput>) =>
    member.call(contract.updateNote, { params: { id }, body: { ...rain, ...overrides } });
  expect((await change(ana, { content: 'For snow', positionX: 200 })).body).toMatchObject({
    content: 'For snow',
    positionX: 89,
  });
  expect((await change(manager, {})).body.editedAt).not.toBeNull();
  expect((await change(ben, {})).status).toBe(403);
  expect((await ben.call(contract.deleteNote, { params: { id } })).status).toBe(403);
  expect(await scoreOf(ana)).toBe(1);
  const deletions = await Promise.all([1, 2, 3].map(() => manager.call(contract.deleteNote, { params: { id } })));
  expect(deletions.filter(({ status }) => status === 204)).toHaveLength(1);
  expect((await ana.call(contract.getNote, { params: { id } })).status).toBe(404);
  expect(await scoreOf(ana)).toBe(0);
});

test('a note of a flagged member waits for review, is visible to its author only, and earns no points', async () => {
  const [flagged, ben] = [await community.current.member({ isFlagged: true }), await community.current.member()];
  const [ownClient, otherClient] = [await community.current.connect(flagged), await community.current.connect(ben)];
  const heldNote = await createNote(flagged);
  const publishedNote = await createNote(ben);
  expect(heldNote.isAwaitingReview).toBe(true);
  expect(await listNoteIds(ben)).not.toContain(heldNote.id);
  expect(await listNoteIds(flagged)).toContain(heldNote.id);
  expect((await ownClient.next('note.created')).noteId).toBe(heldNote.id);
  expect((await otherClient.next('note.created')).noteId).toBe(publishedNote.id);
  expect(await scoreOf(flagged)).toBe(0);
  ownClient.close();
  otherClient.close();
});

test('creation, change and deletion of a note are published to everybody', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  const liveClient = await community.current.connect(ben);
  const { id } = await createNote(ana);
  expect(await liveClient.next('note.created')).toEqual({ type: 'note.created', noteId: id, authorId: ana.id });
  await ana.call(contract.updateNote, { params: { id }, body: rain });
  expect(await liveClient.next('note.updated')).toEqual({ type: 'note.updated', noteId: id });
  await ana.call(contract.deleteNote, { params: { id } });
  expect(await liveClient.next('note.deleted')).toEqual({ type: 'note.deleted', noteId: id });
  liveClient.close();
});

test('a report of a note contains its text at that time', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  const { id } = await createNote(ana);
  const body = { subjectType: 'note', subjectId: id, reason: 'hate' } as const;
  expect((await ben.call(createReport, { body })).status).toBe(201);
  const [storedReport] = await community.current.db.select().from(reports).where(eq(reports.subjectId, id));
  expect(storedReport).toMatchObject({ reportedId: ana.id, evidence: { content: rain.content } });
});
