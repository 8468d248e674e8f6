import type { Problem } from '@commons/contract/problem/schemas';
import { expect, test } from 'vitest';
import { setUpCommunity } from '../../../test/community.ts';
import {
  connectedPair as createConnectedPair,
  connectMembers,
  conversationsOf,
  write,
} from '../../../test/conversations.ts';

const community = setUpCommunity();

const connectedPair = () => createConnectedPair(community.current);

test('search finds names and words in the member’s own conversations', async () => {
  const { ana, ben } = await connectedPair();
  await write(ana, ben, 'The heron stood there for ten minutes');
  await write(ben, ana, '100 % sure it was a heron?');
  expect(await conversationsOf(ana, { q: 'HERON stood' })).toHaveLength(1);
  expect(await conversationsOf(ana, { q: 'ben ma' })).toHaveLength(1);
  expect(await conversationsOf(ana, { q: '100 %' })).toHaveLength(1);
  expect(await conversationsOf(ana, { q: '%' })).toHaveLength(1);
  expect(await conversationsOf(ana, { q: 'otter' })).toEqual([]);
  expect(await conversationsOf(await community.current.member(), { q: 'heron' })).toEqual([]);
});

test.for<[content: string, ...found: string[]]>([
  ['Hallo Mu\u0308ller, bis morgen', 'Müller', 'Mu\u0308ller', 'MULLER', 'müll'],
  ['Hallo Müller', 'Mu\u0308ller', 'muller'],
  ['I don’t know', "don't", 'don’t', 'DON`T'],
  ["It isn't far", 'isn’t', 'ISN’T', 'ｉｓｎ'],
  ['“Quiet” — at last…', '"quiet"', '“quiet', 'quiet" - at'],
  ['Straße nach Łódź', 'STRASSE', 'lodz'],
  ['Всё хорошо', 'ВСЕ', 'всё хор'],
  ['Καλός ΚΌΣΜΟΣ', 'κοσμος', 'ΚΑΛΟΣ'],
  ['我家在上海东边', '上海', '海'],
  ['ＡＢＣ soft\u00ADly', 'abc', 'softly'],
  ['😀happy', 'happy', '😀'],
  ['two  spaces\nand lines', 'two', 'two spaces', 'spaces and  lines'],
  ['I can`t today', "can't", 'can’t', 'can`t'],
  ['50% (a+b) [c] \\d *** ^$ {2} x|y_z?', '50% (A', 'a+b', '[c]', '\\d', '***', '^$ {2}', 'x|y_z?'],
])('a search finds a conversation with %j in other spellings', async ([content, ...found]) => {
  const { ana, ben } = await connectedPair();
  await write(ana, ben, content);
  for (const q of found) expect(await conversationsOf(ana, { q }), q).toHaveLength(1);
  expect(await conversationsOf(ana, { q: 'mu\u0308llx' })).toEqual([]);
});

test('a search finds a conversation by another spelling of the name', async () => {
  const [ana, ben] = [
    await community.current.member(),
    await community.current.member({ firstName: 'Zoe\u0308', lastName: 'Müller' }),
  ];
  await connectMembers(ana, ben);
  await write(ana, ben, 'Hello');
  for (const q of ['Zoë', 'zoe mu\u0308ller', 'MULLER']) expect(await conversationsOf(ana, { q }), q).toHaveLength(1);
});

test.for(['heron\0', 'two\nlines'])(
  'a search with control characters is rejected with the field name: %j',
  async (q) => {
    const ana = await community.current.member();
    const answer = await ana.send('GET', `/api/messages/conversations?q=${encodeURIComponent(q)}`);
    expect(answer.status).toBe(400);
    expect(new Set((answer.body as Problem).errors?.map(({ path }) => path))).toEqual(new Set(['q']));
  },
);
