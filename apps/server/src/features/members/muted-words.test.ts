import { getCurrentUser } from '@commons/contract/auth/schemas';
import * as contract from '@commons/contract/profiles/schemas';
import { expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';

const community = setUpCommunity();

test('a member keeps words of their own, which come with who they are and which nobody else sees', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  expect((await ana.call(contract.getMutedWords, {})).body).toEqual({ words: [] });
  expect((await ana.call(getCurrentUser, {})).body.mutedWords).toEqual([]);

  const words = ['election', 'diet talk', '减肥'];
  expect(await ana.call(contract.updateMutedWords, { body: { words } })).toMatchObject({
    status: 200,
    body: { words },
  });
  expect((await ana.call(contract.getMutedWords, {})).body).toEqual({ words });
  expect((await ana.call(getCurrentUser, {})).body.mutedWords).toEqual(words);
  expect((await ben.call(getCurrentUser, {})).body.mutedWords).toEqual([]);
  expect(JSON.stringify((await ben.call(contract.getProfile, { params: { id: ana.id } })).body)).not.toContain('diet');

  await ana.call(contract.updateMutedWords, { body: { words: [] } });
  expect((await ana.call(getCurrentUser, {})).body.mutedWords).toEqual([]);
});

test('a word is trimmed, and kept once, however it is spelled', async () => {
  const ana = await community.current.member();
  const words = ['  Café ', 'cafe', 'diet   talk', 'Diet Talk', 'CAFÉ'];
  expect((await ana.call(contract.updateMutedWords, { body: { words } })).body.words).toEqual(['Café', 'diet talk']);
});

test.for([
  { words: ['a'] },
  { words: ['a'.repeat(41)] },
  { words: Array.from({ length: 101 }, (_, number) => `word ${number}`) },
  { words: ['??'] },
  { words: ['  '] },
  { words: ['two\nlines'] },
  { words: ['a\0b'] },
  { words: ['fine', 7] },
  { words: 'election' },
  { words: ['fine'], memberId: 'another' },
  {},
])('refuses %j and keeps what was there', async (body) => {
  const ana = await community.current.member();
  await ana.call(contract.updateMutedWords, { body: { words: ['before'] } });
  expect((await ana.send('PUT', '/api/muted-words', { body })).status).toBe(400);
  expect((await ana.call(contract.getMutedWords, {})).body.words).toEqual(['before']);
});

test('the member’s other tabs are told, and nobody else', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  const [anas, bens] = [await community.current.connect(ana), await community.current.connect(ben)];
  await ana.call(contract.updateMutedWords, { body: { words: ['election'] } });
  expect(await anas.next('muted_words.changed')).toEqual({ type: 'muted_words.changed' });
  await ben.call(contract.updateMutedWords, { body: { words: ['weather'] } });
  await bens.next('muted_words.changed');
  expect(bens.untaken).not.toContain('muted_words.changed');
});
