import * as contract from '@commons/contract/search/schemas';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  type Contribution,
  contributionChanged,
  contributionCreated,
  contributionsRemoved,
  contributionsRestored,
} from '../../community/contributions/contribution-events.ts';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { peopleSearchSource } from '../../community/members/index.ts';
import { memberLeaving } from '../../community/personal-data.ts';
import { indexChanges, enqueueNewRows, reindex } from '../../community/search-documents/documents.ts';
import { indexJob, enqueueReindex } from '../../community/search-documents/search-source.ts';
import { subscriber } from '../../platform/database/domain-events.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { createSearch } from './search.service.ts';

function searchRoutes(app: FastifyInstance, { db, searchSources }: FeatureContext): void {
  const find = createSearch(db, searchSources);
  const access = { access: 'member', limits: [limits.searchingEverything] } as const;
  route(app, contract.search, access, async ({ viewer, query, send }) => send(200, await find(viewer, query)));
}

async function reindexContributions(work: UnitOfWork, contributions: readonly Contribution[]): Promise<void> {
  for (const { kind, id } of contributions) if (kind.searchType) await enqueueReindex(work, kind.searchType, [id]);
}

async function runIndexing({ db, searchSources }: FeatureContext): Promise<void> {
  await enqueueNewRows(db, searchSources);
  await indexChanges(db, searchSources);
}

export const search: Feature = {
  name: 'search',
  registerRoutes: searchRoutes,
  subscribers: [
    subscriber(contributionCreated, (work, contribution) => reindexContributions(work, [contribution])),
    subscriber(contributionChanged, (work, contribution) => reindexContributions(work, [contribution])),
    subscriber(contributionsRemoved, (work, { contributions }) => reindexContributions(work, contributions)),
    subscriber(contributionsRestored, (work, { contributions }) => reindexContributions(work, contributions)),
    // Removes the member's name at once instead of with the next run.
    subscriber(memberLeaving, ({ tx }, { memberId }) =>
      reindex(tx, { ...peopleSearchSource, isIndexed: sql`false` }, [memberId]),
    ),
  ],
  jobs: (context) => [{ name: indexJob, cron: '* * * * *', run: () => runIndexing(context), runsAtStart: true }],
};
