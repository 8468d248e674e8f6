import { createEvent } from '@commons/contract/events/schemas';
import { createPost } from '@commons/contract/feed/schemas';
import { createJournalEntry, createJournalPrompt } from '@commons/contract/journal/schemas';
import { createBook, createPodcast } from '@commons/contract/library/schemas';
import { sendMessage } from '@commons/contract/messages/schemas';
import { block, updateProfile } from '@commons/contract/profiles/schemas';
import { search, type SearchResponse, type SearchType } from '@commons/contract/search/schemas';
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { indexSearch } from '../../../test/search.ts';

const community = setUpCommunity();

let reader: Member;
beforeEach(async () => {
  reader = await community.current.member({ firstName: 'Ada', lastName: 'Reader' });
});

const share = async (author: Member, content: string) => (await author.call(createPost, { body: { content } })).body.id;
const find = async (q: string, type?: SearchType, member = reader): Promise<SearchResponse> => {
  await indexSearch(community.current);
  return (await member.call(search, { query: { q, ...(type && { type }) } })).body;
};
const idsOf = ({ groups }: SearchResponse, type: SearchType = 'posts'): string[] =>
  groups.find((group) => group.type === type)?.results.map(({ id }) => id) ?? [];

describe('search', () => {
  test('does not correct an existing rare name to a common one', async () => {
    for (let count = 0; count < 3; count += 1)
      await community.current.member({ firstName: 'Kim', lastName: 'Quillfeather' });
    const renamed = await community.current.member({ firstName: 'Kim', lastName: 'Before' });
    await renamed.call(updateProfile, { body: { lastName: 'Quillfaether' } });
    const { corrected, groups } = await find('quillfaether', 'people');
    expect(groups[0]?.results[0]?.id).toBe(renamed.id);
    expect(corrected).toBeNull();
  });

  test('returns a few results of each type in one call, in the order of the contract', async () => {
    const admin = await community.current.member({ role: 'admin', firstName: 'Lantern', lastName: 'Keeper' });
    await share(admin, 'A lantern by the door');
    await admin.call(createJournalPrompt, { body: { prompt: 'What was your lantern this week?', categoryId: 1 } });
    await admin.call(createBook, { body: { title: 'The Lantern Book' } });
    await admin.call(createPodcast, { body: { title: 'Lantern Talks' } });
    await admin.call(createEvent, {
      body: { title: 'Lantern walk', eventDate: '2099-01-01T18:00', timeZone: 'Europe/Berlin' },
    });
    const { groups } = await find('lantern');
    expect(groups.map(({ type }) => type)).toEqual(['people', 'posts', 'prompts', 'books', 'podcasts', 'events']);
    expect(groups.every(({ results }) => results.length === 1)).toBe(true);
  });

  test.for([
    ['gratitud', 'gratitude'],
    ['meditaton', 'meditation'],
    ['anxeity', 'anxiety'],
    ['anxiety meditaton', 'meditation and anxiety'],
  ])('%s finds %s', async ([q, word]) => {
    const id = await share(reader, `Some words on ${word} today`);
    expect(idsOf(await find(q!))).toContain(id);
  });

  test('returns the correction of a misspelled word, and null for a correct word', async () => {
    await share(reader, 'Anxiety comes in waves');
    expect((await find('anxeity waves')).corrected).toBe('anxiety waves');
    expect((await find('anxiety waves')).corrected).toBeNull();
  });

  test('requires every word, and treats the last one as a prefix', async () => {
    const both = await share(reader, 'A quokka with an umbrella');
    await share(reader, 'A quokka alone');
    expect(idsOf(await find('quokka umb'))).toEqual([both]);
  });

  test('finds existing rows after the first run of the index', async () => {
    const id = await share(reader, 'The zither of old');
    for (const table of ['search_documents', 'search_words', 'search_progress', 'search_changes'])
      await community.current.db.execute(sql`DELETE FROM ${sql.identifier(table)}`);
    expect((await reader.call(search, { query: { q: 'zither' } })).body.groups).toEqual([]);
    expect(idsOf(await find('zither'))).toEqual([id]);
  });
});

