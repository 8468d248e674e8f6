import type { PostImage } from '@commons/contract/feed/schemas';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { announce } from '../../ui/announcer.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { pictureDescription, pictureOf } from './feed.texts.ts';

type PictureViewerProps = {
  images: readonly PostImage[];
  index: number;
  onIndexChange: (index: number) => void;
  /** Whether the author blurred a picture that the reader has not revealed. */
  isHidden: (image: PostImage) => boolean;
  onShow: (image: PostImage) => void;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Returns the CSS width of a picture: its full width, limited by the height of the viewport. */
const reservedWidth = ({ width, height }: PostImage): string => `min(${width}px, ${(65 * width) / height}dvh)`;

/** Dialog with the pictures of a post in full size, and their descriptions. */
const PictureViewer = ({
  images,
  index,
  onIndexChange,
  isHidden,
  onShow,
  isOpen,
  onOpenChange,
}: PictureViewerProps) => {
  const showPicture = (offset: number) => {
    const next = (index + offset + images.length) % images.length;
    onIndexChange(next);
    const image = images[next];
    if (image)
      announce(`${pictureOf(next + 1, images.length)}: ${isHidden(image) ? 'Blurred' : pictureDescription(image)}`);
  };
  const onArrowKey = useEffectEvent(showPicture);
  useEffect(() => {
    if (images.length < 2) return undefined;
    const offsets: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
    const onKeyDown = ({ key }: KeyboardEvent) => {
      const offset = offsets[key];
      if (offset !== undefined) onArrowKey(document.dir === 'rtl' ? -offset : offset);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [images.length]);
  const image = images[index];
  if (!image) return null;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={pictureOf(index + 1, images.length)}
      width="picture"
      {...(images.length > 1 && {
        footer: (
          <div className="flex w-full justify-between">
            <IconButton
              icon={ArrowLeft}
              label="Previous picture"
              className="rtl:-scale-x-100"
              onClick={() => showPicture(-1)}
            />
            <IconButton
              icon={ArrowRight}
              label="Next picture"
              className="rtl:-scale-x-100"
              onClick={() => showPicture(1)}
            />
          </div>
        ),
      })}
    >
      {isHidden(image) ? (
        <HiddenPicture
          image={image}
          onShow={() => {
            onShow(image);
            announce(pictureDescription(image));
          }}
        />
      ) : (
        <figure>
          <img
            key={image.url}
            src={image.url}
            alt={image.alt ?? ''}
            width={image.width}
            height={image.height}
            style={{ width: reservedWidth(image) }}
            className="mx-auto h-auto max-w-full rounded-control bg-sunk"
          />
          <figcaption
            dir="auto"
            aria-hidden={image.alt === null ? undefined : true}
            className="mx-auto mt-3 max-w-prose text-center text-sm text-muted wrap-anywhere"
          >
            {pictureDescription(image)}
          </figcaption>
        </figure>
      )}
    </Dialog>
  );
};

type HiddenPictureProps = { image: PostImage; onShow: () => void };

/** Placeholder of a blurred picture until the reader reveals it. */
const HiddenPicture = ({ image, onShow }: HiddenPictureProps) => (
  <div
    className="mx-auto grid max-w-full place-items-center rounded-control bg-sunk"
    style={{ width: reservedWidth(image), aspectRatio: image.width / image.height }}
  >
    <Button variant="secondary" onClick={onShow}>
      Show picture
    </Button>
  </div>
);

export default PictureViewer;
