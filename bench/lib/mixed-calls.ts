import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SignedInMember } from './members.ts';
import { requireDefined } from './require-defined.ts';

const kinds = ['feed', 'home', 'page', 'picture', 'post', 'upload'] as const;
export type Kind = (typeof kinds)[number];

/** Result of one call, as a member's browser would see it. */
export type Outcome = {
  kind: Kind;
  /** Undefined without a response. */
  status: number | undefined;
  hasRetryAfter: boolean;
  /** The response has the expected content. */
  isExpected: boolean;
  milliseconds: number;
};

type CallRequest = { path: string; method?: 'POST'; body?: string | FormData; headers?: Record<string, string> };

/** One call and the check of its response. */
type Call = { request: CallRequest; isExpected: (response: Response, body: Buffer) => boolean };

export type MixedCalls = {
  /** Waits for the calls in flight and returns all outcomes since the previous call. */
  takeOutcomes: () => Promise<Outcome[]>;
  /** Content of each acknowledged post, by its id. */
  acknowledged: Map<string, string>;
  stop: () => Promise<void>;
};

const pauseMilliseconds = 150;
const responseWithinMilliseconds = 20_000;

/**
 * Calls of each worker, repeated in index. Pictures have their own workers: as in a browser, they do not delay reading.
 */
const workers: readonly (readonly Kind[])[] = [
  ...Array.from({ length: 6 }, (): readonly Kind[] => ['feed', 'home', 'feed', 'post', 'page', 'feed', 'post', 'feed']),
  ...Array.from({ length: 4 }, (): readonly Kind[] => ['picture', 'picture', 'picture', 'upload', 'picture']),
];

/**
 * Makes the usual calls of members through the proxy at a steady pace: reads the feed, the home page, the waitlist page
 * and a picture, shares posts and uploads pictures. Calls are not retried, so each failure counts.
 */
export function startMixedCalls(
  url: string,
  members: readonly SignedInMember[],
  picture: { path: string; file: Buffer },
): MixedCalls {
  const acknowledged = new Map<string, string>();
  const stopping = new AbortController();
  let outcomes: Outcome[] = [];

  const calls: Record<Kind, () => Call> = {
    feed: () => ({ request: { path: '/api/posts' }, isExpected: (_, body) => body.includes('"isLiked"') }),
    home: () => ({ request: { path: '/' }, isExpected: (_, body) => body.includes('</html>') }),
    page: () => ({ request: { path: '/waitlist' }, isExpected: (_, body) => body.includes('</html>') }),
    picture: () => ({
      request: { path: picture.path },
      isExpected: ({ headers }, body) => headers.get('content-type') === 'image/webp' && body.length > 100,
    }),
    post() {
      const key = randomUUID();
      const content = `Written in the drill: ${key}`;
      return {
        request: { path: '/api/posts', ...json({ content }), headers: { ...jsonType, 'idempotency-key': key } },
        isExpected(response, body) {
          if (response.status !== 201) return false;
          acknowledged.set((JSON.parse(body.toString()) as { id: string }).id, content);
          return true;
        },
      };
    },
    upload() {
      const form = new FormData();
      form.append('file', new File([new Uint8Array(picture.file)], 'picture.png', { type: 'image/png' }));
      return {
        request: {
          path: '/api/uploads/images',
          method: 'POST',
          body: form,
          headers: { 'idempotency-key': randomUUID() },
        },
        isExpected: ({ status }) => status === 201,
      };
    },
  };

  const makeCall = async (kind: Kind, member: SignedInMember): Promise<Outcome> => {
    const { request, isExpected } = calls[kind]();
    const { path, headers, ...rest } = request;
    const startedAt = performance.now();
    const outcomeOf = (outcome: Pick<Outcome, 'status' | 'hasRetryAfter' | 'isExpected'>) => ({
      kind,
      ...outcome,
      milliseconds: performance.now() - startedAt,
    });
    try {
      const response = await fetch(`${url}${path}`, {
        ...rest,
        headers: { ...headers, cookie: member.cookie },
        signal: AbortSignal.timeout(responseWithinMilliseconds),
      });
      const body = Buffer.from(await response.arrayBuffer());
      const { status } = response;
      return outcomeOf({
        status,
        hasRetryAfter: response.headers.has('retry-after'),
        isExpected: response.ok && isExpected(response, body),
      });
    } catch {
      return outcomeOf({ status: undefined, hasRetryAfter: false, isExpected: false });
    }
  };

  const inFlight = new Set<Promise<Outcome>>();
  const work = async (kindSequence: readonly Kind[], worker: number) => {
    for (let index = worker; !stopping.signal.aborted; index += 1) {
      const member = requireDefined(members[(index * workers.length + worker) % members.length]);
      const outcome = makeCall(requireDefined(kindSequence[index % kindSequence.length]), member);
      inFlight.add(outcome);
      outcomes.push(await outcome);
      inFlight.delete(outcome);
      await wait(pauseMilliseconds * (0.5 + Math.random()));
    }
  };
  const working = Promise.all(workers.map(work));
  return {
    acknowledged,
    async takeOutcomes() {
      await Promise.all(inFlight);
      const takenOutcomes = outcomes;
      outcomes = [];
      return takenOutcomes;
    },
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

const jsonType = { 'content-type': 'application/json' };
const json = (body: object) => ({ method: 'POST', body: JSON.stringify(body) }) as const;
