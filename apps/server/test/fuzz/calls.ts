import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Endpoint } from '@commons/contract/endpoint';
import fc from 'fast-check';
import { kindRoutes } from '../authorization.ts';
import {
  anything,
  fewHeaders,
  fromSchema,
  idOf,
  type JsonSchema,
  type KindOf,
  hostileText,
  rarely,
  unusualJson,
} from './inputs.ts';
import { type Kind, type Pool, reference } from './pool.ts';
import { pictureCount, uploadBody } from './uploads.ts';

export const callerNames = ['visitor', 'ana', 'ben', 'cora', 'dan', 'flagged', 'manager', 'admin', 'leaver'] as const;
export type CallerName = (typeof callerNames)[number];

type Payload = { body: Buffer; contentType: string | undefined };

/** A generated call with unresolved references. */
export type PlannedCall = {
  route: string;
  method: string;
  segments: string[];
  query: [string, string][];
  headers: Record<string, string>;
  payload:
    | { text: string; contentType?: string }
    | { fields: [name: string, value: string][] }
    | { upload: Parameters<typeof uploadBody>[0] }
    | undefined;
  caller: CallerName;
};
export type Call = {
  route: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  caller: CallerName;
};

type Parameter = { name: string; in: string; schema: JsonSchema };
type Operation = { parameters?: Parameter[]; requestBody?: { content: Record<string, { schema: JsonSchema }> } };
export type ApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema> };
};

/** Returns every endpoint of the contract by its route in Fastify's notation, and all error codes. */
export async function readContract(): Promise<{ endpoints: Map<string, Endpoint>; errors: Set<string> }> {
  const folder = fileURLToPath(new URL('../../../../packages/contract/src/', import.meta.url));
  const endpoints = new Map<string, Endpoint>();
  const errors = new Set<string>();
  for (const file of readdirSync(folder).filter((name) => !name.endsWith('.test.ts'))) {
    const exported = Object.entries((await import(`${folder}${file}`)) as Record<string, unknown>);
    for (const [name, value] of exported) {
      if (typeof value !== 'object' || value === null) continue;
      if ('method' in value && 'replies' in value) {
        const endpoint = value as Endpoint;
        endpoints.set(`${endpoint.method} ${endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')}`, endpoint);
      }
      if (name.endsWith('Errors')) for (const code of Object.keys(value)) errors.add(code);
    }
  }
  return { endpoints, errors };
}

