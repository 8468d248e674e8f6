import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import autocannon from 'autocannon';
import { requireDefined } from './measurement.ts';

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
  const { requests, non2xx, errors, duration, statusCodeStats } = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [{ setupRequest: (changed) => ({ ...changed, headers: {}, ...next() }) }],
  });
  if (non2xx + errors > 0) {
    const statuses = JSON.stringify(statusCodeStats);
    throw new Error(`Requests to ${url} failed under load: statuses ${statuses}, ${errors} without a response.`);
  }
  return { requestsPerSecond: requests.total / duration, requests: requests.total };
}

/** Makes calls one after another over one connection, so without load. Returns their durations in milliseconds. */
export async function latencies(url: string, cookies: readonly string[], count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const nextCookie = cycleThrough(cookies);
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    await call(url, nextCookie(), agent);
    times.push(performance.now() - startedAt);
  }
  agent.destroy();
  return times;
}

async function call(url: string, cookie: string, agent: Agent): Promise<void> {
  const [response] = (await once(request(url, { agent, headers: { cookie } }).end(), 'response')) as [IncomingMessage];
  await once(response.resume(), 'end');
  if (response.statusCode !== 200) throw new Error(`${url} returned ${response.statusCode}`);
}

/** Returns a function that cycles through the items. */
export function cycleThrough<Item>(items: readonly Item[]): () => Item {
  let next = 0;
  return () => requireDefined(items[next++ % items.length]);
}
