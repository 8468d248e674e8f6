import { cleanLine } from '@commons/contract/text';
import { databaseNow } from '../database/clock.ts';
import type { AppError } from '../errors.ts';
import { platformError } from '../errors.ts';
import type { Suspension } from './viewer.ts';

/** The page on which suspended members read why. */
export const suspensionPath = '/suspended';

/** A suspension that still lasts. */
export const suspensionOf = (
  { suspendedUntil, suspensionReason }: { suspendedUntil: Date | null; suspensionReason: string | null },
  now = databaseNow(),
): Suspension | undefined =>
  suspendedUntil && suspendedUntil > now ? { until: suspendedUntil, reason: suspensionReason ?? '' } : undefined;

/** In English and UTC, for where no page shows it by the reader's clock. */
export const untilInWords = (until: Date): string =>
  `${until.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

/** A reason has lines of its own; here it stands within a sentence. */
const inSentence = (reason: string): string => cleanLine(reason).replaceAll(/\s+/g, ' ');

export const suspendedError = ({ until, reason }: Suspension): AppError =>
  platformError('request.suspended', {
    detail: `Your account is suspended until ${untilInWords(until)}. Why: ${inSentence(reason)} At ${suspensionPath} you can read this again, and appeal if you think it is wrong.`,
  });
