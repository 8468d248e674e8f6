import { mediaCalls } from '@commons/contract/media/calls';
import { createPictureUploads } from '../../lib/picture-uploads.ts';
import { randomId } from '../../lib/random-id.ts';
import { upload } from '../../lib/upload.ts';
import { changeAttachments, changePicture } from './composer-attachments.ts';
import { cardUrl } from './picture-urls.ts';

/** Uploads by picture key, which is also the idempotency key. */
export const pictureUploads = createPictureUploads({
  send: (sent) => upload(mediaCalls.uploadImage, sent),
  failedText: 'The picture could not be uploaded. Please try again.',
});

/** Waits until the uploaded picture has loaded and can replace the local preview. */
const waitUntilLoaded = (url: string): Promise<unknown> => {
  const image = new Image();
  image.src = cardUrl(url);
  return image.decode().catch(() => undefined);
};

type Uploaded = Awaited<ReturnType<typeof pictureUploads.retry>>;

const finish = async (memberId: string, key: string, upload: Promise<Uploaded>): Promise<void> => {
  const uploaded = await upload;
  if (!uploaded) return;
  changePicture(memberId, key, { uploaded });
  await waitUntilLoaded(uploaded.url);
  pictureUploads.remove(key);
};

/** Adds a picture to the post and starts its upload. */
export const addPicture = (memberId: string, file: File): void => {
  const key = randomId();
  changeAttachments(memberId, ({ pictures }) => ({
    pictures: [...pictures, { key, uploaded: null, alt: '', isPlain: false, isBlurred: false }],
  }));
  void finish(memberId, key, pictureUploads.add(key, file, key));
};

export const retryPicture = (memberId: string, key: string): void =>
  void finish(memberId, key, pictureUploads.retry(key));

export const removePicture = (memberId: string, key: string): void => {
  pictureUploads.remove(key);
  changeAttachments(memberId, ({ pictures }) => ({ pictures: pictures.filter((picture) => picture.key !== key) }));
};
