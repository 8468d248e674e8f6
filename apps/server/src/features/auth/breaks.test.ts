import { getCurrentUser } from '@commons/contract/auth/schemas';
import { listSuggestedConnections } from '@commons/contract/connections/schemas';
import { createComment, createPost, deletePost, listPosts } from '@commons/contract/feed/schemas';
import { listMessages, sendMessage } from '@commons/contract/messages/schemas';
import { listLeaderboard } from '@commons/contract/points/schemas';
import { getProfile, getSettings, updateSettings } from '@commons/contract/profiles/schemas';
import { endBreak, takeBreak } from '@commons/contract/security/schemas';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { Member, setUpCommunity } from '../../../test/community.ts';
import { whileLocked } from '../../../test/waiting.ts';
import { users } from '../../community/members/users.tables.ts';
import { closeCodes } from '../../platform/realtime/connections.ts';
import { findLedgerMismatches, writeStandings } from '../points/points.recount.ts';
import { endBreaks } from '../profiles/profiles.service.ts';

const community = setUpCommunity();
const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();

/** Creates Ana with a post, Ben as a reader, and starts a break for Ana. */
async function startBreak() {
  const [ana, ben] = [await community.current.member({ firstName: 'Ana' }), await community.current.member()];
  await ana.call(createPost, { body: { content: 'A quiet day' } });
  const closeCode = (await community.current.connect(ana)).closed();
  expect((await ana.call(takeBreak, { body: { until: daysFromNow(7) } })).status).toBe(204);
  return { ana, ben, closeCode };
}

const signBackIn = async (member: Member) =>
  new Member(community.current.server, { ...member, cookie: await community.current.signIn(member.id) });

const visibilityOf = async (reader: Member, { id }: Member) => ({
  profile: (await reader.call(getProfile, { params: { id } })).status === 200,
  suggested: (await reader.call(listSuggestedConnections, {})).body.some((member) => member.id === id),
  leaderboard: (await reader.call(listLeaderboard, { query: { limit: 100 } })).body.some((member) => member.id === id),
  posts: (await reader.call(listPosts, { query: { limit: 100 } })).body.some(({ author }) => author.id === id),
});

const visibleEverywhere = { profile: true, suggested: true, leaderboard: true, posts: true };
const contentOnly = { profile: false, suggested: false, leaderboard: false, posts: true };

describe('a break', () => {
  test('hides the member and signs them out everywhere, but keeps their content visible', async () => {
    const { ana, ben, closeCode } = await startBreak();
    expect(await closeCode).toBe(closeCodes.sessionEnded);
    expect((await ana.call(getCurrentUser, {})).status).toBe(401);
    expect(await visibilityOf(ben, ana)).toEqual(contentOnly);
  });

  test('keeps messages that others send to the member', async () => {
    const { ana, ben } = await startBreak();
    expect((await ben.call(sendMessage, { body: { receiverId: ana.id, content: 'No hurry' } })).status).toBe(201);
    const returningMember = await signBackIn(ana);
    expect((await returningMember.call(listMessages, { query: { userId: ben.id } })).body).toHaveLength(1);
  });

  test('ends when the member ends it, not by signing in alone', async () => {
    const { ana, ben } = await startBreak();
    const returningMember = await signBackIn(ana);
    expect((await returningMember.call(getCurrentUser, {})).body.breakUntil).not.toBeNull();
    // Changing a setting does not put the member back on the leaderboard.
    await returningMember.call(updateSettings, { body: { showsOnLeaderboard: true } });
    expect(await visibilityOf(ben, ana)).toEqual(contentOnly);
    expect((await returningMember.call(endBreak, {})).status).toBe(204);
    expect((await returningMember.call(getCurrentUser, {})).body.breakUntil).toBeNull();
    expect(await visibilityOf(ben, ana)).toEqual(visibleEverywhere);
  });

  test('ends by itself when it expires', async () => {
    const { ana, ben } = await startBreak();
    await community.current.db.update(users).set({ breakUntil: new Date() }).where(eq(users.id, ana.id));
    const job = community.current.jobs.find(({ name }) => name === 'ended-breaks');
    await job?.run();
    expect(await visibilityOf(ben, ana)).toEqual(visibleEverywhere);
    expect(await community.current.findUser(ana.id)).toMatchObject({ breakUntil: null });
  });

  test('keeps the member off the leaderboard when their points change or are recounted', async () => {
    const { ana, ben } = await startBreak();
    const returningMember = await signBackIn(ana);
    const { id } = (await ben.call(createPost, { body: { content: 'Who is there?' } })).body;
    await returningMember.call(createComment, { params: { id }, body: { content: 'I am, for a moment' } });
    expect((await visibilityOf(ben, ana)).leaderboard).toBe(false);
    await ben.call(deletePost, { params: { id } });
    expect((await visibilityOf(ben, ana)).leaderboard).toBe(false);
    await writeStandings(community.current.db, [ana.id]);
    expect((await visibilityOf(ben, ana)).leaderboard).toBe(false);
    expect(await findLedgerMismatches(community.current.db)).toEqual([]);
    await returningMember.call(endBreak, {});
    expect((await visibilityOf(ben, ana)).leaderboard).toBe(true);
  });

  test('that starts while the server ends an expired one stays in effect', async () => {
    const { ana } = await startBreak();
    const { db } = community.current;
    await db.update(users).set({ breakUntil: new Date() }).where(eq(users.id, ana.id));
    const until = new Date(daysFromNow(30));
    await whileLocked(
      community.current,
      sql`UPDATE users SET break_until = ${until.toISOString()} WHERE id = ${ana.id}`,
      () => endBreaks(db, (run) => community.current.work(run)),
    );
    expect(await community.current.findUser(ana.id)).toMatchObject({ breakUntil: until });
  });

  test('does not put a member back on the leaderboard after they opted out', async () => {
    const ana = await community.current.member();
    await ana.call(createPost, { body: { content: 'A quiet day' } });
    await ana.call(updateSettings, { body: { showsOnLeaderboard: false } });
    await ana.call(takeBreak, { body: { until: daysFromNow(1) } });
    const returningMember = await signBackIn(ana);
    await returningMember.call(endBreak, {});
    expect((await visibilityOf(returningMember, ana)).leaderboard).toBe(false);
  });

  test.for([-1, 0.01, 400])('of %d days is rejected', async (days) => {
    const ana = await community.current.member();
    expect((await ana.call(takeBreak, { body: { until: daysFromNow(days) } })).status).toBe(400);
    expect((await ana.call(getCurrentUser, {})).status).toBe(200);
  });
});

describe('a new member', () => {
  test('uses the device’s appearance settings until they save their own', async () => {
    const ana = await community.current.member();
    const appearance = { theme: 'dark', motion: 'reduced', textSize: 125 } as const;
    expect((await ana.call(getSettings, {})).body).toMatchObject({ theme: 'system', motion: 'system', textSize: 100 });
    await ana.call(updateSettings, { body: appearance });
    expect((await (await signBackIn(ana)).call(getSettings, {})).body).toMatchObject(appearance);
  });
});
