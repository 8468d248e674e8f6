import { createHmac } from 'node:crypto';
import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { and, asc, eq, gt, notLike, or } from 'drizzle-orm';
import type { Kit } from '../../platform/feature.ts';
import type { SessionSecrets } from '../../platform/secrets.ts';
import { twoFactors } from './auth.tables.ts';

const rowsAtOnce = 100;

/** By what the account library knows which secret encrypted something: it stands in front of it, and says nothing of it. */
const versionOf = (secret: string): number =>
  createHmac('sha256', secret).update('version of what it encrypts').digest().readUIntBE(0, 6);

/** The secrets as the account library takes them: it encrypts by the first, and decrypts by any. */
export const versionedSecrets = (secrets: SessionSecrets): { version: number; value: string }[] =>
  secrets.map((value) => ({ version: versionOf(value), value }));

/**
 * Encrypts the keys and recovery codes of all members by the secret that signs, which a session outlives but they must
 * not: they would be lost with the secret that is taken away. Done at each start on which there are two; each start says
 * where some can be read by none.
 */
export async function encryptByCurrentSecret({ db, sessionSecrets, log }: Pick<Kit, 'db' | 'sessionSecrets' | 'log'>) {
  const [current, ...others] = sessionSecrets;
  const ofCurrent = `$ba$${versionOf(current)}$%`;
  const isOfAnother = or(notLike(twoFactors.secret, ofCurrent), notLike(twoFactors.backupCodes, ofCurrent));
  const key = { keys: new Map([[versionOf(current), current]]), currentVersion: versionOf(current) };
  const anew = async (data: string) => {
    const text = await decrypted(sessionSecrets, data);
    return text === undefined ? undefined : symmetricEncrypt({ key, data: text });
  };
  let unreadable = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const isNext = and(gt(twoFactors.id, after), isOfAnother);
    const rows = await db.select().from(twoFactors).where(isNext).orderBy(asc(twoFactors.id)).limit(rowsAtOnce);
    for (const row of rows) {
      const [secret, backupCodes] = [await anew(row.secret), await anew(row.backupCodes)];
      if (secret === undefined || backupCodes === undefined) unreadable += 1;
      else if (others.length > 0) {
        // A code that was used meanwhile stays used: another process, which has both secrets, has written the row then.
        const isUnchanged = and(eq(twoFactors.secret, row.secret), eq(twoFactors.backupCodes, row.backupCodes));
        await db
          .update(twoFactors)
          .set({ secret, backupCodes })
          .where(and(eq(twoFactors.id, row.id), isUnchanged));
      }
    }
    const last = rows.at(-1);
    if (!last) break;
    after = last.id;
  }
  if (unreadable > 0)
    log.error(
      { unreadable },
      'keys of two-factor sign-in can be read by none of the session secrets: name the one before as SESSION_SECRET_OTHER',
    );
}

/** What was encrypted by any of the secrets, named in front of it or not; undefined where it was another one. */
async function decrypted(secrets: SessionSecrets, data: string): Promise<string | undefined> {
  const envelope = parseEnvelope(data);
  for (const secret of secrets) {
    if (envelope && envelope.version !== versionOf(secret)) continue;
    try {
      return await symmetricDecrypt({ key: secret, data: envelope?.ciphertext ?? data });
    } catch {
      // Encrypted by another one: what it gives is authenticated, and never wrong.
    }
  }
  return undefined;
}
