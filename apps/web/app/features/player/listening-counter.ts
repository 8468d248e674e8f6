import { completedFraction, minimumTrackedSeconds } from '@commons/contract/meditations';
import type { Listening } from '@commons/contract/meditations/schemas';

/** Position of the audio in seconds, time of the sample in milliseconds, and playback rate. */
export type Sample = { position: number; at: number; rate: number };

/** Maximum delay of a sample. Browsers rarely report positions later than this. */
const toleranceSeconds = 0.5;

type Range = { from: number; to: number };

/** Adds a range and merges overlapping ones. Sorted. */
const withRange = (ranges: readonly Range[], newRange: Range): Range[] => {
  const separateRanges = ranges.filter(({ from, to }) => to < newRange.from || from > newRange.to);
  const overlappingRanges = [...ranges.filter((range) => !separateRanges.includes(range)), newRange];
  const mergedRange = {
    from: Math.min(...overlappingRanges.map(({ from }) => from)),
    to: Math.max(...overlappingRanges.map(({ to }) => to)),
  };
  return [...separateRanges, mergedRange].toSorted((a, b) => a.from - b.from);
};

export type ListeningCounter = {
  /** Records a sample while the audio is playing. */
  record: (sample: Sample) => void;
  /** Records that the audio has repeated: it played to its end and continued from the start. */
  recordLoop: (sample: Sample, end: number) => void;
  /** Interrupts counting, for example at a pause or seek. The distance to the next sample does not count. */
  interrupt: () => void;
  /** The audio has ended: reports a completion. Anything less waits, because the listener may hear the rest. */
  finish: () => void;
  /** Returns the part that `report` would report now, or null if it is too short. */
  pending: () => ListenedPart | null;
  /** Reports the seconds that have not been reported yet. Listening may continue. */
  report: () => void;
};

/** A part of one listening session. `completed` means that the parts so far make a whole meditation. */
export type ListenedPart = Pick<Listening, 'secondsListened' | 'completed'>;

/**
 * Counts the seconds of a meditation that were actually heard, and reports them in parts. The server accepts no part
 * that is longer than the meditation. The distance between two samples counts if enough time has passed for it. Seeks,
 * pauses and waits interrupt it. Heard ranges are kept until the meditation is completed, so that seeking back,
 * restarting and earlier reports do not prevent the completion.
 */
export const createListeningCounter = (length: number, onPart: (part: ListenedPart) => void): ListeningCounter => {
  let seconds = 0;
  let reportedSeconds = 0;
  let ranges: Range[] = [];
  let lastSample: Sample | null = null;

  const isCompleted = () => ranges.reduce((sum, { from, to }) => sum + to - from, 0) >= completedFraction * length;
  const nextPart = (): ListenedPart => ({
    secondsListened: Math.min(length, Math.round(seconds)),
    completed: isCompleted(),
  });
  const reportPart = (): void => {
    const part = nextPart();
    onPart(part);
    seconds = Math.max(0, seconds - part.secondsListened);
    reportedSeconds += part.secondsListened;
    if (part.completed) ranges = [];
  };
  /** After a part has been reported, any rest is reported too. */
  const isWorthReporting = () => reportedSeconds + seconds > minimumTrackedSeconds && Math.round(seconds) > 0;

  const advance = (position: number, at: number): void => {
    if (lastSample === null) return;
    const movedSeconds = position - lastSample.position;
    const maxSeconds = ((at - lastSample.at) / 1000 + toleranceSeconds) * lastSample.rate;
    if (movedSeconds <= 0 || movedSeconds > maxSeconds) return;
    seconds += movedSeconds;
    ranges = withRange(ranges, { from: lastSample.position, to: position });
    // More seconds than the length, from repeated seeking back, are reported in parts.
    if (seconds > length + 1) reportPart();
  };
  const record = (sample: Sample): void => {
    advance(sample.position, sample.at);
    lastSample = sample;
  };
  const report = (): void => {
    if (isCompleted() || isWorthReporting()) reportPart();
  };

  return {
    record,
    recordLoop: (sample, end) => {
      if (lastSample !== null) {
        const reachedAt = lastSample.at + ((end - lastSample.position) / lastSample.rate) * 1000;
        advance(end, Math.min(reachedAt, sample.at));
        report();
        lastSample = { position: 0, at: Math.min(reachedAt, sample.at), rate: sample.rate };
      }
      record(sample);
    },
    interrupt: () => {
      lastSample = null;
    },
    finish: () => {
      if (isCompleted()) reportPart();
    },
    pending: () => (isWorthReporting() || isCompleted() ? nextPart() : null),
    report,
  };
};
