import type { Profile } from '@commons/contract/profiles';
import { useEffect, useRef, useState } from 'react';
import { explainFailure } from '../../lib/failure.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { type CropArea, cropImage } from './crop-image.ts';
import { PhotoCropper } from './photo-cropper.tsx';
import { refusePhoto, unreadablePhoto } from './photo-file.ts';
import { useRemovePhoto, useUploadPhoto } from './profile.api.ts';
import { UploadProgress } from './upload-progress.tsx';

/** Choose a picture, choose its part, save; or take the photo away. */
export function PhotoEditor({ profile, onDone }: { profile: Profile; onDone: () => void }) {
  const inputRef = useRef<HTMLInputElement>(null);
  const chooseRef = useRef<HTMLButtonElement>(null);
  const [url, setUrl] = useState<string>();
  const [area, setArea] = useState<CropArea>();
  const [refusal, setRefusal] = useState<string>();
  const [sentShare, setSentShare] = useState(0);
  const save = useUploadPhoto(setSentShare, onDone);
  const remove = useRemovePhoto(onDone);
  useEffect(() => (url === undefined ? undefined : () => URL.revokeObjectURL(url)), [url]);

  const choose = (file: File | undefined) => {
    if (!file) return;
    const reason = refusePhoto(file);
    setRefusal(reason);
    save.reset();
    setArea(undefined);
    setUrl(reason === undefined ? URL.createObjectURL(file) : undefined);
  };
  const upload = async () => {
    if (url === undefined || area === undefined) return;
    setSentShare(0);
    try {
      save.mutate(await cropImage(url, area));
    } catch {
      setRefusal(unreadablePhoto);
    }
  };

  const failure = refusal ?? explainFailure(save.error) ?? explainFailure(remove.error);
  return (
    <div className="flex flex-col gap-4">
      {url === undefined ? (
        <div className="flex flex-col items-center gap-3 py-2 text-center">
          <Avatar id={profile.id} name={profile.displayName} imageUrl={profile.profileImageUrl} size="huge" />
          <p className="text-sm text-muted">JPG, PNG, WebP or GIF, up to 10 MB. Where it was taken is not kept.</p>
        </div>
      ) : (
        <PhotoCropper
          key={url}
          url={url}
          onAreaChange={setArea}
          onBroken={() => {
            setRefusal(unreadablePhoto);
            setUrl(undefined);
            chooseRef.current?.focus();
          }}
        />
      )}
      {failure !== undefined && (
        <Banner tone="danger" isAlert>
          {failure}
        </Banner>
      )}
      {save.isPending && <UploadProgress share={sentShare} />}
      <input
        ref={inputRef}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/gif"
        aria-label="Picture"
        className="hidden"
        onChange={(event) => {
          choose(event.target.files?.[0]);
          // The same file can be chosen again.
          event.target.value = '';
        }}
      />
      <div className="flex flex-wrap justify-end gap-3 pt-1">
        {url === undefined && profile.profileImageUrl !== null && (
          <Button variant="quiet" className="mr-auto" isPending={remove.isPending} onClick={() => remove.mutate()}>
            Remove photo
          </Button>
        )}
        <Button
          ref={chooseRef}
          variant={url === undefined ? 'primary' : 'secondary'}
          disabled={save.isPending}
          onClick={() => inputRef.current?.click()}
        >
          {url === undefined ? 'Choose a picture' : 'Choose another'}
        </Button>
        {url !== undefined && (
          <Button isPending={save.isPending} disabled={area === undefined} onClick={() => void upload()}>
            {save.isPending ? 'Saving...' : 'Save photo'}
          </Button>
        )}
      </div>
    </div>
  );
}
