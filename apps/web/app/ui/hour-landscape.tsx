import { useLocation } from 'react-router';
import { useClock } from '../lib/relative-time.tsx';
import { classNames } from './class-names.ts';
import { Hills, Moon, Sun } from './landscape.tsx';

const firstHourOfDay = 6;
const firstHourOfNight = 20;

/** Each section has its place on the horizon, in the order of the left rail; whatever is not listed shares the last. */
const sections = ['', 'gratitude-wall', 'wellness-wins', 'leaderboard', 'meditations', 'events', 'messages'];

type Light = { light: 'sun' | 'moon'; x: number; y: number };

/**
 * The sun by day and the moon by night: as high as the hour, over the part of the horizon that is the section's. `x` and
 * `y` are percentages of the width and the height, from the upper left.
 */
export function lightAt(hour: number, pathname: string): Light {
  const isDay = hour >= firstHourOfDay && hour < firstHourOfNight;
  const length = isDay ? firstHourOfNight - firstHourOfDay : 24 - firstHourOfNight + firstHourOfDay;
  const progress = ((hour - (isDay ? firstHourOfDay : firstHourOfNight) + 24) % 24) / length;
  const section = sections.indexOf(pathname.split('/')[1] ?? '');
  return {
    light: isDay ? 'sun' : 'moon',
    x: 12 + (48 * (section === -1 ? sections.length : section)) / sections.length,
    y: 52 - 24 * Math.sin(Math.PI * progress),
  };
}

/** A strip of the common under the sky of this hour, where the reader is. Where colours are dark it is night, as in the drawings. */
export function HourLandscape({ className }: { className?: string }) {
  const { pathname } = useLocation();
  const now = new Date(useClock());
  const { light, x, y } = lightAt(now.getHours() + now.getMinutes() / 60, pathname);
  return (
    <div
      aria-hidden="true"
      data-light={light}
      className={classNames('relative overflow-hidden bg-sky forced-color-adjust-none', className)}
    >
      <div
        className="absolute inset-0 transition-transform duration-400 ease-out"
        style={{ transform: `translate(${x}%, ${y}%)` }}
      >
        <svg viewBox="-1 -1 2 2" className="absolute -start-4 -top-4 size-8">
          {light === 'sun' && <Sun className="dark:hidden" />}
          <Moon className={light === 'sun' ? 'hidden dark:block' : ''} />
        </svg>
      </div>
      <svg viewBox="0 64 320 136" preserveAspectRatio="none" className="absolute inset-0 size-full">
        <Hills />
      </svg>
    </div>
  );
}