/** Replaces the references in a schema with the referenced schemas. */
function inlineReferences(schema: JsonSchema, schemas: Record<string, JsonSchema>): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value: JsonSchema | undefined) =>
    value?.$ref === undefined ? value : inlineReferences(schemas[value.$ref.replace(/^.*\//, '')] ?? {}, schemas),
  ) as JsonSchema;
}

const kindBySegment: [RegExp, Kind][] = [
  [/^\/api\/posts\/:id\/poll/, 'poll'],
  ...Object.entries(kindRoutes).map(([kind, route]): [RegExp, Kind] => [
    new RegExp(`^${route.replace('POST ', '')}/:id`),
    kind as Kind,
  ]),
  [/^\/api\/meditations\/:id/, 'meditation'],
  [/^\/api\/books\/:id/, 'book'],
  [/^\/api\/podcasts\/:id/, 'podcast'],
  [/^\/api\/journal-categories\/:id/, 'category'],
  [/^\/api\/journal-prompts\/:id/, 'prompt'],
  [/^\/api\/journal-entries\/:id/, 'entry'],
  [/^\/api\/events\/:id/, 'event'],
  [/^\/api\/moderation\/queue\/:id/, 'case'],
  [/^\/api\/messages\/photos/, 'photo'],
  [/^\/api\/messages\/:id/, 'message'],
];
const kindByName: [RegExp, Kind][] = [
  [/comment/i, 'comment'],
  [/option/i, 'option'],
  [/event/i, 'event'],
  [/decision/i, 'decision'],
  [/prompt/i, 'prompt'],
  [/user|receiver|member|sender|author/i, 'member'],
  [/photo/i, 'photo'],
  [/message|after/i, 'message'],
  [/subject/i, 'anything'],
];

/** Guesses the kind of an id by the name of its field or by its path. */
const kindsOf =
  (path: string): KindOf =>
  (name) =>
    kindByName.find(([pattern]) => pattern.test(name))?.[1] ??
    kindBySegment.find(([pattern]) => pattern.test(path))?.[1] ??
    'member';

/** Calls that hash a password or render a picture take a hundred times as long as others. */
const isSlow = (route: string) =>
  /sign-|password|change-email|two-factor|\/photo$|\/uploads?(?:\/|$)|\/(?:login|signup)/.test(route);
/** Calls that end sessions use a separate member. */
const endsSessions = (route: string) =>
  / \/api\/logout| \/api\/auth\/(?:other-)?sessions|^POST \/api\/account\/break|^DELETE \/api\/account(?:\/consent)?$/.test(
    route,
  );

/** HTML forms are not in the API document. Each takes the input of an API call. */
export const apiCallByForm: Record<string, string> = {
  'POST /login': 'POST /api/auth/sign-in/email',
  'POST /signup': 'POST /api/auth/sign-up/email',
  'POST /forgot-password': 'POST /api/auth/request-password-reset',
  'POST /reset-password': 'POST /api/auth/reset-password',
  'POST /sign-in-code': 'POST /api/auth/sign-in/code',
  'POST /confirm-email': 'POST /api/auth/confirm-email',
  'POST /unsubscribe': 'POST /api/notifications/unsubscribe',
  'POST /waitlist': 'POST /api/waitlist',
  'POST /report-a-concern': 'POST /api/concerns',
  'POST /confirm-concern': 'POST /api/concerns/confirmation',
  'POST /dmtools': 'POST /api/book-notifications',
};

type Fields = [name: string, value: string][];
const anyFields: fc.Arbitrary<Fields> = fc.array(
  fc.tuple(fc.oneof(fc.constantFrom('email', 'password', 'firstName', 'returnTo'), hostileText), hostileText),
  { maxLength: 8 },
);
const fieldsOf = (schema: JsonSchema, kindOf: KindOf): fc.Arbitrary<Fields> =>
  fromSchema(schema, kindOf).map((value) =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).map(([name, field]): Fields[number] => [name, asText(field)])
      : [],
  );
const unusualForm = fc
  .constantFrom('', '&', '=', '%', 'email=%ff', 'a=1&a=2', 'a[b]=c', '__proto__[x]=1', 'x='.repeat(9_000))
  .map((text) => ({ text, contentType: formType }));
const formType = 'application/x-www-form-urlencoded';

const withoutCookie = fewHeaders.map((headers) => {
  const { cookie, ...others } = headers;
  return cookie === undefined ? headers : others;
});

