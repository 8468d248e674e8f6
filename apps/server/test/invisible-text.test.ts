import { randomUUID } from 'node:crypto';
import type { Problem } from '@commons/contract/problem/schemas';
import { countCharacters } from '@commons/contract/text';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newcomer } from './accounts.ts';
import { Community, type Member } from './community.ts';

let community: Community;
let admin: Member;
beforeAll(async () => {
  community = await Community.open();
  admin = await community.member({ role: 'admin' });
});
afterAll(() => community.close());

const id = randomUUID();
const names = { firstName: 'Ana', lastName: 'Lund' };
const event = { title: 'Walk', eventDate: '2027-01-05T18:00:00.000Z', timeZone: 'Europe/Berlin' };
const recommendation = { type: 'book', title: 'Tales', content: 'Read it.' };

/** Every call with required text, and the field that contains it. */
const requiredFields: [call: string, body: () => Record<string, unknown>, field: string][] = [
  ['POST /api/posts', () => ({}), 'content'],
  [`PUT /api/posts/${id}`, () => ({}), 'content'],
  [`POST /api/posts/${id}/comments`, () => ({}), 'content'],
  [`PUT /api/posts/${id}/comments/${id}`, () => ({}), 'content'],
  [`POST /api/meditations/${id}/comments`, () => ({}), 'content'],
  ['POST /api/messages', () => ({ receiverId: id }), 'content'],
  ['POST /api/gratitude-posts', () => ({ positionX: 20, positionY: 20, rotation: 0 }), 'content'],
  ['POST /api/wellness-wins', () => ({ content: 'Slept.', category: 'other' }), 'title'],
  ['POST /api/wellness-wins', () => ({ title: 'Slept', category: 'other' }), 'content'],
  ['POST /api/recommendations', () => recommendation, 'title'],
  ['POST /api/recommendations', () => recommendation, 'content'],
  ['POST /api/journal-entries', () => ({ promptId: id }), 'content'],
  [`PUT /api/journal-entries/${id}`, () => ({}), 'content'],
  ['POST /api/journal-categories', () => ({}), 'name'],
  ['POST /api/journal-prompts', () => ({ categoryId: 1 }), 'prompt'],
  ['POST /api/events', () => event, 'title'],
  ['POST /api/books', () => ({}), 'title'],
  ['POST /api/podcasts', () => ({}), 'title'],
  ['POST /api/meditations', () => ({ audioUrl: 'https://example.org/a.mp3' }), 'title'],
  [`PUT /api/meditations/${id}`, () => ({ description: '' }), 'title'],
  ['POST /api/appeals', () => ({ decisionId: id }), 'text'],
  ['PUT /api/auth/user', () => ({}), 'firstName'],
  ['POST /api/waitlist', () => ({ ...names, email: newcomer().email }), 'firstName'],
  ['POST /api/waitlist', () => ({ ...names, email: newcomer().email }), 'lastName'],
  ['POST /api/book-notifications', () => ({ ...names, email: newcomer().email }), 'firstName'],
  ['POST /api/book-notifications', () => ({ ...names, email: newcomer().email }), 'lastName'],
  ['POST /api/auth/sign-up/email', () => newcomer(), 'firstName'],
];

const invisibleTexts = [
  '\u0007',
  '\u0085',
  '\u0301',
  '\u200b\u2060',
  '\u3164',
  '\u2800',
  '\u{e0041}\u{e007f}',
  ' \u0301\u202e\u001b',
];

const send = (call: string, body: unknown) => {
  const [method, path] = call.split(' ') as ['POST' | 'PUT', string];
  return admin.send<Problem>(method, path, { body });
};
const pathsOf = ({ body }: { body: Problem }) => [...new Set(body.errors?.map(({ path }) => path))];

describe('invisible text', () => {
  test.for(requiredFields)('is rejected by %s', async ([call, body, field]) => {
    for (const text of invisibleTexts) {
      const rejection = await send(call, { ...body(), [field]: text });
      expect(rejection.status, JSON.stringify(text)).toBe(400);
      expect(pathsOf(rejection), JSON.stringify(text)).toEqual([field]);
    }
  });

  test('is rejected as a poll option and as a muted word', async () => {
    for (const text of invisibleTexts) {
      const poll = { options: ['Tea', text], days: 1 };
      expect(pathsOf(await send('POST /api/posts', { content: 'Which?', poll }))).toEqual(['poll.options.1']);
      expect((await send('PUT /api/muted-words', { words: [text] })).status).toBe(400);
    }
  });

  test('counts as missing in optional fields', async () => {
    for (const text of invisibleTexts) {
      const body = { title: text, bio: text, location: text, favoriteQuote: text };
      expect((await send('PUT /api/auth/user', body)).body).toMatchObject({
        title: null,
        bio: null,
        location: null,
        favoriteQuote: null,
      });
      const { email } = newcomer();
      expect((await send('POST /api/waitlist', { ...names, email, message: text })).body).toMatchObject({
        message: null,
      });
      expect((await send('POST /api/posts', { content: 'Rain', contentWarning: text })).body).toMatchObject({
        contentWarning: null,
      });
    }
  });
});

test('control characters and direction changes inside a text are removed', async () => {
  const content = 'one\u0007\r\ntwo\u202e\u2066\tthree\u009f\u0085four';
  expect((await send('POST /api/posts', { content })).body).toMatchObject({ content: 'one\ntwo\tthree\nfour' });
});

test.for([
  ['POST /api/messages', 'content', 5_000],
  ['POST /api/posts', 'content', 5_000],
  ['POST /api/journal-categories', 'name', 60],
] as const)('%s measures %s in code points, as documented', async ([call, field, max]) => {
  const { body: api } = await community.visitor.send<{
    paths: Record<string, Record<string, { requestBody: { content: Record<string, { schema: unknown }> } }>>;
  }>('GET', '/api/openapi.json');
  const [method = '', path = ''] = call.toLowerCase().split(' ');
  const { schema } = api.paths[path]![method]!.requestBody.content['application/json']!;
  const ben = await community.member();
  const otherFields = call.endsWith('messages') ? { receiverId: ben.id } : {};
  for (const unit of ['a', '😀', 'e\u0301']) {
    const longestText = unit.repeat(max / countCharacters(unit));
    expect((await send(call, { ...otherFields, [field]: longestText })).status, unit).toBe(201);
    const rejection = await send(call, { ...otherFields, [field]: `${longestText}a` });
    expect(rejection.status, unit).toBe(400);
    expect(pathsOf(rejection)).toEqual([field]);
  }
  expect(JSON.stringify(schema)).toContain(`"maxLength":${max}`);
});
