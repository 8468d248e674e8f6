import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { Authenticate } from '../sessions/viewer.ts';
import { createFindPageViewer, isPublicPage } from './page-readers.ts';

const asRequest = (given: Partial<FastifyRequest>): FastifyRequest => given as FastifyRequest;

describe('a public page', () => {
  test.for<[string, Authenticate]>([
    ['times out', () => Promise.withResolvers<undefined>().promise],
    ['fails', () => Promise.reject(new Error('The database is unavailable.'))],
    ['finds nobody', () => Promise.resolve(undefined)],
  ])('is sent as to a visitor when the session lookup %s', async ([, authenticate]) => {
    const request = asRequest({ url: '/crisis', headers: { cookie: 'session=1' } });
    const startedAt = performance.now();
    expect(await createFindPageViewer(authenticate)(request, {} as FastifyReply)).toBeUndefined();
    expect(request.viewer).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  test.for([
    ['GET', '/crisis', true, true],
    ['HEAD', '/no-such-page?x=1', true, true],
    ['GET', '/login', false, true],
    ['GET', '/signup/', false, true],
    ['POST', '/login', false, false],
    ['GET', '/crisis/index.html', true, false],
    ['GET', '/.env', true, false],
    ['GET', '/api/nope', true, false],
    ['GET', '/assets/app.js', true, false],
    ['GET', '/robots.txt', false, false],
  ] as const)('%s %s (unknown to the router: %s) is a public page: %s', ([method, url, is404, isLookedUp]) => {
    expect(isPublicPage(asRequest({ method, url, is404 }))).toBe(isLookedUp);
  });
});
