import * as contract from '@commons/contract/meditations/schemas';
import { listPointsHistory } from '@commons/contract/points/schemas';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Community, type Member, setUpCommunity, setUpSecondServer } from '../../../test/community.ts';
import { pointsLedger } from '../points/points.tables.ts';
import { trackListening } from './listening.service.ts';
import { listeningAllowances } from './meditations.tables.ts';

const community = setUpCommunity();
/** A second server process, which does not share the first one's queue. */
const secondServer = setUpSecondServer(community);
let id: string;
beforeAll(async () => {
  const admin = await community.current.member({ role: 'admin' });
  const body = { title: 'Rain', description: '', audioUrl: 'https://sounds.test/rain.mp3', duration: 3_600 };
  id = (await admin.call(contract.createMeditation, { body })).body.id;
});

const report = async (server: Community, member: Member, secondsListened: number) =>
  (
    await server.visitor.call(
      contract.trackListening,
      { params: { id }, body: { secondsListened, completed: false } },
      { cookie: member.cookie },
    )
  ).body.pointsAwarded;

const ledgerOf = async (member: Member) =>
  community.current.db
    .select({ points: pointsLedger.points, seconds: pointsLedger.seconds })
    .from(pointsLedger)
    .where(eq(pointsLedger.memberId, member.id))
    .orderBy(pointsLedger.id);
const scoreOf = async (member: Member) => (await community.current.findUser(member.id))!.mindfulnessScore;

describe('listening never reduces points or the allowance below zero', () => {
  test('when an earlier call is processed after a later call that used up the allowance', async () => {
    const ana = await community.current.member();
    // Simulates a second device: its transaction has started and waits for the member's row.
    const earlierPoints = await community.current.work(async (work) => {
      await work.tx.execute(sql`SELECT now()`);
      expect(await report(secondServer.current, ana, 3_600)).toBe(60);
      return trackListening(work, ana.id, id, { secondsListened: 600, completed: false });
    });
    expect(earlierPoints).toBe(0);
    expect(await ledgerOf(ana)).toEqual([{ points: 60, seconds: 3_600 }]);
    expect(await scoreOf(ana)).toBe(60);
  });

  test('when the database’s clock is set back', async () => {
    const ana = await community.current.member();
    expect(await report(community.current, ana, 3_600)).toBe(60);
    // Simulates a report that was booked while the clock was two hours ahead.
    await community.current.db
      .update(listeningAllowances)
      .set({ wholeAt: sql`${listeningAllowances.wholeAt} + interval '2 hours'` })
      .where(eq(listeningAllowances.memberId, ana.id));
    expect(await report(community.current, ana, 600)).toBe(0);
    expect(await scoreOf(ana)).toBe(60);
    expect((await ana.call(listPointsHistory, {})).body.map(({ points }) => points)).toEqual([60]);
    // The member need not wait two hours: further listening is credited.
    await community.current.db
      .update(listeningAllowances)
      .set({ wholeAt: sql`${listeningAllowances.wholeAt} - interval '10 minutes'` })
      .where(eq(listeningAllowances.memberId, ana.id));
    expect(await report(community.current, ana, 600)).toBe(10);
  });
});
