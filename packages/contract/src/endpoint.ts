import type { z } from 'zod';
import type { ErrorDefinition } from './problem.ts';

/** The part of an endpoint that the browser loads. */
export type EndpointPath = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path template with `{name}` parameters, each described in `params`. */
  path: `/${string}`;
  /** The call accepts an `Idempotency-Key`: retries by the same caller create nothing twice. */
  creates?: true;
};

/** The contract of one API call: its path, inputs, replies and errors. */
export type Endpoint = EndpointPath & {
  summary: string;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Success replies by status; `null` is an empty body. */
  replies: Record<number, z.ZodType | null>;
  /** Errors of the feature. Any call can also fail with one of `platformErrors`. */
  errors?: Record<string, ErrorDefinition>;
  /** The reply is an array; an RFC 8288 `Link` header contains the address of the next page. */
  paged?: true;
};

/** Declares an endpoint. Keeps its literal types for server and client. */
export const endpoint = <const Definition extends Endpoint>(definition: Definition): Definition => definition;

type InputOf<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;
type InputPart<Name extends string, Schema> = Schema extends z.ZodType
  ? Partial<Record<never, never>> extends InputOf<Schema>
    ? { [Key in Name]?: InputOf<Schema> }
    : { [Key in Name]: InputOf<Schema> }
  : unknown;

/** The input of a call: those of `{ params, query, body }` that the endpoint takes. */
export type EndpointInput<Definition extends Endpoint> = InputPart<'params', Definition['params']> &
  InputPart<'query', Definition['query']> &
  InputPart<'body', Definition['body']>;

/** The reply of a successful call: the union over its success statuses. */
export type EndpointOutput<Definition extends Endpoint> = {
  [Status in keyof Definition['replies']]: Definition['replies'][Status] extends z.ZodType
    ? z.output<Definition['replies'][Status]>
    : undefined;
}[keyof Definition['replies']];

/** A path typed with its endpoint. Clients can call it without loading the schemas. */
export type Call<Definition extends Endpoint> = EndpointPath & { readonly endpoint?: Definition };

/** The paths of a feature as calls. Each needs an endpoint of the same name in the feature's schemas. */
export type CallsOf<Paths, Schemas> = {
  readonly [Name in keyof Paths]: Name extends keyof Schemas
    ? Schemas[Name] extends Endpoint
      ? Paths[Name] & Call<Schemas[Name]>
      : never
    : never;
};
