import { useEffect, useState } from 'react';
import { isAnimatedPicture } from '../lib/picture-file.ts';
import { Status } from './loading.tsx';

export const animationNotice = 'This picture is animated. Only its first frame will be shown.';

/** Tells before an upload that an animation becomes a still picture. */
export function AnimationNotice({ file }: { file: File | null }) {
  const [animated, setAnimated] = useState<File | null>(null);
  useEffect(() => {
    if (file === null) return undefined;
    let isWanted = true;
    const note = async () => {
      const isAnimated = await isAnimatedPicture(file);
      if (isWanted && isAnimated) setAnimated(file);
    };
    // A file that cannot be read is refused with its upload.
    note().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [file]);
  return (
    <Status className="text-sm text-muted empty:hidden">{file !== null && animated === file && animationNotice}</Status>
  );
}
