import type { Meditation } from '@commons/contract/meditations';
import { randomId } from '../../lib/random-id.ts';
import { countHeard, type HeardCounter } from './heard.ts';
import { openReport } from './listening-reports.ts';
import { savePosition } from './saved-positions.ts';

/** One listening: from Play until another meditation starts, the player closes or the page unloads. */
export type Listening = Omit<HeardCounter, 'pending' | 'report'> & {
  memberId: string;
  meditation: Meditation;
  /** Stores the position and the unreported seconds, in case the page unloads. */
  keep: (position: number) => void;
  /** Reports the seconds heard so far. */
  report: (options?: { isPageEnding: boolean }) => void;
  /** Reports the listening and ends it. */
  close: () => void;
};

export const startListening = (memberId: string, meditation: Meditation): Listening => {
  let openedReport = openReport(memberId, meditation.id);
  let listeningId = randomId();
  let isPageEnding = false;
  const counter = countHeard(meditation.duration, (part) => {
    openedReport.submit({ ...part, listeningId }, { keepalive: isPageEnding });
    openedReport = openReport(memberId, meditation.id);
    // The next round is a new listening.
    if (part.completed) listeningId = randomId();
  });
  const report = (options = { isPageEnding: false }): void => {
    ({ isPageEnding } = options);
    counter.report();
    isPageEnding = false;
    openedReport.update(null);
  };
  return {
    ...counter,
    memberId,
    meditation,
    keep: (position) => {
      savePosition(memberId, meditation, position);
      const pending = counter.pending();
      openedReport.update(pending && { ...pending, listeningId });
    },
    report,
    close: () => {
      report();
      openedReport.discard();
    },
  };
};
