import * as contract from '@commons/contract/library/schemas';
import type { FastifyInstance } from 'fastify';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { idCursor } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { librarySearchSources } from './library.queries.ts';
import { books, podcasts } from './library.service.ts';

function libraryRoutes(app: FastifyInstance, { db, transact, media }: FeatureContext): void {
  const list = { access: 'member', cursor: idCursor } as const;
  const curate = { access: 'admin', limits: [limits.curating] } as const;

  route(app, contract.listBooks, list, async ({ viewer, query, after, sendPage }) =>
    sendPage(200, await books.list(db, viewer, { after, limit: query.limit })),
  );
  route(app, contract.createBook, curate, async ({ viewer, body, once, send }) =>
    send(201, await once((work) => books.add(work, media, viewer, body))),
  );
  route(app, contract.updateBook, curate, async ({ viewer, params, body, send }) =>
    send(200, await transact((work) => books.change(work, media, viewer, params.id, body))),
  );
  route(app, contract.deleteBook, curate, async ({ viewer, params, send }) => {
    await transact((work) => books.remove(work, media, viewer, params.id));
    return send(204);
  });

  route(app, contract.listPodcasts, list, async ({ viewer, query, after, sendPage }) =>
    sendPage(200, await podcasts.list(db, viewer, { after, limit: query.limit })),
  );
  route(app, contract.createPodcast, curate, async ({ viewer, body, once, send }) =>
    send(201, await once((work) => podcasts.add(work, media, viewer, body))),
  );
  route(app, contract.updatePodcast, curate, async ({ viewer, params, body, send }) =>
    send(200, await transact((work) => podcasts.change(work, media, viewer, params.id, body))),
  );
  route(app, contract.deletePodcast, curate, async ({ viewer, params, send }) => {
    await transact((work) => podcasts.remove(work, media, viewer, params.id));
    return send(204);
  });
}

export const library: Feature = {
  name: 'library',
  registerRoutes: libraryRoutes,
  searchSources: librarySearchSources,
  csvTables: [books.csvTable, podcasts.csvTable],
  starterContent: [books.starterContent, podcasts.starterContent],
};
