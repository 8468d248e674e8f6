import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { concernsQuery } from './concerns.api.ts';

/** Leads from the queue to the concerns of people without an account. */
export function ConcernsLink() {
  const count = useQuery(concernsQuery).data?.length ?? 0;
  return (
    <Link
      to={paths.concerns}
      className="inline-flex min-h-11 items-center gap-1 text-sm font-semibold text-primary underline-offset-4 hover:underline"
    >
      From outside{count > 0 && ` (${count})`}
      <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" className="rtl:-scale-x-100" />
    </Link>
  );
}
