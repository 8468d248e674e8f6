import type { Meditation } from '@commons/contract/meditations';
import { countHeard, type HeardCounter } from './heard.ts';
import { openReport } from './listening-reports.ts';
import { keepPlace } from './places.ts';

/** One listening: from the press on Play until another meditation, the close of the player or the end of the page. */
export type Listening = Omit<HeardCounter, 'pending' | 'leave'> & {
  memberId: string;
  meditation: Meditation;
  /** Keeps what would be gone with the page: where it is, and what was heard and not told yet. */
  keep: (position: number) => void;
  /** Tells what was heard. What is heard afterwards is told later. */
  leave: (options?: { isPageEnding: boolean }) => void;
  /** The same for good. */
  close: () => void;
};

export const beginListening = (memberId: string, meditation: Meditation): Listening => {
  let report = openReport(memberId, meditation.id);
  let isPageEnding = false;
  const counter = countHeard(meditation.duration, (heard) => {
    report.tell(heard, { keepalive: isPageEnding });
    report = openReport(memberId, meditation.id);
  });
  const leave = (options = { isPageEnding: false }): void => {
    ({ isPageEnding } = options);
    counter.leave();
    isPageEnding = false;
    report.note(null);
  };
  return {
    ...counter,
    memberId,
    meditation,
    keep: (position) => {
      keepPlace(memberId, meditation, position);
      report.note(counter.pending());
    },
    leave,
    close: () => {
      leave();
      report.drop();
    },
  };
};
