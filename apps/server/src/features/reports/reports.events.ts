import { domainEvent } from '../../platform/database/domain-events.ts';

/** A member was reported, or a message of theirs. */
export const memberReported = domainEvent<{ reporterId: string; reportedId: string }>('reports.member_reported');
