import { getCurrentUser } from '@commons/contract/auth/schemas';
import * as contract from '@commons/contract/profiles/schemas';
import { expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';

const community = setUpCommunity();

test('muted words are part of the current user and hidden from other members', async () => {
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

test('words are trimmed, and spellings of the same word are stored once', async () => {
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
  {},
])('rejects %j and keeps the previous words', async (body) => {
  const ana = await community.current.member();
  await ana.call(contract.updateMutedWords, { body: { words: ['before'] } });
  expect((await ana.send('PUT', '/api/muted-words', { body })).status).toBe(400);
  expect((await ana.call(contract.getMutedWords, {})).body.words).toEqual(['before']);
});

test('a change is published only to the member’s own tabs', async () => {
  const [ana, ben] = [await community.current.member(), await community.current.member()];
  const [anaTab, benTab] = [await community.current.connect(ana), await community.current.connect(ben)];
  await ana.call(contract.updateMutedWords, { body: { words: ['election'] } });
  expect(await anaTab.next('muted_words.changed')).toEqual({ type: 'muted_words.changed' });
  await ben.call(contract.updateMutedWords, { body: { words: ['weather'] } });
  await benTab.next('muted_words.changed');
  expect(benTab.queuedTypes).not.toContain('muted_words.changed');
});
