import { useLocation } from 'react-router';
import { classNames } from './class-names.ts';

const Hills = () => (
  <>
    <path className="fill-hill-far" d="M0 128c46-30 92-34 142-16s104 14 178-22v110H0z" />
    <path className="fill-hill-mid" d="M0 152c58-22 108-14 160 0s106 10 160-16v64H0z" />
    <path className="fill-hill-near" d="M0 182c70-20 132-14 190-4 46 8 92 4 130-8v30H0z" />
  </>
);

/** Around the origin, with a radius of 1. */
const Sun = ({ className }: { className?: string }) => <circle r={1} className={classNames('fill-sun', className)} />;

/** A crescent that lies a little on its back. */
const Moon = ({ className }: { className?: string }) => (
  <path d="M.4-.92a1 1 0 1 0 .56 1.24A.8.8 0 1 1 .4-.92z" className={classNames('fill-moon', className)} />
);

type LandscapeProps = {
  /** Where the sun or the moon stands, in the drawing's own units: 320 wide and 200 high. */
  at: { x: number; y: number; radius: number };
  /** Left out, it is the sun where the colours are light and the moon where they are dark. */
  light?: 'sun' | 'moon' | undefined;
  className?: string;
};

/** The common's hills, the ground of every drawing. Decoration, silent to screen readers. */
export const Landscape = ({ at, light, className }: LandscapeProps) => (
  <svg viewBox="0 0 320 200" aria-hidden="true" className={classNames('forced-color-adjust-none', className)}>
    <path className="fill-sky" d="M0 0h320v200H0z" />
    <g transform={`translate(${at.x} ${at.y}) scale(${at.radius})`}>
      {light !== 'moon' && <Sun className={light === undefined ? 'dark:hidden' : ''} />}
      {light !== 'sun' && <Moon className={light === undefined ? 'hidden dark:block' : ''} />}
    </g>
    <Hills />
  </svg>
);

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
    x: 12 + (76 * (section === -1 ? sections.length : section)) / sections.length,
    y: 52 - 24 * Math.sin(Math.PI * progress),
  };
}

/** A strip of the common under the sky of this hour, where the reader is. */
export function HourLandscape({ className }: { className?: string }) {
  const { pathname } = useLocation();
  const now = new Date();
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
          {light === 'sun' ? <Sun /> : <Moon />}
        </svg>
      </div>
      <svg viewBox="0 64 320 136" preserveAspectRatio="none" className="absolute inset-0 size-full">
        <Hills />
      </svg>
    </div>
  );
}
