import type { Meditation } from '@commons/contract/meditations/schemas';
import { CircleCheckBig, Play } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Cover, formatMinutes, useSavedBytes } from '../player/index.ts';
import { requestPlay } from './play-request.ts';

type MeditationCardProps = { meditation: Meditation; memberId: string | null };

/** A meditation in the grid. Its upper part opens it; "Play" opens it and starts playback. */
export const MeditationCard = memo(({ meditation, memberId }: MeditationCardProps) => {
  const { id, title, duration } = meditation;
  const titleId = `meditation-${id}`;
  const isSaved = useSavedBytes(memberId ?? '', id) !== null;
  return (
    <li className="flex min-w-0">
      <article
        aria-labelledby={titleId}
        className="relative flex min-w-0 flex-1 flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-field"
      >
        <Cover meditation={meditation} className="w-full" />
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
          <p className="text-sm text-muted">{formatMinutes(duration)}</p>
          {isSaved && (
            <p className="flex">
              <Badge tone="ok">
                <CircleCheckBig size={16} strokeWidth={1.75} aria-hidden="true" />
                On this device
              </Badge>
            </p>
          )}
          <div className="mt-auto pt-3">
            <Link
              to={paths.meditation(id)}
              prefetch="intent"
              aria-label={`Play ${title}`}
              className={`${buttonClass('secondary')} relative w-full`}
              onClick={requestPlay(id)}
            >
              <Play size={20} strokeWidth={1.75} aria-hidden="true" className="fill-current" />
              Play
            </Link>
          </div>
        </div>
      </article>
    </li>
  );
});
MeditationCard.displayName = 'MeditationCard';
