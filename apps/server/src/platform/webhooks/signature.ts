import { createHmac, randomBytes } from 'node:crypto';

/** Begins the secret of a webhook (Standard Webhooks). */
const secretPrefix = 'whsec_';

export const createWebhookSecret = (): string => `${secretPrefix}${randomBytes(32).toString('base64')}`;

/**
 * Returns the headers of a message (https://www.standardwebhooks.com). During a rotation, the message has a signature
 * for each secret. Receivers reject old timestamps, so nobody can replay a message.
 */
export function signedHeaders(
  { id, at, body }: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': 'Mindful-Commons-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
