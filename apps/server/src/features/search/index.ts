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
import { type Feature, type FeatureContext, searchSourcesOf } from '../../community/feature.ts';
import { peopleSearchSource } from '../../community/members/index.ts';
import { memberLeaving } from '../../community/personal-data.ts';
import { indexChanges, enqueueNewRows, reindex } from '../../community/search-documents/documents.ts';
import { indexJob, enqueueReindex } from '../../community/search-documents/search-source.ts';
import { subscriber } from '../../platform/database/domain-events.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { createSearch } from './search.service.ts';

function searchRoutes(app: FastifyInstance, { db, features }: FeatureContext): void {
  const find = createSearch(db, searchSourcesOf(features));
  const access = { access: 'member', limits: [limits.searchingEverything] } as const;
  route(app, contract.search, access, ({ viewer, query }) => find(viewer, query));
}

async function reindexContributions(work: UnitOfWork, contributions: readonly Contribution[]): Promise<void> {
  for (const { kind, id } of contributions) if (kind.searchType) await enqueueReindex(work, kind.searchType, [id]);
}

async function runIndexing({ db, features }: Pick<FeatureContext, 'db' | 'features'>): Promise<void> {
  const searchSources = searchSourcesOf(features);
  await enqueueNewRows(db, searchSources);
  await indexChanges(db, searchSources);
}

export const search: Feature = {
  name: 'search',
  registerRoutes: searchRoutes,
  lockOrder: 70,
  subscribers: [
    subscriber(contributionCreated, 'Queues it for the search index.', (work, contribution) =>
      reindexContributions(work, [contribution]),
    ),
    subscriber(contributionChanged, 'Queues it for the search index.', (work, contribution) =>
      reindexContributions(work, [contribution]),
    ),
    subscriber(contributionsRemoved, 'Queues them for removal from the search index.', (work, { contributions }) =>
      reindexContributions(work, contributions),
    ),
    subscriber(contributionsRestored, 'Queues them for the search index.', (work, { contributions }) =>
      reindexContributions(work, contributions),
    ),
    subscriber(memberLeaving, 'Removes the member’s name from the search index at once.', ({ tx }, { memberId }) =>
      reindex(tx, { ...peopleSearchSource, isIndexed: sql`false` }, [memberId]),
    ),
  ],
  jobs: (context) => [{ name: indexJob, cron: '* * * * *', run: () => runIndexing(context), runsAtStart: true }],
};
