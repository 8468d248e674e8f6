import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { isOurs, useIsAllowed, useListenerId } from '../player/index.ts';
import { DrawnCover } from './drawn-cover.tsx';
import type { LibraryItem, LibraryKind } from './shelves.ts';

type ItemCoverProps = { kind: LibraryKind; item: LibraryItem; className?: string };

/** Uploaded covers are kept in two sizes. */
const smallOf = (url: string): string => (isOurs(url) ? url.replace(/-full\.webp$/, '-card.webp') : url);

/** The cover beside the title that says the same: decoration, silent to screen readers. Where there is no picture, we draw. */
export const ItemCover = ({ kind, item: { title, author, coverUrl }, className }: ItemCoverProps) => {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const isAllowed = useIsAllowed(useListenerId(), coverUrl ?? '/');
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block overflow-hidden forced-color-adjust-none',
        kind === 'book' ? 'aspect-2/3' : 'aspect-square',
        className,
      )}
    >
      {coverUrl !== null && isAllowed && coverUrl !== brokenUrl ? (
        <img
          src={smallOf(coverUrl)}
          alt=""
          width={400}
          height={kind === 'book' ? 600 : 400}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setBrokenUrl(coverUrl)}
        />
      ) : (
        <DrawnCover kind={kind} title={title} author={author} />
      )}
    </span>
  );
};
