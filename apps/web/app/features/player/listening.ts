import type { Meditation } from '@commons/contract/meditations';
import { randomId } from '../../lib/random-id.ts';
import { createListeningCounter, type ListeningCounter } from './listening-counter.ts';
import { openReport } from './listening-reports.ts';
import { savePosition } from './saved-positions.ts';

/** One listening session: from Play until another meditation starts, the player closes or the page unloads. */
export type Listening = Omit<ListeningCounter, 'pending' | 'report'> & {
  memberId: string;
  meditation: Meditation;
  /** Stores the position and the unreported seconds, in case the page unloads. */
  save: (position: number) => void;
  /** Reports the seconds heard so far. */
  report: (options?: { isPageEnding: boolean }) => void;
  /** Reports the listening and ends it. */
  close: () => void;
};

export const startListening = (memberId: string, meditation: Meditation): Listening => {
  let currentReport = openReport(memberId, meditation.id);
  let listeningId = randomId();
  let isPageEnding = false;
  const counter = createListeningCounter(meditation.duration, (part) => {
    currentReport.submit({ ...part, listeningId }, { keepalive: isPageEnding });
    currentReport = openReport(memberId, meditation.id);
    // The next round is a new listening.
    if (part.completed) listeningId = randomId();
  });
  const report = (options = { isPageEnding: false }): void => {
    ({ isPageEnding } = options);
    counter.report();
    isPageEnding = false;
    currentReport.update(null);
  };
  return {
    ...counter,
    memberId,
    meditation,
    save: (position) => {
      savePosition(memberId, meditation, position);
      const pending = counter.pending();
      currentReport.update(pending && { ...pending, listeningId });
    },
    report,
    close: () => {
      report();
      currentReport.discard();
    },
  };
};
