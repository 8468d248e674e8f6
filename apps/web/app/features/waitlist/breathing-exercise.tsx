import { Pause, Play } from 'lucide-react';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Hills, Moon, Sun } from '../../ui/landscape.tsx';
import { phases } from './announce-breathing.ts';

const playStateClass = '[animation-play-state:paused] group-has-checked:[animation-play-state:running]';

/**
 * The sun, or the moon in dark mode, rises and sets with the breath. A checkbox starts the CSS animation, so that it
 * works without JavaScript; `announce-breathing.ts` only announces the phases. With reduced motion only the text
 * changes.
 */
export function BreathingExercise() {
  return (
    <Card
      as="section"
      aria-labelledby="breathe"
      data-breathing=""
      className="group flex flex-col items-center text-center"
    >
      <h3 id="breathe" className="text-lg">
        A minute to breathe
      </h3>
      <p className="mt-2 max-w-[46ch] text-sm text-muted">
        In for four seconds, hold for four, out for six. Skip the hold if it does not feel good.
      </p>
      <svg viewBox="0 20 320 180" aria-hidden="true" className="mt-4 w-full max-w-80 fades-out">
        <path className="fill-sky" d="M0 0h320v200H0z" />
        <g
          className={classNames(
            'origin-center animate-breath-sun [transform-box:fill-box] motion-reduce:animate-none',
            playStateClass,
          )}
        >
          <g transform="translate(160 98) scale(58)">
            <Sun className="dark:hidden" />
            <Moon className="hidden dark:block" />
          </g>
        </g>
        <Hills />
      </svg>
      <div aria-hidden="true" className="mt-4 h-lh overflow-hidden font-heading text-xl font-semibold">
        <div data-keeps-time="" className={classNames('animate-breath-words', playStateClass)}>
          {phases.map(({ text }) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </div>
      <p role="status" className="sr-only" />
      <RunningSwitch />
    </Card>
  );
}

/** A checkbox styled as a button. */
function RunningSwitch() {
  return (
    <span className={classNames(buttonClass('secondary'), 'relative mt-4')}>
      <input
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a checkbox has its own checked state
        role="switch"
        aria-label="Breathing exercise, start or pause"
        autoComplete="off"
        className="absolute -inset-px cursor-pointer appearance-none rounded-control"
      />
      <span aria-hidden="true" className="inline-flex items-center gap-2 group-has-checked:hidden">
        <Play size={20} strokeWidth={1.75} />
        Start
      </span>
      <span aria-hidden="true" className="hidden items-center gap-2 group-has-checked:inline-flex">
        <Pause size={20} strokeWidth={1.75} />
        Pause
      </span>
    </span>
  );
}
