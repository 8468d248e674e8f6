/** A stub of the server for component tests. A test declares the reply of each endpoint that its component calls. */
import type { Call, Endpoint, EndpointOutput, EndpointPath } from '@commons/contract/endpoint';
import { setTransport } from '../app/lib/api-client.ts';

export type ApiRequest = {
  endpoint: EndpointPath;
  path: string;
  query: URLSearchParams;
  body: unknown;
  idempotencyKey: string | null;
};

type Reply = (request: ApiRequest) => unknown;

const replies = new Map<EndpointPath, Reply>();
let received: ApiRequest[] = [];
let unexpected: string[] = [];

/** Replies to all calls of an endpoint with a body or a response, until a later call replaces it. */
export const reply = <Definition extends Endpoint>(
  endpoint: Call<Definition>,
  answer:
    | EndpointOutput<Definition>
    | Response
    | ((request: ApiRequest) => EndpointOutput<Definition> | Response | Promise<EndpointOutput<Definition> | Response>),
): void => void replies.set(endpoint, typeof answer === 'function' ? (answer as Reply) : () => answer);

/** Holds the reply of an endpoint until the returned function is called with it. */
export const holdReply = <Definition extends Endpoint>(
  endpoint: Call<Definition>,
): ((answer: EndpointOutput<Definition> | Response) => void) => {
  const { promise, resolve } = Promise.withResolvers<EndpointOutput<Definition> | Response>();
  reply(endpoint, () => promise);
  return resolve;
};

/** Returns the requests that an endpoint has received. */
export const requestsOf = (endpoint: EndpointPath): ApiRequest[] =>
  received.filter((request) => request.endpoint === endpoint);

export const unexpectedRequests = (): string[] => unexpected;

export const resetApi = (): void => {
  replies.clear();
  received = [];
  unexpected = [];
};

/** A page of a list that has a next page. */
export const pageWithNext = (items: unknown[], cursor = 'next'): Response =>
  Response.json(items, { headers: { Link: `</next?cursor=${cursor}>; rel="next"` } });

export const problem = (status: number, code = 'server.failed', detail = 'On our side.'): Response =>
  Response.json(
    { type: `urn:problem:${code}`, title: 'Failed', status, detail },
    { status, headers: { 'Content-Type': 'application/problem+json' } },
  );

/** A response for a request that never reached the server. */
export const networkFailure = (): never => {
  throw new TypeError('Failed to fetch');
};

const matches = ({ method, path }: EndpointPath, init: RequestInit, pathname: string): boolean =>
  method === (init.method ?? 'GET') && new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(pathname);

setTransport(async (url, init) => {
  const { pathname, searchParams } = new URL(url, location.origin);
  const match = [...replies].find(([endpoint]) => matches(endpoint, init, pathname));
  if (!match) {
    unexpected.push(`${init.method ?? 'GET'} ${url}`);
    return problem(404);
  }
  const [endpoint, answer] = match;
  const request: ApiRequest = {
    endpoint,
    path: pathname,
    query: searchParams,
    body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    idempotencyKey: new Headers(init.headers).get('Idempotency-Key'),
  };
  received.push(request);
  const result = await answer(request);
  if (result instanceof Response) return result.clone();
  return result === undefined ? new Response(null, { status: 204 }) : Response.json(result);
});