describe('the order of results', () => {
  test('is the exact name, then names with the word, then names with the prefix', async () => {
    const exact = await community.current.member({ firstName: 'Will', lastName: '' });
    const hasWord = await community.current.member({ firstName: 'Will', lastName: 'Other' });
    const hasPrefix = await community.current.member({ firstName: 'Willow', lastName: 'Tree' });
    expect(idsOf(await find('will', 'people'), 'people')).toEqual([exact, hasWord, hasPrefix].map(({ id }) => id));
  });

  test('is the phrase before separate words, then newer before older', async () => {
    const older = await share(reader, 'harbour light in the fog');
    const newer = await share(reader, 'harbour light at dawn');
    const separate = await share(reader, 'a light over the old harbour');
    expect(idsOf(await find('harbour light'))).toEqual([newer, older, separate]);
  });

  test('is stable, so that pages contain each result once', async () => {
    const ids = [];
    for (let number = 0; number < 5; number += 1) ids.push(await share(reader, `Kingfisher number ${number}`));
    await indexSearch(community.current);
    const foundIds: string[] = [];
    let cursor: string | null = null;
    do {
      const query = { q: 'kingfisher', type: 'posts' as const, limit: 2, ...(cursor && { cursor }) };
      const response: SearchResponse = (await reader.call(search, { query })).body;
      foundIds.push(...idsOf(response));
      cursor = response.groups[0]!.next;
    } while (cursor !== null);
    expect(foundIds).toEqual(ids.toReversed());
  });
});

test('marks are positions in the text', async () => {
  await share(reader, `${'Long before that. '.repeat(30)}And then <b>Peñasco</b> & peñasco again`);
  const [result] = (await find('penasco', 'posts')).groups[0]!.results;
  const { text, marks } = result!.excerpt!;
  expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['Peñasco', 'peñasco']);
  expect(text).toContain('<b>');
});

