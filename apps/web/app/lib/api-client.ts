import type { Call, Endpoint, EndpointInput, EndpointOutput, EndpointPath } from '@commons/contract/endpoint';
import { ApiError, NetworkError, parseRetryAfterSeconds } from './api-error.ts';
import { randomId } from './random-id.ts';

export { ApiError, NetworkError } from './api-error.ts';

export type CallOptions = {
  signal?: AbortSignal;
  /** Sent with a creating POST. Reuse it for retries, so that the server acts only once. */
  idempotencyKey?: string;
  /** Lets the request finish after the page unloads. */
  keepalive?: boolean;
  /** For routes that need a token instead of a session. */
  bearerToken?: string;
};

type CallArguments<Definition extends Endpoint> =
  Partial<Record<never, never>> extends EndpointInput<Definition>
    ? [input?: EndpointInput<Definition>, options?: CallOptions]
    : [input: EndpointInput<Definition>, options?: CallOptions];

type LooseInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };

/** One page of a list with the cursor of the next one. */
export type Page<Item> = { items: Item[]; next: string | null };

export const urlOf = ({ path }: Pick<EndpointPath, 'path'>, { params, query }: LooseInput): string => {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params?.[name])));
  const definedParameters = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  return definedParameters.length === 0
    ? filledPath
    : `${filledPath}?${new URLSearchParams(definedParameters.map(([name, value]) => [name, String(value)])).toString()}`;
};

/** Longer than a response takes on a slow connection. */
export const timeoutMilliseconds = 30_000;

const withTimeout = (signal: AbortSignal | null | undefined): AbortSignal => {
  const timeout = AbortSignal.timeout(timeoutMilliseconds);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
};

const requestInit = (endpoint: EndpointPath, body: unknown, options: CallOptions): RequestInit => {
  const signal = options.signal ?? null;
  const headers: Record<string, string> = {};
  if (options.bearerToken !== undefined) headers['Authorization'] = `Bearer ${options.bearerToken}`;
  if (endpoint.method === 'GET') return options.bearerToken === undefined ? { signal } : { signal, headers };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (endpoint.creates) headers['Idempotency-Key'] = options.idempotencyKey ?? randomId();
  return {
    signal,
    method: endpoint.method,
    headers,
    keepalive: options.keepalive ?? false,
    ...(body === undefined ? undefined : { body: JSON.stringify(body) }),
  };
};

/** Awaits a network operation. Its failures become `NetworkError`, unless the caller aborted. */
const fromNetwork = async <Value>(operation: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> => {
  try {
    return await operation;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NetworkError(error);
  }
};

type Transport = (url: string, init: RequestInit) => Promise<Response>;

export const sendOverNetwork: Transport = (url, init) => fetch(url, { ...init, signal: withTimeout(init.signal) });

/** Sends requests. Replaced on the server, which calls its own routes without a network. */
let send = sendOverNetwork;
export const setTransport = (transport: Transport): void => {
  send = transport;
};

const request = async (endpoint: EndpointPath, input: LooseInput = {}, options: CallOptions = {}) => {
  const url = urlOf(endpoint, input);
  const init = requestInit(endpoint, input.body, options);
  const response = await fromNetwork(send(url, init), options.signal);
  const text = await fromNetwork(response.text(), options.signal);
  if (!response.ok) {
    const retryAfterSeconds = parseRetryAfterSeconds(response.headers.get('Retry-After'));
    throw new ApiError(response.status, response.statusText, text, retryAfterSeconds);
  }
  return { data: text === '' ? undefined : (JSON.parse(text) as unknown), headers: response.headers };
};

/**
 * Calls an endpoint of the contract and returns the body of its response. Throws `ApiError` for an error response and
 * `NetworkError` if there is no response.
 */
export async function call<Definition extends Endpoint>(
  endpoint: Call<Definition>,
  ...[input, options]: CallArguments<Definition>
): Promise<EndpointOutput<Definition>> {
  const { data } = await request(endpoint, input as LooseInput | undefined, options);
  return data as EndpointOutput<Definition>;
}

type PagedEndpoint = Endpoint & { paged: true };
type ItemOf<Definition extends Endpoint> = EndpointOutput<Definition> extends (infer Item)[] ? Item : never;

/** Calls a list endpoint and returns one page. `next` comes from the `Link` header (RFC 8288). */
export async function callPage<Definition extends PagedEndpoint>(
  endpoint: Call<Definition>,
  ...[input, options]: CallArguments<Definition>
): Promise<Page<ItemOf<Definition>>> {
  const { data, headers } = await request(endpoint, input as LooseInput | undefined, options);
  return { items: data as ItemOf<Definition>[], next: findNextCursor(headers.get('Link')) };
}

/**
 * Returns the target of the `rel="next"` link in an RFC 8288 `Link` header, or null. Commas inside `<…>` or quotes do
 * not end a link. A link can have several space-separated relations.
 */
export const findNextLink = (header: string | null): string | null => {
  if (!header) return null;
  for (const [, target = '', parameters = ''] of header.matchAll(
    /<([^>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"[^"]*"|[^\s;,"]*))?)*)/g,
  )) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,"]*))/i.exec(parameters);
    const relations = (relation?.[1] ?? relation?.[2] ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('next')) return target;
  }
  return null;
};

/** Returns the cursor of the next page, or null on the last page. */
export const findNextCursor = (header: string | null): string | null => {
  const target = findNextLink(header);
  // The base only makes a relative URL parsable. Nothing is fetched from it.
  return target === null ? null : new URL(target, 'http://relative.invalid').searchParams.get('cursor');
};
