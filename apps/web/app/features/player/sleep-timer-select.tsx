import { Select } from '../../ui/choices.tsx';
import { usePlayer } from './player-store.ts';
import { setSleepTimer } from './player.ts';
import { secondsToSleep, sleepMinutes } from './sleep-timer.ts';
import { clockTime } from './times.ts';

const options = [
  { value: 'off', label: 'Off' },
  ...sleepMinutes.map((minutes) => ({ value: String(minutes), label: `${minutes} minutes` })),
  { value: 'end', label: 'End of the meditation' },
];

const choose = (value: string): void => {
  if (value === 'off') setSleepTimer(null);
  else setSleepTimer(value === 'end' ? value : Number(value));
};

/** It fades out over its last seconds, so that nobody is woken by the silence. */
export const SleepTimerSelect = () => {
  const timer = usePlayer((player) => player.sleepTimer);
  // Told anew with each second that sounds; before the first there is nothing to tell.
  const left = usePlayer((player) => {
    if (player.meditation === null) return null;
    const seconds = secondsToSleep(player.sleepTimer, player, Date.now());
    return seconds === null ? null : Math.ceil(seconds);
  });
  return (
    <Select
      label="Sleep timer"
      value={timer === null ? 'off' : timer === 'end' ? 'end' : String(timer.minutes)}
      options={options}
      onChange={({ target }) => choose(target.value)}
      {...(left !== null && { hint: `Fades out in ${clockTime(left)}` })}
    />
  );
};
