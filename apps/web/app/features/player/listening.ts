import { meditationCalls } from '@commons/contract/meditations/calls';
import type { Listening, Meditation } from '@commons/contract/meditations/schemas';
import { call } from '../../lib/api-client.ts';
import { ApiError, NetworkError, isSignedOutError } from '../../lib/api-error.ts';
import { randomId } from '../../lib/random-id.ts';
import { showToast } from '../../lib/toast-store.ts';
import { type ListeningCounter, createListeningCounter } from './listening-counter.ts';
import { listStoredValues, readStoredValue, removeStoredValue, storeValue, useStored } from './listening-storage.ts';
import { pointsEarned } from './player.texts.ts';

/** One listening session: from Play until another meditation starts, the player closes or the page unloads. */
export type ListeningSession = Omit<ListeningCounter, 'pending' | 'report'> & {
  memberId: string;
  meditation: Meditation;
  /** Stores the position and the unreported seconds, in case the page unloads. */
  save: (position: number) => void;
  /** Reports the seconds heard so far. */
  report: (options?: { isPageEnding: boolean }) => void;
  /** Reports the listening and ends it. The page may be about to unload. */
  close: () => void;
};

export const startListening = (memberId: string, meditation: Meditation): ListeningSession => {
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
      report({ isPageEnding: true });
      currentReport.discard();
    },
  };
};

/** A report that the server has not confirmed. Its storage name is the `Idempotency-Key` of the request. */
type Report = {
  meditationId: string;
  listening: Listening;
  /** The tab that holds its lock still updates it. */
  isOpen: boolean;
  /** Time of the first attempt, whose response may have been lost. */
  sentAt?: number;
};

/** The server forgets keys after a day. An older unconfirmed report could count twice. */
const keyLifetimeMilliseconds = 23 * 60 * 60 * 1000;

const isReport = (value: unknown): value is Report =>
  typeof value === 'object' && value !== null && 'meditationId' in value && 'listening' in value;

// The Web Locks API is missing on plain HTTP.
const locks = (): LockManager | undefined => (typeof navigator === 'undefined' ? undefined : navigator.locks);
const lockOf = (id: string): string => `listening:${id}`;

type OpenReport = {
  /** Stores the current state, in case this tab is closed before it sends the report. */
  update: (listening: Listening | null) => void;
  /** Sends the report. */
  submit: (listening: Listening, options?: { keepalive: boolean }) => void;
  /** Discards the report. */
  discard: () => void;
};

/** Creates a report that this tab updates. If the tab is closed, another one sends the report. */
export const openReport = (memberId: string, meditationId: string): OpenReport => {
  const id = randomId();
  let release: (() => void) | undefined;
  const releasePromise = new Promise<void>((resolve) => {
    release = resolve;
  });
  // A browser that blocks storage may also reject locks.
  locks()
    ?.request(lockOf(id), () => releasePromise)
    .catch(() => undefined);
  return {
    update: (listening) => {
      if (listening === null) removeStoredValue(memberId, 'report', id);
      else storeValue(memberId, 'report', id, { meditationId, listening, isOpen: true } satisfies Report);
    },
    submit: (listening, options) => {
      const report: Report = { meditationId, listening, isOpen: false };
      storeValue(memberId, 'report', id, report);
      release?.();
      // An unsent report is stored, and sent after the next reconnect.
      send(memberId, id, report, options).catch(() => undefined);
    },
    discard: () => {
      removeStoredValue(memberId, 'report', id);
      release?.();
    },
  };
};

const inFlight = new Map<string, Promise<void>>();

const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 && !isSignedOutError(error);

/** Sends a report, one request at a time. */
const send = (memberId: string, id: string, report: Report, options?: { keepalive: boolean }): Promise<void> => {
  const sending = inFlight.get(id) ?? sendNow(memberId, id, report, options).finally(() => inFlight.delete(id));
  inFlight.set(id, sending);
  return sending;
};

