import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SessionSecrets } from '../secrets.ts';

const ivBytes = 12;
const tagBytes = 16;

/** Derives a key for one purpose from a session secret (HKDF, RFC 5869). */
const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `mindful-commons ${purpose}`, 32));

/**
 * Encrypts and decrypts secrets that the database stores, with keys derived from the session secrets (AES-256-GCM). The
 * name of a value is authenticated with it, so a value cannot take the place of another one.
 */
export function createEncryption([current, ...others]: SessionSecrets, purpose: string) {
  const currentKey = deriveKey(current, purpose);
  const keys = [currentKey, ...others.map((secret) => deriveKey(secret, purpose))];
  return {
    encrypt: (name: string, text: string): Buffer => encryptWith(currentKey, name, text),
    /** Returns undefined if no secret can decrypt it. `isOutdated`: an old secret encrypted it. */
    decrypt: (name: string, data: Buffer): { text: string; isOutdated: boolean } | undefined => {
      for (const key of keys) {
        const text = decryptWith(key, name, data);
        if (text !== undefined) return { text, isOutdated: key !== currentKey };
      }
      return undefined;
    },
  };
}

export type Encryption = ReturnType<typeof createEncryption>;

function encryptWith(key: Buffer, name: string, text: string): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(name));
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]);
}

function decryptWith(key: Buffer, name: string, data: Buffer): string | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, data.subarray(0, ivBytes), { authTagLength: tagBytes })
      .setAAD(Buffer.from(name))
      .setAuthTag(data.subarray(ivBytes, ivBytes + tagBytes));
    return decipher.update(data.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
  } catch {
    // Encrypted with another secret, or changed.
    return undefined;
  }
}
