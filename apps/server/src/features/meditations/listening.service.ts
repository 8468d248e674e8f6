import { completedFraction } from '@commons/contract/meditations';
import type { Listening } from '@commons/contract/meditations/schemas';
import { eq, sql } from 'drizzle-orm';
import { auditLog } from '../../community/audit/audit.tables.ts';
import { users } from '../../community/members/users.tables.ts';
import { onlyRow, pipelined } from '../../platform/database/database.ts';
import { namedStatement } from '../../platform/database/named-statements.ts';
import { prepareOnce } from '../../platform/database/statements.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { award } from '../points/index.ts';
import { pointsLedger } from '../points/points.tables.ts';
import { meditationError } from './meditations.contributions.ts';
import { listeningAllowances, meditations } from './meditations.tables.ts';

/** The full allowance: listening is credited at most in real time, plus one hour. */
const allowanceSeconds = 60 * 60;

const pointsOfCompletion = 5;

/** Name of the in-process queue for a member's calls. Their devices share one allowance. */
export const listenerQueue = (memberId: string) => ({ queue: `listening of ${memberId}` });

const lockListener = prepareOnce((db) =>
  db
    .select({ seconds: users.meditationSeconds })
    .from(users)
    .where(eq(users.id, sql.placeholder('memberId')))
    .for('no key update')
    .prepare('lock_listener'),
);

/**
 * Reads a meditation's length and the member's remaining allowance in seconds. `now()` is the start of the transaction,
 * so waiting for the lock adds no allowance. It can be before the start of the previous lock holder; the allowance is
 * then clamped to 0.
 */
const findListening = namedStatement(
  'find_listening',
  sql`SELECT duration, to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
      floor(greatest(0, ${allowanceSeconds}::int - greatest(0, coalesce(extract(epoch FROM whole_at - now()), 0))))::int AS allowance
    FROM (
      SELECT duration FROM ${meditations} WHERE id = ${sql.placeholder('meditationId')}
      UNION ALL
      SELECT (details->>'seconds')::int FROM ${auditLog}
      WHERE action = 'meditation.deleted' AND subject_id = ${sql.placeholder('meditationId')}::text
        AND details ? 'seconds' AND created_at > now() - interval '1 day'
    ) AS known
    LEFT JOIN ${listeningAllowances} ON member_id = ${sql.placeholder('memberId')}`,
  {
    values: { meditationId: 'uuid', memberId: 'uuid' },
    columns: { duration: 'integer', allowance: 'integer', day: 'text' },
  },
);

/** Returns the seconds credited to earlier calls of one listening. Their ledger rows share a prefix of the occasion. */
const findCreditedSeconds = namedStatement(
  'credited_before_in_listening',
  sql`SELECT coalesce(sum(seconds), 0)::int AS seconds FROM ${pointsLedger}
    WHERE member_id = ${sql.placeholder('memberId')} AND kind = 'listening'
      AND starts_with(occasion, ${sql.placeholder('listening')}) AND created_at > now() - interval '2 days'`,
  { values: { memberId: 'uuid', listening: 'text' }, columns: { seconds: 'integer' } },
);

const useAllowance = namedStatement(
  'use_listening_allowance',
  sql`INSERT INTO ${listeningAllowances} AS allowance (member_id, whole_at)
    VALUES (${sql.placeholder('memberId')}, now() + ${sql.placeholder('seconds')} * interval '1 second')
    ON CONFLICT (member_id) DO UPDATE
    SET whole_at = greatest(allowance.whole_at, now()) + ${sql.placeholder('seconds')} * interval '1 second'`,
  { values: { memberId: 'uuid', seconds: 'double precision' } },
);

/** Resets an allowance that is further in the future than any call can move it: the database's clock was set back. */
const resetAllowance = namedStatement(
  'begin_listening_allowance_anew',
  sql`UPDATE ${listeningAllowances} SET whole_at = now() + ${allowanceSeconds} * interval '1 second'
    WHERE member_id = ${sql.placeholder('memberId')}
      AND whole_at > now() + ${allowanceSeconds + 60} * interval '1 second'`,
  { values: { memberId: 'uuid' } },
);

const minutesOf = (seconds: number): number => Math.floor(seconds / 60);

/**
 * Credits listening: one point for each full minute of a member's total, and five points for a completion, once a day
 * for each meditation. A completion counts when this call, or all calls of one listening together, report nine tenths
 * of the length. The reported time must also be credited, up to the size of a full allowance. A meditation deleted
 * within the last day is credited too, because listeners report when they leave. Returns the points.
 */
export async function trackListening(
  work: UnitOfWork,
  memberId: string,
  meditationId: string,
  { secondsListened, completed, listeningId }: Listening,
): Promise<number> {
  const occasion = listeningId === undefined ? meditationId : `${meditationId} ${listeningId}`;
  // Locks the member's row first, so that the later statements see the results of the previous call.
  const [locked, [listening], earlierCredits] = await pipelined(
    lockListener(work.tx).execute({ memberId }),
    findListening(work.tx, { memberId, meditationId }),
    completed && listeningId !== undefined && findCreditedSeconds(work.tx, { memberId, listening: `${occasion} ` }),
  );
  if (!listening) throw meditationError('meditations.not_found');
  const { duration, allowance, day } = listening;
  if (secondsListened > duration) throw meditationError('meditations.more_than_its_length');

  const before = onlyRow(locked).seconds;
  const seconds = Math.min(secondsListened, allowance);
  const points = minutesOf(before + seconds) - minutesOf(before);
  const neededSeconds = duration * completedFraction;
  const earlierSeconds = earlierCredits ? onlyRow(earlierCredits).seconds : 0;
  const isCompleted =
    completed &&
    earlierSeconds + secondsListened >= neededSeconds &&
    earlierSeconds + seconds >= Math.min(neededSeconds, allowanceSeconds);
  if (seconds === 0) {
    await resetAllowance(work.tx, { memberId });
    return 0;
  }
  const [isBonusBooked] = await pipelined(
    isCompleted &&
      award(work, { memberId, kind: 'completion', occasion: `${meditationId} ${day}`, points: pointsOfCompletion }),
    // The member's total of seconds makes the occasion unique.
    award(work, { memberId, kind: 'listening', occasion: `${occasion} ${before + seconds}`, points, seconds }),
    useAllowance(work.tx, { memberId, seconds }),
  );
  return points + (isBonusBooked ? pointsOfCompletion : 0);
}
