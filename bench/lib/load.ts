import autocannon from 'autocannon';
import { present } from './present.ts';

export type LoadRequest = {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

/** What one round of load saw; every request was answered with success, or the round throws. */
export type Load = { requestsPerSecond: number; requests: number };

const connections = 20;

/** Sends requests, made one by one, as fast as a number of connections that each wait for their answer can. */
export async function load(url: string, seconds: number, next: () => LoadRequest): Promise<Load> {
  const { requests, non2xx, errors, timeouts, duration, statusCodeStats } = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, headers: {}, ...next() }) }],
  });
  if (non2xx + errors + timeouts > 0) {
    const statuses = JSON.stringify(statusCodeStats);
    throw new Error(
      `Under load of ${url} not all succeeded: ${statuses}, ${errors} requests failed, ${timeouts} timed out.`,
    );
  }
  return { requestsPerSecond: requests.total / duration, requests: requests.total };
}

/** Takes the items in turn, for ever. */
export function inTurn<Item>(items: readonly Item[]): () => Item {
  let next = 0;
  return () => present(items[next++ % items.length]);
}
