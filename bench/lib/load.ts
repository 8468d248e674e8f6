import autocannon from 'autocannon';
import { requireDefined } from './require-defined.ts';

export type LoadRequest = {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers?: Record<string, string>;
  body?: string;
};

/** Result of one round of load in which every request succeeded. */
export type Load = { requestsPerSecond: number; requests: number };

const connections = 20;

/**
 * Sends requests as fast as 20 connections can. Each connection waits for a response before its next request.
 * @throws Error when a request fails.
 */
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
      `Requests to ${url} failed under load: statuses ${statuses}, ${errors} errors, ${timeouts} timeouts.`,
    );
  }
  return { requestsPerSecond: requests.total / duration, requests: requests.total };
}

/** Returns a function that cycles through the items. */
export function cycleThrough<Item>(items: readonly Item[]): () => Item {
  let next = 0;
  return () => requireDefined(items[next++ % items.length]);
}
