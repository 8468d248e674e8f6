import type { Post, PostImage } from '@commons/contract/feed';
import { Suspense, useState } from 'react';
import { useRememberedState } from '../../lib/remembered-state.ts';
import { classNames } from '../../ui/class-names.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { cardUrl } from './picture-addresses.ts';

const PictureViewer = lazyComponent(() => import('./picture-viewer.tsx'), { failed: () => null });

/** A narrow picture is cut to this on a card, that it does not fill the screen; whole it is a press away. */
const narrowest = 4 / 5;

type PostImagesProps = {
  post: Post;
  /** What its buttons say they are about. */
  name: string;
};

/** One to four pictures of a post. Their place is there before they are. */
export const PostImages = ({ post: { images }, name }: PostImagesProps) => {
  const [opened, setOpened] = useState<number | null>(null);
  const [first] = images;
  if (!first) return null;
  return (
    <div
      className={classNames(
        'mt-3 grid gap-1 overflow-hidden rounded-control',
        images.length > 1 && 'aspect-3/2 grid-cols-2',
        images.length > 2 && 'grid-rows-2',
      )}
      style={images.length > 1 ? undefined : { aspectRatio: Math.max(first.width / first.height, narrowest) }}
    >
      {images.map((image, index) => (
        <Picture
          key={image.url}
          image={image}
          label={`${image.alt ?? 'Picture without a description'}${images.length > 1 ? `, ${index + 1} of ${images.length}` : ''}`}
          isTall={images.length === 3 && index === 0}
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

type PictureProps = { image: PostImage; label: string; isTall: boolean; name: string; onOpen: () => void };

/** What its author blurred is shown, and described, when it is asked for. */
const Picture = ({ image, label, isTall, name, onOpen }: PictureProps) => {
  const [isShown, setIsShown] = useRememberedState(`picture:${image.url}`, !image.isBlurred);
  return (
    <button
      type="button"
      aria-haspopup={isShown ? 'dialog' : undefined}
      aria-label={isShown ? undefined : `Show blurred picture, ${name}`}
      className={classNames('relative overflow-hidden bg-sunk focus-visible:-outline-offset-4', isTall && 'row-span-2')}
      onClick={isShown ? onOpen : () => setIsShown(true)}
    >
      <img
        src={cardUrl(image.url)}
        alt={label}
        width={image.width}
        height={image.height}
        loading="lazy"
        decoding="async"
        className={classNames('absolute inset-0 size-full object-cover', !isShown && 'scale-125 blur-2xl')}
      />
      {!isShown && (
        <span className="relative rounded-control bg-surface px-3 py-2 text-sm font-semibold text-ink">
          Show picture
        </span>
      )}
    </button>
  );
};
