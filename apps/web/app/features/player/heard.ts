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
  /** The audio came to its end: reports a completion. Anything less waits, because the listener may hear the rest. */
  finish: () => void;
  /** Returns what `report` would report now; null when it is too little. */
  pending: () => HeardPart | null;
  /** Reports the seconds that are not reported yet. The listening may continue. */
  report: () => void;
};

/** A part of one listening. `completed` says that this and the parts before it make a whole meditation. */
export type HeardPart = Pick<Listening, 'secondsListened' | 'completed'>;

/**
 * Counts the seconds of one meditation that were really heard, and reports them in parts that the server accepts: no part
 * is longer than the meditation. The distance between two samples was heard when enough time passed for it; a seek, a
 * pause and a wait interrupt it. Heard ranges are kept until the meditation is completed, so that seeking back, starting
 * again and reports in between cannot prevent the completion.
 */
export const countHeard = (length: number, tell: (part: HeardPart) => void): HeardCounter => {
  let seconds = 0;
  let reportedSeconds = 0;
  let ranges: Range[] = [];
  let last: Sample | null = null;

  const isWhole = () => ranges.reduce((sum, { from, to }) => sum + to - from, 0) >= completedPart * length;
  const nextPart = (): HeardPart => ({ secondsListened: Math.min(length, Math.round(seconds)), completed: isWhole() });
  const take = (): void => {
    const part = nextPart();
    tell(part);
    seconds = Math.max(0, seconds - part.secondsListened);
    reportedSeconds += part.secondsListened;
    if (part.completed) ranges = [];
  };
  /** Once a listening is worth reporting, so is its rest. */
  const isWorthReporting = () => reportedSeconds + seconds > minimumTrackedSeconds && Math.round(seconds) > 0;

  const advance = (position: number, at: number): void => {
    if (last === null) return;
    const moved = position - last.position;
    const possible = ((at - last.at) / 1000 + toleranceSeconds) * last.rate;
    if (moved <= 0 || moved > possible) return;
    seconds += moved;
    ranges = withRange(ranges, { from: last.position, to: position });
    // More than the length, by going back again and again, is reported in parts.
    if (seconds > length + 1) take();
  };
  const hear = (sample: Sample): void => {
    advance(sample.position, sample.at);
    last = sample;
  };
  const report = (): void => {
    if (isWhole() || isWorthReporting()) take();
  };

  return {
    hear,
    hearRound: (sample, end) => {
      if (last !== null) {
        const reachedAt = last.at + ((end - last.position) / last.rate) * 1000;
        advance(end, Math.min(reachedAt, sample.at));
        report();
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
    pending: () => (isWorthReporting() || isWhole() ? nextPart() : null),
    report,
  };
};
