import type { CommunityEvent } from '@commons/contract/events';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { allowSite, siteOf, useIsAllowed } from '../player/index.ts';

type EventPictureProps = { event: CommunityEvent & { imageUrl: string }; viewerId: string };

/** Decoration above the words that say it all. What lies on another site is fetched once the member has said so. */
export function EventPicture({ event: { imageUrl }, viewerId }: EventPictureProps) {
  const [isBroken, setIsBroken] = useState(false);
  const isAllowed = useIsAllowed(viewerId, imageUrl);
  if (isBroken) return null;
  return (
    <div className="flex aspect-video items-center justify-center overflow-hidden bg-sunk p-4 has-[img]:p-0">
      {isAllowed ? (
        <img
          src={imageUrl.replace(/^(\/media\/.+)-full\.webp$/, '$1-card.webp')}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setIsBroken(true)}
        />
      ) : (
        <Button variant="secondary" size="small" onClick={() => allowSite(viewerId, imageUrl)}>
          <span className="wrap-anywhere">Show the picture from {siteOf(imageUrl)}</span>
        </Button>
      )}
    </div>
  );
}
