import type { Profile } from '@commons/contract/profiles/schemas';
import { useEffect, useId, useRef, useState } from 'react';
import Cropper from 'react-easy-crop';
import { explainFailure } from '../../lib/api-error.ts';
import { pictureProblem } from '../../lib/picture-file.ts';
import { AnimationNotice } from '../../ui/animation-notice.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { UploadProgress, useImageInput } from '../../ui/image-field.tsx';
import { uploadingText } from '../../ui/ui.texts.ts';
import { useRemovePhoto, useUploadPhoto } from './profile.api.ts';
import 'react-easy-crop/react-easy-crop.css';

type PhotoDialogProps = { profile: Profile; isOpen: boolean; onOpenChange: (isOpen: boolean) => void };

export default function PhotoDialog({ profile, isOpen, onOpenChange }: PhotoDialogProps) {
  return (
    <Dialog isOpen={isOpen} onOpenChange={onOpenChange} title="Your photo">
      <PhotoEditor profile={profile} onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

/** Chooses, crops and saves a photo, or removes the current one. */
function PhotoEditor({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const chooseButtonRef = useRef<HTMLButtonElement>(null);
  const [url, setUrl] = useState<string>();
  const [chosenFile, setChosenFile] = useState<File | null>(null);
  const [cropArea, setArea] = useState<CropArea>();
  const [fileError, setFileError] = useState<string>();
  const [uploadedShare, setUploadedShare] = useState(0);
  const save = useUploadPhoto(setUploadedShare);
  const remove = useRemovePhoto();
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url]);

  const chooseFile = (file: File) => {
    const reason = photoProblem(file);
    setFileError(reason);
    setChosenFile(reason === undefined ? file : null);
    save.reset();
    setArea(undefined);
    setUrl(reason === undefined ? URL.createObjectURL(file) : undefined);
  };
  const [input, openInput] = useImageInput({ label: 'Picture', onChoose: chooseFile });
  const upload = async () => {
    if (url === undefined || cropArea === undefined) return;
    setUploadedShare(0);
    try {
      const photo = await cropImage(url, cropArea);
      // A toast reports the result even if this dialog was closed. `onDone` closes only this instance.
      save.mutate(photo, { onSuccess: onDone });
    } catch {
      setFileError(unreadablePhoto);
    }
  };

  const failure = fileError ?? explainFailure(save.error) ?? explainFailure(remove.error);
  return (
    <div className="flex flex-col gap-4">
      {url === undefined ? (
        <div className="flex flex-col items-center gap-3 py-2 text-center">
          <Avatar id={profile.id} name={profile.displayName} imageUrl={profile.profileImageUrl} size="huge" />
          <p className="text-sm text-muted">JPG, PNG, WebP or GIF, up to 10 MB. The location is removed.</p>
        </div>
      ) : (
        <PhotoCropper
          key={url}
          url={url}
          onAreaChange={setArea}
          onImageError={() => {
            setFileError(unreadablePhoto);
            setUrl(undefined);
            chooseButtonRef.current?.focus();
          }}
        />
      )}
      <AnimationNotice file={chosenFile} />
      {failure !== undefined && (
        <Banner tone="danger" isAlert>
          {failure}
        </Banner>
      )}
      {save.isPending && <PhotoProgress share={uploadedShare} />}
      {input}
      <div className="flex flex-wrap justify-end gap-3 pt-1">
        {url === undefined && profile.profileImageUrl !== null && (
          <Button
            variant="quiet"
            className="me-auto"
            isPending={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: onDone })}
          >
            Remove photo
          </Button>
        )}
        <Button
          ref={chooseButtonRef}
          variant={url === undefined ? 'primary' : 'secondary'}
          disabled={save.isPending}
          onClick={openInput}
        >
          {url === undefined ? 'Choose a picture' : 'Choose another'}
        </Button>
        {url !== undefined && (
          <Button isPending={save.isPending} disabled={cropArea === undefined} onClick={() => void upload()}>
            {save.isPending ? 'Saving...' : 'Save photo'}
          </Button>
        )}
      </div>
    </div>
  );
}

type PhotoCropperProps = { url: string; onAreaChange: (area: CropArea) => void; onImageError: () => void };

const maxZoom = 4;

/** Selects the part of the picture for the photo by dragging, pinching or arrow keys. */
function PhotoCropper({ url, onAreaChange, onImageError }: PhotoCropperProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const zoomId = useId();
  return (
    <div className="flex flex-col gap-4">
      <div className="relative h-[min(20rem,45dvh)] overflow-hidden rounded-control bg-sunk">
        <Cropper
          image={url}
          crop={crop}
          zoom={zoom}
          maxZoom={maxZoom}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={8}
          disableAutomaticStylesInjection
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropComplete={(_, area) => onAreaChange(area)}
          mediaProps={{ alt: 'The picture you chose', onError: onImageError }}
          cropperProps={{
            role: 'group',
            'aria-label': 'The area that becomes your photo. Move the picture with the arrow keys.',
          }}
        />
      </div>
      <div className="flex items-center gap-3">
        <label htmlFor={zoomId} className="text-sm font-semibold">
          Zoom
        </label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={maxZoom}
          step={0.05}
          value={zoom}
          aria-valuetext={`${Math.round(zoom * 100)}%`}
          onChange={(event) => setZoom(Number(event.target.value))}
          className="h-6 w-full accent-primary"
        />
      </div>
      <p className="text-xs text-muted">Drag the picture, or move it with the arrow keys.</p>
    </div>
  );
}

type CropArea = { x: number; y: number; width: number; height: number };

/** Maximum width and height of the upload: twice the largest stored size, so that the server can scale down. */
const maxSidePixels = 1_024;

/** Returns the selected square as an image file. The orientation of the picture is applied. */
async function cropImage(url: string, area: CropArea): Promise<Blob> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const side = Math.max(1, Math.min(Math.round(area.width), maxSidePixels));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser cannot edit pictures.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, side, side);
  return new Promise((resolve, reject) => {
    // Browsers without a WebP encoder write PNG, which the server also accepts.
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be saved.'))),
      'image/webp',
      0.92,
    );
  });
}

const unreadablePhoto = 'This picture is damaged or in a format we cannot use. Please choose another.';

/** Returns the reason why a file cannot be used as a photo. Any file size is allowed: only the crop is uploaded. */
const photoProblem = ({ type }: File): string | undefined => pictureProblem('image', { type, size: 0 });

/** Progress of the upload, then of the server's processing. */
function PhotoProgress({ share }: { share: number }) {
  const text = Math.round(share * 100) < 100 ? uploadingText(share) : 'Preparing your photo...';
  return (
    <div className="flex flex-col gap-1.5">
      <UploadProgress share={share} valueText={text} />
      <p className="text-xs text-muted tabular-nums">{text}</p>
    </div>
  );
}
