import { gateErrors } from '@commons/contract/gates';
import type { FastifyRequest } from 'fastify';
import { AppError, errorsOf } from './errors.ts';
import { networkOf } from './http/network.ts';
import type { Attempt } from './rate-limits/attempts.ts';
import { limits } from './rate-limits/rate-limits.ts';
import { isOneOfSecrets } from './secrets.ts';

const gateError = errorsOf(gateErrors);

/** Checks an access code. @throws AppError 403 if the code is wrong or missing, 429 after too many wrong codes. */
export type AccessCodeCheck = (request: FastifyRequest, accessCode: string | undefined) => Promise<void>;

/** Creates a check that accepts any of the codes. `normalize` is applied to both sides of the comparison. */
export const createAccessCodeCheck =
  (attempt: Attempt, codes: readonly string[], normalize: (text: string) => string = (text) => text): AccessCodeCheck =>
  async ({ ip }, accessCode) => {
    if (accessCode === undefined) throw gateError('gate.wrong_code');
    const isCorrect = () => isOneOfSecrets(normalize(accessCode), codes.map(normalize));
    try {
      if (await attempt(limits.accessCode, networkOf(ip), isCorrect)) return;
    } catch (error) {
      if (!(error instanceof AppError) || error.retryAfterSeconds === undefined || error.definition.status !== 429)
        throw error;
      throw gateError('gate.too_many_tries', { retryAfterSeconds: error.retryAfterSeconds });
    }
    throw gateError('gate.wrong_code');
  };