/** Generates valid and invalid calls of a route. */
function generateCalls(
  route: string,
  operation: Operation,
  formSchema: JsonSchema | undefined,
): fc.Arbitrary<PlannedCall> {
  const [method = '', path = ''] = route.split(' ');
  const kindOf = kindsOf(path);
  const inQuery = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const query = fc.record(
    Object.fromEntries(inQuery.map(({ name, schema }) => [name, fromSchema(schema, kindOf, name)])),
    { requiredKeys: [] },
  );
  const segment = fc.oneof({ arbitrary: idOf(kindOf('id')), weight: 12 }, { arbitrary: hostileText, weight: 1 });
  const segments = path.includes(':commentId')
    ? fc.oneof(
        { arbitrary: fc.nat().map((n) => [reference('subject-of-comment', n), reference('comment', n)]), weight: 4 },
        { arbitrary: fc.tuple(segment, idOf('comment')), weight: 1 },
      )
    : path.startsWith('/media/')
      ? fc.tuple(
          fc.oneof(
            fc.nat().map((n) => reference('picture', n)),
            hostileText,
          ),
        )
      : fc.tuple(
          path.includes(':userId') ? fc.oneof({ arbitrary: idOf('member'), weight: 12 }, segment) : segment,
          fc.constantFrom('small', 'card', 'full', 'huge', ''),
        );

  return fc
    .record({
      segments,
      query: inQuery.length > 0 ? query : fc.constant({}),
      strayQuery: rarely(fc.tuple(hostileText, hostileText), undefined, 15),
      payload: generatePayloads(route, operation, formSchema, kindOf),
      headers: rarely(endsSessions(route) ? withoutCookie : fewHeaders, {}),
      // Browsers that send a form without JavaScript accept a page.
      wantsPage: formSchema ? fc.boolean() : fc.constant(false),
      caller: endsSessions(route) ? fc.constantFrom<CallerName>('leaver', 'visitor') : fc.constantFrom(...callerNames),
      asHead: fc.nat({ max: 19 }),
    })
    .map(({ query, strayQuery, asHead, wantsPage, headers, ...rest }) => ({
      headers: { ...(wantsPage && { accept: 'text/html' }), ...headers },
      route,
      method: method === 'GET' && asHead === 0 ? 'HEAD' : method,
      query: [
        ...Object.entries(query).map(([name, value]): [string, string] => [name, asText(value)]),
        ...(strayQuery ? [strayQuery] : []),
      ],
      ...rest,
    }));
}

const json = (value: fc.Arbitrary<unknown>) =>
  value.map((body) => ({ text: JSON.stringify(body), contentType: 'application/json' }));

function generatePayloads(
  route: string,
  operation: Operation,
  formSchema: JsonSchema | undefined,
  kindOf: KindOf,
): fc.Arbitrary<PlannedCall['payload']> {
  const unusual = unusualJson.map((text) => ({ text, contentType: 'application/json' }));
  const form = fc.oneof(
    { arbitrary: (formSchema ? fieldsOf(formSchema, kindOf) : anyFields).map((fields) => ({ fields })), weight: 15 },
    { arbitrary: anyFields.map((fields) => ({ fields })), weight: 1 },
    { arbitrary: unusualForm, weight: 1 },
  );
  const body = bodyOf(operation);
  if (body)
    return fc.oneof(
      { arbitrary: json(fromSchema(body, kindOf)), weight: 30 },
      { arbitrary: unusual, weight: 3 },
      { arbitrary: form, weight: 1 },
      { arbitrary: fc.constant(undefined), weight: 1 },
    );
  if (isUpload(route))
    return fc.oneof(
      { arbitrary: uploads.map((upload) => ({ upload })), weight: 12 },
      { arbitrary: unusual, weight: 1 },
      { arbitrary: form, weight: 1 },
      { arbitrary: fc.constant(undefined), weight: 1 },
    );
  if (formSchema) return fc.oneof({ arbitrary: form, weight: 9 }, { arbitrary: unusual, weight: 1 });
  return rarely(fc.oneof(json(anything), unusual, form), undefined, 12);
}

const bodyOf = (operation: Operation | undefined) => operation?.requestBody?.content['application/json']?.schema;

const isUpload = (route: string) => /^POST .*(?:\/uploads\/|\/upload$|\/photo$)/.test(route);

