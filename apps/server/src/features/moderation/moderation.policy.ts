import type { Role } from '@commons/contract/members';
import { type ModerationAction, moderationErrors } from '@commons/contract/moderation';
import { errorsOf } from '../../platform/errors.ts';
import { isAdmin, type Viewer } from '../../platform/sessions/viewer.ts';

export const moderationError = errorsOf(moderationErrors);
type Code = keyof typeof moderationErrors;

/** What a decision depends on. */
export type About = {
  memberId: string | null;
  /** Undefined for somebody who left. */
  member: { role: Role; isFlagged: boolean } | undefined;
  isHeld: boolean;
  needsAdmin: boolean;
  /** Who decided what is appealed against, and what it was; undefined where nothing is. */
  appeal: { firstDeciderId: string | null; action: ModerationAction } | undefined;
  /** Whether the thing is there to be taken down. */
  isThere: boolean;
  isReporter: boolean;
};

const changesStatus = (action: ModerationAction): boolean => ['flag', 'unflag', 'suspend'].includes(action);

/**
 * Why a moderator may do nothing about a case; undefined when they may. Nobody judges themselves, what they reported or
 * what they decided before, and no manager an admin.
 */
export function hindrance(viewer: Pick<Viewer, 'id' | 'role'>, about: About): Code | undefined {
  if (about.memberId === viewer.id) return 'moderation.about_you';
  if (about.appeal && about.appeal.firstDeciderId === viewer.id) return 'moderation.own_decision';
  if (about.isReporter) return 'moderation.own_report';
  if (viewer.role === 'admin') return undefined;
  if (about.member?.role === 'admin') return 'moderation.outranked';
  if (about.needsAdmin || (about.appeal && changesStatus(about.appeal.action))) return 'moderation.admins_only';
  return undefined;
}

/** What can be done about a case, by whoever may. */
function actionsFor({ appeal, isHeld, isThere, member }: About): ModerationAction[] {
  if (appeal) return ['uphold', 'reverse'];
  return [
    isHeld ? 'approve' : 'dismiss',
    ...(isThere ? (['remove'] as const) : []),
    ...(member ? (['warn', member.isFlagged ? 'unflag' : 'flag'] as const) : []),
    // An admin has to lose that role first.
    ...(member && member.role !== 'admin' ? (['suspend'] as const) : []),
  ];
}

/** What of it a moderator may do: only admins change flags and suspend. */
export const actionsOf = (viewer: Viewer, about: About): ModerationAction[] =>
  hindrance(viewer, about) ? [] : actionsFor(about).filter((action) => isAdmin(viewer) || !changesStatus(action));

/** @throws AppError that says why a moderator may not do this about a case. */
export function assertMayAct(viewer: Viewer, about: About, action: ModerationAction): void {
  const code = hindrance(viewer, about);
  if (code) throw moderationError(code);
  if (actionsOf(viewer, about).includes(action)) return;
  if (changesStatus(action) && actionsFor(about).includes(action)) throw moderationError('moderation.admins_only');
  throw moderationError(
    action === 'remove' && !about.appeal ? 'moderation.already_gone' : 'moderation.action_not_here',
  );
}
