import type { TokenScope } from '@commons/contract/api-tokens';
import type { Endpoint } from '@commons/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { platformError } from '../errors.ts';
import type { Once } from '../idempotency/idempotency.ts';
import type { Refund, Limit } from '../rate-limits/rate-limits.ts';
import type { Viewer } from '../sessions/viewer.ts';
import { isAdmin, isModerator } from '../sessions/viewer.ts';
import type { Cursor, Page } from './pagination.ts';

/**
 * The minimum role for a call. The feature's policy checks finer rules, such as ownership. `public` calls do not look
 * up the session. `optional-session` calls are open to visitors but look up the session.
 */
export type Access = 'public' | 'optional-session' | 'member' | 'moderator' | 'admin';

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/** The result of a handler: the body of the endpoint's reply, a page of a list, or nothing for an empty reply. */
type Result<Definition extends Endpoint, Key> = Definition['replies'][keyof Definition['replies']] extends infer Reply
  ? Reply extends z.ZodType
    ? Definition extends { paged: true }
      ? Page<z.output<Reply> extends (infer Item)[] ? Item : never, Key>
      : z.output<Reply>
    : void
  : never;

type HandlerInput<Definition extends Endpoint, Level extends Access, Key> = {
  params: OutputOf<Definition['params']>;
  query: OutputOf<Definition['query']>;
  body: OutputOf<Definition['body']>;
  viewer: Level extends 'public' | 'optional-session' ? Viewer | undefined : Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
  /** The decoded cursor of the request; undefined for the first page. */
  after: Key | undefined;
  /** Runs the work in one transaction, at most once per `Idempotency-Key` of this caller. */
  once: Once;
};

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Refunds the call to the rate limits of its route if it is rejected later. Undefined if the call stays counted.
     */
    refundRateLimit: Refund | undefined;
  }
  interface FastifyContextConfig {
    access?: Access;
    limits?: readonly Limit[];
    isOpenToSuspended?: true;
    scope?: TokenScope;
    isOpenWithoutConsent?: true;
  }
  interface FastifyInstance {
    runOnce: (request: FastifyRequest) => Once;
  }
}

/** Converts a path to Fastify's notation: `/posts/{id}` becomes `/posts/:id`. */
const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** Options of a route. A list also declares its cursor. */
type Rules<Definition extends Endpoint, Level extends Access, Key> = {
  access: Level;
  limits?: readonly Limit[];
  /** Overrides the maximum body size for calls that accept more than typed text, such as files. */
  maxBodyBytes?: number;
  /** Suspended members may call it, for example to read the reason or to appeal. */
  isOpenToSuspended?: true;
  /** Opens a reading call to API tokens with this scope. */
  scope?: TokenScope;
  /**
   * Members may call it before they accept the current guidelines. Without it, they can only read. Routes that are open
   * to suspended members are open to them too.
   */
  isOpenWithoutConsent?: true;
} & (Definition extends { paged: true } ? { cursor: Cursor<Key> } : { cursor?: never });

/**
 * Registers an endpoint of the contract with its access, rate limits and handler. The handler returns the reply's body.
 * The contract has its status: each endpoint has one success status.
 */
export function route<Definition extends Endpoint, const Level extends Access, Key = never>(
  app: FastifyInstance,
  definition: Definition,
  rules: Rules<Definition, Level, Key>,
  handler: (input: HandlerInput<Definition, Level, Key>) => Promise<Result<Definition, Key>> | Result<Definition, Key>,
): void {
  const cursor = rules.cursor as Cursor<Key> | undefined;
  const { path, params, query, body, replies } = definition;
  if (rules.scope && definition.method !== 'GET') throw new Error(`${path} changes something, so it has no scope`);
  const status = Number(Object.keys(replies)[0]);

  app.route({
    method: definition.method,
    url: fastifyPath(path),
    config: {
      access: rules.access,
      limits: rules.limits ?? [],
      ...(rules.isOpenToSuspended && { isOpenToSuspended: true }),
      ...(rules.scope && { scope: rules.scope }),
      ...(rules.isOpenWithoutConsent && { isOpenWithoutConsent: true }),
    },
    ...(rules.maxBodyBytes && { bodyLimit: rules.maxBodyBytes }),
    schema: {
      summary: definition.summary,
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      response: Object.fromEntries(Object.entries(replies).filter(([, schema]) => schema !== null)),
    },
    handler: async (request, reply) => {
      let hasRunOnce = false;
      const once: Once = async (work, options) => {
        const result = await app.runOnce(request)(work, options);
        hasRunOnce = true;
        return result;
      };
      const result: unknown = await handler({
        params: request.params,
        query: request.query,
        body: request.body,
        viewer: request.viewer,
        request,
        reply,
        after: readCursor(cursor, request.query),
        once,
      } as HandlerInput<Definition, Level, Key>);
      if (definition.creates && !hasRunOnce)
        throw new Error(`${definition.method} ${path} creates something without \`once\``);
      void reply.status(status);
      if (!cursor) return reply.send(result);
      const { items, next } = result as Page<unknown, Key>;
      // The address of the next page (RFC 8288).
      if (next !== undefined) void reply.header('link', nextPageLink(request.url, cursor.write(next)));
      return reply.send(items);
    },
  });
}

/** @throws AppError 401 without a session, 403 with an insufficient role. */
export function assertAccess(
  access: 'member' | 'moderator' | 'admin',
  viewer: Viewer | undefined,
): asserts viewer is Viewer;
export function assertAccess(access: Access, viewer: Viewer | undefined): void;
export function assertAccess(access: Access, viewer: Viewer | undefined): void {
  if (access === 'public' || access === 'optional-session') return;
  if (!viewer) throw platformError('request.unauthenticated');
  if (access === 'moderator' && !isModerator(viewer)) throw platformError('request.forbidden');
  if (access === 'admin' && !isAdmin(viewer)) throw platformError('request.forbidden');
}

function readCursor<Key>(cursor: Cursor<Key> | undefined, query: unknown): Key | undefined {
  const text = (query as { cursor?: string } | undefined)?.cursor;
  return text === undefined ? undefined : cursor?.read(text);
}

function nextPageLink(url: string, cursor: string): string {
  const [path, search] = url.split('?', 2);
  const query = new URLSearchParams(search);
  query.set('cursor', cursor);
  return `<${path}?${query.toString()}>; rel="next"`;
}
