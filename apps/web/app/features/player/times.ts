import { useEffect, useState } from 'react';
import { formatDuration, formatUnit } from '../../lib/locale.ts';

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Examples: "4:05", "1:04:05". */
export const clockTime = (seconds: number): string => {
  const totalSeconds = Math.max(0, Math.floor(seconds));
  const rest = twoDigits(totalSeconds % minuteSeconds);
  const minutes = Math.floor(totalSeconds / minuteSeconds);
  return totalSeconds < hourSeconds
    ? `${minutes}:${rest}`
    : `${Math.floor(totalSeconds / hourSeconds)}:${twoDigits(minutes % 60)}:${rest}`;
};

/** Example: "2 minutes 10 seconds". */
export const spokenTime = (seconds: number): string => formatDuration(Math.max(0, seconds));

/** Length of a meditation in minutes, for example "15 minutes". */
export const formatMinutes = (seconds: number): string =>
  formatUnit(Math.max(1, Math.round(seconds / minuteSeconds)), 'minute');

/** Shorter waits are not shown, so that nothing flickers in a dark room. */
const minShownWaitMilliseconds = 600;

/** Whether a wait is long enough to be shown. */
export const useIsLongWait = (isWaiting: boolean): boolean => {
  const [isLongWait, setIsLongWait] = useState(false);
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setTimeout(setIsLongWait, minShownWaitMilliseconds, true);
    return () => {
      clearTimeout(timer);
      setIsLongWait(false);
    };
  }, [isWaiting]);
  return isLongWait;
};
