import type { Problem } from '@commons/contract/problem/schemas';
import type { WinInput } from '@commons/contract/wins/schemas';
import * as contract from '@commons/contract/wins/schemas';
import { describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';

const community = setUpCommunity();

const walk: WinInput = { title: 'A walk', content: 'Ten minutes, in the rain.', category: 'physical-health' };

const share = async (member: Member, input: Partial<WinInput> = {}) =>
  (await member.call(contract.createWin, { body: { ...walk, ...input } })).body;

const winsOf = async (member: Member, query: { category?: WinInput['category']; limit?: number } = {}) =>
  (await member.call(contract.listWins, { query })).body.map(({ id }) => id);

const scoreOf = async (member: Member) => (await community.current.findUser(member.id))!.mindfulnessScore;

const family = '👩🏽‍👩🏽‍👧🏽‍👦🏽';

describe('sharing a win', () => {
  test.for([
    { input: { title: ' ' }, path: 'title' },
    { input: { title: `${family.repeat(100)}a` }, path: 'title' },
    { input: { title: 'one\ntwo' }, path: 'title' },
    { input: { content: '\n ' }, path: 'content' },
    { input: { content: 'a'.repeat(501) }, path: 'content' },
    { input: { content: family.repeat(501) }, path: 'content' },
    { input: { category: 'sleep' }, path: 'category' },
    { input: { category: undefined }, path: 'category' },
  ])('an invalid $path is rejected and earns no points', async ({ input, path }) => {
    const ana = await community.current.member();
    const rejection = await ana.send<Problem>('POST', '/api/wellness-wins', { body: { ...walk, ...input } });
    expect(rejection.status).toBe(400);
    expect(rejection.body.errors?.map((error) => error.path)).toContain(path);
    expect(await scoreOf(ana)).toBe(0);
  });

  test('the limits of 100 and 500 characters count grapheme clusters', async () => {
    const ana = await community.current.member();
    const win = await share(ana, { title: family.repeat(100), content: 'e\u0301'.repeat(500) });
    expect(win.title).toBe(family.repeat(100));
  });
});

describe('the list of wins', () => {
  test('has pages of all wins and of a category, newest first', async () => {
    const ana = await community.current.member();
    const ids: string[] = [];
    for (const category of ['spiritual', 'other', 'spiritual', 'spiritual'] as const)
      ids.unshift((await share(ana, { category })).id);
    expect((await winsOf(ana)).slice(0, 4)).toEqual(ids);
    const first = await ana.call(contract.listWins, { query: { category: 'spiritual', limit: 2 } });
    expect(first.body.map(({ id }) => id)).toEqual([ids[0], ids[1]]);
    expect((await ana.follow(first)).body.map(({ id }) => id)).toEqual([ids[3]]);
  });

  test('of an unknown category is rejected', async () => {
    const ana = await community.current.member();
    expect((await ana.send('GET', '/api/wellness-wins?category=sleep')).status).toBe(400);
  });
});
