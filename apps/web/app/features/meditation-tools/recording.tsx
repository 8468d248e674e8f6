import { Download, Pause, Play } from 'lucide-react';
import { formatUnit } from '../../lib/locale.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import type { audio } from './downloads.tsx';

type Recording = (typeof audio)[number];

/** A recording with its cover, player and download. */
export const RecordingCard = ({ recording }: { recording: Recording }) => {
  const { address, title, fileName, description, minutes, size, cover } = recording;
  return (
    <Card as="li" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start gap-4">
        <img
          src={cover}
          alt=""
          width={96}
          height={96}
          loading="lazy"
          className="size-16 shrink-0 rounded-control object-cover sm:size-24"
        />
        <div className="min-w-0 flex-[1_1_10rem] wrap-anywhere">
          <h3 className="text-lg">{title}</h3>
          <p className="mt-1 text-sm text-muted">{description}</p>
        </div>
      </div>
      <Player recording={recording} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-muted">
          {formatUnit(minutes, 'minute')}, MP3, {size}
        </p>
        <a
          href={address}
          download={fileName}
          aria-label={`Download ${title}, ${size}`}
          className={buttonClass('secondary', 'small')}
        >
          <Download size={16} strokeWidth={1.75} aria-hidden="true" />
          Download
        </a>
      </div>
    </Card>
  );
};

/**
 * The browser's player, which works without JavaScript. `audio-player.ts` replaces it with our controls in the same
 * space. Until then it is invisible, for two seconds at most, so that it does not flash.
 */
const Player = ({ recording: { address, title, minutes } }: { recording: Recording }) => (
  <div data-player="" className="group/player mt-auto">
    {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the recordings contain no speech to caption */}
    <audio
      controls
      preload="none"
      src={address}
      aria-label={title}
      className={classNames(
        'h-14 w-full pointer-coarse:h-16',
        '[@media(scripting:enabled)]:invisible [@media(scripting:enabled)]:[animation:appear-late_0s_2s_forwards]',
      )}
    />
    <div data-controls="" hidden className="flex h-14 items-center gap-4 pointer-coarse:h-16">
      <button
        type="button"
        className="inline-flex size-12 shrink-0 items-center justify-center rounded-full bg-primary-soft text-primary transition-colors hover:bg-primary hover:text-on-primary forced-colors:border"
      >
        <Play size={20} strokeWidth={1.75} aria-hidden="true" className="ms-0.5 group-data-playing/player:hidden" />
        <Pause size={20} strokeWidth={1.75} aria-hidden="true" className="hidden group-data-playing/player:block" />
      </button>
      <div className="min-w-0 flex-1">
        <input
          type="range"
          aria-label={`Position in ${title}`}
          min={0}
          max={minutes * 60}
          step={1}
          defaultValue={0}
          autoComplete="off"
          className="block h-6 w-full accent-primary pointer-coarse:h-11"
        />
        <p data-time="" aria-hidden="true" className="flex justify-between text-xs text-muted tabular-nums">
          <span>0:00</span>
          <span>{minutes}:00</span>
        </p>
      </div>
    </div>
    <p role="status" className="text-sm text-danger" />
  </div>
);
