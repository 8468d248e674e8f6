import fastJsonStringify from 'fast-json-stringify';
import type { FastifySerializerCompiler } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';

/** The parts of JSON Schema that the contract's replies are made of. */
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
 * Compiles each reply's schema of the contract into a function that writes exactly its fields: what the contract does
 * not name is left out. With `checked` zod parses each reply first, and what breaks the contract is an error; without it
 * a value of the wrong type is written as the schema's.
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

/** Many routes answer the same thing, and a process may serve several communities: each schema is compiled once. */
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
 * Leaves what says how a value is written: references followed, "this or null" as one nullable schema (the choice
 * between alternatives costs a validation for each value), formats and bounds gone.
 */
function simplified(schema: JsonSchema, definitions: Record<string, JsonSchema>): JsonSchema {
  const within = (inner: JsonSchema) => simplified(inner, definitions);
  if (schema.$ref) return within(definitions[schema.$ref.replace('#/definitions/', '')] ?? {});
  if (schema.anyOf) {
    const alternatives = schema.anyOf.filter(({ type }) => type !== 'null').map(within);
    const isNullable = alternatives.length < schema.anyOf.length;
    const [only, ...others] = alternatives;
    if (only && others.length === 0) return { ...only, ...(isNullable && { nullable: true }) };
    // Alternatives are told apart by their values, so these keep every keyword.
    return { anyOf: schema.anyOf, definitions };
  }
  // Ids and times are made by the application and the database: there is nothing to escape in them.
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