const uploads = fc.record({
  parts: fc
    .array(
      fc.record({
        name: fc.oneof(
          { arbitrary: fc.constantFrom('file', 'photo', 'audioFile', 'coverFile'), weight: 9 },
          { arbitrary: hostileText, weight: 1 },
        ),
        fileName: rarely(fc.oneof(hostileText, fc.constant(undefined)), 'a picture.png', 4),
        type: fc.constantFrom(
          'image/png',
          'image/jpeg',
          'text/html',
          '',
          'image/svg+xml; charset=x',
          'multipart/mixed; boundary=y',
        ),
        picture: fc.nat({ max: pictureCount * 3 }),
        damage: rarely(fc.tuple(fc.nat(), fc.nat({ max: 255 })), undefined, 2),
        encoding: rarely(fc.constantFrom('base64', 'quoted-printable', 'x'), undefined, 9),
      }),
      { minLength: 1, maxLength: 3 },
    )
    .map((parts) => (parts.length === 2 ? parts.slice(0, 1) : parts)),
  boundary: rarely(fc.constantFrom('a', '-', 'x'.repeat(70), 'x'.repeat(200), "'()+_,-./:=?"), 'ein-rand', 6),
  framing: rarely(
    fc.constantFrom(
      'no end',
      'no boundary',
      'another boundary',
      'line feeds',
      'preamble',
      'empty',
      'cut',
      'endless header',
      'quoted',
    ),
    'right',
    4,
  ),
});

/** Generates calls of every route. Routes with input are more frequent, slow ones less. */
export function planCalls(routes: string[], document: ApiDocument): fc.Arbitrary<PlannedCall> {
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        inlineReferences(operation as JsonSchema, document.components.schemas) as Operation,
      ]),
    ),
  );
  const planned = routes
    .filter((route) => !route.startsWith('HEAD ') && !route.startsWith('OPTIONS ') && route !== 'GET /ws')
    .map((route) => {
      const operation = operations.get(route);
      const formSchema = bodyOf(operations.get(apiCallByForm[route] ?? ''));
      const hasInput =
        operation?.requestBody !== undefined || operation?.parameters?.some(({ in: location }) => location === 'query');
      const weight = isSlow(route) ? 1 : hasInput === true ? 12 : 6;
      return { route, operation, arbitrary: generateCalls(route, operation ?? {}, formSchema), weight };
    });
  // One call in fifty has an oversized body. Within each route this would be too rare.
  const routesWithBody = planned.filter(({ route, operation }) => bodyOf(operation) && !isSlow(route));
  return fc.oneof(
    { arbitrary: fc.oneof(...planned), weight: 49 },
    { arbitrary: fc.oneof(...routesWithBody).map((call) => ({ ...call, payload: oversizedPayload })), weight: 1 },
  );
}

const oversizedPayload = { text: JSON.stringify({ content: 'x'.repeat(66_000) }), contentType: 'application/json' };

/** Resolves the references of a call with existing data. */
export function resolveCall(planned: PlannedCall, pool: Pool): Call {
  const { route, method, caller } = planned;
  const resolve = (text: string) => pool.resolve(text, route);
  const [, path = ''] = route.split(' ');
  let nextSegment = 0;
  // An empty or parent segment would match another route.
  const address = path.replaceAll(/:\w+/g, () =>
    encodeText(resolve(planned.segments[nextSegment++] ?? '')).replace(/^\.{0,2}$/, 'none'),
  );
  const search = planned.query.map(([name, value]) => `${encodeText(name)}=${encodeText(resolve(value))}`).join('&');
  const payload = payloadOf(planned.payload, resolve);
  const headers = {
    ...(payload?.contentType !== undefined && { 'content-type': payload.contentType }),
    ...Object.fromEntries(Object.entries(planned.headers).map(([name, value]) => [name, resolve(value)])),
  };
  return { route, method, url: search ? `${address}?${search}` : address, headers, body: payload?.body, caller };
}

function payloadOf(planned: PlannedCall['payload'], resolve: (text: string) => string): Payload | undefined {
  if (!planned) return undefined;
  if ('upload' in planned) return uploadBody(planned.upload);
  if ('text' in planned) return { body: Buffer.from(resolve(planned.text)), contentType: planned.contentType };
  const fields = planned.fields.map(([name, value]) => [toWellFormed(name), toWellFormed(resolve(value))]);
  return { body: Buffer.from(new URLSearchParams(fields).toString()), contentType: formType };
}

const toWellFormed = (text: string) => text.toWellFormed();
const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
const encodeText = (text: string): string => encodeURIComponent(toWellFormed(text));
