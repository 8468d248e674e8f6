import type { Meditation } from '@commons/contract/meditations';
import { randomId } from '../../lib/random-id.ts';
import { countHeard, type HeardCounter } from './heard.ts';
import { openReport } from './listening-reports.ts';
import { keepPlace } from './places.ts';

/** One listening: from the press on Play until another meditation, the close of the player or the end of the page. */
export type Listening = Omit<HeardCounter, 'pending' | 'report'> & {
  memberId: string;
  meditation: Meditation;
  /** Stores the position and the unreported seconds, in case the page ends. */
  keep: (position: number) => void;
  /** Reports the seconds heard so far. */
  report: (options?: { isPageEnding: boolean }) => void;
  /** Reports it and ends the listening. */
  close: () => void;
};

export const beginListening = (memberId: string, meditation: Meditation): Listening => {
  let openedReport = openReport(memberId, meditation.id);
  let listeningId = randomId();
  let isPageEnding = false;
  const counter = countHeard(meditation.duration, (part) => {
    openedReport.tell({ ...part, listeningId }, { keepalive: isPageEnding });
    openedReport = openReport(memberId, meditation.id);
    // Another round is another listening.
    if (part.completed) listeningId = randomId();
  });
  const report = (options = { isPageEnding: false }): void => {
    ({ isPageEnding } = options);
    counter.report();
    isPageEnding = false;
    openedReport.note(null);
  };
  return {
    ...counter,
    memberId,
    meditation,
    keep: (position) => {
      keepPlace(memberId, meditation, position);
      const pending = counter.pending();
      openedReport.note(pending && { ...pending, listeningId });
    },
    report,
    close: () => {
      report();
      openedReport.drop();
    },
  };
};
