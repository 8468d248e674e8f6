import type { z } from 'zod';
import type { ErrorDefinition } from './problem.ts';

/** What the browser carries of a call: where it goes, and whether it makes something new. */
export type EndpointPath = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path template with `{name}` parameters, each described in `params`. */
  path: `/${string}`;
  /** Makes something new, so that the same `Idempotency-Key` from the same caller makes it once. */
  creates?: true;
};

/** What one call promises: its path, its inputs, its permitted answers and the errors it names. */
export type Endpoint = EndpointPath & {
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Success answers by status; `null` is an empty body. */
  replies: Record<number, z.ZodType | null>;
  /** The feature's own errors; those of the platform (`platformErrors`) are always possible. */
  errors?: Record<string, ErrorDefinition>;
  /** The answer is an array whose next page is named by an RFC 8288 `Link` header. */
  paged?: true;
};

/** Declares an endpoint and keeps its literal types for server and client. */
export const endpoint = <const Definition extends Endpoint>(definition: Definition): Definition => definition;

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
type Part<Name extends string, Schema> = Schema extends z.ZodType
  ? Partial<Record<never, never>> extends InputOf<Schema>
    ? { [Key in Name]?: InputOf<Schema> }
    : { [Key in Name]: InputOf<Schema> }
  : unknown;

/** What a caller gives: `{ params, query, body }` as far as the endpoint takes them. */
export type EndpointInput<Definition extends Endpoint> = Part<'params', Definition['params']> &
  Part<'query', Definition['query']> &
  Part<'body', Definition['body']>;

/** What a successful call answers (the union over its success statuses). */
export type EndpointOutput<Definition extends Endpoint> = {
  [Status in keyof Definition['replies']]: Definition['replies'][Status] extends z.ZodType
    ? z.output<Definition['replies'][Status]>
    : undefined;
}[keyof Definition['replies']];

/** A path that knows its endpoint by type alone: enough to make the call, and nothing of the schemas. */
export type Call<Definition extends Endpoint> = EndpointPath & { readonly endpoint?: Definition };

/** The paths of a feature as calls: each has an endpoint of the same name among the feature's schemas. */
export type CallsOf<Paths, Schemas> = {
  readonly [Name in keyof Paths]: Name extends keyof Schemas
    ? Schemas[Name] extends Endpoint
      ? Paths[Name] & Call<Schemas[Name]>
      : never
    : never;
};
