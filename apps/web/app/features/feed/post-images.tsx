import type { Post, PostImage } from '@commons/contract/feed/schemas';
import { useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { useLazyDisclosure } from '../../ui/lazy-opening.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { pictureAlt } from './feed.texts.ts';
import { cardUrl } from './picture-urls.ts';

const PictureViewer = lazyPart(() => import('./picture-viewer.tsx'));

/** Minimum aspect ratio on a card, so that a tall picture does not fill the screen. The viewer shows it in full. */
const minAspectRatio = 4 / 5;

/** URLs of blurred pictures that the reader has revealed, until the page reloads. */
let revealedUrls: ReadonlySet<string> = new Set();
const reveal = (url: string) => (revealedUrls = new Set([...revealedUrls, url]));

/** One to four pictures of a post. Their space is reserved before they load. */
export const PostImages = ({ post: { images }, name }: { post: Post; name: string }) => {
  const [revealed, setRevealed] = useState(revealedUrls);
  const [index, setIndex] = useState(0);
  const viewer = useLazyDisclosure(PictureViewer);
  const isHidden = ({ url, isBlurred }: PostImage) => isBlurred && !revealed.has(url);
  const show = ({ url }: PostImage) => setRevealed(reveal(url));
  const [first, second, third] = images;
  if (!first) return null;
  return (
    <>
      <div
        className={classNames(
          'mt-3 grid gap-1 overflow-hidden rounded-control',
          second && 'grid-cols-2',
          third && 'grid-rows-2 [&>:nth-child(1):nth-last-child(3)]:row-span-2',
        )}
        style={{ aspectRatio: second ? 1.5 : Math.max(first.width / first.height, minAspectRatio) }}
      >
        {images.map((image, position) => (
          <Picture
            key={image.url}
            image={image}
            label={pictureAlt(image, position + 1, images.length)}
            name={name}
            isShown={!isHidden(image)}
            onShow={() => show(image)}
            openingProps={{
              ...viewer.button,
              onClick: () => {
                setIndex(position);
                viewer.open();
              },
            }}
          />
        ))}
      </div>
      {viewer.isOpen === true && (
        <PictureViewer
          images={images}
          index={index}
          onIndexChange={setIndex}
          isHidden={isHidden}
          onShow={show}
          isOpen
          onOpenChange={viewer.setIsOpen}
        />
      )}
    </>
  );
};

type PictureProps = {
  image: PostImage;
  label: string;
  name: string;
  isShown: boolean;
  onShow: () => void;
  openingProps: ReturnType<typeof useLazyDisclosure>['button'];
};

/** A picture as a button. A press reveals a blurred picture and its description. The next press opens the viewer. */
const Picture = ({ image, label, name, isShown, onShow, openingProps }: PictureProps) => (
  <button
    type="button"
    aria-haspopup={isShown ? 'dialog' : undefined}
    aria-label={isShown ? undefined : `Show picture, ${name}`}
    className="relative overflow-hidden bg-sunk focus-visible:-outline-offset-4"
    {...(isShown ? openingProps : { onClick: onShow })}
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
