import { getCurrentUser } from '@commons/contract/auth';
import * as feed from '@commons/contract/feed';
import { eq, sum } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Member, setUpCommunity } from '../../../test/community.ts';
import { pointsLedger } from './points.tables.ts';

const community = setUpCommunity();

const scoreOf = async (member: Member) => (await community.current.findUser(member.id))!.mindfulnessScore;

async function ledgerSum(member: Member): Promise<number> {
  const [ledger] = await community.current.db
    .select({ points: sum(pointsLedger.points) })
    .from(pointsLedger)
    .where(eq(pointsLedger.memberId, member.id));
  return Number(ledger!.points ?? 0);
}

const share = async (member: Member) =>
  (await member.call(feed.createPost, { body: { content: 'Something small' } })).body.id;

const comment = async (member: Member, postId: string) =>
  (await member.call(feed.createComment, { params: { id: postId }, body: { content: 'Thank you' } })).body.id;

test('a post and a reply earn a point each, and the member sees it live', async () => {
  const ana = await community.current.member();
  const live = await community.current.connect(ana);
  const postId = await share(ana);
  const first = await live.next('points.changed');
  await comment(ana, postId);
  const second = await live.next('points.changed');
  expect([first.mindfulnessScore, second.mindfulnessScore]).toEqual([1, 2]);
  expect(second.scoreRevision).toBeGreaterThan(first.scoreRevision);
  expect((await ana.call(getCurrentUser, {})).body.scoreRevision).toBe(second.scoreRevision);
  live.close();
});

test('deleting a post takes back its point and those of the replies under it', async () => {
  const ana = await community.current.member();
  const ben = await community.current.member();
  const id = await share(ana);
  await comment(ben, id);
  await comment(ben, id);
  const commentId = await comment(ana, id);
  await ana.call(feed.deleteComment, { params: { id, commentId } });
  expect([await scoreOf(ana), await scoreOf(ben)]).toEqual([1, 2]);
  await ana.call(feed.deletePost, { params: { id } });
  expect([await scoreOf(ana), await scoreOf(ben)]).toEqual([0, 0]);
});

test('what is refused earns nothing', async () => {
  const ana = await community.current.member();
  await ana.call(feed.createPost, { body: { content: '   ' } });
  expect(await scoreOf(ana)).toBe(0);
});

test('whatever is shared and deleted at once, every score equals its ledger', async () => {
  const members = await Promise.all([1, 2, 3].map(() => community.current.member()));
  const action = fc.record({ who: fc.nat({ max: 2 }), what: fc.constantFrom('share', 'comment', 'delete') });
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 5, maxLength: 25 }), async (actions) => {
      const postIds = await Promise.all(members.map((member) => share(member)));
      const run = async ({ who, what }: (typeof actions)[number], index: number) => {
        const member = members[who]!;
        const id = postIds[index % postIds.length]!;
        if (what === 'share') await member.call(feed.createPost, { body: { content: 'More' } });
        if (what === 'comment') await member.call(feed.createComment, { params: { id }, body: { content: 'Yes' } });
        if (what === 'delete') await member.call(feed.deletePost, { params: { id } });
      };
      await Promise.all(actions.map(run));
      for (const member of members) expect(await scoreOf(member)).toBe(await ledgerSum(member));
    }),
    { numRuns: 10 },
  );
});
