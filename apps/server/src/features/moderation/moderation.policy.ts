import type { Role } from '@commons/contract/members/schemas';
import { moderationErrors } from '@commons/contract/moderation';
import type { ModerationAction } from '@commons/contract/moderation/schemas';
import { errorsOf } from '../../platform/errors.ts';
import { isAdmin, type Viewer } from '../../platform/sessions/viewer.ts';

export const moderationError = errorsOf(moderationErrors);
type Code = keyof typeof moderationErrors;

/** The state that decides which actions a moderator may take on a case. */
export type DecisionContext = {
  memberId: string | null;
  /** Undefined after the member has left. */
  member: { role: Role; isFlagged: boolean } | undefined;
  isHeld: boolean;
  needsAdmin: boolean;
  /** The decision that the case is an appeal against. Undefined when the case is not an appeal. */
  appeal: { firstDeciderId: string | null; action: ModerationAction } | undefined;
  /** Whether the content exists and is not removed yet. */
  isPresent: boolean;
  isReporter: boolean;
};

const changesStatus = (action: ModerationAction): boolean => ['flag', 'unflag', 'suspend'].includes(action);

/**
 * Returns the error code when a moderator may take no action on a case, or undefined. Moderators may not decide cases
 * about themselves, cases they reported, or appeals against their own decisions. A manager may not decide about an
 * admin.
 */
export function findHindrance(viewer: Pick<Viewer, 'id' | 'role'>, context: DecisionContext): Code | undefined {
  if (context.memberId === viewer.id) return 'moderation.about_you';
  if (context.appeal && context.appeal.firstDeciderId === viewer.id) return 'moderation.own_decision';
  if (context.isReporter) return 'moderation.own_report';
  if (viewer.role === 'admin') return undefined;
  if (context.member?.role === 'admin') return 'moderation.outranked';
  if (context.needsAdmin || (context.appeal && changesStatus(context.appeal.action))) return 'moderation.admins_only';
  return undefined;
}

/** Returns the actions that the state of a case allows, regardless of the viewer. */
function actionsFor({ appeal, isHeld, isPresent, member }: DecisionContext): ModerationAction[] {
  if (appeal) return ['uphold', 'reverse'];
  return [
    isHeld ? 'approve' : 'dismiss',
    ...(isPresent ? (['remove'] as const) : []),
    ...(member ? (['warn', member.isFlagged ? 'unflag' : 'flag'] as const) : []),
    // Admins must lose their role before they can be suspended.
    ...(member && member.role !== 'admin' ? (['suspend'] as const) : []),
  ];
}

/** Returns the actions that this moderator may take. Only admins may change flags and suspend. */
export const actionsOf = (viewer: Viewer, context: DecisionContext): ModerationAction[] =>
  findHindrance(viewer, context)
    ? []
    : actionsFor(context).filter((action) => isAdmin(viewer) || !changesStatus(action));

/** @throws AppError with the reason when the moderator may not take this action. */
export function assertMayAct(viewer: Viewer, context: DecisionContext, action: ModerationAction): void {
  const code = findHindrance(viewer, context);
  if (code) throw moderationError(code);
  if (actionsOf(viewer, context).includes(action)) return;
  if (changesStatus(action) && actionsFor(context).includes(action)) throw moderationError('moderation.admins_only');
  throw moderationError(
    action === 'remove' && !context.appeal ? 'moderation.already_gone' : 'moderation.action_not_here',
  );
}
