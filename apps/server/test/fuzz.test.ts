import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createComment, createPost } from '@commons/contract/feed';
import { problemView } from '@commons/contract/problem';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Caller } from './caller.ts';
import { Community, Member } from './community.ts';
import { collectRoutes } from './routes.ts';

type JsonSchema = {
  $ref?: string;
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
};
type Parameter = { name: string; in: string; schema: JsonSchema };
type Operation = { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: JsonSchema }> } };
type Call = {
  method: Parameters<Caller['send']>[0];
  url: string;
  body: unknown;
  headers: Record<string, string>;
  isMember: boolean;
};

let community: Community;
let routes: string[];
let operations: Record<string, Operation>;
let ana: Member;
/** Ids that are really there, so that a request may get further than to "not found". */
const ids: string[] = [];

beforeAll(async () => {
  ({ opened: community, routes } = await collectRoutes(() => Community.open()));
  ana = await community.member();
  const post = await ana.call(createPost, { body: { content: 'Good morning' } });
  const comment = await ana.call(createComment, { params: { id: post.body.id }, body: { content: 'And to you' } });
  ids.push(post.body.id, comment.body.id, ana.id, randomUUID());

  const { body } = await community.visitor.send<{ paths: Record<string, Record<string, Operation>> }>(
    'GET',
    '/api/openapi.json',
  );
  operations = Object.fromEntries(
    Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        operation,
      ]),
    ),
  );
});
afterAll(() => community.close());

const nastyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    ...['', ' ', '\0', 'a\0b', '\uD800', '\u202Eabc', 'null', '-1', '1e309', 'NaN', '__proto__', 'constructor'],
    ...[
      "'; DROP TABLE users; --",
      '${7*7}',
      '<script>alert(1)</script>',
      '../../etc/passwd',
      '%00',
      '%',
      'a'.repeat(6_000),
    ],
  ),
);
const plausibleText = fc.lorem({ maxCount: 12 });
/** Passes every check of length and form but for one character. */
const almostPlausibleText = fc
  .tuple(plausibleText, fc.constantFrom('\0', '\0', '\uD800', '\u202E', '\n', "'", '%00', '\u{1F600}'))
  .map((parts) => parts.join(''));
const anything = fc.oneof({ arbitrary: nastyText, weight: 2 }, { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 });

/** Mostly what the schema asks for, so that requests get past the door; else anything. */
function fromSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: valid(schema), weight: 5 }, { arbitrary: anything, weight: 1 });
}

function valid(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(fromSchema));
  if (schema.format === 'uuid') return fc.constantFrom(...ids);
  if (schema.format === 'email') return fc.emailAddress();
  if (schema.type === 'string') return fc.oneof(plausibleText, almostPlausibleText, nastyText);
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.oneof(fc.integer({ min: -5, max: 150 }), fc.double());
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'array') return fc.array(fromSchema(schema.items ?? {}), { maxLength: 4 });
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(([name, field]) => [name, fromSchema(field)] as const);
    return fc.record(Object.fromEntries(fields), fields.length > 2 ? {} : { requiredKeys: [] });
  }
  return anything;
}

const encoded = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed());

const headerText = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019 -_/;=,."*\u00e9~%'), maxLength: 30 })
  .map((text) => text.trim());
const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      'application/json',
      'application/json; charset=utf-8',
      'text/plain',
      'multipart/form-data',
    ),
    'idempotency-key': headerText,
    'if-none-match': headerText,
    'accept-encoding': fc.constantFrom('gzip', 'br', 'identity', '*;q=0'),
    'x-forwarded-for': headerText,
    'sec-fetch-site': fc.constantFrom('same-origin', 'cross-site', 'none'),
    origin: fc.constantFrom('http://commons.test', 'https://elsewhere.test', 'null'),
    cookie: headerText,
    range: headerText,
  },
  { requiredKeys: [] },
);
const seldom = <Value>(arbitrary: fc.Arbitrary<Value>, otherwise: Value) =>
  fc.oneof({ arbitrary: fc.constant(otherwise), weight: 3 }, { arbitrary, weight: 1 });

