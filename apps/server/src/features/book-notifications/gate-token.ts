import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../platform/secrets.ts';

const lifetimeMilliseconds = 30 * 60 * 1000;

/**
 * Tokens that say until when they open the book list, and prove it by a signature: nothing is stored, and every process
 * knows them. Those that were given out for one access code end with it.
 */
export function createGateTokens(sessionSecret: string, accessCode: string) {
  const sign = (end: string) =>
    createHmac('sha256', sessionSecret).update(`book list\0${accessCode}\0${end}`).digest('base64url');
  return {
    issue(): { token: string; expiresAt: string } {
      const expiresAt = new Date(Date.now() + lifetimeMilliseconds);
      const end = String(expiresAt.getTime());
      return { token: `${end}.${sign(end)}`, expiresAt: expiresAt.toISOString() };
    },

    /** Whether an `Authorization` header brings one that is not over. */
    isValid(header: string | undefined): boolean {
      const [, end, signature] = /^bearer (\d{1,15})\.([\w-]{43})$/i.exec(header ?? '') ?? [];
      return (
        end !== undefined && signature !== undefined && isSameSecret(signature, sign(end)) && Number(end) > Date.now()
      );
    },
  };
}
