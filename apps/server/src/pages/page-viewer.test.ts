import type { FastifyReply, FastifyRequest } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { Authenticate } from '../platform/sessions/viewer.ts';
import { createFindPageViewer } from './page-viewer.ts';

const asRequest = (given: Partial<FastifyRequest>): FastifyRequest => given as FastifyRequest;

describe('a page', () => {
  test.for<[string, Authenticate]>([
    ['times out', () => Promise.withResolvers<undefined>().promise],
    ['fails', () => Promise.reject(new Error('The database is unavailable.'))],
    ['finds nobody', () => Promise.resolve(undefined)],
  ])('is sent without a viewer when the session lookup %s', async ([, authenticate]) => {
    const request = asRequest({ url: '/crisis', headers: { cookie: 'session=1' } });
    const startedAt = performance.now();
    expect(await createFindPageViewer(authenticate)(request, {} as FastifyReply)).toEqual({ isSuspended: false });
    expect(request.viewer).toBeUndefined();
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });
});
