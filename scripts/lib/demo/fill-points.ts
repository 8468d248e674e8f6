import { sql } from 'drizzle-orm';
import { users } from '../../../apps/server/src/community/members/users.tables.ts';
import { meditations } from '../../../apps/server/src/features/meditations/meditations.tables.ts';
import { writeStandings } from '../../../apps/server/src/features/points/points.recount.ts';
import { pointsLedger } from '../../../apps/server/src/features/points/points.tables.ts';
import { newIdAt } from '../../../apps/server/src/platform/database/columns.ts';
import { type FillContext, insertAll } from './fill-context.ts';
import { day } from './planned-times.ts';
import { SeededRandom } from './seeded-random.ts';

/** Length of the demo member's streak: she has listened on each of these days. */
const demoStreakDays = 9;
const pointsOfCompletion = 5;

/** Adds listening and all awards to the ledger, and updates scores and standings from it. */
export async function fillPoints(context: FillContext, joined: Map<string, Date>): Promise<void> {
  const { tx, awards, demo, idOf } = context;
  await addListening(context, joined);
  const rows = awards
    .filter(({ points, seconds = 0 }) => points > 0 || seconds > 0)
    .map(({ at, ...award }) => ({ ...award, id: newIdAt(at), createdAt: at }));
  await insertAll(tx, pointsLedger, rows);
  await tx.execute(sql`
    UPDATE ${users} SET mindfulness_score = earned.points, meditation_seconds = seconds, meditation_minutes = seconds / 60
    FROM (SELECT member_id, sum(points) AS points, sum(seconds) AS seconds FROM ${pointsLedger} GROUP BY member_id) AS earned
    WHERE users.id = earned.member_id`);
  await writeStandings(
    tx,
    demo.members.map(({ handle }) => idOf(handle)),
  );
}

/** Adds listening: some members listen nearly every day, most occasionally, some never. */
async function addListening(
  { tx, now, demo, awards, idOf, demoMember }: FillContext,
  joined: Map<string, Date>,
): Promise<void> {
  const tracks = await tx.select({ id: meditations.id, duration: meditations.duration }).from(meditations);
  for (const { handle } of demo.members) {
    const random = new SeededRandom(`listens ${handle}`);
    const isDemoMember = handle === demoMember;
    const frequency = isDemoMember ? 0.25 : random.next() ** 3 * 0.9;
    const daysHere = Math.floor((now.getTime() - (joined.get(handle) ?? now).getTime()) / day);
    let listenedSeconds = 0;
    for (let ago = daysHere; ago > 0; ago -= 1) {
      const isListening = random.next() < frequency || (isDemoMember && ago <= demoStreakDays);
      const track = tracks[random.integer(0, tracks.length - 1)];
      if (!isListening || !track) continue;
      const at = new Date(now.getTime() - (ago - 1) * day - random.between(0.5, 8) * (day / 24));
      const isWhole = random.next() < 0.6;
      const seconds = isWhole ? track.duration : Math.floor(track.duration * random.between(0.2, 0.8));
      const memberId = idOf(handle);
      const points = Math.floor((listenedSeconds + seconds) / 60) - Math.floor(listenedSeconds / 60);
      listenedSeconds += seconds;
      awards.push({
        memberId,
        kind: 'listening',
        occasion: `${track.id} ${listenedSeconds}`,
        points,
        seconds,
        at,
      });
      const occasion = `${track.id} ${at.toISOString().slice(0, 10)}`;
      if (isWhole && !awards.some((award) => award.memberId === memberId && award.occasion === occasion))
        awards.push({ memberId, kind: 'completion', occasion, points: pointsOfCompletion, at });
    }
  }
}
