import { useLocation } from 'react-router';
import { classNames } from './class-names.ts';
import { lightOf } from './hour-light.ts';
import { Hills, Moon, Sun } from './landscape.tsx';
import { useClock } from './relative-time.tsx';

/** A strip of hills under a sky that follows the reader's time of day. In the dark color scheme it is night. */
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
