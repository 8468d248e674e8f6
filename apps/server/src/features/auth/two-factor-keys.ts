import { createHmac } from 'node:crypto';
import { parseEnvelope, symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { and, asc, eq, gt, notLike, or } from 'drizzle-orm';
import type { FeatureContext } from '../../community/feature.ts';
import type { SessionSecrets } from '../../platform/secrets.ts';
import { twoFactors } from './auth.tables.ts';

const batchSize = 100;

/** Returns the version number that the account library stores with encrypted data. It does not reveal the secret. */
const versionOf = (secret: string): number =>
  createHmac('sha256', secret).update('version of what it encrypts').digest().readUIntBE(0, 6);

/** Returns the secrets for the account library, which encrypts with the first one and decrypts with any. */
export const versionedSecrets = (secrets: SessionSecrets): { version: number; value: string }[] =>
  secrets.map((value) => ({ version: versionOf(value), value }));

/**
 * Re-encrypts two-factor keys and recovery codes with the current secret. Without this, they would be lost when the old
 * secret is removed. Runs at each start with two secrets. Every start logs keys that no secret can decrypt.
 */
export async function reencryptWithCurrentSecret({
  db,
  sessionSecrets,
  log,
}: Pick<FeatureContext, 'db' | 'sessionSecrets' | 'log'>) {
  const [current, ...previousSecrets] = sessionSecrets;
  const currentPrefix = `$ba$${versionOf(current)}$%`;
  const usesOtherSecret = or(notLike(twoFactors.secret, currentPrefix), notLike(twoFactors.backupCodes, currentPrefix));
  const key = { keys: new Map([[versionOf(current), current]]), currentVersion: versionOf(current) };
  const reencrypt = async (data: string) => {
    const text = await decryptWithAny(sessionSecrets, data);
    return text === undefined ? undefined : symmetricEncrypt({ key, data: text });
  };
  let unreadable = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const isNext = and(gt(twoFactors.id, after), usesOtherSecret);
    const rows = await db.select().from(twoFactors).where(isNext).orderBy(asc(twoFactors.id)).limit(batchSize);
    for (const row of rows) {
      const [secret, backupCodes] = [await reencrypt(row.secret), await reencrypt(row.backupCodes)];
      if (secret === undefined || backupCodes === undefined) unreadable += 1;
      else if (previousSecrets.length > 0) {
        // Skips rows that another process has changed in the meantime, so that a used recovery code stays used.
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
      'two-factor keys cannot be decrypted with any session secret: set SESSION_SECRET_OTHER to the previous secret',
    );
}

/** Decrypts data with any of the secrets, with or without a version prefix. Returns undefined if none of them works. */
async function decryptWithAny(secrets: SessionSecrets, data: string): Promise<string | undefined> {
  const envelope = parseEnvelope(data);
  for (const secret of secrets) {
    if (envelope && envelope.version !== versionOf(secret)) continue;
    try {
      return await symmetricDecrypt({ key: secret, data: envelope?.ciphertext ?? data });
    } catch {
      // Encrypted with another secret. The encryption is authenticated, so a wrong secret always fails.
    }
  }
  return undefined;
}
