import { expect, test } from 'vitest';
import { createListeningCounter, type ListenedPart } from './listening-counter.ts';

/** A listener with a fake clock that advances only while audio plays or `wait` is called. */
const setUpListener = (length: number) => {
  const reported: ListenedPart[] = [];
  const counter = createListeningCounter(length, (part) => reported.push(part));
  let now = 0;
  let position = 0;
  let rate = 1;
  const recordSample = () => counter.record({ position, at: now, rate });
  return {
    reported,
    counter,
    recordSample,
    setRate: (next: number) => {
      rate = next;
      recordSample();
    },
    /** Plays this many seconds of the meditation, with four samples per second. */
    play: (seconds: number) => {
      recordSample();
      const until = position + seconds;
      while (position < until) {
        const step = Math.min(0.25 * rate, until - position);
        position += step;
        now += (step / rate) * 1000;
        recordSample();
      }
    },
    wait: (seconds: number) => {
      counter.interrupt();
      now += seconds * 1000;
    },
    seek: (to: number) => {
      counter.interrupt();
      position = to;
    },
    /** The position changes without a seek event. */
    jump: (to: number) => {
      position = to;
      now += 250;
      recordSample();
    },
    repeat: () => {
      position = 0.1;
      now += 250;
      counter.recordLoop({ position, at: now, rate }, length);
    },
  };
};

test('a meditation heard to its end is reported once as completed, with its full length', () => {
  const { counter, play, reported } = setUpListener(600);
  play(600);
  counter.finish();
  counter.report();
  expect(reported).toEqual([{ secondsListened: 600, completed: true }]);
});

test('leaving reports half a meditation, but not a minute or less', () => {
  const half = setUpListener(600);
  half.play(300);
  half.counter.report();
  expect(half.reported).toEqual([{ secondsListened: 300, completed: false }]);
  const minute = setUpListener(600);
  minute.play(60);
  minute.counter.report();
  expect(minute.reported).toEqual([]);
});

test('seeking does not count as listening', () => {
  const { counter, play, seek, jump, reported } = setUpListener(600);
  play(30);
  seek(590);
  play(10);
  counter.finish();
  jump(5);
  jump(400);
  expect(reported).toEqual([]);
  expect(counter.pending()).toBeNull();
});

test('a seek after a long pause does not count, although enough time has passed', () => {
  const { counter, play, wait, seek, reported } = setUpListener(600);
  play(70);
  wait(10 * 60);
  seek(500);
  play(10);
  counter.report();
  expect(reported).toEqual([{ secondsListened: 80, completed: false }]);
});

test('neither the end alone nor one half heard twice completes a meditation', () => {
  const { counter, play, seek, reported } = setUpListener(600);
  play(290);
  seek(0);
  play(290);
  seek(595);
  play(5);
  counter.finish();
  expect(reported).toEqual([]);
  counter.report();
  expect(reported).toEqual([{ secondsListened: 585, completed: false }]);
});

test('time spent in a pause, while loading or during sleep does not count', () => {
  const { counter, play, wait, recordSample, reported } = setUpListener(600);
  play(40);
  wait(8 * 60 * 60);
  play(40);
  // Sleep without events: hours pass, and the audio continues at the same position.
  recordSample();
  counter.record({ position: 80.2, at: 9 * 60 * 60 * 1000, rate: 1 });
  counter.report();
  expect(reported).toEqual([{ secondsListened: 80, completed: false }]);
});

test('a whole meditation counts fully at other speeds', () => {
  for (const rate of [0.75, 1.5]) {
    const { counter, play, setRate, reported } = setUpListener(300);
    setRate(rate);
    play(300);
    counter.finish();
    expect(reported).toEqual([{ secondsListened: 300, completed: true }]);
  }
});

test('with repeat, each complete round is reported at its end, and an incomplete one on leaving', () => {
  const { counter, play, repeat, reported } = setUpListener(120);
  play(119.9);
  repeat();
  play(119.8);
  repeat();
  expect(reported).toEqual([
    { secondsListened: 120, completed: true },
    { secondsListened: 120, completed: true },
  ]);
  play(70);
  counter.report();
  expect(reported.at(-1)).toEqual({ secondsListened: 70, completed: false });
});

test('a short round is reported together with the next one', () => {
  const { counter, play, seek, repeat, reported } = setUpListener(120);
  play(20);
  seek(110);
  play(9.9);
  repeat();
  expect(reported).toEqual([]);
  play(50);
  counter.report();
  expect(reported).toEqual([{ secondsListened: 80, completed: false }]);
});

test('no report exceeds the length, even if a part is heard repeatedly', () => {
  const { counter, play, seek, reported } = setUpListener(100);
  for (let time = 0; time < 6; time += 1) {
    seek(0);
    play(50);
  }
  counter.report();
  expect(reported.every(({ secondsListened, completed }) => secondsListened <= 100 && !completed)).toBe(true);
  expect(reported.reduce((sum, { secondsListened }) => sum + secondsListened, 0)).toBe(300);
});

test('seeking back, restarting and earlier reports do not prevent the completion', () => {
  const scenarios: Record<string, (listener: ReturnType<typeof setUpListener>) => void> = {
    'twelve seconds, back fifteen, on to the end': ({ play, seek }) => {
      play(12);
      seek(0);
      play(70);
    },
    'started again after a minute': ({ play, seek }) => {
      play(62);
      seek(0);
      play(70);
    },
    'back in the middle, three times': ({ play, seek }) => {
      play(40);
      for (const to of [10, 20, 5]) {
        seek(to);
        play(30);
      }
      play(35);
    },
    'reported in a pause': ({ play, counter }) => {
      play(65);
      counter.report();
      play(5);
    },
    'reported in two pauses': ({ play, counter, seek }) => {
      play(61);
      counter.report();
      seek(50);
      play(10);
      counter.report();
      play(10);
    },
  };
  for (const [name, playScenario] of Object.entries(scenarios)) {
    const listener = setUpListener(70);
    playScenario(listener);
    listener.counter.finish();
    listener.counter.report();
    const { reported } = listener;
    expect.soft([name, reported.filter(({ completed }) => completed).length]).toEqual([name, 1]);
    expect.soft([name, reported.every(({ secondsListened }) => secondsListened <= 70)]).toEqual([name, true]);
  }
});

test('listening continues after a report, and a rest below a minute is reported too', () => {
  const { counter, play, reported } = setUpListener(600);
  play(61);
  counter.report();
  play(20);
  counter.report();
  counter.report();
  expect(reported).toEqual([
    { secondsListened: 61, completed: false },
    { secondsListened: 20, completed: false },
  ]);
});
