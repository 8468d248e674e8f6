import type { LeaderboardEntry, LeaderboardPeriod, Standing } from '@commons/contract/points/schemas';
import { and, eq, sql } from 'drizzle-orm';
import { blocks } from '../../community/members/blocks.tables.ts';
import {
  isMemberVisible,
  memberColumns,
  toMemberSummary,
  visibilityParameters,
} from '../../community/members/index.ts';
import { users } from '../../community/members/users.tables.ts';
import { type Database, onlyRow } from '../../platform/database/database.ts';
import { columnsOf, namedStatement } from '../../platform/database/named-statements.ts';
import { preparePages } from '../../platform/database/statements.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { mapPeriods, isListedIn } from './leaderboard.periods.ts';
import { leaderboardStandings as standings } from './leaderboard.tables.ts';

/** The key of a page's last row, with its rank and position, from which the next page continues numbering. */
export type LeaderboardKey = { points: number; reachedAt: Date; id: string; rank: number; position: number };

type Row = Awaited<ReturnType<(typeof pages)['all']>>[number];
type RankedRow = Row & Pick<LeaderboardKey, 'rank' | 'position'>;

const beforeEveryRow: LeaderboardKey = {
  points: 2 ** 31 - 1,
  reachedAt: new Date(0),
  id: '00000000-0000-0000-0000-000000000000',
  rank: 0,
  position: 0,
};

const pages = mapPeriods((period) =>
  preparePages(`leaderboard_${period.name}_page`, (db, { limit, name }) =>
    db
      .select({
        member: memberColumns,
        points: sql<number>`${period.score}`,
        reachedAt: standings.reachedAt,
        mindfulnessScore: users.mindfulnessScore,
        meditationMinutes: users.meditationMinutes,
      })
      .from(standings)
      .innerJoin(users, eq(users.id, standings.memberId))
      .where(
        and(
          isListedIn(period),
          sql`(-${period.score}, ${standings.reachedAt}, ${standings.memberId}) > (-${sql.placeholder('points')}::integer, ${sql.placeholder('reachedAt')}::timestamptz, ${sql.placeholder('id')}::uuid)`,
          isMemberVisible(standings.memberId),
        ),
      )
      .orderBy(sql`-${period.score}`, standings.reachedAt, standings.memberId)
      .limit(limit)
      .prepare(name),
  ),
);

/**
 * Lists the leaderboard of a period, most points first, starting after the key `after`. Ranks count only members that
 * the viewer can see, so that a hidden member leaves no visible gap.
 */
export async function listLeaderboard(
  db: Database,
  viewer: Viewer,
  period: LeaderboardPeriod,
  { after = beforeEveryRow, rowCount }: { after: LeaderboardKey | undefined; rowCount: number },
): Promise<RankedRow[]> {
  const { points, reachedAt, id } = after;
  const values = { ...visibilityParameters(viewer), points, reachedAt, id };
  const rows = await pages[period](db, rowCount, values);
  let last: Pick<LeaderboardKey, 'points' | 'rank' | 'position'> = after;
  return rows.map((row) => {
    const position = last.position + 1;
    last = { points: row.points, position, rank: row.points === last.points ? last.rank : position };
    return { ...row, rank: last.rank, position };
  });
}

/** Converts a row to an entry of the leaderboard. */
export const toEntry = ({
  member,
  points,
  rank,
  mindfulnessScore,
  meditationMinutes,
}: RankedRow): LeaderboardEntry => ({
  ...toMemberSummary(member),
  rank,
  points,
  mindfulnessScore,
  meditationMinutes,
});

export const keyOf = ({ member: { id }, points, reachedAt, rank, position }: RankedRow): LeaderboardKey => ({
  id,
  points,
  reachedAt,
  rank,
  position,
});

type StandingRow = Parameters<typeof toMemberSummary>[0] &
  Pick<Standing, 'points' | 'mindfulnessScore' | 'meditationMinutes' | 'showsOnLeaderboard'> & {
    /** Number of visible members above the viewer. Null for members without a rank. */
    above: number | null;
  };

const standingOf = mapPeriods((period) =>
  namedStatement(
    `leaderboard_standing_${period.name}`,
    sql`WITH own AS (
        SELECT ${users.id}, email, first_name AS "firstName", last_name AS "lastName",
          profile_image_url AS "profileImageUrl", title, mindfulness_score AS "mindfulnessScore",
          meditation_minutes AS "meditationMinutes", shows_on_leaderboard AS "showsOnLeaderboard",
          coalesce(CASE WHEN ${period.isOfPeriod} THEN ${period.score} END, 0) AS points
        FROM ${users} LEFT JOIN ${standings} ON ${standings.memberId} = ${users.id}
        WHERE ${users.id} = ${sql.placeholder('viewerId')}
      )
      SELECT own.*,
        CASE WHEN own."showsOnLeaderboard" AND own.points > 0 THEN (
          SELECT count(*) FROM ${standings} WHERE ${isListedIn(period)} AND ${period.score} > own.points
        )::integer - (
          SELECT count(*) FROM ${blocks} JOIN ${standings} ON ${standings.memberId} = ${blocks.otherId}
          WHERE ${blocks.memberId} = own.id AND ${isListedIn(period)} AND ${period.score} > own.points
        )::integer END AS above
      FROM own`,
    {
      values: { viewerId: 'uuid' },
      columns: columnsOf<StandingRow>({
        id: 'uuid',
        email: 'text',
        firstName: 'text',
        lastName: 'text',
        profileImageUrl: 'text',
        title: 'text',
        mindfulnessScore: 'integer',
        meditationMinutes: 'integer',
        showsOnLeaderboard: 'boolean',
        points: 'integer',
        above: 'integer',
      }),
    },
  ),
);

/** Returns the viewer's rank among the members they can see: those with more points, minus the blocked ones. */
export async function getStanding(db: Database, viewer: Viewer, period: LeaderboardPeriod): Promise<Standing> {
  const row = onlyRow(await standingOf[period](db, { viewerId: viewer.id }));
  const { above, points, mindfulnessScore, meditationMinutes, showsOnLeaderboard } = row;
  return {
    ...toMemberSummary(row),
    rank: above === null ? null : above + 1,
    showsOnLeaderboard,
    points,
    mindfulnessScore,
    meditationMinutes,
  };
}
