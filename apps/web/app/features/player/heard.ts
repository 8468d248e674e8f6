import { completedFraction, type Listening, minimumTrackedSeconds } from '@commons/contract/meditations';

/** Position of the audio in seconds, time of the sample in milliseconds, and playback rate. */
export type Sample = { position: number; at: number; rate: number };

/** Maximum delay of a sample. Browsers rarely report positions later than this. */
const toleranceSeconds = 0.5;

type Range = { from: number; to: number };

/** Adds a range and merges overlapping ones. Sorted. */
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
  /** Records a sample while the audio is playing. */
  record: (sample: Sample) => void;
  /** Records that the audio has repeated: it played to its end and continued from the start. */
  recordLoop: (sample: Sample, end: number) => void;
  /** Interrupts counting, for example at a pause or seek. The distance to the next sample does not count. */
  interrupt: () => void;
  /** The audio has ended: reports a completion. Anything less waits, because the listener may hear the rest. */
  finish: () => void;
  /** Returns the part that `report` would report now, or null if it is too short. */
  pending: () => HeardPart | null;
  /** Reports the seconds that have not been reported yet. Listening may continue. */
  report: () => void;
};

/** A part of one listening. `completed` means that the parts so far make a whole meditation. */
export type HeardPart = Pick<Listening, 'secondsListened' | 'completed'>;

/**
 * Counts the seconds of a meditation that were really heard, and reports them in parts that the server accepts: no part
 * is longer than the meditation. The distance between two samples counts if enough time has passed for it. Seeks,
 * pauses and waits interrupt it. Heard ranges are kept until the meditation is completed, so that seeking back,
 * restarting and earlier reports do not prevent the completion.
 */
export const countHeard = (length: number, onPart: (part: HeardPart) => void): HeardCounter => {
  let seconds = 0;
  let reportedSeconds = 0;
  let ranges: Range[] = [];
  let last: Sample | null = null;

  const isWhole = () => ranges.reduce((sum, { from, to }) => sum + to - from, 0) >= completedFraction * length;
  const nextPart = (): HeardPart => ({ secondsListened: Math.min(length, Math.round(seconds)), completed: isWhole() });
  const take = (): void => {
    const part = nextPart();
    onPart(part);
    seconds = Math.max(0, seconds - part.secondsListened);
    reportedSeconds += part.secondsListened;
    if (part.completed) ranges = [];
  };
  /** After a part has been reported, any rest is reported too. */
  const isWorthReporting = () => reportedSeconds + seconds > minimumTrackedSeconds && Math.round(seconds) > 0;

  const advance = (position: number, at: number): void => {
    if (last === null) return;
    const moved = position - last.position;
    const possible = ((at - last.at) / 1000 + toleranceSeconds) * last.rate;
    if (moved <= 0 || moved > possible) return;
    seconds += moved;
    ranges = withRange(ranges, { from: last.position, to: position });
    // More seconds than the length, from repeated seeking back, are reported in parts.
    if (seconds > length + 1) take();
  };
  const record = (sample: Sample): void => {
    advance(sample.position, sample.at);
    last = sample;
  };
  const report = (): void => {
    if (isWhole() || isWorthReporting()) take();
  };

  return {
    record,
    recordLoop: (sample, end) => {
      if (last !== null) {
        const reachedAt = last.at + ((end - last.position) / last.rate) * 1000;
        advance(end, Math.min(reachedAt, sample.at));
        report();
        last = { position: 0, at: Math.min(reachedAt, sample.at), rate: sample.rate };
      }
      record(sample);
    },
    interrupt: () => {
      last = null;
    },
    finish: () => {
      if (isWhole()) take();
    },
    pending: () => (isWorthReporting() || isWhole() ? nextPart() : null),
    report,
  };
};
