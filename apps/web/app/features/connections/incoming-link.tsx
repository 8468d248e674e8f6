import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { useIncomingCount } from './incoming-badge.tsx';

/** Leads to the requests that wait for an answer; nothing when none does. */
export function IncomingLink() {
  const count = useIncomingCount();
  if (count === 0) return null;
  return (
    <Link
      to={paths.connectionRequests}
      className="inline-flex min-h-6 items-center rounded-full bg-primary px-2.5 py-0.5 text-xs font-semibold text-on-primary underline-offset-4 hover:underline"
    >
      {count > 99 ? '99+' : count} {count === 1 ? 'request' : 'requests'}
    </Link>
  );
}
