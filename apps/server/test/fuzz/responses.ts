import { isDeepStrictEqual } from 'node:util';
import type { Endpoint } from '@commons/contract/endpoint';
import { platformErrors } from '@commons/contract/problem';
import { problemView } from '@commons/contract/problem/schemas';
import type { Call } from './calls.ts';

export type FuzzResponse = {
  status: number;
  headers: Record<string, string | string[] | number | undefined>;
  text: string;
};

/** Collects faults, one entry with the shortest example for each kind of fault. */
export class Faults {
  readonly #found = new Map<string, { count: number; example: string }>();

  add(description: string, example: unknown): void {
    const text = JSON.stringify(example, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    const existing = this.#found.get(description);
    const isShorter = !existing || text.length < existing.example.length;
    this.#found.set(description, {
      count: (existing?.count ?? 0) + 1,
      example: isShorter ? text.slice(0, 3_000) : existing.example,
    });
  }

  drain(): string[] {
    const lines = [...this.#found].map(
      ([description, { count, example }]) => `${description} (${count} times), for instance ${example}`,
    );
    this.#found.clear();
    return lines;
  }
}

const exactHeaders: Record<string, string> = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

export function findHeaderFault(headers: FuzzResponse['headers']): string | undefined {
  for (const [name, value] of Object.entries(exactHeaders)) if (headers[name] !== value) return `header ${name}`;
  const policy = String(headers['content-security-policy']);
  if (!/default-src '(?:none|self)'/.test(policy) || !policy.includes("frame-ancestors 'none'"))
    return 'header content-security-policy';
  if (/script-src[^;]*unsafe/.test(policy)) return 'an unsafe content-security-policy';
  if (!String(headers['permissions-policy']).includes('geolocation=()')) return 'header permissions-policy';
  if (!/^[\da-f-]{36}$/.test(String(headers['x-request-id']))) return 'header x-request-id';
  if (!headers['cache-control']) return 'header cache-control';
  if (headers['x-powered-by'] !== undefined || headers['server'] !== undefined) return 'a header names the software';
  return undefined;
}

/** The platform errors that any call may return, except internal failures. */
const platformErrorStatuses = new Map(
  Object.entries(platformErrors)
    .filter(([code]) => code !== 'server.failed')
    .map(([code, { status }]) => [code, status]),
);

function findProblemFault(
  { status, headers, text }: FuzzResponse,
  allowedErrors: Map<string, number>,
): string | undefined {
  if (headers['content-type'] !== 'application/problem+json') return `${status} as ${String(headers['content-type'])}`;
  if (headers['cache-control'] !== 'no-store') return `${status} may be cached`;
  const result = problemView.strict().safeParse(parseJson(text));
  if (!result.success) return `${status} is not a problem document`;
  const problem = result.data;
  const code = problem.type.replace('urn:problem:', '');
  if (problem.status !== status || allowedErrors.get(code) !== status)
    return `${status} ${code} is not in the contract`;
  if (problem.instance !== `urn:request:${String(headers['x-request-id'])}`)
    return `${status} has the id of another request`;
  if (code === 'request.invalid' && !problem.errors?.length) return `${code} names no field`;
  if ((status === 429 || status === 503) && !/^\d+$/.test(String(headers['retry-after'])))
    return `${status} without Retry-After`;
  if (/node_modules|\.ts\b|select |insert |relation|stack/i.test(text))
    return `${status} contains internal information`;
  return undefined;
}

/**
 * Checks a response against the contract of the call, or of the API call that a form submits. Returns the fault, if any.
 */
export function findFault(
  call: Call,
  response: FuzzResponse,
  { endpoint, errors }: { endpoint: Endpoint | undefined; errors: NonNullable<Endpoint['errors']> },
): string | undefined {
  const { status, headers, text } = response;
  const headerFault = findHeaderFault(headers);
  if (headerFault) return `${status} without the right ${headerFault}`;
  if (call.method === 'HEAD' && text !== '') return `${status} to HEAD has a body`;
  if (status === 304) return call.method === 'POST' || text !== '' ? '304 with a body' : undefined;
  if (status >= 400) {
    if (status >= 500 && status !== 503) return `${status}`;
    if (call.method === 'HEAD') return undefined;
    const isPage = !endpoint && String(headers['content-type']).startsWith('text/html');
    if (isPage) return undefined;
    const callErrors = Object.entries(errors).map(([code, definition]): [string, number] => [code, definition.status]);
    return findProblemFault(response, new Map([...platformErrorStatuses, ...callErrors]));
  }
  return endpoint ? findReplyFault(call, response, endpoint) : undefined;
}

function findReplyFault(
  { method }: Call,
  { status, headers, text }: FuzzResponse,
  { replies, paged }: Endpoint,
): string | undefined {
  const schema = replies[status];
  if (schema === undefined) return `${status} is not in the contract`;
  if (schema === null) return text === '' ? undefined : `${status} has a body`;
  if (method === 'HEAD') return undefined;
  if (!String(headers['content-type']).startsWith('application/json'))
    return `${status} as ${String(headers['content-type'])}`;
  const body = parseJson(text);
  const result = schema.safeParse(body);
  if (!result.success)
    return `${status} does not fit its schema: ${result.error.issues[0]?.path.join('.')} ${result.error.issues[0]?.message}`;
  // The schema drops unknown fields, so a difference is an undeclared field.
  if (!isDeepStrictEqual(result.data, body)) return `${status} has undeclared fields`;
  if (headers['link'] !== undefined && !paged) return `${status} has an undeclared next page`;
  return undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
