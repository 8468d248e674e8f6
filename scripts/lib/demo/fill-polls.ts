import { sql } from 'drizzle-orm';
import { newIdAt } from '../../../apps/server/src/platform/database/columns.ts';
import type { FillContext } from './fill-context.ts';
import { day, type DatedPost } from './planned-times.ts';
import { SeededRandom } from './seeded-random.ts';

/** Adds polls with votes, if the database has their tables. */
export async function fillPolls({ tx, demo, idOf, now }: FillContext, posts: readonly (DatedPost & { id: string })[]) {
  const { rows } = await tx.execute<{ has: boolean }>(sql`SELECT to_regclass('poll_options') IS NOT NULL AS has`);
  if (!rows[0]?.has) return;
  for (const { id, at, by, content, poll } of posts) {
    if (!poll) continue;
    const random = new SeededRandom(`votes ${content}`);
    const options = poll.options.map((text, position) => ({
      id: newIdAt(at),
      text,
      position,
      weight: random.next() + 0.2,
    }));
    const totalWeight = options.reduce((sum, { weight }) => sum + weight, 0);
    const share = Math.min(1, 0.15 + (now.getTime() - at.getTime()) / day);
    const voters = random.shuffled(demo.members.filter(({ handle }) => handle !== by));
    const votes = voters.slice(0, Math.floor(random.integer(14, 38) * share)).map(({ handle }) => {
      let remainingWeight = random.next() * totalWeight;
      const option = options.find(({ weight }) => (remainingWeight -= weight) <= 0) ?? options[0];
      return { memberId: idOf(handle), optionId: option?.id ?? '' };
    });
    await tx.execute(sql`INSERT INTO polls (post_id, closes_at, votes_count, revision)
      VALUES (${id}, ${new Date(at.getTime() + poll.days * day)}, ${votes.length}, ${at.getTime()})`);
    for (const option of options)
      await tx.execute(sql`INSERT INTO poll_options (id, post_id, position, text, votes_count) VALUES (${option.id}, ${id},
        ${option.position}, ${option.text}, ${votes.filter(({ optionId }) => optionId === option.id).length})`);
    for (const { memberId, optionId } of votes)
      await tx.execute(
        sql`INSERT INTO poll_votes (post_id, member_id, option_id) VALUES (${id}, ${memberId}, ${optionId})`,
      );
  }
}