/** A call of a route, which may be as it should be or not. */
function callOf(route: string): fc.Arbitrary<Call> {
  const [method = '', path = ''] = route.split(' ');
  const { parameters = [], requestBody } = operations[route] ?? {};
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const body = requestBody?.content['application/json']?.schema;
  return fc
    .record({
      params: fc.array(fromSchema({ type: 'string', format: 'uuid' }), { minLength: 2, maxLength: 2 }),
      query: seldom(
        fc.record(Object.fromEntries(inQuery.map(({ name, schema }) => [name, fromSchema(schema)])), {
          requiredKeys: [],
        }),
        {},
      ),
      strayQuery: seldom(fc.tuple(nastyText, nastyText), undefined),
      body: body ? fromSchema(body) : seldom(anything, undefined),
      headers: seldom(headers, {}),
      isMember: fc.boolean(),
    })
    .map(({ params, query, strayQuery, ...rest }) => {
      let next = 0;
      const address = path.replaceAll(/:\w+/g, () => encoded(params[next++]));
      const pairs = [...Object.entries(query), ...(strayQuery ? [strayQuery] : [])];
      const search = pairs.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
      return { method: method as Call['method'], url: search ? `${address}?${search}` : address, ...rest };
    });
}

/** Sends it as a member with a session of its own, which a call may end, or as a visitor. */
async function send(call: Call) {
  const { method, url, isMember } = call;
  const caller = isMember
    ? new Member(community.server, { ...ana, cookie: await community.signIn(ana.id) })
    : community.visitor;
  const isText = typeof call.body === 'string';
  const body =
    call.body === null || typeof call.body === 'number' || typeof call.body === 'boolean'
      ? JSON.stringify(call.body)
      : call.body;
  return caller.send(method, url, {
    body,
    headers: { ...(isText && { 'content-type': 'application/json' }), ...call.headers },
  });
}

test('whatever is sent to whichever call, it is answered as promised and never by an error of ours', async () => {
  const calls = routes.filter((route) => !route.startsWith('HEAD '));
  const [withBody, withoutBody] = [true, false].map((has) =>
    calls.filter((route) => has === 'requestBody' in (operations[route] ?? {})),
  );
  const call = fc
    .oneof(
      { arbitrary: fc.constantFrom(...(withBody ?? [])), weight: 2 },
      { arbitrary: fc.constantFrom(...(withoutBody ?? [])), weight: 1 },
    )
    .chain(callOf);
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(call, async (each) => {
      const answer = await send(each);
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      expect(answer.status).toBeLessThan(500);
      if (answer.status < 400) return;
      expect(answer.headers['content-type']).toBe('application/problem+json');
      problemView.strict().parse(answer.body);
    }),
    { numRuns: 500 },
  );
  // The requests got past the door often enough to mean something.
  for (const status of [200, 201, 400, 401, 404]) expect([...statuses.keys()]).toContain(status);
});

/** Asks over the network for exactly this address, which a client library would tidy up first. */
async function ask(
  base: string,
  method: string,
  path: string,
  given: Record<string, string>,
): Promise<IncomingMessage> {
  const asked = request(base, { method, path, headers: given, agent: false }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer;
}

test('whatever address is asked for, it is answered as promised', async () => {
  const segment = fc.oneof(
    fc.constantFrom(
      'api',
      'posts',
      'auth',
      'ws',
      '..',
      '.',
      '',
      '%',
      '%2e%2e',
      '%00',
      '%ff',
      '\\',
      ';',
      '*',
      ':id',
      'assets',
    ),
    nastyText.map(encoded),
  );
  const address = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join('/')}`);
  const base = await community.listen();
  const method = fc.constantFrom<Call['method']>('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS');
  await fc.assert(
    fc.asyncProperty(method, address, headers, async (verb, url, given) => {
      const answer = await ask(base, verb, url, { ...given, cookie: ana.cookie });
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }),
    { numRuns: 300 },
  );
});
