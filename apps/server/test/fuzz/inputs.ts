import fc from 'fast-check';
import { type Kind, reference } from './pool.ts';

/** The subset of JSON Schema in the API document. */
export type JsonSchema = {
  $ref?: string;
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/** Guesses the kind of an id by its field name. */
export type KindOf = (name: string) => Kind;

export const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    ...['', ' ', '\0', 'a\0b', '\uD800', '\u202Eabc', '\u0085', '\uFEFF', 'null', 'undefined', '-1', '1e309', 'NaN'],
    ...['__proto__', 'constructor', 'toString', '%00', '%', '%ff', '../../etc/passwd', '${7*7}', '{{7*7}}', '\r\nX: y'],
    ...["'; DROP TABLE users; --", '<script>alert(1)</script>', '\\', '%_\\', ':*&|!()', '{', '[[', '9'.repeat(400)],
    ...['a'.repeat(6_000), '\u{1F9D8}\u{1F3FD}\u200D\u2640\uFE0F'.repeat(700), 'e\u0301'.repeat(2_500)],
  ),
);
const plausibleText = fc.lorem({ maxCount: 12 });
/** Valid in length and form except for one character. */
const almostPlausibleText = fc
  .tuple(plausibleText, fc.constantFrom('\0', '\uD800', '\u202E', '\n', '\u2028', "'", '%', '\u{1F600}'))
  .map((parts) => parts.join(''));
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: hostileText, weight: 2 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
);

export const rarely = <Value>(arbitrary: fc.Arbitrary<Value>, defaultValue: Value, weight = 3): fc.Arbitrary<Value> =>
  fc.oneof({ arbitrary: fc.constant(defaultValue), weight }, { arbitrary, weight: 1 });

const index = fc.nat({ max: 9_999 });
const unusualIds = [
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01a1f8b0-1842-784d-8a93-e722f3082526',
  '01A1F8B0-1842-784D-8A93-E722F3082526',
  '{01a1f8b0-1842-784d-8a93-e722f3082526}',
  '01a1f8b01842784d8a93e722f3082526',
];

/** Mostly an id of the requested kind, otherwise of another kind or unknown. */
export const idOf = (kind: Kind): fc.Arbitrary<string> =>
  fc.oneof(
    { arbitrary: index.map((number) => reference(kind, number)), weight: 12 },
    { arbitrary: index.map((number) => reference('anything', number)), weight: 1 },
    { arbitrary: fc.constantFrom(...unusualIds), weight: 1 },
  );

/** A cursor of a list, a modified one, or random text. */
const cursor = fc.oneof(
  { arbitrary: fc.tuple(index, index).map((numbers) => reference('hostile-cursor', ...numbers)), weight: 6 },
  { arbitrary: index.map((number) => reference('cursor', number)), weight: 3 },
  { arbitrary: hostileText, weight: 1 },
);

function generateText(name: string, schema: JsonSchema): fc.Arbitrary<unknown> {
  if (name === 'cursor') return cursor;
  if (name === 'password' || name === 'newPassword')
    return fc.constantFrom('breathe in, breathe out', 'another good one');
  if (/^(?:imageU|u)rl$/.test(name))
    return fc.oneof(
      index.map((number) => `/media/${reference('picture', number)}`),
      fc.webUrl(),
      hostileText,
    );
  const { minLength = 0, maxLength = 5_000 } = schema;
  const validText = plausibleText.map((words) => words.slice(0, maxLength).padEnd(minLength, 'x'));
  const boundaryText = fc
    .tuple(fc.constantFrom('x', '\u00e9', '\u4f60'), fc.constantFrom(minLength, maxLength))
    .map(([character, length]) => character.repeat(length));
  return fc.oneof(
    { arbitrary: validText, weight: 6 },
    { arbitrary: boundaryText, weight: 1 },
    { arbitrary: almostPlausibleText, weight: 1 },
  );
}

