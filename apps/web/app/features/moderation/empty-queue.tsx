import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { useLastClosedAt } from './moderation.cache.ts';

/** Shown when no case is open: there is time to welcome members instead. */
export function EmptyQueue() {
  const lastClosedAt = useLastClosedAt();
  return (
    <Card>
      <EmptyState
        picture="lantern"
        title="All caught up"
        text={
          <>
            <p>No open cases. Thank you for looking after everyone. New ones appear here by themselves.</p>
            {lastClosedAt !== null && (
              <p className="mt-2 text-sm">
                The last case was closed <RelativeTime at={lastClosedAt} className="inline-block" />.
              </p>
            )}
          </>
        }
        action={
          <Link to={paths.unanswered} className={buttonClass('secondary')}>
            Read posts awaiting a first reply
          </Link>
        }
      />
    </Card>
  );
}
