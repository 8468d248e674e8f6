import { cleanLine } from '@commons/contract/text';
import { databaseNow } from '../database/clock.ts';
import type { AppError } from '../errors.ts';
import { platformError } from '../errors.ts';
import type { Suspension } from './viewer.ts';

/** The page that shows suspended members the reason. */
export const suspensionPath = '/suspended';

/** Returns the suspension if it is still active. */
export const suspensionOf = (
  { suspendedUntil, suspensionReason }: { suspendedUntil: Date | null; suspensionReason: string | null },
  now = databaseNow(),
): Suspension | undefined =>
  suspendedUntil && suspendedUntil > now ? { until: suspendedUntil, reason: suspensionReason ?? '' } : undefined;

/** Formats a time in English and UTC, for text that is not shown in the reader's time zone. */
export const formatUntil = (until: Date): string =>
  `${until.toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })} UTC`;

/** Joins the lines of a reason, so that it fits into a sentence. */
const toSingleLine = (reason: string): string => cleanLine(reason).replaceAll(/\s+/g, ' ');

export const suspendedError = ({ until, reason }: Suspension): AppError =>
  platformError('request.suspended', {
    detail: `Your account is suspended until ${formatUntil(until)}. Why: ${toSingleLine(reason)} At ${suspensionPath} you can read this again, and appeal if you think it is wrong.`,
  });
