import { gateErrors } from '@commons/contract/gates';
import type { FastifyRequest } from 'fastify';
import { AppError, errorsOf } from '../platform/errors.ts';
import { networkOf } from '../platform/http/network.ts';
import type { Attempt } from '../platform/rate-limits/attempts.ts';
import { limits } from '../platform/rate-limits/rate-limits.ts';
import { deriveCode, isOneOfSecrets, type SessionSecrets } from '../platform/secrets.ts';
import type { CurrentSettings } from '../platform/settings/current.ts';

const gateError = errorsOf(gateErrors);

/** Returns the access codes of the waitlist page and the book list page: the configured codes, or derived ones. */
export const accessCodesOf = (
  configured: Pick<CurrentSettings, 'waitlistAccessCode' | 'bookAccessCode'>,
  sessionSecret: string,
) => ({
  waitlist: configured.waitlistAccessCode ?? deriveCode(sessionSecret, 'waitlist access code'),
  book: configured.bookAccessCode ?? deriveCode(sessionSecret, 'book access code'),
});

/** Returns all accepted access codes: derived codes stay valid while their secret is accepted. */
export function allAccessCodesOf(
  configured: Pick<CurrentSettings, 'waitlistAccessCode' | 'bookAccessCode'>,
  secrets: SessionSecrets,
) {
  const all = secrets.map((secret) => accessCodesOf(configured, secret));
  return { waitlist: all.map(({ waitlist }) => waitlist), book: all.map(({ book }) => book) };
}

/** Checks an access code. @throws AppError 403 if the code is wrong or missing, 429 after too many wrong codes. */
export type AccessCodeCheck = (request: FastifyRequest, accessCode: string | undefined) => Promise<void>;

/** Creates a check that accepts any of the current codes. `normalize` is applied to both sides of the comparison. */
export const createAccessCodeCheck =
  (
    attempt: Attempt,
    codes: () => readonly string[],
    normalize: (text: string) => string = (text) => text,
  ): AccessCodeCheck =>
  async ({ ip }, accessCode) => {
    if (accessCode === undefined) throw gateError('gate.wrong_code');
    const isCorrect = () => isOneOfSecrets(normalize(accessCode), codes().map(normalize));
    try {
      if (await attempt(limits.accessCode, networkOf(ip), isCorrect)) return;
    } catch (error) {
      if (!(error instanceof AppError) || error.retryAfterSeconds === undefined || error.definition.status !== 429)
        throw error;
      throw gateError('gate.too_many_tries', { retryAfterSeconds: error.retryAfterSeconds });
    }
    throw gateError('gate.wrong_code');
  };
