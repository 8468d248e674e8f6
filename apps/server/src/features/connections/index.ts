import * as contract from '@commons/contract/connections/schemas';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Feature, FeatureContext } from '../../community/feature.ts';
import { availabilityChanged, memberBlocked } from '../../community/members/index.ts';
import { memberLeaving } from '../../community/personal-data.ts';
import { subscriber } from '../../platform/database/domain-events.ts';
import { cursorOf, instantKey, toPage } from '../../platform/http/pagination.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import {
  connectionKeyOf,
  type ConnectionKey,
  listConnections,
  toConnection,
  listSuggestedConnections,
} from './connections.queries.ts';
import {
  acceptConnection,
  endAllConnections,
  endConnection,
  removeConnection,
  requestConnection,
  notifyRequestReceivers,
} from './connections.service.ts';
import { personalData, type storedStates } from './connections.tables.ts';

export { connectionChanged } from './connections.service.ts';

const connectionCursor = cursorOf(z.object({ since: instantKey, otherId: z.uuid() }));

function connectionRoutes(app: FastifyInstance, { db, transact }: FeatureContext): void {
  const memberRules = { access: 'member' } as const;
  const listRules = { access: 'member', cursor: connectionCursor } as const;
  const changeRules = { access: 'member', limits: [limits.changingConnections] } as const;

  const pageOf = async (
    viewer: Viewer,
    state: (typeof storedStates)[number],
    limit: number,
    after: ConnectionKey | undefined,
  ) => {
    const rows = await listConnections(db, viewer, state, { after, rowCount: limit + 1 });
    return toPage(rows, limit, toConnection, connectionKeyOf);
  };

  route(app, contract.listConnections, listRules, ({ viewer, query, after }) =>
    pageOf(viewer, 'connected', query.limit, after),
  );

  route(app, contract.listConnectionRequests, listRules, async ({ viewer, query, after }) => {
    const state = query.direction === 'incoming' ? 'incoming' : 'requested';
    return pageOf(viewer, state, query.limit, after);
  });

  route(app, contract.listSuggestedConnections, memberRules, ({ viewer }) => listSuggestedConnections(db, viewer));

  route(app, contract.requestConnection, changeRules, ({ viewer, body, once }) =>
    once((work) => requestConnection(work, viewer, body.userId)),
  );

  route(app, contract.acceptConnection, changeRules, ({ viewer, params }) =>
    transact((work) => acceptConnection(work, viewer, params.userId)),
  );

  route(app, contract.removeConnection, changeRules, ({ viewer, params }) =>
    transact((work) => removeConnection(work, viewer, params.userId)),
  );
}

export const connections: Feature = {
  name: 'connections',
  registerRoutes: connectionRoutes,
  lockOrder: 10,
  subscribers: [
    subscriber(
      memberBlocked,
      'Ends the connection or request between the two members.',
      async (work, { blockerId, blockedId }) => {
        await endConnection(work, blockerId, blockedId);
      },
    ),
    subscriber(memberLeaving, 'Updates the screens of the member’s connections.', endAllConnections),
    subscriber(availabilityChanged, 'Updates the connection requests that the member sent.', notifyRequestReceivers),
  ],
  personalData,
};