/** Generates valid values of a schema. */
function validValue(schema: JsonSchema, kindOf: KindOf, name = ''): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (options) return fc.oneof(...options.map((option) => validValue(option, kindOf, name)));
  if (schema.format === 'uuid') return idOf(kindOf(name));
  if (schema.format === 'email' || name === 'email')
    return fc.oneof(
      index.map((number) => reference('email', number)),
      fc.emailAddress(),
    );
  if (schema.type === 'string') return generateText(name, schema);
  if (schema.type === 'integer' || schema.type === 'number')
    return fc.integer({ min: schema.minimum ?? -5, max: Math.min(schema.maximum ?? 150, 1_000) });
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (schema.type === 'array') return fc.array(validValue(schema.items ?? {}, kindOf, name), { maxLength: 4 });
  if (schema.properties) {
    const fields = Object.entries(schema.properties).map(
      ([idempotencyKey, field]) => [idempotencyKey, validValue(field, kindOf, idempotencyKey)] as const,
    );
    return fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] });
  }
  return anything;
}

/** Undeclared fields, and inherited property names. */
const strayNames = ['__proto__', 'constructor', 'toString', 'id', 'role', 'isFlagged', 'authorId', 'senderId', '', '0'];
const unusualNumbers = [0, -0, -1, 1.5, 101, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308];

/** Generates an almost valid object: one field is missing, wrong or additional. */
function almostValidObject(schema: JsonSchema, kindOf: KindOf): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties ?? {});
  if (names.length === 0) return anything;
  const invalidValue = fc.oneof(
    hostileText,
    fc.constantFrom(...unusualNumbers),
    fc.jsonValue({ maxDepth: 2 }),
    idOf('anything'),
  );
  return fc
    .tuple(
      validValue(schema, kindOf),
      fc.constantFrom(...names),
      fc.constantFrom(...strayNames),
      invalidValue,
      fc.nat({ max: 4 }),
    )
    .map(([value, name, strayName, other, mutation]) => {
      const fields = Object.entries(value as object).filter(
        ([idempotencyKey]) => mutation > 3 || idempotencyKey !== name,
      );
      if (mutation < 3) fields.push([name, other]);
      // An assignment to `__proto__` would set the prototype and send nothing.
      if (mutation > 3) fields.push([strayName, other]);
      return Object.fromEntries(fields);
    });
}

/** Generates mostly valid values, so that calls pass the first validation; otherwise almost valid or random ones. */
export const fromSchema = (schema: JsonSchema, kindOf: KindOf, name = ''): fc.Arbitrary<unknown> =>
  fc.oneof(
    { arbitrary: validValue(schema, kindOf, name), weight: 6 },
    { arbitrary: almostValidObject(schema, kindOf), weight: 3 },
    { arbitrary: anything, weight: 1 },
  );

/** JSON that no regular client sends. */
export const unusualJson = fc.constantFrom(
  ...[
    '',
    ' ',
    '{',
    '"',
    '{"a":1,}',
    "{'a':1}",
    'NaN',
    '-',
    '01',
    '1e999',
    '\uFEFF{}',
    '{}{}',
    'null',
    'true',
    '""',
    '[]',
  ],
  ...[
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"content":"a","content":"b"}',
  ],
  ...['['.repeat(8_000), '['.repeat(4_000) + ']'.repeat(4_000), '{"a":'.repeat(3_000) + '1' + '}'.repeat(3_000)],
  ...[
    '{"content":"\\ud800"}',
    '{"content":"\\u0000"}',
    '{"\\u005f_proto__":1}',
    '9'.repeat(15_000),
    `"${'x'.repeat(66_000)}"`,
    `{"content":"${'x'.repeat(66_000)}"}`,
  ],
);

const headerText = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019 -_/;=,."*\u00e9~%'), maxLength: 30 })
  .map((words) => words.trim());
