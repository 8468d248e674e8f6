import { useEffect, useState } from 'react';
import { formatCount, plural } from '../../lib/locale.ts';

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Examples: "4:05", "1:04:05". */
export const clockTime = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const rest = twoDigits(whole % minuteSeconds);
  const minutes = Math.floor(whole / minuteSeconds);
  return whole < hourSeconds
    ? `${minutes}:${rest}`
    : `${Math.floor(whole / hourSeconds)}:${twoDigits(minutes % 60)}:${rest}`;
};

const counted = (count: number, unit: 'hour' | 'minute' | 'second'): string =>
  `${formatCount(count)} ${plural(count, { one: unit, other: `${unit}s` })}`;

/** Example: "2 minutes 10 seconds". */
export const spokenTime = (seconds: number): string => {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [
    { count: Math.floor(whole / hourSeconds), unit: 'hour' },
    { count: Math.floor(whole / minuteSeconds) % 60, unit: 'minute' },
    { count: whole % minuteSeconds, unit: 'second' },
  ] as const;
  const words = parts.filter(({ count }) => count > 0).map(({ count, unit }) => counted(count, unit));
  return words.length === 0 ? counted(0, 'second') : words.join(' ');
};

/** Length of a meditation in minutes, for example "15 minutes". */
export const spokenMinutes = (seconds: number): string =>
  counted(Math.max(1, Math.round(seconds / minuteSeconds)), 'minute');

/** Example: "12.5 MB". */
export const megabytes = (bytes: number): string =>
  `${formatCount(Math.max(0.1, Math.round(bytes / 100_000) / 10))} MB`;

/** Shorter waits are not shown, so that nothing flickers in a dark room. */
const noticedMilliseconds = 600;

/** Whether a wait is long enough to be shown. */
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
