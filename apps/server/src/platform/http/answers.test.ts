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

describe('every response has the security headers', () => {
  test.for([
    ['a page of the feed', '/api/posts', 200],
    ['a public call', '/api/auth/options', 200],
    ['the redirect to the sign-in page', '/api/login', 302],
    ['the API document', '/api/openapi.json', 200],
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

  test('responses without a body', async () => {
    expectSecurityHeaders(await ana.send('HEAD', '/api/posts'));
    expectSecurityHeaders(await (await community.current.member()).send('DELETE', '/api/auth/sessions'));
  });

  describe('on https', () => {
    let httpsCommunity: Community;
    beforeAll(async () => {
      httpsCommunity = await Community.open({ environment: { PUBLIC_URL: 'https://commons.test' } });
    });
    afterAll(() => httpsCommunity.close());

    test('responses tell browsers to stay on https', async () => {
      for (const url of ['/livez', '/api/nothing', '/api/posts']) {
        const answer = await httpsCommunity.visitor.send('GET', url);
        expectSecurityHeaders(answer);
        expect(answer.headers['strict-transport-security']).toMatch(/^max-age=63072000/);
      }
    });
  });
});

describe('a conditional request', () => {
  test('returns 304 without a body if nothing has changed', async () => {
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

  test('checks the session: a signed-out browser gets no 304', async () => {
    const first = await ana.call(listPosts, {});
    const answer = await community.current.visitor.call(listPosts, {}, { 'if-none-match': String(first.headers.etag) });
    expect(answer.status).toBe(401);
  });

  test('personal responses are not stored by shared caches', async () => {
    const personal = await ana.call(listPosts, {});
    expect(personal.headers['cache-control']).toBe('private, no-cache');
    const changed = await ana.call(createPost, { body: { content: 'Good night' } });
    expect(changed.headers['cache-control']).toBe('no-store');
    const shared = await community.current.visitor.call(getSignInOptions, {});
    expect(shared.headers['cache-control']).toBe('private, no-cache');
  });
});

describe('the link to the next page', () => {
  test('keeps the query parameters and is missing on the last page', async () => {
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

  test('is missing if the list fits exactly', async () => {
    const ben = await community.current.member();
    for (const content of ['one', 'two']) await ben.call(createPost, { body: { content } });
    const page = await ben.call(listPosts, { query: { limit: 2, userId: ben.id } });
    expect(page.body).toHaveLength(2);
    expect(page.headers.link).toBeUndefined();
  });

  test.for(['nonsense', '', 'JycgT1IgMT0x', Buffer.from('a'.repeat(36)).toString('base64url')])(
    'rejects the invalid cursor "%s"',
    async (cursor) => {
      const answer = await ana.send('GET', `/api/posts?${new URLSearchParams({ cursor }).toString()}`);
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ path: 'cursor' }] } });
    },
  );
});
