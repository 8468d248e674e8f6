import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Database, preparedOnce } from '../database/database.ts';
import type { Transact, UnitOfWork } from '../database/unit-of-work.ts';
import { platformError } from '../http/errors.ts';
import { idempotencyKeys } from './idempotency.tables.ts';

const keyHeader = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, 'Idempotency-Key takes 1 to 200 printable characters')
  .optional();

const ofThisKey = and(
  eq(idempotencyKeys.memberId, sql.placeholder('memberId')),
  eq(idempotencyKeys.key, sql.placeholder('key')),
);

const claimKey = preparedOnce((db) =>
  db
    .insert(idempotencyKeys)
    .values({
      memberId: sql.placeholder('memberId'),
      key: sql.placeholder('key'),
      fingerprint: sql.placeholder('fingerprint'),
    })
    .onConflictDoNothing()
    .returning({ key: idempotencyKeys.key })
    .prepare('claim_idempotency_key'),
);

const claimedKey = preparedOnce((db) =>
  db.select().from(idempotencyKeys).where(ofThisKey).prepare('claimed_idempotency_key'),
);

const keepAnswer = preparedOnce((db) =>
  db
    .update(idempotencyKeys)
    .set({ answer: sql`${sql.param(sql.placeholder('answer'), idempotencyKeys.answer)}` })
    .where(ofThisKey)
    .prepare('keep_idempotent_answer'),
);

/**
 * Makes a creating call safe to repeat (draft-ietf-httpapi-idempotency-key-header). Without the header the work simply
 * runs in a transaction. With it, the key, the work and its answer commit together: the same key from the same member
 * returns the first answer, also when ten arrive at once, because the later ones wait for the first one's row.
 */
export function createRunOnce(transact: Transact) {
  return async <Result>(request: FastifyRequest, run: (work: UnitOfWork) => Promise<Result>): Promise<Result> => {
    const key = readKey(request);
    const memberId = request.viewer?.id;
    if (key === undefined || memberId === undefined) return transact(run);

    const fingerprint = fingerprintOf(request);
    return transact(async (work) => {
      const claimed = await claimKey(work.tx).execute({ memberId, key, fingerprint });
      if (claimed.length === 0) {
        const [first] = await claimedKey(work.tx).execute({ memberId, key });
        if (first?.fingerprint !== fingerprint) throw platformError('request.key_reused');
        return first.answer as Result;
      }
      const answer = await run(work);
      await keepAnswer(work.tx).execute({ memberId, key, answer });
      return answer;
    });
  };
}

function readKey(request: FastifyRequest): string | undefined {
  const key = keyHeader.safeParse(request.headers['idempotency-key']);
  if (key.success) return key.data;
  const errors = key.error.issues.map(({ message }) => ({ path: 'Idempotency-Key', message }));
  throw platformError('request.invalid', { errors });
}

/** A key names one request: the same method, address and body. */
const fingerprintOf = (request: FastifyRequest): string =>
  createHash('sha256')
    .update(JSON.stringify([request.method, request.url, request.body ?? null]))
    .digest('base64url');

/** Forgets keys older than a day. */
export async function forgetOldKeys(db: Database): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '1 day'`));
}
