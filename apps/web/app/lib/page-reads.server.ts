import { AsyncLocalStorage } from 'node:async_hooks';
import type { PageRequest } from '@commons/contract/rendered-pages';
import { sendOverNetwork, setTransport } from './api-client.ts';

/** The API of the page that is being rendered, with the page's reader. All pages share one API client. */
const readers = new AsyncLocalStorage<PageRequest['read']>();

/** A `Response` with one of these statuses must not have a body, not even an empty one. */
const statusesWithoutBody: ReadonlySet<number> = new Set([204, 205, 304]);

setTransport(async (url, init) => {
  const read = readers.getStore();
  if (!read) return sendOverNetwork(url, init);
  const { status, body, link } = await read(url);
  return new Response(statusesWithoutBody.has(status) ? null : body, {
    status,
    ...(link !== undefined && { headers: { Link: link } }),
  });
});

/** Runs the work with all of its API calls made by `read`. Pages that are rendered at the same time stay separate. */
export const readingThrough = <Result>(read: PageRequest['read'], work: () => Promise<Result>): Promise<Result> =>
  readers.run(read, work);
