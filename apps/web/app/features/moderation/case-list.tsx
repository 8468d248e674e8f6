import type { ModerationCase } from '@commons/contract/moderation/schemas';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useHasTwoColumns } from '../../lib/screen.ts';
import { Badge } from '../../ui/badge.tsx';
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
  <ol className="flex flex-col gap-2">
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
);

type CaseLinkProps = Pick<CaseListProps, 'viewerId' | 'onEnter'> & { moderationCase: ModerationCase; isOpen: boolean };

function CaseLink({ moderationCase, isOpen, viewerId, onEnter }: CaseLinkProps) {
  const { id, subjectType, member, claim, needsAdmin } = moderationCase;
  const due = formatDue(moderationCase.dueAt);
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
        'flex flex-col gap-1 rounded-control border bg-surface px-4 py-3 text-sm transition-colors hover:bg-primary-soft',
        isOpen ? 'border-primary' : 'border-line',
      )}
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span dir="auto" className="font-semibold wrap-anywhere">
          {subjectType === 'member' ? (member?.displayName ?? 'A member who left') : subjectLabels[subjectType]}
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
        <span className="mt-1 flex flex-wrap gap-2">
          {claim && (
            <Badge tone={claim.moderator.id === viewerId ? 'primary' : 'neutral'}>
              {claim.moderator.id === viewerId ? (
                'Yours'
              ) : (
                <>
                  With <bdi>{claim.moderator.displayName}</bdi>
                </>
              )}
            </Badge>
          )}
          {needsAdmin && <Badge tone="lavender">For an admin</Badge>}
        </span>
      )}
    </Link>
  );
}
