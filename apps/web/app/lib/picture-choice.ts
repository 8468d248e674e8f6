import { mediaCalls } from '@commons/contract/media/calls';
import { useRef, useState } from 'react';
import { pictureProblem, type PictureUse, shrinkPicture } from './picture-file.ts';
import { randomId } from './random-id.ts';
import { upload } from './upload.ts';
import { useUpload } from './use-upload.ts';

export type PictureKind = 'keep' | 'none' | 'file' | 'url';

type UploadParts = Parameters<typeof upload>[1];

/** Each use of a picture: a cover represents an item, an image accompanies a text. */
const pictureUses = {
  cover: {
    missing: 'Please choose a picture, or another kind of cover',
    send: (sent: UploadParts) => upload(mediaCalls.uploadCover, sent),
  },
  image: {
    missing: 'Please choose a picture, or none',
    send: (sent: UploadParts) => upload(mediaCalls.uploadImage, sent),
  },
} as const;

/** State of a picture field in a form. */
export function usePictureChoice(use: PictureUse, initial: PictureKind | (() => PictureKind)) {
  const [kind, setKind] = useState(initial);
  const [file, setFile] = useState<File | null>(null);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const { fileUpload, uploadOnce } = useUploadOnce(use);
  const problem = file === null ? pictureUses[use].missing : pictureProblem(use, file);
  return {
    use,
    kind,
    setKind,
    /** The picture to upload, if "file" is selected. */
    file: kind === 'file' ? file : null,
    setFile,
    isReady: kind !== 'file' || problem === undefined,
    error: kind === 'file' && (file !== null || wasSubmitted) ? problem : undefined,
    /** Call on submit: from then on, a missing picture is an error. */
    markSubmitted: () => setWasSubmitted(true),
    fileUpload,
    /**
     * Returns the value to send: a URL, null for no picture, undefined for no change. Uploads the chosen file first.
     */
    async resolveUrl(enteredUrl: string | null | undefined): Promise<string | null | undefined> {
      if (kind === 'keep') return undefined;
      if (kind === 'file') return file && (await uploadOnce(file));
      return kind === 'url' ? enteredUrl : null;
    },
    /** Identifies the choice. The same file chosen again has the same key. */
    key: [kind, kind === 'file' && file && [file.name, file.size, file.lastModified]],
  };
}

/** Uploads a file once, even if the form is submitted several times. */
function useUploadOnce(use: PictureUse) {
  const lastUpload = useRef<{ file: File; idempotencyKey: string; url: string | null }>(undefined);
  const fileUpload = useUpload();
  const uploadOnce = async (file: File): Promise<string> => {
    if (lastUpload.current?.file !== file) lastUpload.current = { file, idempotencyKey: randomId(), url: null };
    const { current } = lastUpload;
    current.url ??= await fileUpload.run(async (options) => {
      const parts = { file: await shrinkPicture(file) };
      const { idempotencyKey } = current;
      return (await pictureUses[use].send({ parts, idempotencyKey, ...options })).url;
    });
    return current.url;
  };
  return { fileUpload, uploadOnce };
}
