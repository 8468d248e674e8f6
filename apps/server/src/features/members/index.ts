import * as contract from '@commons/contract/profiles/schemas';
import type { FastifyInstance } from 'fastify';
import type { Feature, Kit } from '../../platform/feature.ts';
import { route } from '../../platform/http/routes.ts';
import { limits } from '../../platform/rate-limits/rate-limits.ts';
import { blockMember, listBlocked, listMuted, muteMember, unblockMember, unmuteMember } from './blocks.service.ts';
import { findReportedMembers } from './members.queries.ts';

export { memberBlocked } from './blocks.service.ts';
export { findVisibleMember, lockPair, memberColumns, toMemberSummary } from './members.queries.ts';
export {
  hiddenMemberIds,
  isMemberVisible,
  isNotMuted,
  isVisible,
  mutedMemberIds,
  visibilityParameters,
} from './visibility.ts';

function blockRoutes(app: FastifyInstance, { db, transact }: Kit): void {
  const member = { access: 'member' } as const;
  const relate = { access: 'member', limits: [limits.relating] } as const;

  route(app, contract.listBlocks, member, async ({ viewer, send }) => send(200, await listBlocked(db, viewer.id)));

  route(app, contract.block, relate, async ({ viewer, params, send }) => {
    await transact((work) => blockMember(work, viewer.id, params.userId));
    return send(204);
  });

  route(app, contract.unblock, relate, async ({ viewer, params, send }) => {
    await transact((work) => unblockMember(work, viewer.id, params.userId));
    return send(204);
  });

  route(app, contract.listMutes, member, async ({ viewer, send }) => send(200, await listMuted(db, viewer)));

  route(app, contract.mute, relate, async ({ viewer, params, send }) => {
    await transact((work) => muteMember(work, viewer, params.userId));
    return send(204);
  });

  route(app, contract.unmute, relate, async ({ viewer, params, send }) => {
    await transact((work) => unmuteMember(work, viewer.id, params.userId));
    return send(204);
  });
}

export const members: Feature = {
  name: 'members',
  open: blockRoutes,
  reportable: { member: findReportedMembers },
};
