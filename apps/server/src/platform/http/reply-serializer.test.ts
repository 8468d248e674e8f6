import * as auth from '@commons/contract/auth/schemas';
import * as community from '@commons/contract/community/schemas';
import * as connections from '@commons/contract/connections/schemas';
import type { Endpoint } from '@commons/contract/endpoint';
import * as feed from '@commons/contract/feed/schemas';
import * as messages from '@commons/contract/messages/schemas';
import { problemView } from '@commons/contract/problem/schemas';
import * as profiles from '@commons/contract/profiles/schemas';
import * as reports from '@commons/contract/reports/schemas';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createReplySerializer } from './reply-serializer.ts';

const serializer = (schema: z.ZodType, checked = false) =>
  createReplySerializer({ checked })({ schema, method: 'GET', url: '/some', httpStatus: '200' });

type JsonSchema = {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  format?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
};

/** Generates values of a schema, including texts that break naive serializers. */
function valuesOf(schema: JsonSchema, definitions: Record<string, JsonSchema>): fc.Arbitrary<unknown> {
  const recurse = (inner: JsonSchema) => valuesOf(inner, definitions);
  if (schema.$ref) return recurse(definitions[schema.$ref.replace('#/$defs/', '')]!);
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return fc.oneof(...alternatives.map(recurse));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map((type) => recurse({ ...schema, type })));
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'date-time') return someTime;
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, recurse(field)] as const);
  const byType: Record<string, () => fc.Arbitrary<unknown>> = {
    null: () => fc.constant(null),
    boolean: () => fc.boolean(),
    integer: () => fc.integer(),
    number: () => fc.integer().map((number) => number / 8),
    string: () => someText,
    array: () => fc.array(recurse(schema.items ?? {}), { maxLength: 3 }),
    object: () => fc.record(Object.fromEntries(fields), { requiredKeys: schema.required ?? [] }),
  };
  return byType[String(schema.type)]!();
}

const someTime = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
  .map((date) => date.toISOString());
const someText = fc.string({ unit: fc.oneof(fc.constantFrom(...'"\\\n\u2028\0'), fc.string({ unit: 'grapheme' })) });

const replies = [auth, community, connections, feed, messages, profiles, reports]
  .flatMap((contract): unknown[] => Object.values(contract))
  .filter((value): value is Endpoint => typeof value === 'object' && value !== null && 'replies' in value)
  .flatMap(({ method, path, replies: byStatus }) =>
    Object.entries(byStatus).flatMap(([status, schema]) =>
      schema ? [{ name: `${method} ${path} ${status}`, schema }] : [],
    ),
  );

describe('a reply', () => {
  test.for([...replies, { name: 'a problem', schema: problemView }])(
    '$name is serialized without changes',
    ({ schema }) => {
      const { $defs = {}, ...root } = z.toJSONSchema(schema, { io: 'output' }) as JsonSchema;
      const write = serializer(schema);
      fc.assert(
        fc.property(valuesOf(root, $defs), (value) => {
          expect(JSON.parse(write(value))).toEqual(JSON.parse(JSON.stringify(value)));
        }),
        { numRuns: 30 },
      );
    },
  );

  test('omits fields that the contract does not declare, at any depth', () => {
    const member = z.object({ name: z.string() });
    const schema = z.object({ members: z.array(member), best: member.nullable(), other: member.optional() });
    const secret = { name: 'Ana', email: 'ana@members.test' };
    const written = serializer(schema)({ members: [secret], best: secret, other: secret, password: 'open sesame' });
    expect(JSON.parse(written)).toEqual({ members: [{ name: 'Ana' }], best: { name: 'Ana' }, other: { name: 'Ana' } });
  });

  test('throws for an invalid reply if replies are checked', () => {
    const write = serializer(z.object({ count: z.int() }), true);
    expect(write({ count: 1 })).toBe('{"count":1}');
    expect(() => write({ count: 'many' })).toThrow();
  });
});
