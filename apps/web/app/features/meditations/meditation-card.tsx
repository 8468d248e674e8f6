import type { Meditation } from '@commons/contract/meditations/schemas';
import { CircleCheckBig, Play } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Cover, formatMinutes, useSavedBytes } from '../player/index.ts';
import { requestPlay } from './play-request.ts';

type MeditationCardProps = { meditation: Meditation; memberId: string | null };

/** A meditation in the grid. It opens the meditation; its round button opens it and starts playback. */
export const MeditationCard = memo(({ meditation, memberId }: MeditationCardProps) => {
  const { id, title, teacher, duration } = meditation;
  const titleId = `meditation-${id}`;
  const isSaved = useSavedBytes(memberId ?? '', id) !== null;
  return (
    <li className="flex min-w-0">
      <article
        aria-labelledby={titleId}
        className="relative flex min-w-0 flex-1 flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-field"
      >
        <div className="flex flex-1 flex-col gap-1 p-3 sm:p-4">
          <h2 id={titleId} dir="auto" className="text-base wrap-anywhere sm:text-lg">
            <Link
              to={paths.meditation(id)}
              prefetch="intent"
              className="after:absolute after:inset-0 after:rounded-card"
            >
              {title}
            </Link>
          </h2>
          {teacher && (
            <p dir="auto" className="text-sm wrap-anywhere text-ink">
              {teacher}
            </p>
          )}
          <p className="text-sm text-muted">{formatMinutes(duration)}</p>
          {isSaved && (
            <p className="flex items-center gap-1 text-sm text-ok">
              <CircleCheckBig size={16} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
              On this device
            </p>
          )}
        </div>
        {/* After the title in the order of reading. */}
        <div className="relative order-first">
          <Cover meditation={meditation} className="w-full" />
          <Link
            to={paths.meditation(id)}
            prefetch="intent"
            aria-label={`Play ${title}`}
            className="absolute end-3 bottom-3 inline-flex size-11 items-center justify-center gap-2 rounded-full border border-line bg-surface text-sm sm:w-auto sm:ps-3 sm:pe-4 font-semibold text-primary shadow-float transition-colors hover:bg-primary hover:text-on-primary"
            onClick={requestPlay(id)}
          >
            <Play size={20} strokeWidth={1.75} aria-hidden="true" className="fill-current" />
            <span className="max-sm:sr-only">Play</span>
          </Link>
        </div>
      </article>
    </li>
  );
});
MeditationCard.displayName = 'MeditationCard';
