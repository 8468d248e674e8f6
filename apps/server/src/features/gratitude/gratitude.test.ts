import type { NoteInput } from '@commons/contract/gratitude/schemas';
import * as contract from '@commons/contract/gratitude/schemas';
import type { Problem } from '@commons/contract/problem/schemas';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';

const community = setUpCommunity();

const rain: NoteInput = { content: 'For the smell of rain', positionX: 40.25, positionY: 30, rotation: -3.5 };

const createNote = async (member: Member, overrides: Partial<NoteInput> = {}) =>
  (await member.call(contract.createNote, { body: { ...rain, ...overrides } })).body;

const scoreOf = async (member: Member) => (await community.current.findUser(member.id))!.mindfulnessScore;

const isWithin = (value: number, min: number, max: number): boolean => value >= min && value <= max;

const familyEmoji = '👩🏽‍👩🏽‍👧🏽‍👦🏽';

describe('creating a note', () => {
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
});
