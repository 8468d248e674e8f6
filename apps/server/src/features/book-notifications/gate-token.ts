import { createHmac } from 'node:crypto';
import { isOneOfSecrets, type SessionSecrets } from '../../platform/secrets.ts';

const lifetimeMilliseconds = 30 * 60 * 1000;

/**
 * Tokens that say until when they open the book list, and prove it by a signature: nothing is stored, and every process
 * knows them. Those that were given out for one access code end with it; each secret has its own code, or all have the same.
 */
export function createGateTokens(sessionSecrets: SessionSecrets, accessCodes: readonly string[]) {
  const signaturesOf = (end: string) =>
    sessionSecrets.map((secret, index) =>
      createHmac('sha256', secret).update(`book list\0${accessCodes[index]}\0${end}`).digest('base64url'),
    );
  return {
    issue(): { token: string; expiresAt: string } {
      const expiresAt = new Date(Date.now() + lifetimeMilliseconds);
      const end = String(expiresAt.getTime());
      return { token: `${end}.${signaturesOf(end)[0]}`, expiresAt: expiresAt.toISOString() };
    },

    /** Whether an `Authorization` header brings one that is not over. */
    isValid(header: string | undefined): boolean {
      const [, end, signature] = /^bearer (\d{1,15})\.([\w-]{43})$/i.exec(header ?? '') ?? [];
      return (
        end !== undefined &&
        signature !== undefined &&
        isOneOfSecrets(signature, signaturesOf(end)) &&
        Number(end) > Date.now()
      );
    },
  };
}
