import { subscriber } from '../../platform/database/domain-events.ts';
import type { Feature } from '../../platform/feature.ts';
import { memberLeaving } from '../../platform/personal-data.ts';
import { memberBlocked } from '../members/index.ts';
import { connectionRoutes } from './connections.routes.ts';
import { endAllConnections, endConnection } from './connections.service.ts';
import { personalData } from './connections.tables.ts';

export { connectionMoved } from './connections.service.ts';

export const connections: Feature = {
  name: 'connections',
  open: connectionRoutes,
  subscribers: [
    /** A block ends the connection of the two, and a request of either. */
    subscriber(memberBlocked, async (work, { blockerId, blockedId }) => {
      await endConnection(work, blockerId, blockedId);
    }),
    subscriber(memberLeaving, (work, { memberId }) => endAllConnections(work, memberId)),
  ],
  personalData,
};
