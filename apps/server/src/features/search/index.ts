import { searchLimits } from '@commons/contract/search';
import * as contract from '@commons/contract/search/schemas';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Feature, Kit } from '../../platform/feature.ts';
import { cursorOf } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { createRetention } from './search.retention.ts';
import { createSearchService } from './search.service.ts';
import { createUpkeep } from './search.upkeep.ts';

const resultKey = cursorOf(z.tuple([z.int().min(0).max(5), z.number(), z.uuid()]));

function searchRoutes(app: FastifyInstance, { db, searched }: Kit): void {
  const service = createSearchService(db, searched);

  route(
    app,
    contract.search,
    { access: 'member', limits: [limits.searchingEverything] },
    async ({ viewer, query, send }) => {
      const { q, type, cursor, limit } = query;
      if (type === undefined)
        return send(200, await service.searchAll(viewer, q, Math.min(limit, searchLimits.ofEachGroup)));
      const after = cursor === undefined ? undefined : resultKey.read(cursor);
      return send(200, await service.searchOne(viewer, q, type, { after, limit, write: resultKey.write }));
    },
  );
}

export const search: Feature = {
  name: 'search',
  open: searchRoutes,
  jobs({ db, searched }) {
    const upkeep = createUpkeep(searched);
    const retention = createRetention(searched);
    return [
      { name: 'searched-words', cron: '* * * * *', run: () => upkeep(db) },
      { name: 'forgotten-words', cron: '49 2 * * *', run: () => retention(db) },
    ];
  },
};
