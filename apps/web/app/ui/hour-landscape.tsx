import { useLocation } from 'react-router';
import { useClock } from '../lib/relative-time.tsx';
import { classNames } from './class-names.ts';
import { lightOf } from './hour-light.ts';
import { Hills, Moon, Sun } from './landscape.tsx';

/** A strip of the common under the sky of this hour, where the reader is. Where colours are dark it is night, as in the drawings. */
export function HourLandscape({ className }: { className?: string }) {
  const { pathname } = useLocation();
  const { light, transform } = lightOf(new Date(useClock()), pathname);
  return (
    <div
      aria-hidden="true"
      data-light={light}
      className={classNames('group/hour relative overflow-hidden bg-sky forced-color-adjust-none', className)}
    >
      <div className="absolute inset-0 transition-transform duration-400 ease-out" style={{ transform }}>
        <svg viewBox="-1 -1 2 2" className="absolute -start-4 -top-4 size-8">
          <Sun className="group-data-[light=moon]/hour:hidden dark:hidden" />
          <Moon className="light:group-data-[light=sun]/hour:hidden" />
        </svg>
      </div>
      <svg viewBox="0 64 320 136" preserveAspectRatio="none" className="absolute inset-0 size-full">
        <Hills />
      </svg>
    </div>
  );
}
