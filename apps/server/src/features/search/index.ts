import { searchLimits } from '@commons/contract/search';
import * as contract from '@commons/contract/search/schemas';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
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
import { indexTask, enqueueReindex } from '../../community/search-documents/search-source.ts';
import { subscriber } from '../../platform/database/domain-events.ts';
import type { UnitOfWork } from '../../platform/database/unit-of-work.ts';
import { cursorOf } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { task } from '../../platform/jobs/jobs.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { createSearchService } from './search.service.ts';

const resultKey = cursorOf(z.tuple([z.int().min(0).max(5), z.number(), z.uuid()]));

function searchRoutes(app: FastifyInstance, { db, features, transact, log }: FeatureContext): void {
  const service = createSearchService(db, searchSourcesOf(features));
  // Indexes existing rows at the start instead of waiting for the job.
  app.addHook('onListen', async () => {
    await transact((work) => work.enqueue(indexTask, { newRows: true })).catch((error: unknown) =>
      log.error({ err: error }, 'cannot enqueue the first run of the search index; its job will run it'),
    );
  });

  route(app, contract.search, { access: 'member', limits: [limits.searchingEverything] }, async ({ viewer, query }) => {
    const { q, type, cursor, limit } = query;
    if (type === undefined) return service.searchAll(viewer, q, Math.min(limit, searchLimits.resultsPerType));
    const after = cursor === undefined ? undefined : resultKey.read(cursor);
    return service.searchOne(viewer, q, type, { after, limit, write: resultKey.write });
  });
}

async function reindexContributions(work: UnitOfWork, contributions: readonly Contribution[]): Promise<void> {
  for (const { kind, id } of contributions) if (kind.searchType) await enqueueReindex(work, kind.searchType, [id]);
}

type IndexingContext = Pick<FeatureContext, 'db' | 'features'>;

async function runIndexing({ db, features }: IndexingContext, newRows?: boolean): Promise<void> {
  const searchSources = searchSourcesOf(features);
  if (newRows) await enqueueNewRows(db, searchSources);
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
  tasks: (context) => [task(indexTask, ({ newRows }) => runIndexing(context, newRows), { pollSeconds: 1 })],
  jobs: (context) => [{ name: 'search-rows', cron: '* * * * *', run: () => runIndexing(context, true) }],
};
