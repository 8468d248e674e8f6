import { ECDH } from 'node:crypto';
import { lookup as lookUp } from 'node:dns';
import { Agent, request } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { RequestDetails } from 'web-push';
import type { PushKeys } from '../secrets.ts';

/** Where a browser is reached, and by which keys only it reads what is sent (RFC 8291). */
export type PushSubscription = { endpoint: string; p256dh: string; auth: string };

export type Pusher = {
  publicKey: string;
  /** A subscription as it is kept; undefined where the address is that of no push service, or a key is none. */
  toSubscription: (given: PushSubscription) => PushSubscription | undefined;
  /**
   * `gone` when the browser takes nothing any more, `refused` when its push service will never take this one.
   * @throws Error without the address, when it is to be tried again.
   */
  send: (subscription: PushSubscription, payload: object) => Promise<'sent' | 'gone' | 'refused'>;
};

/** What nobody sees for a day is no news. */
const keptSeconds = 24 * 60 * 60;

/** Loaded with the first push. */
const loadWebPush = async () => (await import('web-push')).default;

/** Sends pushes to the services of browser makers, and to nothing else: a subscription names its address itself. */
export function createPusher(
  keys: PushKeys,
  publicUrl: string,
  { agent = new PublicAgent({ keepAlive: false, lookup: lookUpPublic }), timeoutMilliseconds = 10_000 } = {},
): Pusher {
  // Push services want an address of whoever sends; some refuse one that is not https (RFC 8292, 2.1).
  const subject = publicUrl.startsWith('https:') ? publicUrl : 'mailto:admin@localhost.invalid';
  return {
    publicKey: keys.publicKey,
    toSubscription,
    async send({ endpoint, p256dh, auth }, payload) {
      if (!toSubscription({ endpoint, p256dh, auth })) return 'gone';
      const webPush = await loadWebPush();
      const message = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(payload), {
        vapidDetails: { subject, ...keys },
        TTL: keptSeconds,
      });
      const answer = await deliver(message, agent, AbortSignal.timeout(timeoutMilliseconds));
      if (answer === 404 || answer === 410 || answer === notPublic) return 'gone';
      // It understood and says no (RFC 8030, 5; RFC 8292, 2): keys or clock of this community may be at fault.
      if (answer === 400 || answer === 401 || answer === 403 || answer === 413) return 'refused';
      if (typeof answer === 'string' || answer < 200 || answer > 299)
        throw new Error(`a push service answered ${answer}`);
      return 'sent';
    },
  };
}

/**
 * The status of the answer, or why there is none. Nothing is read of an answer but its status: the address is one that a
 * member named, and who serves it may never come to an end.
 */
const deliver = ({ method, endpoint, headers, body }: RequestDetails, agent: Agent, signal: AbortSignal) =>
  new Promise<number | string>((resolve) => {
    const asked = request(endpoint, { method, headers, agent, signal }, (answer) => {
      resolve(answer.statusCode ?? 'nothing');
      answer.destroy();
    });
    // Of the error the code alone: its message may hold the address of the device.
    asked.on('error', (error: NodeJS.ErrnoException) =>
      resolve(signal.aborted ? 'nothing in time' : (error.code ?? 'nothing')),
    );
    asked.end(body);
  });

const notPublic = 'ENOTPUBLIC';

/** Names that lead nowhere but into a network of one's own (RFC 6761, RFC 6762, RFC 8375). */
const internalName =
  /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|private|home\.arpa|test|invalid|onion)$/;

const toSubscription = (given: PushSubscription): PushSubscription | undefined => {
  const endpoint = toEndpoint(given.endpoint);
  return endpoint !== undefined && areKeys(given) ? { ...given, endpoint } : undefined;
};

/** A point of the curve, and 16 bytes (RFC 8291, 3): nothing can be encrypted for anything else. */
function areKeys({ p256dh, auth }: PushSubscription): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
    return Buffer.from(auth, 'base64url').length === 16;
  } catch {
    // Not a point of the curve: no browser has made this key.
    return false;
  }
}

/** By https, at its usual port, to a name in the public part of the network. */
function toEndpoint(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, port, hostname, href } = new URL(text);
  const name = hostname.replace(/\.$/, '');
  const isNamed = /^(?:[a-z\d-]+\.)+[a-z][a-z\d-]*$/.test(name) && !internalName.test(name);
  const isPlain = protocol === 'https:' && username === '' && password === '' && port === '';
  return isPlain && isNamed ? href : undefined;
}

/** Everything but what machines on the public network have. */
export const isPublicAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

const refused = (host: string) => Object.assign(new Error(`${host} is no public address`), { code: notPublic });

/** A name may lead to an address inside, or do so only when it is asked the second time: the one that is used is looked at. */
export const lookUpPublic: typeof lookUp = ((name: string, options: object, done: (...answer: unknown[]) => void) =>
  lookUp(name, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error);
    const inside = addresses.find(({ address }) => !isPublicAddress(address));
    if (inside || !addresses[0]) return done(refused(name));
    return (options as { all?: boolean }).all
      ? done(null, addresses)
      : done(null, addresses[0].address, addresses[0].family);
  })) as typeof lookUp;

/** An address in numbers is never looked up. */
class PublicAgent extends Agent {
  override createConnection(...[options, done]: Parameters<Agent['createConnection']>) {
    const host = (options as { host?: string }).host ?? '';
    if (isIP(host) !== 0 && !isPublicAddress(host)) throw refused(host);
    return super.createConnection(options, done);
  }
}