const address = fc.oneof(
  headerText,
  fc.ipV4(),
  fc.ipV6(),
  fc.constantFrom(
    '127.0.0.1',
    '::1',
    'unknown',
    '10.0.0.1, 127.0.0.1',
    '_hidden',
    '1.2.3.4:56',
    '[::1]:80',
    'a,'.repeat(500),
  ),
);
const idempotencyKey = fc.oneof(
  fc.nat({ max: 30 }).map((number) => `key-${number}`),
  headerText,
  fc.constantFrom('', 'x'.repeat(200), 'x'.repeat(201), '"quoted"', 'two words'),
);
const range = fc.oneof(
  headerText,
  fc.constantFrom(
    'bytes=0-',
    'bytes=0-0',
    'bytes=-1',
    'bytes=5-2',
    'bytes=999999-',
    'bytes=0-1,3-4',
    'bytes=--1',
    'items=0-1',
  ),
);

/** Valid and invalid values of every header that the server reads. */
const headers = fc.record(
  {
    'content-type': fc.constantFrom(
      ...[
        'application/json',
        'application/json; charset=utf-8',
        'application/json; charset=utf-16',
        'text/plain',
        'a/b',
      ],
      ...[
        'multipart/form-data',
        'multipart/form-data; boundary=',
        'application/x-www-form-urlencoded',
        'application/problem+json',
      ],
      ...['APPLICATION/JSON', 'application/json, text/plain', 'application/json;;', '', '/', 'null'],
    ),
    'idempotency-key': idempotencyKey,
    'if-none-match': fc.oneof(
      headerText,
      index.map((number) => reference('etag', number)),
      fc.constant('*'),
    ),
    'if-modified-since': fc.constantFrom('Mon, 13 Jul 2026 00:00:00 GMT', 'yesterday', '0'),
    'if-range': headerText,
    accept: fc.constantFrom('text/html', 'application/json', '*/*;q=0', ';', 'text/html, */*'),
    'accept-encoding': fc.constantFrom('gzip', 'br', 'identity', '*;q=0', 'br;q=x', ',,,'),
    'accept-language': headerText,
    authorization: fc.oneof(headerText, fc.constantFrom('Bearer ', 'Bearer x', 'Basic Og==', 'Bearer '.repeat(50))),
    'user-agent': fc.oneof(headerText, fc.constant('x'.repeat(3_000)), fc.constant('<script>alert(1)</script>')),
    'x-forwarded-for': address,
    'x-forwarded-host': fc.constantFrom('elsewhere.test', 'commons.test', '', 'a b', '@'),
    'x-forwarded-proto': fc.constantFrom('https', 'http', 'javascript', 'https, http'),
    'x-real-ip': address,
    'x-http-method-override': fc.constantFrom('DELETE', 'GET', 'TRACE'),
    'sec-fetch-site': fc.constantFrom('same-origin', 'same-site', 'cross-site', 'none', 'x'),
    origin: fc.constantFrom('http://commons.test', 'http://commons.test:80', 'https://elsewhere.test', 'null', ''),
    referer: fc.constantFrom('http://commons.test/', 'https://elsewhere.test/', 'x'),
    cookie: fc.oneof(
      headerText,
      fc.tuple(index, headerText).map(([number, more]) => `${reference('cookie', number)}${more}`),
      fc.tuple(index, index).map(([one, other]) => `${reference('cookie', one)}; ${reference('cookie', other)}`),
      fc.constantFrom(
        'commons-session',
        'commons-session=',
        'commons-session=a.b',
        'commons-session=%',
        ';;=;',
        'a='.repeat(900),
      ),
    ),
    range,
  },
  { requiredKeys: [] },
);
/** One or two headers at a time: with all of them wrong, no call passes the first check. */
export const fewHeaders: fc.Arbitrary<Record<string, string>> = fc
  .tuple(headers, fc.nat({ max: 99 }), fc.nat({ max: 99 }))
  .map(([allHeaders, one, other]) => {
    const entries = Object.entries(allHeaders);
    const selected = new Set([one % (entries.length || 1), other % (entries.length || 1)]);
    return Object.fromEntries(entries.filter((_, position) => selected.has(position)));
  });
