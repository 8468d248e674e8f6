import { randomUUIDv7 } from 'node:crypto';
import { writeStandings } from '../../apps/server/src/features/points/points.recount.ts';
import { openDatabase } from '../../apps/server/src/platform/database/database.ts';
import type { Member } from './member.ts';

type PointsInput = { points: number; seconds?: number; daysAgo?: number };

/** Adds points to the ledger as if the member had earned them `daysAgo` days ago. */
export async function givePoints(member: Member, { points, seconds = 0, daysAgo = 0 }: PointsInput): Promise<void> {
  const database = await member.server.database();
  const { rows } = await database.query<{ id: string }>(
    `WITH booked AS (
       INSERT INTO points_ledger (id, member_id, kind, occasion, points, seconds, created_at)
       SELECT $2::uuid, id, 'listening', $2::uuid::text, $3, $4, now() - $5 * interval '1 day' FROM users WHERE email = $1
       RETURNING *
     )
     UPDATE users SET mindfulness_score = mindfulness_score + booked.points,
       meditation_seconds = meditation_seconds + booked.seconds,
       meditation_minutes = (meditation_seconds + booked.seconds) / 60, score_revision = score_revision + 1
     FROM booked WHERE users.id = booked.member_id RETURNING users.id`,
    [member.email, randomUUIDv7(), points, seconds, daysAgo],
  );
  const db = openDatabase(await member.server.databaseUrl(), 1, { warn: () => undefined });
  await writeStandings(
    db,
    rows.map(({ id }) => id),
  );
  await db.$client.end();
}
