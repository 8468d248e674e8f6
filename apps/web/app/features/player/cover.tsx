import type { Meditation } from '@commons/contract/meditations';
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { Hills, Moon, Sun } from '../../ui/landscape.tsx';
import { useIsAllowed } from './external-sites.ts';
import { usePlayerMemberId } from './listener.ts';

type CoverProps = { meditation: Pick<Meditation, 'id' | 'albumCoverUrl'>; className?: string };

/** Generated cover of a meditation: position of sun or moon, always the same for the same id. */
const skyOf = (id: string): { x: number; y: number; isMirrored: boolean; isEvening: boolean } => {
  let hash = 0;
  for (const character of id) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0;
  const bits = (hash ^ (hash >>> 12)) >>> 0;
  return {
    x: 104 + (bits % 112),
    y: 40 + (Math.trunc(bits / 112) % 48),
    isMirrored: Math.trunc(bits / 5_376) % 2 === 1,
    isEvening: Math.trunc(bits / 10_752) % 2 === 1,
  };
};

/** A square picture, hidden from screen readers: the title is next to it. */
export const Cover = ({ meditation: { id, albumCoverUrl }, className }: CoverProps) => {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const isAllowed = useIsAllowed(usePlayerMemberId(), albumCoverUrl ?? '/');
  const { x, y, isMirrored, isEvening } = skyOf(id);
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block aspect-square overflow-hidden forced-color-adjust-none',
        isEvening ? 'bg-lavender-soft' : 'bg-sky',
        className,
      )}
    >
      {albumCoverUrl !== null && isAllowed && albumCoverUrl !== brokenUrl ? (
        <img
          src={albumCoverUrl}
          alt=""
          width={640}
          height={640}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setBrokenUrl(albumCoverUrl)}
        />
      ) : (
        <svg viewBox="60 0 200 200" className={classNames('size-full', isMirrored && '-scale-x-100')}>
          <g transform={`translate(${x} ${y}) scale(22)`}>
            {isEvening ? (
              <Moon />
            ) : (
              <>
                <Sun className="dark:hidden" />
                <Moon className="hidden dark:block" />
              </>
            )}
          </g>
          <Hills />
        </svg>
      )}
    </span>
  );
};
