import { hash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Database, isDatabaseUnavailable, type Transaction } from '../database/database.ts';
import { prepareOnce } from '../database/statements.ts';
import type { Transact, TransactOptions, UnitOfWork } from '../database/unit-of-work.ts';
import { platformError } from '../errors.ts';
import { createQueues } from '../queues.ts';
import { idempotencyKeys } from './idempotency.tables.ts';

const keyHeader = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'Idempotency-Key takes 1 to 200 printable characters')
  .optional();

const matchesKey = and(
  eq(idempotencyKeys.memberId, sql.placeholder('ownerId')),
  eq(idempotencyKeys.key, sql.placeholder('key')),
);

const findAnswer = prepareOnce((db) =>
  db.select().from(idempotencyKeys).where(matchesKey).prepare('find_idempotent_answer'),
);

const storeAnswer = prepareOnce((db) =>
  db
    .insert(idempotencyKeys)
    .values({
      memberId: sql.placeholder('ownerId'),
      key: sql.placeholder('key'),
      fingerprint: sql.placeholder('fingerprint'),
      answer: sql.placeholder('answer'),
    })
    .prepare('keep_idempotent_answer'),
);

export type OnceOptions<Prepared> = Pick<TransactOptions, 'queue'> & {
  /** Replaces the body in the fingerprint if the body is not JSON. */
  fingerprint?: string;
  /**
   * Slow work without a database connection, done before the transaction. Skipped if the response is already stored.
   */
  prepare?: () => Promise<Prepared>;
  /** Undoes the preparation if another call with the key came first or the transaction failed. Must not throw. */
  discard?: (prepared: Prepared) => Promise<void>;
};

/** Runs the work of one request in a transaction, at most once per `Idempotency-Key`. */
export type Once = <Result, Prepared = undefined>(
  run: (work: UnitOfWork, prepared: Prepared) => Promise<Result>,
  options?: OnceOptions<Prepared>,
) => Promise<Result>;

/**
 * Makes a creating call safe to repeat (draft-ietf-httpapi-idempotency-key-header). Without the header, the work runs
 * in an ordinary transaction. With it, the key and the response are stored in the same transaction. Of ten concurrent
 * calls with one key, nine violate the unique key, roll back, and return the response of the first. A call that fails
 * because the work is already done returns the same response. A call that fails for another reason does not use up its
 * key.
 */
export function createRunOnce(db: Database, transact: Transact) {
  /** Repeated calls in this process wait for the first one before they prepare anything. */
  const prepareInQueue = createQueues();

  return (request: FastifyRequest): Once =>
    async <Result, Prepared>(
      run: (work: UnitOfWork, prepared: Prepared) => Promise<Result>,
      { queue, fingerprint: body, prepare, discard }: OnceOptions<Prepared> = {},
    ): Promise<Result> => {
      const key = readKey(request);
      const fingerprint = fingerprintOf(request, body);
      const keyFields = key === undefined ? undefined : { ownerId: ownerOf(request, fingerprint), key };

      const readAnswer = ([first]: { fingerprint: string; answer: unknown }[]) => {
        if (first?.fingerprint !== fingerprint) throw platformError('request.key_reused');
        return first.answer as Result;
      };
      const commit = async (prepared: Prepared): Promise<{ answer: Result; isFirst: boolean }> => {
        if (keyFields === undefined)
          return { answer: await transact((work) => run(work, prepared), { queue }), isFirst: true };
        try {
          const beforeCommit = (tx: Transaction, answer: Result) =>
            storeAnswer(tx).execute({ ...keyFields, fingerprint, answer });
          return { answer: await transact((work) => run(work, prepared), { queue, beforeCommit }), isFirst: true };
        } catch (error) {
          const stored = isDatabaseUnavailable(error) ? [] : await findAnswer(db).execute(keyFields);
          if (stored.length === 0) throw error;
          return { answer: readAnswer(stored), isFirst: false };
        }
      };
      if (!prepare) return (await commit(undefined as Prepared)).answer;

      const prepareAndCommit = async (): Promise<Result> => {
        const stored = keyFields ? await findAnswer(db).execute(keyFields) : [];
        if (stored.length > 0) return readAnswer(stored);
        const prepared = await prepare();
        try {
          const { answer, isFirst } = await commit(prepared);
          if (!isFirst) await discard?.(prepared);
          return answer;
        } catch (error) {
          // A broken connection may have committed, so the prepared data may be in use.
          if (!isDatabaseUnavailable(error)) await discard?.(prepared);
          throw error;
        }
      };
      if (keyFields === undefined) return prepareAndCommit();
      return prepareInQueue(`${keyFields.ownerId} ${keyFields.key}`, prepareAndCommit);
    };
}

function readKey(request: FastifyRequest): string | undefined {
  const key = keyHeader.safeParse(request.headers['idempotency-key']);
  if (key.success) return key.data;
  const errors = key.error.issues.map(({ message }) => ({ path: 'Idempotency-Key', message }));
  throw platformError('request.invalid', { errors });
}

/** Identifies a request by its method, address and body. */
const fingerprintOf = (request: FastifyRequest, body: unknown = request.body ?? null): string =>
  hash('sha256', JSON.stringify([request.method, request.url, body]), 'base64url');

/**
 * Returns the owner of a key. A visitor has no id and may return from another address, so their key belongs to the
 * exact request that they sent. Other visitors can neither read its response nor block it.
 */
function ownerOf(request: FastifyRequest, fingerprint: string): string {
  if (request.viewer) return request.viewer.id;
  const digest = hash('sha256', `visitor ${fingerprint}`, 'hex');
  return digest.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
}

/** Deletes keys older than a day. */
export async function forgetOldKeys(db: Database): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '1 day'`));
}
