import { type Listening, meditationCalls } from '@commons/contract/meditations';
import { call } from '../../lib/api-client.ts';
import { ApiError, isSignedOutError, NetworkError } from '../../lib/api-error.ts';
import { plural } from '../../lib/locale.ts';
import { randomId } from '../../lib/random-id.ts';
import { showToast } from '../../ui/toast-store.ts';
import { keep, letGo, listKept, readKept } from './device.ts';

/** What was heard of a meditation and is not known to be counted. Its name is the `Idempotency-Key` of the call. */
type Report = {
  meditationId: string;
  listening: Listening;
  /** Still growing in the tab that holds its lock. */
  isOpen: boolean;
  /** When it was first sent: the answer may have been lost. */
  sentAt?: number;
};

/** The server forgets keys after a day: a report whose first answer was lost longer ago could count twice. */
const keyMilliseconds = 23 * 60 * 60 * 1000;

const isReport = (value: unknown): value is Report =>
  typeof value === 'object' && value !== null && 'meditationId' in value && 'listening' in value;

// Browsers have no locks on plain http.
const locks = (): LockManager | undefined => (typeof navigator === 'undefined' ? undefined : navigator.locks);
const lockOf = (id: string): string => `listening:${id}`;

export type OpenReport = {
  /** Keeps what would be told by now, for the case that this tab does not live to tell it. */
  note: (listening: Listening | null) => void;
  /** Tells it. */
  tell: (listening: Listening, options?: { keepalive: boolean }) => void;
  /** There is nothing to tell. */
  drop: () => void;
};

/** A report that grows while its tab lives, and is sent by another tab when it died. */
export const openReport = (memberId: string, meditationId: string): OpenReport => {
  const id = randomId();
  let release: (() => void) | undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  // A browser that blocks storage may refuse locks as well.
  locks()
    ?.request(lockOf(id), () => held)
    .catch(() => undefined);
  return {
    note: (listening) => {
      if (listening === null) letGo(memberId, 'report', id);
      else keep(memberId, 'report', id, { meditationId, listening, isOpen: true } satisfies Report);
    },
    tell: (listening, options) => {
      const report: Report = { meditationId, listening, isOpen: false };
      keep(memberId, 'report', id, report);
      release?.();
      // What does not arrive is kept, and sent when there is a connection again.
      send(memberId, id, report, options).catch(() => undefined);
    },
    drop: () => {
      letGo(memberId, 'report', id);
      release?.();
    },
  };
};

const onTheWay = new Map<string, Promise<void>>();

const isFinal = (error: unknown): boolean =>
  error instanceof ApiError && error.status < 500 && error.status !== 429 && !isSignedOutError(error);

/** Sends a report once at a time. */
const send = (memberId: string, id: string, report: Report, options?: { keepalive: boolean }): Promise<void> => {
  const sending = onTheWay.get(id) ?? sendNow(memberId, id, report, options).finally(() => onTheWay.delete(id));
  onTheWay.set(id, sending);
  return sending;
};

/** Lets go of a report when the server has answered for good; throws while it has not. */
const sendNow = async (
  memberId: string,
  id: string,
  report: Report,
  options?: { keepalive: boolean },
): Promise<void> => {
  if (!navigator.onLine) throw new NetworkError(new Error('There is no connection.'));
  keep(memberId, 'report', id, { ...report, sentAt: report.sentAt ?? Date.now() } satisfies Report);
  try {
    const { pointsAwarded } = await call(
      meditationCalls.trackListening,
      { params: { id: report.meditationId }, body: report.listening },
      { idempotencyKey: id, ...options },
    );
    letGo(memberId, 'report', id);
    if (pointsAwarded > 0) showPoints(pointsAwarded);
  } catch (error) {
    if (!isFinal(error)) throw error;
    letGo(memberId, 'report', id);
  }
};

const showPoints = (points: number): void => {
  const nouns = plural(points, { one: 'point', other: 'points' });
  showToast({
    title: 'Points Earned!',
    description: `You earned ${points} mindfulness ${nouns} for listening to this meditation.`,
  });
};

const sendKept = async (memberId: string, id: string): Promise<void> => {
  // Read under the lock: another tab may have sent it meanwhile.
  const report = readKept(memberId, 'report', id);
  if (!isReport(report)) return;
  if (report.sentAt !== undefined && Date.now() - report.sentAt > keyMilliseconds) letGo(memberId, 'report', id);
  else await send(memberId, id, { ...report, isOpen: false });
};

/** Sends what is kept, that of tabs that died too; rejects when something of it could not be sent. */
export const sendReports = async (memberId: string): Promise<void> => {
  const outcomes = await Promise.allSettled(
    listKept(memberId, 'report').map(async ([id, report]) => {
      if (!isReport(report)) return;
      const manager = locks();
      if (manager === undefined) {
        if (!report.isOpen) await sendKept(memberId, id);
        return;
      }
      await manager.request(lockOf(id), { ifAvailable: true }, async (lock) => {
        if (lock !== null) await sendKept(memberId, id);
      });
    }),
  );
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
};
