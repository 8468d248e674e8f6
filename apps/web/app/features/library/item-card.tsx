import { ExternalLink } from 'lucide-react';
import { memo, useState } from 'react';
import { buttonClass, OptionsButton } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { lazyMenu } from '../../ui/lazy-opening.tsx';
import { isOwnUrl, useIsAllowed, usePlayerMemberId } from '../player/index.ts';
import { DrawnCover } from './drawn-cover.tsx';
import type { LibraryItem, LibraryKind } from './library.api.ts';
import type { Shelf } from './shelves.ts';

const ItemMenu = lazyMenu(async () => ({ default: (await import('./item-actions.tsx')).ItemMenu }));

type ItemCardProps = { shelf: Shelf; item: LibraryItem; viewerId: string | undefined };

/** A book or podcast. The text is beside the cover on phones and below it on wider screens. */
export const ItemCard = memo(({ shelf, item, viewerId }: ItemCardProps) => {
  const { id, title, author, description, link, can } = item;
  const titleId = `${shelf.kind}-${id}`;
  return (
    <li className="flex min-w-0">
      <article
        aria-labelledby={titleId}
        className="flex min-w-0 flex-1 overflow-hidden rounded-card border border-line bg-surface sm:flex-col"
      >
        <ItemCover
          kind={shelf.kind}
          item={item}
          className="w-28 shrink-0 self-start rounded-ee-card sm:w-full sm:rounded-none"
        />
        <div className="flex min-w-0 flex-1 flex-col gap-1 p-3 sm:p-4">
          <div className="flex items-start gap-1">
            <h2 id={titleId} dir="auto" className="min-w-0 flex-1 text-base leading-snug wrap-anywhere">
              {title}
            </h2>
            {viewerId !== undefined && (can.edit || can.delete) && (
              <ItemMenu
                trigger={<OptionsButton noun={shelf.noun} name={title} size="small" className="-me-1.5 -mt-1" />}
                shelf={shelf}
                item={item}
                viewerId={viewerId}
              />
            )}
          </div>
          {author !== null && (
            <p dir="auto" className="text-sm text-muted wrap-anywhere">
              by {author}
            </p>
          )}
          {description !== null && (
            <p dir="auto" className="mt-1 text-sm whitespace-pre-line wrap-anywhere">
              {description}
            </p>
          )}
          {link !== null && (
            <div className="mt-auto pt-3">
              <a
                href={link}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={`${shelf.linkLabel} ${title} (opens in a new tab)`}
                className={`${buttonClass('secondary')} w-full`}
              >
                {shelf.linkLabel}
                <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />
              </a>
            </div>
          )}
        </div>
      </article>
    </li>
  );
});
ItemCard.displayName = 'ItemCard';

type ItemCoverProps = { kind: LibraryKind; item: LibraryItem; className?: string };

/** Returns the smaller version of an uploaded cover. */
const smallCoverUrl = (url: string): string => (isOwnUrl(url) ? url.replace(/-full\.webp$/, '-card.webp') : url);

/**
 * A decorative cover, hidden from screen readers because the title is beside it. Without a picture, it is generated.
 */
const ItemCover = ({ kind, item: { title, author, coverUrl }, className }: ItemCoverProps) => {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const isAllowed = useIsAllowed(usePlayerMemberId(), coverUrl ?? '/');
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
        <DrawnCover kind={kind} title={title} author={author} />
      )}
    </span>
  );
};
