import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** The JSON Schema keywords in the contract's replies. */
type JsonSchema = {
  $ref?: string;
  definitions?: Record<string, JsonSchema>;
  type?: string | string[];
  anyOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  format?: string;
  nullable?: boolean;
  [keyword: string]: unknown;
};

/**
 * Compiles each reply schema of the contract into a serializer that omits undeclared fields. With `checked`, zod first
 * validates each reply, and an invalid reply is an error. Otherwise a value of the wrong type is coerced.
 */
export const replySerializer =
  ({ checked }: { checked: boolean }): FastifySerializerCompiler<z.ZodType> =>
  (route) => {
    const stringify = stringifierOf(route.schema);
    if (!checked) return stringify;
    const check = serializerCompiler(route);
    return (reply: unknown) => {
      check(reply);
      return stringify(reply);
    };
  };

/** Compiled once per schema: routes share schemas, and a process may serve several communities. */
const stringifiers = new WeakMap<z.ZodType, ReturnType<typeof fastJsonStringify>>();

function stringifierOf(schema: z.ZodType): ReturnType<typeof fastJsonStringify> {
  const stringify = stringifiers.get(schema) ?? fastJsonStringify(writableSchema(schema) as fastJsonStringify.Schema);
  stringifiers.set(schema, stringify);
  return stringify;
}

function writableSchema(schema: z.ZodType): JsonSchema {
  const { definitions = {}, ...root } = z.toJSONSchema(schema, { target: 'draft-7', io: 'output' }) as JsonSchema;
  return simplified(root, definitions);
}

/**
 * Simplifies a schema for serialization: resolves references, turns "this or null" into a nullable schema (alternatives
 * cost a validation per value), and removes formats and bounds.
 */
function simplified(schema: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema {
  const within = (inner: JsonSchema) => simplified(inner, definitions);
  if (schema.$ref) return within(definitions[schema.$ref.replace('#/definitions/', '')] ?? {});
  if (schema.anyOf) {
    const alternatives = schema.anyOf.filter(({ type }) => type !== 'null').map(within);
    const isNullable = alternatives.length < schema.anyOf.length;
    const [only, ...others] = alternatives;
    if (only && others.length === 0) return { ...only, ...(isNullable && { nullable: true }) };
    // The serializer distinguishes alternatives by validation, so these keep all keywords.
    return { anyOf: schema.anyOf, definitions };
  }
  // Ids and times come from the application and the database and need no escaping.
  if (schema.format === 'uuid' || schema.format === 'date-time') return { type: 'string', format: 'unsafe' };
  const { format: _format, pattern: _pattern, minimum: _minimum, maximum: _maximum, ...rest } = schema;
  return {
    ...rest,
    ...(schema.items && { items: within(schema.items) }),
    ...(schema.properties && {
      properties: Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, within(field)])),
    }),
    ...(typeof schema.additionalProperties === 'object' && {
      additionalProperties: within(schema.additionalProperties),
    }),
  };
}
