/** Texts by start time in milliseconds within a round. The keyframes in `motion.css` use the same times. */
export const phases = [
  { from: 0, text: 'Breathe in' },
  { from: 4_000, text: 'Hold' },
  { from: 8_000, text: 'Breathe out' },
] as const;
const roundMilliseconds = 14_000;

/** Announces each phase of the breathing exercise in time with its animation. */
export function announceBreathing(exercise: Element): void {
  const status = exercise.querySelector('[role=status]');
  const checkbox = exercise.querySelector('input');
  const words = exercise.querySelector('[data-keeps-time]');
  let timer: ReturnType<typeof setTimeout>;
  const announce = () => {
    clearTimeout(timer);
    const [animation] = words?.getAnimations() ?? [];
    if (!status || !animation) return;
    if (!checkbox?.checked) {
      status.textContent = 'Paused';
      return;
    }
    const now = Number(animation.currentTime ?? 0) % roundMilliseconds;
    const index = phases.findLastIndex(({ from }) => from <= now);
    status.textContent = phases[index]?.text ?? '';
    timer = setTimeout(announce, (phases[index + 1]?.from ?? roundMilliseconds) - now);
  };
  checkbox?.addEventListener('change', announce);
  // Enter toggles it, as it would a button.
  checkbox?.addEventListener('keydown', ({ key }) => {
    if (key === 'Enter') checkbox.click();
  });
  // The exercise also runs before this script has loaded.
  if (checkbox?.checked) announce();
}
