import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';

type MessagePhotoProps = {
  photo: { url: string; width: number; height: number };
  label: string;
  /** Of somebody who has not been accepted: unrecognisable, and not to be opened. */
  isHidden: boolean;
};

export const MessagePhoto = ({ photo, label, isHidden }: MessagePhotoProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const picture = (
    <img
      src={photoCardUrl(photo.url)}
      alt={isHidden ? '' : label}
      width={photo.width}
      height={photo.height}
      decoding="async"
      className={`h-auto max-h-96 w-full bg-line object-cover ${isHidden ? 'scale-125 blur-2xl' : ''}`}
    />
  );
  if (isHidden)
    return (
      <div className="relative overflow-hidden">
        {picture}
        <p className="absolute inset-0 flex items-center justify-center p-3">
          <span className="inline-flex items-center gap-2 rounded-control bg-surface px-3 py-2 text-sm text-ink">
            <EyeOff size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
            Photo hidden until you accept
          </span>
        </p>
      </div>
    );
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="block w-full focus-visible:-outline-offset-4"
        onClick={() => setIsOpen(true)}
      >
        {picture}
      </button>
      <Dialog isOpen={isOpen} onOpenChange={setIsOpen} title={label} width="picture">
        <img
          src={photo.url}
          alt={label}
          width={photo.width}
          height={photo.height}
          // Its place is there before it is: as large as it is, within the screen.
          style={{ width: `min(${photo.width}px, ${(70 * photo.width) / photo.height}dvh)` }}
          className="mx-auto h-auto max-w-full rounded-control bg-line"
        />
      </Dialog>
    </>
  );
};

/** The address of a photo's smaller size, which is enough for a chat: addresses of its sizes differ in the last word. */
const photoCardUrl = (url: string): string => url.replace(/\/full$/, '/card');
