import * as feed from '@commons/contract/feed/schemas';
import { createNote, deleteNote } from '@commons/contract/gratitude/schemas';
import { updateSettings } from '@commons/contract/profiles/schemas';
import { createWin, deleteWin } from '@commons/contract/wins/schemas';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { award } from './points.ledger.ts';
import { findLedgerMismatches } from './points.recount.ts';

/** Number of rounds. `POINTS_ROUNDS=1000` makes a thorough run. The default rounds are the same each time. */
const rounds = Number(process.env['POINTS_ROUNDS'] ?? 12);
const seed = Number(process.env['POINTS_SEED'] ?? 20_261_122);
const actionsInRound = 50;

const community = setUpCommunity();

type SharedItem = { remove: () => Promise<{ status: number }> };

const actionKinds = ['post', 'comment', 'note', 'win', 'meditation', 'seconds', 'delete', 'delete', 'leave'] as const;
const action = fc.record({
  kind: fc.constantFrom(...actionKinds),
  memberIndex: fc.nat({ max: 7 }),
  number: fc.nat({ max: 10_000 }),
});
type Action = typeof action extends fc.Arbitrary<infer Value> ? Value : never;

const win = { title: 'A walk', content: 'Ten minutes', category: 'other' } as const;
const note = { content: 'Rain on the roof', positionX: 20, positionY: 20, rotation: 0 };

test(
  `after ${rounds} rounds of ${actionsInRound} concurrent awards and deletions every total equals the ledger`,
  { timeout: 60_000 + rounds * 3_000 },
  async () => {
    const members = await Promise.all(Array.from({ length: 8 }, () => community.current.member()));
    const sharedItems: SharedItem[] = [];
    const posts: { id: string; author: Member }[] = [];
    const shareByKind = {
      async post(member: Member) {
        const { id } = (await member.call(feed.createPost, { body: { content: 'Good morning' } })).body;
        posts.push({ id, author: member });
        sharedItems.push({ remove: () => member.call(feed.deletePost, { params: { id } }) });
      },
      async comment(member: Member, number: number) {
        const post = posts[number % posts.length];
        if (!post) return;
        const { status, body } = await member.call(feed.createComment, {
          params: { id: post.id },
          body: { content: 'Good night' },
        });
        if (status !== 201) return;
        const params = { id: post.id, commentId: body.id };
        sharedItems.push({ remove: () => member.call(feed.deleteComment, { params }) });
      },
      async note(member: Member) {
        const { id } = (await member.call(createNote, { body: note })).body;
        sharedItems.push({ remove: () => member.call(deleteNote, { params: { id } }) });
      },
      async win(member: Member) {
        const { id } = (await member.call(createWin, { body: win })).body;
        sharedItems.push({ remove: () => member.call(deleteWin, { params: { id } }) });
      },
    };
    const bookSeconds = ({ id: memberId }: Member, occasion: number, points: number) =>
      community.current.work(async (work) => {
        await award(work, {
          memberId,
          kind: 'meditation',
          occasion: String(occasion),
          points,
          seconds: occasion % 200,
        });
      });

    const performAction = async ({ kind, memberIndex, number }: Action): Promise<void> => {
      const member = members[memberIndex]!;
      if (kind === 'meditation') await bookSeconds(member, number, 2);
      else if (kind === 'seconds') await bookSeconds(member, number, 0);
      else if (kind === 'leave') await member.call(updateSettings, { body: { showsOnLeaderboard: number % 2 === 0 } });
      else if (kind === 'delete') await sharedItems.splice(number % (sharedItems.length || 1), 1)[0]?.remove();
      else await shareByKind[kind](member, number);
    };

    const batch = fc.array(action, { minLength: actionsInRound, maxLength: actionsInRound });
    for (const actions of fc.sample(batch, { numRuns: rounds, seed })) {
      await Promise.all(actions.map(performAction));
      expect(await findLedgerMismatches(community.current.db)).toEqual([]);
    }
    const { rows } = await community.current.db.execute<{ booked: number; taken: number }>(sql`
      SELECT count(*)::int AS booked, (count(*) FILTER (WHERE points < 0))::int AS taken FROM points_ledger`);
    expect(rows[0]!.taken).toBeGreaterThan(rounds);
    process.stdout.write(`${rounds} rounds: ${rows[0]!.booked} ledger rows, ${rows[0]!.taken} reversals\n`);
  },
);
