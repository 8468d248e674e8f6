import { getSignInOptions } from '@commons/contract/auth/schemas';
import { createPost, listPosts } from '@commons/contract/feed/schemas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Community, type Member, setUpCommunity } from '../../../test/community.ts';
import { expectSecurityHeaders } from '../../../test/problems.ts';

const community = setUpCommunity();
let ana: Member;
beforeAll(async () => {
  ana = await community.current.member();
});

describe('every answer carries the security headers', () => {
  test.for([
    ['a page of the feed', '/api/posts', 200],
    ['a public call', '/api/auth/options', 200],
    ['the way to the sign-in page', '/api/login', 302],
    ['the document of the API', '/api/openapi.json', 200],
    ['health', '/livez', 200],
    ['readiness', '/readyz', 200],
    ['metrics', '/metrics', 200],
    ['an unknown page', '/api/nothing', 404],
  ] as const)('%s', async ([, url, status]) => {
    const answer = await ana.send('GET', url);
    expect(answer.status).toBe(status);
    expectSecurityHeaders(answer);
    expect(answer.headers['strict-transport-security']).toBeUndefined();
  });

  test('also what has no body', async () => {
    expectSecurityHeaders(await ana.send('HEAD', '/api/posts'));
    expectSecurityHeaders(await (await community.current.member()).send('DELETE', '/api/auth/sessions'));
  });

  describe('on https', () => {
    let secure: Community;
    beforeAll(async () => {
      secure = await Community.open({ environment: { PUBLIC_URL: 'https://commons.test' } });
    });
    afterAll(() => secure.close());

    test('browsers are told to stay on https', async () => {
      for (const url of ['/livez', '/api/nothing', '/api/posts']) {
        const answer = await secure.visitor.send('GET', url);
        expectSecurityHeaders(answer);
        expect(answer.headers['strict-transport-security']).toMatch(/^max-age=63072000/);
      }
    });
  });
});

describe('reading the same again', () => {
  test('costs no bytes while nothing has changed', async () => {
    await ana.call(createPost, { body: { content: 'Good morning' } });
    const first = await ana.call(listPosts, {});
    const etag = String(first.headers.etag);
    const again = await ana.call(listPosts, {}, { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(again.body).toBe('');
    expect(again.headers.etag).toBe(etag);
    expectSecurityHeaders(again);

    await ana.call(createPost, { body: { content: 'Good evening' } });
    const changed = await ana.call(listPosts, {}, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.body).toHaveLength(first.body.length + 1);
  });

  test('asks again who is there: a signed-out browser gets no 304', async () => {
    const first = await ana.call(listPosts, {});
    const answer = await community.current.visitor.call(listPosts, {}, { 'if-none-match': String(first.headers.etag) });
    expect(answer.status).toBe(401);
  });

  test('what is personal is kept by no shared cache', async () => {
    const personal = await ana.call(listPosts, {});
    expect(personal.headers['cache-control']).toBe('private, no-cache');
    const changed = await ana.call(createPost, { body: { content: 'Good night' } });
    expect(changed.headers['cache-control']).toBe('no-store');
    const shared = await community.current.visitor.call(getSignInOptions, {});
    expect(shared.headers['cache-control']).toBe('private, no-cache');
  });
});

describe('the next page', () => {
  test('is named by a link that keeps the rest of the query, until the last', async () => {
    const ben = await community.current.member();
    for (const content of ['one', 'two', 'three', 'four', 'five']) await ben.call(createPost, { body: { content } });
    const first = await ben.call(listPosts, { query: { limit: 2, userId: ben.id } });
    expect(first.headers.link).toMatch(/^<\/api\/posts\?[^>]*>; rel="next"$/);
    expect(Object.fromEntries(new URL(first.next ?? '', 'http://commons.test').searchParams)).toEqual({
      limit: '2',
      userId: ben.id,
      cursor: expect.stringMatching(/^[\w-]+$/),
    });
    const second = await ben.follow(first);
    const third = await ben.follow(second);
    expect([first, second, third].flatMap(({ body }) => body.map(({ content }) => content))).toEqual([
      'five',
      'four',
      'three',
      'two',
      'one',
    ]);
    expect(third.next).toBeUndefined();
  });

  test('a list that fits exactly has none', async () => {
    const ben = await community.current.member();
    for (const content of ['one', 'two']) await ben.call(createPost, { body: { content } });
    const page = await ben.call(listPosts, { query: { limit: 2, userId: ben.id } });
    expect(page.body).toHaveLength(2);
    expect(page.headers.link).toBeUndefined();
  });

  test.for(['nonsense', '', 'JycgT1IgMT0x', Buffer.from('a'.repeat(36)).toString('base64url')])(
    'a cursor "%s" that we did not make is refused',
    async (cursor) => {
      const answer = await ana.send('GET', `/api/posts?${new URLSearchParams({ cursor }).toString()}`);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'cursor' }] } });
    },
  );
});