/** Sends a report and removes it after a final response. Otherwise throws. */
const sendNow = async (
  memberId: string,
  id: string,
  report: Report,
  options?: { keepalive: boolean },
): Promise<void> => {
  if (!navigator.onLine) throw new NetworkError(new Error('There is no connection.'));
  storeValue(memberId, 'report', id, { ...report, sentAt: report.sentAt ?? Date.now() } satisfies Report);
  try {
    const { pointsAwarded } = await call(
      meditationCalls.trackListening,
      { params: { id: report.meditationId }, body: report.listening },
      { idempotencyKey: id, ...options },
    );
    removeStoredValue(memberId, 'report', id);
    if (pointsAwarded > 0) showPoints(pointsAwarded);
  } catch (error) {
    if (!isFinal(error)) throw error;
    removeStoredValue(memberId, 'report', id);
  }
};

const showPoints = (points: number): void => showToast({ title: 'Points Earned!', description: pointsEarned(points) });

const sendStored = async (memberId: string, id: string): Promise<void> => {
  // Read under the lock, because another tab may have sent it.
  const report = readStoredValue(memberId, 'report', id);
  if (!isReport(report)) return;
  if (report.sentAt !== undefined && Date.now() - report.sentAt > keyLifetimeMilliseconds)
    removeStoredValue(memberId, 'report', id);
  else await send(memberId, id, { ...report, isOpen: false });
};

/** Sends all stored reports, including those of closed tabs. Rejects if one could not be sent. */
export const sendReports = async (memberId: string): Promise<void> => {
  const outcomes = await Promise.allSettled(
    listStoredValues(memberId, 'report').map(async ([id, report]) => {
      if (!isReport(report)) return;
      const manager = locks();
      if (manager === undefined) {
        if (!report.isOpen) await sendStored(memberId, id);
        return;
      }
      await manager.request(lockOf(id), { ifAvailable: true }, async (lock) => {
        if (lock !== null) await sendStored(memberId, id);
      });
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
};

/** Positions closer to the start or end than this are not restored. */
const marginSeconds = 10;

type Place = { position: number; savedAt: number };

/** Before version 0.10, a place was a number without a time. */
const toPlace = (value: unknown): Place => {
  if (typeof value === 'number') return { position: value, savedAt: 0 };
  const { position, savedAt } = Object(value) as Record<string, unknown>;
  return typeof position === 'number' && typeof savedAt === 'number'
    ? { position, savedAt }
    : { position: 0, savedAt: 0 };
};

/** Returns the stored position in a meditation, in seconds, or 0. */
export const findSavedPosition = (memberId: string, { id, duration }: Pick<Meditation, 'id' | 'duration'>): number => {
  const { position } = toPlace(readStoredValue(memberId, 'place', id));
  return position > marginSeconds && position < duration - marginSeconds ? position : 0;
};

export const useSavedPosition = (memberId: string, meditation: Pick<Meditation, 'id' | 'duration'>): number =>
  useStored(
    () => findSavedPosition(memberId, meditation),
    () => 0,
  );

/** As many as fit beside each other on a wide screen. */
const maxStarted = 3;

/** Returns the ids of meditations with a stored position, the latest first. */
export const useStartedMeditations = (memberId: string): string[] => {
  // As one string, which is equal as long as nothing has changed.
  const ids = useStored(
    () =>
      listStoredValues(memberId, 'place')
        .map(([id, value]) => ({ id, savedAt: toPlace(value).savedAt }))
        .toSorted((one, other) => other.savedAt - one.savedAt)
        .slice(0, maxStarted)
        .map(({ id }) => id)
        .join(' '),
    () => '',
  );
  return ids === '' ? [] : ids.split(' ');
};

const savePosition = (
  memberId: string,
  { id, duration }: Pick<Meditation, 'id' | 'duration'>,
  position: number,
): void => {
  if (position > marginSeconds && position < duration - marginSeconds)
    storeValue(memberId, 'place', id, { position: Math.floor(position), savedAt: Date.now() } satisfies Place);
  else removeStoredValue(memberId, 'place', id);
};
