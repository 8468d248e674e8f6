import { ExternalLink } from 'lucide-react';
import { memo, useState } from 'react';
import { hashOf } from '../../ui/avatar.tsx';
import { OptionsButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DrawnCover } from '../../ui/drawn-cover.tsx';
import { lazyMenu } from '../../ui/lazy-opening.tsx';
import { isOwnUrl, useIsAllowed, usePlayerMemberId } from '../player/index.ts';
import type { LibraryItem, LibraryKind } from './library.api.ts';
import type { Shelf } from './shelves.ts';
import { Spines } from './spines.tsx';

const ItemMenu = lazyMenu(async () => ({ default: (await import('./item-actions.tsx')).ItemMenu }));

type ItemCardProps = {
  shelf: Shelf;
  item: LibraryItem;
  /** Position on the shelf. */
  position: number;
  viewerId: string | undefined;
};

/** A book or podcast: its cover stands on the board of the shelf, and a label hangs below. */
export const ItemCard = memo(({ shelf, item, position, viewerId }: ItemCardProps) => {
  const { id, title, author, description, link, can } = item;
  const titleId = `${shelf.kind}-${id}`;
  return (
    <li className="flex min-w-0">
      <article aria-labelledby={titleId} className="flex min-w-0 flex-1 flex-col">
        <ItemCover kind={shelf.kind} item={item} position={position} />
        <Board />
        <div className="flex flex-1 flex-col pt-3">
          <h2 id={titleId} dir="auto" className="text-base leading-snug wrap-anywhere">
            {title}
          </h2>
          {author !== null && (
            <p dir="auto" className="mt-1 text-xs text-muted wrap-anywhere">
              by {author}
            </p>
          )}
          {description !== null && (
            <p dir="auto" className="mt-2 text-sm whitespace-pre-line wrap-anywhere">
              {description}
            </p>
          )}
          <div className="mt-auto flex items-center">
            {link !== null && (
              <a
                href={link}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={`${shelf.linkLabel} ${title} (opens in a new tab)`}
                className="inline-flex min-h-9 items-center gap-1.5 text-sm font-semibold text-primary underline-offset-4 hover:underline pointer-coarse:min-h-11"
              >
                {shelf.linkLabel}
                <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />
              </a>
            )}
            {viewerId !== undefined && (can.edit || can.delete) && (
              <ItemMenu
                trigger={<OptionsButton noun={shelf.noun} name={title} size="small" className="ms-auto -me-1.5" />}
                shelf={shelf}
                item={item}
                viewerId={viewerId}
              />
            )}
          </div>
        </div>
      </article>
    </li>
  );
});
ItemCard.displayName = 'ItemCard';

/** A part of the board. Its border image reaches to both ends of the shelf, where the list cuts it off. */
export const Board = () => (
  <span
    aria-hidden="true"
    className="block h-2 [border-image:linear-gradient(var(--face-6)_70%,var(--face-6-shape)_0)_fill_0//0_100vw]"
  />
);

type ItemCoverProps = { kind: LibraryKind; item: LibraryItem; position: number };

/** Returns the smaller version of an uploaded cover. */
const smallCoverUrl = (url: string): string => (isOwnUrl(url) ? url.replace(/-full\.webp$/, '-card.webp') : url);

/** The place of a cover above the board. */
export const coverPlaceClass = { book: 'h-44', podcast: 'h-32' } as const;

/** Heights of books in percent. They differ a little, as on a shelf. */
const heights = [100, 92, 96, 88] as const;

/** A decorative cover, hidden from screen readers because the title is below it. Without a picture, it is generated. */
const ItemCover = ({ kind, item: { title, coverUrl }, position }: ItemCoverProps) => {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const isAllowed = useIsAllowed(usePlayerMemberId(), coverUrl ?? '/');
  return (
    <span aria-hidden="true" className={classNames('flex items-end', coverPlaceClass[kind])}>
      <span
        className={classNames(
          'relative block shrink-0 overflow-hidden rounded-t-small forced-color-adjust-none after:absolute after:inset-0 after:rounded-t-small after:border after:border-b-0 after:border-face-ink/10',
          kind === 'book' ? 'aspect-2/3' : 'aspect-square',
        )}
        style={{ height: `${kind === 'book' ? heights[hashOf(title) % heights.length] : 100}%` }}
      >
        {coverUrl !== null && isAllowed && coverUrl !== brokenUrl ? (
          <img
            src={smallCoverUrl(coverUrl)}
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
          <DrawnCover kind={kind} title={title} position={position} />
        )}
      </span>
      {kind === 'book' && <Spines title={title} />}
    </span>
  );
};
