import { authCalls } from '@commons/contract/auth/calls';
import { feedCalls } from '@commons/contract/feed/calls';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { ApiError, call, callPage, NetworkError, timeoutMilliseconds } from './api-client.ts';
import { isSignedOutError, parseRetryAfterSeconds } from './api-error.ts';

const postId = '0198c5b4-0000-7000-8000-000000000001';

const stubResponse = (body: string, init?: ResponseInit) => {
  const fakeFetch = vi.fn<typeof fetch>(async () => new Response(init?.status === 204 ? null : body, init));
  vi.stubGlobal('fetch', fakeFetch);
  return fakeFetch;
};
const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail('expected a failure'),
    (error: unknown) => error,
  );
const problem = (code: string, status: number) =>
  JSON.stringify({ type: `urn:problem:${code}`, title: 'T', status, detail: 'D', instance: 'urn:request:1' });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('requests', () => {
  test('the request for the first feed page equals the preload request of the server', async () => {
    const fakeFetch = stubResponse('[]');
    await callPage(feedCalls.listPosts);
    // The browser does not compare signals.
    expect(fakeFetch.mock.calls).toEqual([['/api/posts', { signal: expect.any(AbortSignal) }]]);
  });

  test('path and query parameters are encoded, and undefined ones are left out', async () => {
    const fakeFetch = stubResponse('[]');
    await call(feedCalls.getPost, { params: { id: 'a/b' } });
    await call(feedCalls.deletePost, { params: { id: postId }, query: { reason: 'spam & more' } });
    await call(feedCalls.listPosts, { query: { userId: undefined, limit: 20 } });
    expect(fakeFetch.mock.calls.map(([url]) => url)).toEqual([
      '/api/posts/a%2Fb',
      `/api/posts/${postId}?reason=spam+%26+more`,
      '/api/posts?limit=20',
    ]);
  });

  test('a creating call sends the given idempotency key, or a new one', async () => {
    const fakeFetch = stubResponse('{}', { status: 201 });
    await call(feedCalls.createPost, { body: { content: 'Hello' } }, { idempotencyKey: 'key-1' });
    await call(feedCalls.createPost, { body: { content: 'Hello' } });
    const keys = fakeFetch.mock.calls.map(([, init]) => new Headers(init?.headers).get('Idempotency-Key'));
    expect(keys[0]).toBe('key-1');
    expect(keys[1]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(fakeFetch.mock.calls[0]?.[1]?.body).toBe('{"content":"Hello"}');
  });

  test('a toggling call sends no idempotency key, because two clicks mean two changes', async () => {
    const fakeFetch = stubResponse('{}');
    await call(feedCalls.toggleLike, { params: { id: postId } });
    expect(new Headers(fakeFetch.mock.calls[0]?.[1]?.headers).has('Idempotency-Key')).toBe(false);
  });
});

describe('responses', () => {
  test('a response without a body returns undefined', async () => {
    stubResponse('', { status: 204 });
    expect(await call(feedCalls.deletePost, { params: { id: postId } })).toBeUndefined();
  });

  test('a list response returns the cursor of its next page', async () => {
    stubResponse('[]', { headers: { Link: '</api/posts?limit=20&cursor=abc%3D>; rel="next"' } });
    expect(await callPage(feedCalls.listPosts)).toEqual({ items: [], next: 'abc=' });
  });

  test('the last page returns no cursor', async () => {
    stubResponse('[]');
    expect((await callPage(feedCalls.listPosts)).next).toBeNull();
  });
});

describe('failures', () => {
  test('the message is the status, a colon, a space and the body', async () => {
    stubResponse('It broke', { status: 500, statusText: 'Internal Server Error' });
    const error = await failureOf(call(authCalls.getCurrentUser));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: '500: It broke', status: 500, problem: null, code: null });
  });

  test('the message is the status and the status text if the body is empty', async () => {
    stubResponse('', { status: 404, statusText: 'Not Found' });
    expect(await failureOf(call(authCalls.getCurrentUser))).toMatchObject({ message: '404: Not Found' });
  });

  test('a problem response exposes its code and its Retry-After', async () => {
    const body = problem('request.too_many', 429);
    stubResponse(body, { status: 429, headers: { 'Retry-After': '12' } });
    const error = await failureOf(call(authCalls.getCurrentUser));
    expect(error).toMatchObject({ message: `429: ${body}`, code: 'request.too_many', retryAfterSeconds: 12 });
    expect(error).toHaveProperty('problem.detail', 'D');
  });

  test('a request without a response throws a network error', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    expect(await failureOf(call(authCalls.getCurrentUser))).toBeInstanceOf(NetworkError);
  });

  test('a timeout throws a network error', async () => {
    const timeoutController = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeoutController.signal);
    vi.stubGlobal(
      'fetch',
      (_: string, { signal }: { signal: AbortSignal }) =>
        new Promise((_resolve, reject) => {
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- fetch rejects with the reason of the signal, which may be any value
          signal.addEventListener('abort', () => reject(signal.reason));
        }),
    );
    const calls = [
      call(authCalls.getCurrentUser),
      call(authCalls.getCurrentUser, undefined, { signal: new AbortController().signal }),
      call(feedCalls.createPost, { body: { content: 'Hello' } }),
      callPage(feedCalls.listPosts),
    ].map(failureOf);
    timeoutController.abort(new DOMException('', 'TimeoutError'));
    for (const failure of await Promise.all(calls)) expect(failure).toBeInstanceOf(NetworkError);
    expect(timeout.mock.calls).toEqual([
      [timeoutMilliseconds],
      [timeoutMilliseconds],
      [timeoutMilliseconds],
      [timeoutMilliseconds],
    ]);
    timeout.mockRestore();
  });

  test('an aborted request throws an abort error', async () => {
    const abort = new AbortController();
    vi.stubGlobal('fetch', async () => {
      abort.abort();
      throw abort.signal.reason;
    });
    expect(await failureOf(call(authCalls.getCurrentUser, undefined, { signal: abort.signal }))).toHaveProperty(
      'name',
      'AbortError',
    );
  });

  test('a missing session is a signed-out error, a wrong password is not', async () => {
    stubResponse(problem('request.unauthenticated', 401), { status: 401 });
    expect(isSignedOutError(await failureOf(call(authCalls.getCurrentUser)))).toBe(true);
    stubResponse(problem('auth.wrong_credentials', 401), { status: 401 });
    expect(isSignedOutError(await failureOf(call(authCalls.signIn, { body: { email: 'a@b.c', password: 'x' } })))).toBe(
      false,
    );
  });
});

test('Retry-After can be a date', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  expect(parseRetryAfterSeconds('Thu, 01 Jan 2026 00:00:30 GMT', now)).toBe(30);
  expect(parseRetryAfterSeconds('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0);
  expect(parseRetryAfterSeconds('soon', now)).toBeNull();
  expect(parseRetryAfterSeconds(null)).toBeNull();
});
