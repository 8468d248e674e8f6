import { domainEvent } from '../../platform/database/domain-events.ts';

export const memberBlocked = domainEvent<{ blockerId: string; blockedId: string }>('members.member_blocked');
