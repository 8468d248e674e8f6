import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints } from './contract-endpoints.ts';

/** Returns the object schemas of a body, without refinements and transforms. */
function shapesOf(schema: unknown): z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(shapesOf);
  if (schema instanceof z.ZodPipe) return shapesOf(schema.in);
  return [];
}

/** Calls that change only the given settings. They reject null. */
const partialChanges = new Set(['PUT /api/settings', 'PUT /api/notifications/settings', 'PUT /api/auth/user']);

const fields = endpoints
  .filter(({ method, path }) => !partialChanges.has(`${method} ${path}`))
  .flatMap(({ method, path, body }) =>
    shapesOf(body).flatMap(({ shape }) =>
      Object.entries(shape as Record<string, z.ZodType>)
        .filter(([, field]) => field.safeParse(undefined).success)
        .map(([name, field]) => ({ call: `${method} ${path}`, name, field })),
    ),
  );

test('there are optional fields to test', () => {
  expect(fields.length).toBeGreaterThan(20);
});

test.for(fields)('$call accepts null for $name as if it were omitted', ({ field }) => {
  const result = field.safeParse(null);
  expect(result.error?.issues).toBeUndefined();
  // A field that can be cleared reads null as "empty", any other field as "not given".
  expect([null, field.parse(undefined)]).toContainEqual(result.data);
});

/** Returns the object schemas of a body or query, also those of its fields and their entries. */
function objectsIn(schema: unknown): z.ZodObject[] {
  if (schema instanceof z.ZodObject) return [schema, ...Object.values(schema.shape).flatMap(objectsIn)];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(objectsIn);
  if (schema instanceof z.ZodPipe) return [schema.in, schema.out].flatMap(objectsIn);
  if (schema instanceof z.ZodArray) return objectsIn(schema.element);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return objectsIn(schema.unwrap());
  return [];
}

const objects = endpoints.flatMap(({ method, path, body, query }) =>
  [body, query].flatMap(objectsIn).map((schema) => ({ call: `${method} ${path}`, schema })),
);

test.for(objects)('$call rejects unknown fields', ({ schema }) => {
  const { error } = schema.safeParse({ surprise: 1 });
  expect(error?.issues).toContainEqual(expect.objectContaining({ code: 'unrecognized_keys', keys: ['surprise'] }));
});
