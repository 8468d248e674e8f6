import type { Post, PostImage } from '@commons/contract/feed';
import { Suspense, useState } from 'react';
import { useRememberedState } from '../../lib/remembered-state.ts';
import { classNames } from '../../ui/class-names.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { cardUrl } from './picture-addresses.ts';

const PictureViewer = lazyComponent(() => import('./picture-viewer.tsx'), { failed: () => null });

/** A narrow picture is cut to this on a card, that it does not fill the screen; whole it is a press away. */
export const narrowest = 4 / 5;

/** One to four pictures of a post. Their place is there before they are. */
export const PostImages = ({ post: { images }, name }: { post: Post; name: string }) => {
  const [opened, setOpened] = useState<number | null>(null);
  const [first, second, third] = images;
  if (!first) return null;
  return (
    <div
      className={classNames(
        'mt-3 grid gap-1 overflow-hidden rounded-control',
        second && 'grid-cols-2',
        third && 'grid-rows-2 [&>:nth-child(1):nth-last-child(3)]:row-span-2',
      )}
      style={{ aspectRatio: second ? 1.5 : Math.max(first.width / first.height, narrowest) }}
    >
      {images.map((image, index) => (
        <Picture
          key={image.url}
          image={image}
          label={`${image.alt ?? 'Picture without a description'}${second ? `, ${index + 1} of ${images.length}` : ''}`}
          name={name}
          onOpen={() => setOpened(index)}
        />
      ))}
      {opened !== null && (
        <Suspense fallback={null}>
          <PictureViewer images={images} index={opened} onIndexChange={setOpened} />
        </Suspense>
      )}
    </div>
  );
};

type PictureProps = { image: PostImage; label: string; name: string; onOpen: () => void };

/** What its author blurred is shown, and described, when it is asked for. */
const Picture = ({ image, label, name, onOpen }: PictureProps) => {
  const [isShown, setIsShown] = useRememberedState(image.url, !image.isBlurred);
  return (
    <button
      type="button"
      aria-haspopup={isShown ? 'dialog' : undefined}
      aria-label={isShown ? undefined : `Show picture, ${name}`}
      className="relative overflow-hidden bg-sunk focus-visible:-outline-offset-4"
      onClick={isShown ? onOpen : () => setIsShown(true)}
    >
      <img
        src={cardUrl(image.url)}
        alt={label}
        loading="lazy"
        decoding="async"
        className={classNames('absolute inset-0 size-full object-cover', !isShown && 'scale-125 blur-2xl')}
      />
      {!isShown && <span className="relative rounded-control bg-surface px-3 py-2 text-sm">Show picture</span>}
    </button>
  );
};
