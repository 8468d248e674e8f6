import { gateErrors } from '@commons/contract/gates';
import type { FastifyRequest } from 'fastify';
import { AppError, errorsOf } from './errors.ts';
import type { FeatureContext } from './feature.ts';
import { networkOf } from './http/network.ts';
import { limits } from './rate-limits/rate-limits.ts';
import { isOneOfSecrets } from './secrets.ts';

const gateError = errorsOf(gateErrors);

/** Checks an access code. @throws AppError 403 if the code is wrong or missing, 429 after too many wrong codes. */
export type AccessCodeCheck = (request: FastifyRequest, accessCode: string | undefined) => Promise<void>;

/** Creates a gate that any of the codes opens. `read` normalizes a code before the comparison. */
export const createAccessCodeCheck =
  (
    { attempt }: FeatureContext,
    codes: readonly string[],
    read: (text: string) => string = (text) => text,
  ): AccessCodeCheck =>
  async ({ ip }, accessCode) => {
    if (accessCode === undefined) throw gateError('gate.wrong_code');
    const isRight = () => isOneOfSecrets(read(accessCode), codes.map(read));
    try {
      if (await attempt(limits.accessCode, networkOf(ip), isRight)) return;
    } catch (error) {
      if (!(error instanceof AppError) || error.retryAfterSeconds === undefined || error.definition.status !== 429)
        throw error;
      throw gateError('gate.too_many_tries', { retryAfterSeconds: error.retryAfterSeconds });
    }
    throw gateError('gate.wrong_code');
  };
