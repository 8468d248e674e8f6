import { sql } from 'drizzle-orm';
import { meditations } from '../../../apps/server/src/features/meditations/meditations.tables.ts';
import { users } from '../../../apps/server/src/features/members/users.tables.ts';
import { writeStandings } from '../../../apps/server/src/features/points/points.recount.ts';
import { pointsLedger } from '../../../apps/server/src/features/points/points.tables.ts';
import { newIdAt } from '../../../apps/server/src/platform/database/columns.ts';
import { Chance } from './chance.ts';
import { type Filling, insertAll } from './filling.ts';
import { day } from './moments.ts';

/** On so many of the last days the one whom the demo is made for has listened: her streak. */
const demoStreakDays = 9;
const pointsOfCompletion = 5;

/** Books listening and all that was awarded, and moves scores and standings to what the ledger says. */
export async function fillPoints(filling: Filling, joined: Map<string, Date>): Promise<void> {
  const { tx, awards, demo, idOf } = filling;
  await bookListening(filling, joined);
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

/** Some listen nearly every day, most now and then, some never. */
async function bookListening(
  { tx, now, demo, awards, idOf, demoMember }: Filling,
  joined: Map<string, Date>,
): Promise<void> {
  const tracks = await tx.select({ id: meditations.id, duration: meditations.duration }).from(meditations);
  for (const { handle } of demo.members) {
    const chance = new Chance(`listens ${handle}`);
    const isDemoMember = handle === demoMember;
    const zeal = isDemoMember ? 0.25 : chance.next() ** 3 * 0.9;
    const daysHere = Math.floor((now.getTime() - (joined.get(handle) ?? now).getTime()) / day);
    let heard = 0;
    for (let ago = daysHere; ago > 0; ago -= 1) {
      const isListening = chance.next() < zeal || (isDemoMember && ago <= demoStreakDays);
      const track = tracks[chance.whole(0, tracks.length - 1)];
      if (!isListening || !track) continue;
      const at = new Date(now.getTime() - (ago - 1) * day - chance.between(0.5, 8) * (day / 24));
      const isWhole = chance.next() < 0.6;
      const seconds = isWhole ? track.duration : Math.floor(track.duration * chance.between(0.2, 0.8));
      const memberId = idOf(handle);
      const points = Math.floor((heard + seconds) / 60) - Math.floor(heard / 60);
      heard += seconds;
      awards.push({
        memberId,
        kind: 'listening',
        occasion: `${track.id} ${heard}`,
        subjectId: null,
        points,
        seconds,
        at,
      });
      const occasion = `${track.id} ${at.toISOString().slice(0, 10)}`;
      if (isWhole && !awards.some((award) => award.memberId === memberId && award.occasion === occasion))
        awards.push({ memberId, kind: 'completion', occasion, subjectId: null, points: pointsOfCompletion, at });
    }
  }
}
