import { eq } from 'drizzle-orm';
import type { FeatureContext } from '../../community/feature.ts';
import { databaseNow } from '../../platform/database/clock.ts';
import { createEncryption, type Encryption } from '../../platform/settings/encryption.ts';
import { webhooks } from './webhooks.tables.ts';

type SecretRow = Pick<typeof webhooks.$inferSelect, 'id' | 'secret' | 'previousSecret' | 'previousSecretUntil'>;

export const webhookEncryption = ({ sessionSecrets }: Pick<FeatureContext, 'sessionSecrets'>): Encryption =>
  createEncryption(sessionSecrets, 'webhooks');

/** Returns the secrets that sign a message. Empty if no session secret can decrypt the current one. */
export function signingSecrets({ decrypt }: Encryption, row: SecretRow): string[] {
  const current = decrypt(row.id, row.secret);
  if (!current) return [];
  const { previousSecret, previousSecretUntil } = row;
  const signsTwice = previousSecretUntil !== null && previousSecretUntil > databaseNow();
  const previous = signsTwice && previousSecret ? decrypt(row.id, previousSecret) : undefined;
  return [current.text, ...(previous ? [previous.text] : [])];
}

/** Encrypts all secrets with the current session secret, so that the old one can be removed. Runs at each start. */
export async function reencryptSecrets(context: Pick<FeatureContext, 'db' | 'sessionSecrets' | 'log'>): Promise<void> {
  const { db, log } = context;
  const { decrypt, encrypt } = webhookEncryption(context);
  for (const { id, secret } of await db.select({ id: webhooks.id, secret: webhooks.secret }).from(webhooks)) {
    const decrypted = decrypt(id, secret);
    if (!decrypted) log.error({ webhook: id }, 'the secret of a webhook cannot be decrypted: rotate it in the panel');
    else if (decrypted.isOutdated)
      await db
        .update(webhooks)
        .set({ secret: encrypt(id, decrypted.text) })
        .where(eq(webhooks.id, id));
  }
}
