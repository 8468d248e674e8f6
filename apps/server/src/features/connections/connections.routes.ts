import * as contract from '@commons/contract/connections';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/database.ts';
import type { Transact } from '../../platform/database/unit-of-work.ts';
import { decodeCursor, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { type ConnectionKey, listConnections, listSuggestedConnections } from './connections.queries.ts';
import { acceptConnection, removeConnection, requestConnection } from './connections.service.ts';
import type { storedStates } from './connections.tables.ts';

export function connectionRoutes(app: FastifyInstance, { db, transact }: { db: Database; transact: Transact }): void {
  const member = { access: 'member' } as const;
  const relate = { access: 'member', limits: [limits.relating] } as const;

  const pageOf = async (
    viewer: Viewer,
    state: (typeof storedStates)[number],
    query: { limit: number; cursor?: string | undefined },
  ) => {
    const page = { after: readCursor(query.cursor), rowCount: query.limit + 1 };
    const rows = await listConnections(db, viewer, state, page);
    return toPage(
      rows,
      query.limit,
      ({ key }) => writeCursor(key),
      ({ key: _key, ...connection }) => connection,
    );
  };

  route(app, contract.listConnections, member, async ({ viewer, query, sendPage }) =>
    sendPage(200, await pageOf(viewer, 'connected', query)),
  );

  route(app, contract.listConnectionRequests, member, async ({ viewer, query, sendPage }) =>
    sendPage(200, await pageOf(viewer, query.direction === 'incoming' ? 'incoming' : 'requested', query)),
  );

  route(app, contract.listSuggestedConnections, member, async ({ viewer, send }) =>
    send(200, await listSuggestedConnections(db, viewer)),
  );

  route(app, contract.requestConnection, relate, async ({ viewer, body, once, send }) =>
    send(201, await once((work) => requestConnection(work, viewer, body.userId))),
  );

  route(app, contract.acceptConnection, relate, async ({ viewer, params, send }) =>
    send(200, await transact((work) => acceptConnection(work, viewer, params.userId))),
  );

  route(app, contract.removeConnection, relate, async ({ viewer, params, send }) => {
    await transact((work) => removeConnection(work, viewer, params.userId));
    return send(204);
  });
}

const writeCursor = ({ since, otherId }: ConnectionKey): string => `${since.getTime()} ${otherId}`;

const readCursor = (cursor: string | undefined): ConnectionKey | undefined => {
  if (cursor === undefined) return undefined;
  const [since, otherId = ''] = decodeCursor(cursor, keyPattern).split(' ', 2);
  return { since: new Date(Number(since)), otherId };
};

/** Milliseconds since 1970, within what JavaScript and PostgreSQL take for a time, and an id. */
const keyPattern = /^\d{1,14} [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
