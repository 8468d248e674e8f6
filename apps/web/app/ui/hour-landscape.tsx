import { classNames } from './class-names.ts';
import { lightOf } from './hour-light.ts';
import { Hills, Moon, Sun } from './landscape.tsx';
import { useClock } from './relative-time.tsx';

/**
 * A strip of hills below the sun or, at night and in the dark color scheme, the moon. It stands away from
 * the avatar and the badge of the cards.
 */
export function HourLandscape({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      data-light={lightOf(new Date(useClock()))}
      className={classNames('group/hour relative overflow-hidden bg-sky forced-color-adjust-none', className)}
    >
      <svg viewBox="-1 -1 2 2" className="absolute start-[20%] top-2 size-7">
        <Sun className="group-data-[light=moon]/hour:hidden dark:hidden" />
        <Moon className="light:group-data-[light=sun]/hour:hidden" />
      </svg>
      <svg viewBox="0 52 320 148" preserveAspectRatio="none" className="absolute inset-0 size-full rtl:-scale-x-100">
        <Hills />
      </svg>
    </div>
  );
}
