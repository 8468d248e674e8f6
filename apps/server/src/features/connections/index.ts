import type { DomainEvents } from '../../platform/database/domain-events.ts';
import { memberBlocked } from '../members/index.ts';
import { endConnection } from './connections.service.ts';

export { connectionRoutes } from './connections.routes.ts';

/** A block ends what stood between the two. */
export function endConnectionsOnBlock(domainEvents: DomainEvents): void {
  domainEvents.on(memberBlocked, async (work, { blockerId, blockedId }) => {
    await endConnection(work, blockerId, blockedId);
  });
}
