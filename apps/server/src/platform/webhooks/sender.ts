import { lookup as systemLookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { type DeliveryFailure, webhookLimits } from '@commons/contract/webhooks';
import { isPublicAddress } from './public-address.ts';

export type WebhookRequest = { url: string; headers: Record<string, string>; body: string };

/** The result of one attempt. Without a failure, the receiver has accepted the message. */
export type WebhookResult = {
  failure: DeliveryFailure | null;
  status: number | null;
  /** The beginning of the reply. */
  body: string | null;
  milliseconds: number;
};

/** Sends one webhook message. Never throws. */
export type SendWebhook = (request: WebhookRequest) => Promise<WebhookResult>;

class AddressRefusedError extends Error {}

type SenderOptions = {
  lookup?: typeof systemLookup;
  isAllowed?: (address: string) => boolean;
  protocols?: readonly string[];
  timeoutMilliseconds?: number;
};

/**
 * Creates the sender of webhooks. An admin chooses the address, so it must not reach the server's own network: the
 * addresses of the host are checked at the time of the connection, which uses the same answer. A later DNS answer
 * therefore changes nothing. Redirects are not followed, and only the beginning of a reply is read.
 */
export function createWebhookSender({
  lookup = systemLookup,
  isAllowed = isPublicAddress,
  protocols = ['https:'],
  timeoutMilliseconds = webhookLimits.timeoutSeconds * 1_000,
}: SenderOptions = {}): SendWebhook {
  const checkedLookup: LookupFunction = (host, options, done) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = error ? [] : addresses;
      if (error || !first) done(error ?? new Error('no address'), []);
      // One private address among public ones is suspicious enough.
      else if (!addresses.every(({ address }) => isAllowed(address))) done(new AddressRefusedError(host), []);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });

  const send = async (
    { url, headers, body }: WebhookRequest,
    signal: AbortSignal,
  ): Promise<Omit<WebhookResult, 'milliseconds'>> => {
    const target = new URL(url);
    if (!protocols.includes(target.protocol)) throw new AddressRefusedError(target.protocol);
    // Node does not look up a literal address.
    const host = target.hostname.replace(/^\[(.*)\]$/, '$1');
    if (isIP(host) !== 0 && !isAllowed(host)) throw new AddressRefusedError(host);
    const response = await post(target, { headers, body, lookup: checkedLookup, signal });
    const status = response.statusCode ?? 0;
    const reply = await readBeginning(response);
    if (status >= 300 && status < 400) return { failure: 'redirected', status, body: reply };
    return { failure: status >= 200 && status < 300 ? null : 'wrong_status', status, body: reply };
  };

  return async (request) => {
    const startedAt = performance.now();
    const signal = AbortSignal.timeout(timeoutMilliseconds);
    const result = await send(request, signal).catch((error: unknown) => ({
      failure: signal.aborted ? ('timeout' as const) : failureOf(error),
      status: null,
      body: null,
    }));
    return { ...result, milliseconds: Math.round(performance.now() - startedAt) };
  };
}

type PostOptions = Pick<WebhookRequest, 'headers' | 'body'> & { lookup: LookupFunction; signal: AbortSignal };

function post(target: URL, { headers, body, lookup, signal }: PostOptions): Promise<http.IncomingMessage> {
  const { request } = target.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    // A connection of its own: a shared one would skip the check of the address.
    request(target, { method: 'POST', headers, lookup, signal, agent: false, maxHeaderSize: 16 * 1024 }, resolve)
      .on('error', reject)
      .end(body);
  });
}

/** Reads the beginning of a reply and closes the connection. */
async function readBeginning(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size >= webhookLimits.replyBytes) break;
  }
  // PostgreSQL cannot store NUL.
  return Buffer.concat(chunks).subarray(0, webhookLimits.replyBytes).toString('utf8').replaceAll('\0', '');
}

function failureOf(error: unknown): DeliveryFailure {
  const causes = error instanceof AggregateError ? error.errors : [error];
  if (causes.some((each) => each instanceof AddressRefusedError)) return 'address_refused';
  return 'no_connection';
}
