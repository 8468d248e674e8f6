import { Pause, Play } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { buttonClass } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Hills, Moon, Sun } from '../../ui/landscape.tsx';

/** Texts by start time in milliseconds within a round. The keyframes in `motion.css` use the same times. */
const phases = [
  { from: 0, text: 'Breathe in' },
  { from: 4_000, text: 'Hold' },
  { from: 8_000, text: 'Breathe out' },
] as const;
const roundMilliseconds = 14_000;

const playStateClass = '[animation-play-state:paused] group-has-checked:[animation-play-state:running]';

/**
 * The sun, or the moon in dark mode, rises and sets with the breath. A checkbox starts the CSS animation, so that it
 * works without JavaScript; the code only announces the phases. With reduced motion only the text changes.
 */
export function BreathingExercise() {
  const textRef = useRef<HTMLDivElement>(null);
  const [isRunning, setIsRunning] = useState(false);
  const announcement = usePhaseAnnouncement(isRunning, textRef);
  return (
    <Card as="section" aria-labelledby="breathe" data-wakes="" className="group flex flex-col items-center text-center">
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
        <div ref={textRef} data-keeps-time="" className={classNames('animate-breath-words', playStateClass)}>
          {phases.map(({ text }) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <RunningSwitch onChange={setIsRunning} />
    </Card>
  );
}

/** Enter toggles it, as it would a button. */
const pressOnEnter = (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key === 'Enter') event.currentTarget.click();
};

/** A checkbox styled as a button. Its state belongs to the browser and survives hydration. */
function RunningSwitch({ onChange }: { onChange: (isRunning: boolean) => void }) {
  const ref = useRef<HTMLInputElement>(null);
  // It may have been checked before hydration.
  useEffect(() => onChange(ref.current?.checked === true), [onChange]);
  return (
    <span className={classNames(buttonClass('secondary'), 'relative mt-4')}>
      <input
        ref={ref}
        type="checkbox"
        aria-label="Start or pause the breathing exercise"
        autoComplete="off"
        className="absolute -inset-px cursor-pointer appearance-none rounded-control"
        onChange={(event) => onChange(event.target.checked)}
        onKeyDown={pressOnEnter}
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

/** Announces each phase in time with the animation. */
function usePhaseAnnouncement(isRunning: boolean, textRef: { current: HTMLElement | null }): string {
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const [animation] = textRef.current?.getAnimations() ?? [];
    if (!isRunning || !animation) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const announcePhase = () => {
      const now = Number(animation.currentTime ?? 0) % roundMilliseconds;
      const index = phases.findLastIndex(({ from }) => from <= now);
      setAnnouncement(phases[index]?.text ?? '');
      timer = setTimeout(announcePhase, (phases[index + 1]?.from ?? roundMilliseconds) - now);
    };
    announcePhase();
    return () => {
      clearTimeout(timer);
      setAnnouncement('Paused');
    };
  }, [isRunning, textRef]);
  return announcement;
}
