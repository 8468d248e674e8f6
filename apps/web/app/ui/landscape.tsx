import { useLocation } from 'react-router';
import { classNames } from './class-names.ts';

/** In the drawing's own units, 320 wide and 200 high. */
export type Place = { x: number; y: number; radius: number };

type LandscapeProps = {
  /** Where the sun or the moon stands. */
  at: Place;
  /** Left out, it is the sun where the colours are light and the moon where they are dark. */
  light?: 'sun' | 'moon' | undefined;
  /** The part of the drawing that is shown; it fills its box. */
  viewBox?: string;
  className?: string | undefined;
};

/** The common's hills: the ground of every drawing. Decoration, silent to screen readers. */
export function Landscape({ at, light, viewBox = '0 0 320 200', className }: LandscapeProps) {
  const lightClass = 'transition-transform duration-400 ease-out';
  const style = { transform: `translate(${at.x}px, ${at.y}px)` };
  return (
    <svg
      viewBox={viewBox}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      data-light={light}
      className={classNames('forced-color-adjust-none', className)}
    >
      <path className="fill-sky" d="M-160-40h640v280h-640z" />
      {light !== 'moon' && (
        <circle r={at.radius} style={style} className={classNames('fill-sun', lightClass, light ?? 'dark:hidden')} />
      )}
      {light !== 'sun' && (
        <path
          // A crescent as wide as the sun, lying a little on its back.
          d={`M${0.4 * at.radius} ${-0.92 * at.radius}a${at.radius} ${at.radius} 0 1 0 ${0.56 * at.radius} ${1.24 * at.radius}a${0.8 * at.radius} ${0.8 * at.radius} 0 1 1 ${-0.56 * at.radius} ${-1.24 * at.radius}z`}
          style={style}
          className={classNames('fill-moon', lightClass, light ?? 'hidden dark:block')}
        />
      )}
      <path
        className="fill-hill-far"
        d="M-160 140c54-4 106-2 160-12 46-30 92-34 142-16s104 14 178-22c54 26 106 14 160 30v120h-640z"
      />
      <path
        className="fill-hill-mid"
        d="M-160 150c54 20 106 12 160 2 58-22 108-14 160 0s106 10 160-16c54-10 106 6 160 14v90h-640z"
      />
      <path
        className="fill-hill-near"
        d="M-160 174c54-6 106 16 160 8 70-20 132-14 190-4 46 8 92 4 130-8 54-10 106 4 160 2v68h-640z"
      />
    </svg>
  );
}

const firstHourOfDay = 6;
const firstHourOfNight = 20;

/** Each section has its place on the horizon, in the order of the left rail; whatever is not listed shares the last. */
const sections = ['', 'gratitude-wall', 'wellness-wins', 'leaderboard', 'meditations', 'events', 'messages'];

/** The sun by day and the moon by night: as high as the hour, and over the part of the horizon that is the section's. */
export function lightAt(hour: number, pathname: string): { light: 'sun' | 'moon'; at: Place } {
  const isDay = hour >= firstHourOfDay && hour < firstHourOfNight;
  const length = isDay ? firstHourOfNight - firstHourOfDay : 24 - firstHourOfNight + firstHourOfDay;
  const progress = ((hour - (isDay ? firstHourOfDay : firstHourOfNight) + 24) % 24) / length;
  const section = sections.indexOf(pathname.split('/')[1] ?? '');
  const step = section === -1 ? sections.length : section;
  return {
    light: isDay ? 'sun' : 'moon',
    at: { x: 44 + (232 * step) / sections.length, y: 118 - 42 * Math.sin(Math.PI * progress), radius: 15 },
  };
}

/** A strip of the common under the sky of this hour, where the reader is. */
export function HourLandscape({ className }: { className?: string }) {
  const { pathname } = useLocation();
  const now = new Date();
  return (
    <Landscape
      {...lightAt(now.getHours() + now.getMinutes() / 60, pathname)}
      viewBox="0 50 320 130"
      className={className}
    />
  );
}
