import type { Feature } from '../../platform/feature.ts';
import { blockRoutes } from './blocks.routes.ts';
import { findReportedMembers } from './members.queries.ts';

export { memberBlocked } from './blocks.service.ts';
export { findVisibleMember, lockPair, memberColumns, toMemberSummary } from './members.queries.ts';
export { hiddenMemberIds, isMemberVisible, isNotMuted, isVisible, visibilityParameters } from './visibility.ts';

export const members: Feature = {
  name: 'members',
  open: blockRoutes,
  reportable: { member: findReportedMembers },
};
