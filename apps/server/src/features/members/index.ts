export { lockPair } from './lock-pair.ts';
export { memberBlocked } from './members.events.ts';
export { memberRoutes } from './members.routes.ts';
export { memberColumns, toMemberSummary } from './member-summary.ts';
export { getCurrentUser } from './profiles.queries.ts';
export { hiddenMemberIds, isMemberVisible, isNotMuted, isVisible, visibilityParameters } from './visibility.ts';
export { findVisibleMember } from './visible-member.ts';
