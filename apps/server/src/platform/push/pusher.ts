import { ECDH } from 'node:crypto';
import { lookup as lookUp } from 'node:dns';
import { Agent, request } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { RequestDetails } from 'web-push';
import type { PushKeys } from '../secrets.ts';

/** The endpoint of a browser and the keys for encryption (RFC 8291). */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string };

export type Pusher = {
  publicKey: string;
  /** Normalizes a subscription. Undefined if its endpoint is not a push service or a key is invalid. */
  toSubscription: (subscription: PushSubscription) => PushSubscription | undefined;
  /**
   * Sends a push. Returns `gone` if the subscription has ended, `refused` if the push service rejects it permanently.
   * @throws Error without the endpoint if it should be retried.
   */
  send: (subscription: PushSubscription, payload: object) => Promise<'sent' | 'gone' | 'refused'>;
};

/** Push services drop older notifications, which are no longer useful. */
const timeToLiveSeconds = 24 * 60 * 60;

/** Loaded with the first push. */
const loadWebPush = async () => (await import('web-push')).default;

/** Creates a pusher. It contacts only public addresses, because members choose the endpoint. */
export function createPusher(
  keys: PushKeys,
  publicUrl: string,
  { agent = new PublicAgent({ keepAlive: false, lookup: lookUpPublicAddress }), timeoutMilliseconds = 10_000 } = {},
): Pusher {
  // Push services require contact information. Some reject addresses that are not https (RFC 8292, section 2.1).
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:admin@localhost.invalid';
  return {
    publicKey: keys.publicKey,
    toSubscription,
    async send({ endpoint, p256dh, auth }, payload) {
      if (!toSubscription({ endpoint, p256dh, auth })) return 'gone';
      const webPush = await loadWebPush();
      const message = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
        vapidDetails: { subject, ...keys },
        TTL: timeToLiveSeconds,
      });
      const result = await deliver(message, agent, AbortSignal.timeout(timeoutMilliseconds));
      if (result === 404 || result === 410 || result === notPublicCode) return 'gone';
      // The service rejects the request (RFC 8030, section 5; RFC 8292, section 2). The keys or the clock may be wrong.
      if (result === 400 || result === 401 || result === 403 || result === 413) return 'refused';
      if (typeof result === 'string' || result < 200 || result > 299)
        throw new Error(`a push service answered ${result}`);
      return 'sent';
    },
  };
}

/**
 * Returns the status of the response, or the reason why there is none. Reads nothing else, because the server is
 * untrusted and may never finish its response.
 */
const deliver = ({ method, endpoint, headers, body }: RequestDetails, agent: Agent, signal: AbortSignal) =>
  new Promise<number | string>((resolve) => {
    const outgoingRequest = request(endpoint, { method, headers, agent, signal }, (result) => {
      resolve(result.statusCode ?? 'nothing');
      result.destroy();
    });
    // Only the code: the message may contain the endpoint.
    outgoingRequest.on('error', (error: NodeJS.ErrnoException) =>
      resolve(signal.aborted ? 'nothing in time' : (error.code ?? 'nothing')),
    );
    outgoingRequest.end(body);
  });

const notPublicCode = 'ENOTPUBLIC';

/** Host names of private networks (RFC 6761, RFC 6762, RFC 8375). */
const internalName =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|onion)$/;

const toSubscription = (subscription: PushSubscription): PushSubscription | undefined => {
  const endpoint = toEndpoint(subscription.endpoint);
  return endpoint !== undefined && areValidKeys(subscription) ? { ...subscription, endpoint } : undefined;
};

/** Whether the keys are a curve point and 16 bytes (RFC 8291, section 3). Others cannot be used for encryption. */
function areValidKeys({ p256dh, auth }: PushSubscription): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return Buffer.from(auth, 'base64url').length === 16;
  } catch {
    // Not a point of the curve, so no browser created it.
    return false;
  }
}

/** Returns the URL if it uses https on the default port and a public host name. */
function toEndpoint(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, port, hostname, href } = new URL(text);
  const name = hostname.replace(/\.$/, '');
  const hasPublicName = /^(?:[a-z\d-]+\.)+[a-z][a-z\d-]*$/.test(name) && !internalName.test(name);
  const isDefaultHttps = protocol === 'https:' && username === '' && password === '' && port === '';
  return isDefaultHttps && hasPublicName ? href : undefined;
}

/** Whether the address belongs to the public network. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

const notPublicError = (host: string) =>
  Object.assign(new Error(`${host} is not a public address`), { code: notPublicCode });

/**
 * Resolves a host name and rejects it if any of its addresses is not public. The agent uses this lookup to connect,
 * because a second lookup might return another address.
 */
export const lookUpPublicAddress: typeof lookUp = ((
  name: string,
  options: object,
  done: (...result: unknown[]) => void,
) =>
  lookUp(name, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error);
    const internalAddress = addresses.find(({ address }) => !isPublicAddress(address));
    if (internalAddress || !addresses[0]) return done(notPublicError(name));
    return (options as { all?: boolean }).all
      ? done(null, addresses)
      : done(null, addresses[0].address, addresses[0].family);
  })) as typeof lookUp;

/** Checks IP addresses in URLs, which are not resolved. */
class PublicAgent extends Agent {
  override createConnection(...[options, done]: Parameters<Agent['createConnection']>) {
    const host = (options as { host?: string }).host ?? '';
    if (isIP(host) !== 0 && !isPublicAddress(host)) throw notPublicError(host);
    return super.createConnection(options, done);
  }
}
