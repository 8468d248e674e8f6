import type { Meditation } from '@commons/contract/meditations/schemas';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { Link } from 'react-router';
import { useIsHydrated } from '../../lib/hydration.ts';
import { paths } from '../../lib/paths.ts';
import { Cover, formatMinutes, usePlayer, useSavedPosition, useStartedMeditations } from '../player/index.ts';
import { meditationLists } from './meditations.api.ts';
import { requestPlay } from './play-request.ts';

/** The meditations that the member has begun on this device. Its height is fixed, so that nothing below it moves. */
export function ContinueListening({ memberId }: { memberId: string }) {
  const isHydrated = useIsHydrated();
  const startedIds = useStartedMeditations(memberId);
  const queryClient = useQueryClient();
  const queries = useQueries({ queries: startedIds.map((id) => meditationLists.itemQuery(queryClient, id)) });
  // Null has been deleted since.
  const meditations = queries.flatMap(({ data }) => data ?? []);
  // The mini player already shows it.
  const currentId = usePlayer(({ meditation }) => meditation?.id);
  const others = meditations.filter(({ id }) => id !== currentId);
  const isOnlyCurrent = startedIds.every((id) => id === currentId);
  const isGone = queries.every(({ data, isError }) => data === null || isError);
  // `before-paint.ts` shows the empty frame on a device with stored places.
  if (!isHydrated) return <div hidden data-continue-listening="" className="h-32" />;
  if (isGone || isOnlyCurrent) return null;
  return (
    <section aria-labelledby="continue-listening" className="flex h-32 flex-col gap-3">
      <h2 id="continue-listening" className="text-lg">
        Continue listening
      </h2>
      <ul className="-mx-4 flex gap-3 overflow-x-auto px-4 pb-1 [scrollbar-width:none] sm:mx-0 sm:px-0">
        {others.map((meditation) => (
          <StartedMeditation key={meditation.id} meditation={meditation} memberId={memberId} />
        ))}
      </ul>
    </section>
  );
}

const StartedMeditation = ({ meditation, memberId }: { meditation: Meditation; memberId: string }) => {
  const { id, title, duration } = meditation;
  const position = useSavedPosition(memberId, meditation);
  return (
    <li className="relative flex h-20 w-72 shrink-0 items-center gap-3 overflow-hidden rounded-card border border-line bg-surface pe-4 transition-colors hover:border-field">
      <Cover meditation={meditation} className="h-full shrink-0" />
      <div className="min-w-0 flex-1">
        <Link
          to={paths.meditation(id)}
          prefetch="intent"
          dir="auto"
          aria-label={`Continue ${title}`}
          onClick={requestPlay(id)}
          className="block truncate text-sm font-semibold after:absolute after:inset-0 after:rounded-card"
        >
          {title}
        </Link>
        <p className="text-sm text-muted">{formatMinutes(duration - position)} left</p>
        <p aria-hidden="true" className="mt-2 overflow-hidden rounded-full bg-line">
          <span
            className="block h-1 origin-left rounded-full bg-primary rtl:origin-right"
            style={{ transform: `scaleX(${position / duration})` }}
          />
        </p>
      </div>
      <Play size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 fill-current text-primary" />
    </li>
  );
};
