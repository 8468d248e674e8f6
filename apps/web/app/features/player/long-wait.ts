import { useEffect, useState } from 'react';

/** A wait that one notices: most are over before, and nothing is to flicker in a dark room. */
const noticedMilliseconds = 600;

/** Whether a wait has lasted so long that it is to be shown. */
export const useIsLong = (isWaiting: boolean): boolean => {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(setIsLong, noticedMilliseconds, true);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [isWaiting]);
  return isLong;
};
