import { eq, type SQL, sql } from 'drizzle-orm';
import type { Check } from '../../platform/checks/checks.ts';
import { users } from '../members/users.tables.ts';
import { findWrongFigures, writeStandings } from './points.recount.ts';
import { pointsLedger } from './points.tables.ts';

/** Points, minutes and places of members, by the ledger. */
export const pointsCheck: Check = {
  name: 'member: points, minutes and standings',
  async find({ db }) {
    const wrong = await findWrongFigures(db);
    return wrong.map(({ memberId, figure, is, should }) => ({ key: [memberId, figure], is, should }));
  },
  async mend(tx, { key: [memberId = ''] }) {
    const ofLedger = (figure: SQL) => sql`(SELECT ${figure} FROM ${pointsLedger} WHERE member_id = ${memberId})`;
    const seconds = sql`coalesce(sum(seconds), 0)::int`;
    // Whoever moves scores holds the member: what is counted after it is what holds.
    await tx.execute(sql`SELECT FROM ${users} WHERE ${eq(users.id, memberId)} FOR NO KEY UPDATE`);
    await tx
      .update(users)
      .set({
        mindfulnessScore: ofLedger(sql`coalesce(sum(points), 0)::int`),
        meditationSeconds: ofLedger(seconds),
        meditationMinutes: ofLedger(sql`${seconds} / 60`),
      })
      .where(eq(users.id, memberId));
    await writeStandings(tx, [memberId]);
  },
};
