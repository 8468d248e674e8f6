import type { ModerationCase } from '@commons/contract/moderation/schemas';
import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { casePosition } from './moderation.texts.ts';

type CasePositionProps = { cases: readonly ModerationCase[]; openId: string };

/** The place of the open case in the loaded queue, with links to its neighbors. */
export function CasePosition({ cases, openId }: CasePositionProps) {
  const index = cases.findIndex(({ id }) => id === openId);
  if (index === -1 || cases.length < 2) return null;
  return (
    <nav aria-label="Cases" className="ms-auto flex items-center gap-1 text-sm text-muted">
      <span className="me-1 tabular-nums">{casePosition(index + 1, cases.length)}</span>
      <Neighbor icon={ChevronUp} label="Previous case" id={cases[index - 1]?.id} />
      <Neighbor icon={ChevronDown} label="Next case" id={cases[index + 1]?.id} />
    </nav>
  );
}

const neighborClass = 'inline-flex size-10 items-center justify-center rounded-full pointer-coarse:size-11';

function Neighbor({ icon: Icon, label, id }: { icon: LucideIcon; label: string; id: string | undefined }) {
  // Keeps its place, so that the other link does not move under the pointer.
  if (id === undefined)
    return (
      <span aria-hidden="true" className={`${neighborClass} opacity-40`}>
        <Icon size={20} strokeWidth={1.75} />
      </span>
    );
  return (
    <Link
      to={paths.moderationCase(id)}
      title={label}
      className={`${neighborClass} transition-colors hover:bg-primary-soft hover:text-ink`}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </Link>
  );
}
