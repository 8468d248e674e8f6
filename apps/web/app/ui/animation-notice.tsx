import { useEffect, useState } from 'react';
import { isAnimatedPicture } from '../lib/picture-file.ts';
import { Status } from './loading.tsx';

export const animationNotice = 'This picture is animated. Only its first frame will be shown.';

/** Warns before an upload that only the first frame of an animation is kept. */
export function AnimationNotice({ file }: { file: File | null }) {
  const [animated, setAnimated] = useState<File | null>(null);
  useEffect(() => {
    if (file === null) return undefined;
    let isCurrent = true;
    const detectAnimation = async () => {
      const isAnimated = await isAnimatedPicture(file);
      if (isCurrent && isAnimated) setAnimated(file);
    };
    // An unreadable file is reported when the upload fails.
    detectAnimation().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [file]);
  return (
    <Status className="text-sm text-muted empty:hidden">{file !== null && animated === file && animationNotice}</Status>
  );
}
