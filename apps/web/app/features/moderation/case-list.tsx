import type { ModerationCase } from '@commons/contract/moderation/schemas';
import type { ReportSubjectType } from '@commons/contract/reports/schemas';
import { BookHeart, FileText, Leaf, type LucideIcon, Mail, MessageSquare, Sparkles, UserRound } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useHasTwoColumns } from '../../lib/screen.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { subjectLabels } from '../reports/index.ts';
import { caseSummary } from './case.texts.ts';
import { formatDue } from './moderation.texts.ts';

type CaseListProps = {
  cases: readonly ModerationCase[];
  openId: string | undefined;
  viewerId: string | undefined;
  /** Called when the open case is chosen again, to move the focus into it. */
  onEnter: () => void;
};

/** Open cases, most urgent first. Shows none of the reported text. */
export const CaseList = ({ cases, openId, viewerId, onEnter }: CaseListProps) => (
  <Card isPadded={false} className="overflow-clip">
    <ol className="divide-y divide-line">
      {cases.map((moderationCase) => (
        <li key={moderationCase.id}>
          <CaseLink
            moderationCase={moderationCase}
            isOpen={moderationCase.id === openId}
            viewerId={viewerId}
            onEnter={onEnter}
          />
        </li>
      ))}
    </ol>
  </Card>
);

const subjectIcons: Record<ReportSubjectType, LucideIcon> = {
  post: FileText,
  comment: MessageSquare,
  win: Sparkles,
  note: Leaf,
  recommendation: BookHeart,
  meditation_comment: MessageSquare,
  message: Mail,
  member: UserRound,
};

type CaseLinkProps = Pick<CaseListProps, 'viewerId' | 'onEnter'> & { moderationCase: ModerationCase; isOpen: boolean };

function CaseLink({ moderationCase, isOpen, viewerId, onEnter }: CaseLinkProps) {
  const { id, subjectType, member, claim, needsAdmin } = moderationCase;
  const name = member?.displayName ?? (subjectType === 'member' ? 'A member who left' : 'a member who left');
  const due = formatDue(moderationCase.dueAt);
  const Icon = subjectIcons[subjectType];
  // With the list visible, opening a case keeps the focus in the list.
  const isFocusTarget = useHasTwoColumns() && isOpen;
  return (
    <Link
      to={paths.moderationCase(id)}
      aria-current={isOpen ? 'true' : undefined}
      data-case-id={id}
      onClick={(event) => {
        if (!isOpen || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onEnter();
      }}
      data-focus-place={isFocusTarget ? '' : undefined}
      className={classNames(
        'flex items-start gap-3 border-s-4 py-3 ps-3 pe-4 text-sm transition-colors focus-visible:-outline-offset-2',
        isOpen ? 'border-primary bg-primary-soft' : 'border-transparent hover:bg-primary-soft',
      )}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="mt-px shrink-0 text-muted" />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-semibold wrap-anywhere">
            {subjectType === 'member' ? <bdi>{name}</bdi> : subjectLabels[subjectType]}
            {subjectType !== 'member' && (
              <span className="font-normal text-muted">
                {' by '}
                <bdi>{name}</bdi>
              </span>
            )}
          </span>
          <span
            className={classNames('text-xs tabular-nums', due.isOverdue ? 'font-semibold text-danger' : 'text-muted')}
            suppressHydrationWarning
          >
            {due.text}
          </span>
        </span>
        <span className="text-xs text-muted">{caseSummary(moderationCase)}</span>
        {(claim || needsAdmin) && (
          <span className="mt-1 flex flex-wrap items-center gap-2">
            {claim && (
              <span
                className={classNames(
                  'text-xs font-semibold wrap-anywhere',
                  claim.moderator.id === viewerId ? 'text-primary' : 'text-muted',
                )}
              >
                {claim.moderator.id === viewerId ? (
                  'Yours'
                ) : (
                  <>
                    With <bdi>{claim.moderator.displayName}</bdi>
                  </>
                )}
              </span>
            )}
            {needsAdmin && <Badge tone="lavender">For an admin</Badge>}
          </span>
        )}
      </span>
    </Link>
  );
}
