import { completedPart, type Listening, minimumTrackedSeconds } from '@commons/contract/meditations';

/** Where the audio is, in seconds, when that was, in milliseconds, and how fast it plays. */
export type Sample = { position: number; at: number; rate: number };

/** How late a sample may be, in time: browsers tell positions late, and seldom by more than this. */
const toleranceSeconds = 0.5;

type Range = { from: number; to: number };

/** The ranges with another one, those that touch made one, in order. */
const withRange = (ranges: readonly Range[], added: Range): Range[] => {
  const apart = ranges.filter(({ from, to }) => to < added.from || from > added.to);
  const touching = [...ranges.filter((range) => !apart.includes(range)), added];
  const joined = {
    from: Math.min(...touching.map(({ from }) => from)),
    to: Math.max(...touching.map(({ to }) => to)),
  };
  return [...apart, joined].toSorted((a, b) => a.from - b.from);
};

export type HeardCounter = {
  /** The audio sounds, and is here. */
  hear: (sample: Sample) => void;
  /** It went round: it was heard to its end, and on from its beginning. */
  hearRound: (sample: Sample, end: number) => void;
  /** It does not sound any more, or is led elsewhere: the way to the next sample was not heard. */
  breakOff: () => void;
  /** It came to its end. Less than a completion waits: the listener may go back and hear the rest. */
  finish: () => void;
  /** What would be told if the listener left now; null when it is too little. */
  pending: () => Listening | null;
  /** The listener leaves: what was heard and not told yet is told. */
  leave: () => void;
};

/**
 * Counts what is really heard of one meditation, in seconds of the meditation, and tells it in calls that the server
 * takes: never more than the meditation's length at once, `completed` where the greater part of it was heard. What lies
 * between two samples was heard when the time between them was enough for it; a seek, a pause and a wait break that off.
 */
export const countHeard = (length: number, tell: (listening: Listening) => void): HeardCounter => {
  let seconds = 0;
  let ranges: Range[] = [];
  let last: Sample | null = null;

  const isWhole = () => ranges.reduce((sum, { from, to }) => sum + to - from, 0) >= completedPart * length;
  /** Up to the meditation's length: what is heard twice counts twice, in the next call. */
  const listening = (): Listening => ({ secondsListened: Math.min(length, Math.round(seconds)), completed: isWhole() });
  const take = (): void => {
    const told = listening();
    tell(told);
    seconds = Math.max(0, seconds - told.secondsListened);
    ranges = [];
  };
  const isWorthTelling = () => seconds > minimumTrackedSeconds;

  const advance = (position: number, at: number): void => {
    if (last === null) return;
    const moved = position - last.position;
    const possible = ((at - last.at) / 1000 + toleranceSeconds) * last.rate;
    if (moved <= 0 || moved > possible) return;
    seconds += moved;
    ranges = withRange(ranges, { from: last.position, to: position });
    // More than there is of it, by going back again and again: told in parts.
    if (seconds > length + 1) take();
  };
  const hear = (sample: Sample): void => {
    advance(sample.position, sample.at);
    last = sample;
  };
  const takeWhatIsWorthIt = (): void => {
    if (isWhole() || isWorthTelling()) take();
  };

  return {
    hear,
    hearRound: (sample, end) => {
      if (last !== null) {
        const reachedAt = last.at + ((end - last.position) / last.rate) * 1000;
        advance(end, Math.min(reachedAt, sample.at));
        takeWhatIsWorthIt();
        last = { position: 0, at: Math.min(reachedAt, sample.at), rate: sample.rate };
      }
      hear(sample);
    },
    breakOff: () => {
      last = null;
    },
    finish: () => {
      if (isWhole()) take();
    },
    pending: () => (isWorthTelling() || isWhole() ? listening() : null),
    leave: () => {
      last = null;
      takeWhatIsWorthIt();
      seconds = 0;
      ranges = [];
    },
  };
};
