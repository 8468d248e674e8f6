import * as contract from '@commons/contract/library/schemas';
import type { FastifyInstance } from 'fastify';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { idCursor } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { librarySearchSources } from './library.queries.ts';
import { books, podcasts } from './library.service.ts';

function libraryRoutes(app: FastifyInstance, { db, transact, media }: FeatureContext): void {
  const list = { access: 'member', scope: 'content:read', cursor: idCursor } as const;
  const curate = { access: 'admin', limits: [limits.curating] } as const;

  route(app, contract.listBooks, list, ({ viewer, query, after }) =>
    books.list(db, viewer, { after, limit: query.limit }),
  );
  route(app, contract.createBook, curate, ({ viewer, body, once }) =>
    once((work) => books.add(work, media, viewer, body)),
  );
  route(app, contract.updateBook, curate, ({ viewer, params, body }) =>
    transact((work) => books.change(work, media, viewer, params.id, body)),
  );
  route(app, contract.deleteBook, curate, ({ viewer, params }) =>
    transact((work) => books.remove(work, media, viewer, params.id)),
  );

  route(app, contract.listPodcasts, list, ({ viewer, query, after }) =>
    podcasts.list(db, viewer, { after, limit: query.limit }),
  );
  route(app, contract.createPodcast, curate, ({ viewer, body, once }) =>
    once((work) => podcasts.add(work, media, viewer, body)),
  );
  route(app, contract.updatePodcast, curate, ({ viewer, params, body }) =>
    transact((work) => podcasts.change(work, media, viewer, params.id, body)),
  );
  route(app, contract.deletePodcast, curate, ({ viewer, params }) =>
    transact((work) => podcasts.remove(work, media, viewer, params.id)),
  );
}

export const library: Feature = {
  name: 'library',
  registerRoutes: libraryRoutes,
  searchSources: librarySearchSources,
  csvTables: [books.csvTable, podcasts.csvTable],
  starterContent: [books.starterContent, podcasts.starterContent],
};