describe('search never finds or reveals', () => {
  test('messages and journals', async () => {
    const other = await community.current.member();
    await other.call(sendMessage, { body: { receiverId: reader.id, content: 'A secret marmoset' } });
    const admin = await community.current.member({ role: 'admin' });
    const promptId = (await admin.call(createJournalPrompt, { body: { prompt: 'What now?', categoryId: 1 } })).body.id;
    await reader.call(createJournalEntry, { body: { promptId, content: 'My own marmoset' } });
    expect((await find('marmoset')).groups).toEqual([]);
    expect((await find('marmosett')).corrected).toBeNull();
  });

  test('emails and restricted profile fields', async () => {
    const shy = await community.current.member({ email: 'pangolin@members.test', firstName: 'Sam', lastName: 'Shy' });
    await community.current.db.execute(sql`UPDATE users SET location = 'Pangolin' WHERE id = ${shy.id}`);
    expect((await find('pangolin')).groups).toEqual([]);
  });

  test.for([
    ['on a break', sql`break_until = now() + interval '1 day'`],
    ['suspended', sql`suspended_until = now() + interval '1 day'`],
    ['flagged', sql`is_flagged = true`],
  ] as const)('a member who is %s', async ([, change]) => {
    const member = await community.current.member({ firstName: 'Absent', lastName: 'Friend' });
    await community.current.db.execute(sql`UPDATE users SET ${change} WHERE id = ${member.id}`);
    expect(idsOf(await find('absent friend'), 'people')).not.toContain(member.id);
  });

  test('removed content, content in review, and content hidden by a block', async () => {
    const [author, flagged] = [await community.current.member(), await community.current.member({ isFlagged: true })];
    const removed = await share(author, 'A capybara taken down');
    await community.current.db.execute(sql`UPDATE posts SET is_removed = true WHERE id = ${removed}`);
    const held = await share(flagged, 'A capybara held');
    const blocked = await share(author, 'A capybara of somebody');
    expect(idsOf(await find('capybara'))).toEqual([blocked]);
    expect(idsOf(await find('capybara', 'posts', flagged))).toContain(held);
    await author.call(block, { params: { userId: reader.id } });
    expect(idsOf(await find('capybara'))).toEqual([]);
  });

  test('words of hidden content as a correction', async () => {
    const author = await community.current.member();
    const id = await share(author, 'Mine is Featherstonehaugh');
    expect((await find('fetherstonehaugh')).corrected).toBe('featherstonehaugh');
    await community.current.db.execute(sql`UPDATE posts SET is_removed = true WHERE id = ${id}`);
    expect(await find('fetherstonehaugh')).toEqual({ corrected: null, groups: [] });
  });

  test('words of hidden content as a correction, after the viewer writes a similar word', async () => {
    const author = await community.current.member();
    await share(author, 'Mine is Cholmondeley');
    await author.call(block, { params: { userId: reader.id } });
    const own = await share(reader, 'A guess: cholmondelly');
    expect(await find('cholmondelly')).toMatchObject({ corrected: null, groups: [{ results: [{ id: own }] }] });
  });

  test('the last activity of members by their order', async () => {
    const [inactive, active] = [
      await community.current.member({ firstName: 'Ocelot', lastName: 'One' }),
      await community.current.member({ firstName: 'Ocelot', lastName: 'Two' }),
    ];
    const before = idsOf(await find('ocelot', 'people'), 'people');
    await community.current.db.execute(sql`UPDATE users SET last_active_at = '2000-01-01' WHERE id = ${active.id}`);
    await community.current.db.execute(sql`UPDATE users SET last_active_at = now() WHERE id = ${inactive.id}`);
    expect(idsOf(await find('ocelot', 'people'), 'people')).toEqual(before);
  });

  test('a blurred picture', async () => {
    const id = await share(reader, 'A numbat in the ward');
    const readImageUrl = async (isBlurred: boolean) => {
      const images = JSON.stringify([{ url: '/uploads/numbat.webp', alt: null, isBlurred }]);
      await community.current.db.execute(sql`UPDATE posts SET images = ${images}::jsonb WHERE id = ${id}`);
      return (await find('numbat')).groups[0]!.results[0]!.imageUrl;
    };
    expect([await readImageUrl(false), await readImageUrl(true)]).toEqual(['/uploads/numbat.webp', null]);
  });

  test('the text behind a content warning', async () => {
    await reader.call(createPost, { body: { content: 'An axolotl and grief', contentWarning: 'Grief' } });
    const [result] = (await find('axolotl')).groups[0]!.results;
    expect(result).toMatchObject({ contentWarning: 'Grief', excerpt: null });
  });
});

describe('unusual input', () => {
  beforeAll(() => share(reader, 'One post'));

  test.for([
    "' OR 1=1 --",
    'a & b | !c <-> d:*',
    ':*',
    '!!!',
    '(((',
    '%',
    '_',
    '%_%',
    '\\',
    "\\'",
    '👩‍👩‍👧‍👦'.repeat(14),
    '😀'.repeat(100),
    '\u202Eevil',
    '-',
    '"',
    'a'.repeat(100),
    'the',
    'the of and',
    '1',
    'ß',
    'İ',
    '日本語',
    'שלום',
    "'':*A",
    '\u0301',
    'x '.repeat(49),
    // Normalization expands each of these to six characters.
    '㌖\u093E\u093E\u093E'.repeat(100),
  ])('%j is accepted', async (q) => {
    const { status } = await reader.call(search, { query: { q } });
    expect([200, 400]).toContain(status);
  });

  test.for(['', '   ', 'a\0b', 'a'.repeat(101)])('%j is rejected', async (q) => {
    expect((await reader.call(search, { query: { q } })).status).toBe(400);
  });

  test('a cursor of another list is rejected', async () => {
    const query = { q: 'post', type: 'posts' as const, cursor: Buffer.from('["a"]').toString('base64url') };
    expect((await reader.call(search, { query })).status).toBe(400);
  });
});
