import { randomUUIDv7 } from 'node:crypto';
import { reportSubjectTypes } from '@commons/contract/reports';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { features } from '../src/app.ts';
import {
  type Contribution,
  contributionChanged,
  contributionCreated,
  contributionPublished,
  contributionsRemoved,
} from '../src/community/contributions/contribution-events.ts';
import { type ContributionKind, reportableOf } from '../src/community/feature.ts';
import { type Member, setUpCommunity } from './community.ts';

const community = setUpCommunity();

const kinds = features.flatMap(({ contributions = [] }) => contributions);

/** Returns a member's score and the community's support count. */
async function readTotals(member: Member) {
  const { rows } = await community.current.db.execute<{ score: number; support: number }>(sql`
    SELECT (SELECT mindfulness_score FROM users WHERE id = ${member.id}) AS score,
      (SELECT coalesce(sum(given), 0)::int FROM support_changes) AS support`);
  return rows[0]!;
}

const contributionOf = (kind: ContributionKind, { id: authorId }: Member): Contribution => ({
  kind,
  id: randomUUIDv7(),
  authorId,
  subject: { kind: 'post', id: randomUUIDv7(), authorId },
});

describe.for(kinds)('a $name', (kind) => {
  test('changes points and community counts as declared, and undoes it when removed', async () => {
    const ana = await community.current.member();
    const before = await readTotals(ana);
    const support = kind.isSupport ? 1 : 0;
    const contribution = contributionOf(kind, ana);
    await community.current.work((work) => work.emit(contributionCreated, contribution));
    expect(await readTotals(ana)).toEqual({ score: before.score, support: before.support + support });
    await community.current.work((work) => work.emit(contributionPublished, contribution));
    await community.current.work((work) => work.emit(contributionChanged, contribution));
    expect(await readTotals(ana)).toEqual({ score: before.score + kind.points, support: before.support + support });
    await community.current.work((work) => work.emit(contributionsRemoved, { contributions: [contribution] }));
    expect(await readTotals(ana)).toEqual(before);
  });

  test('can be reported if it declares so', () => {
    const isReportable = kind.report !== 'none';
    expect(reportableOf(features).has(kind.name)).toBe(isReportable);
    expect((reportSubjectTypes as readonly string[]).includes(kind.name)).toBe(isReportable);
  });
});

test('every kind has a unique name', () => {
  const names = kinds.map(({ name }) => name);
  expect(names).toContain('post');
  expect(names).toEqual([...new Set(names)]);
});

test('every reportable type of the contract is provided by a feature', () => {
  expect([...reportableOf(features).keys()].toSorted()).toEqual(reportSubjectTypes.toSorted());
});

test('a kind that lacks a declaration does not compile', () => {
  // @ts-expect-error required properties are missing
  const incompleteKind: ContributionKind = { name: 'song', report: 'none' };
  expect(Object.keys(incompleteKind)).not.toContain('points');
});
