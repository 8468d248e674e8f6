import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SignedInMember } from './members.ts';
import { present } from './present.ts';

const kinds = ['feed', 'home', 'page', 'picture', 'post', 'upload'] as const;
export type Kind = (typeof kinds)[number];

/** How one call ended, as a member's browser would see it. */
export type Outcome = {
  kind: Kind;
  /** Undefined when there was no answer. */
  status: number | undefined;
  /** The answer says when to try again. */
  saysWhen: boolean;
  /** The answer holds what was asked for. */
  isRight: boolean;
  milliseconds: number;
};

type Asked = { path: string; method?: 'POST'; body?: string | FormData; headers?: Record<string, string> };

/** A call of each kind, and how its answer is read. */
type Call = { asked: Asked; isRight: (answer: Response, body: Buffer) => boolean };

export type MixedCalls = {
  /** What began since the last time that somebody asked, when the last of it has ended. */
  take: () => Promise<Outcome[]>;
  /** Posts that were acknowledged: what was sent, by the id that the answer said. */
  acknowledged: Map<string, string>;
  stop: () => Promise<void>;
};

const pauseMilliseconds = 150;
const answeredWithinMilliseconds = 20_000;

/** What each worker does in turn. Whoever waits for a picture keeps nobody from reading, as in a browser. */
const workers: readonly (readonly Kind[])[] = [
  ...Array.from({ length: 6 }, (): readonly Kind[] => ['feed', 'home', 'feed', 'post', 'page', 'feed', 'post', 'feed']),
  ...Array.from({ length: 4 }, (): readonly Kind[] => ['picture', 'picture', 'picture', 'upload', 'picture']),
];

/**
 * What members do all day, through the proxy, at a steady pace: reading the feed, the home page, a page of the waitlist and a
 * picture, sharing posts, uploading pictures. Nothing is tried again: each failure is one.
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
    feed: () => ({ asked: { path: '/api/posts' }, isRight: (_, body) => body.includes('"isLiked"') }),
    home: () => ({ asked: { path: '/' }, isRight: (_, body) => body.includes('</html>') }),
    page: () => ({ asked: { path: '/waitlist' }, isRight: (_, body) => body.includes('</html>') }),
    picture: () => ({
      asked: { path: picture.path },
      isRight: ({ headers }, body) => headers.get('content-type') === 'image/webp' && body.length > 100,
    }),
    post() {
      const key = randomUUID();
      const content = `Written in the drill: ${key}`;
      return {
        asked: { path: '/api/posts', ...json({ content }), headers: { ...jsonType, 'idempotency-key': key } },
        isRight(answer, body) {
          if (answer.status !== 201) return false;
          acknowledged.set((JSON.parse(body.toString()) as { id: string }).id, content);
          return true;
        },
      };
    },
    upload() {
      const form = new FormData();
      form.append('file', new File([new Uint8Array(picture.file)], 'picture.png', { type: 'image/png' }));
      return {
        asked: {
          path: '/api/uploads/images',
          method: 'POST',
          body: form,
          headers: { 'idempotency-key': randomUUID() },
        },
        isRight: ({ status }) => status === 201,
      };
    },
  };

  const make = async (kind: Kind, member: SignedInMember): Promise<Outcome> => {
    const { asked, isRight } = calls[kind]();
    const { path, headers, ...rest } = asked;
    const startedAt = performance.now();
    const ended = (outcome: Pick<Outcome, 'status' | 'saysWhen' | 'isRight'>) => ({
      kind,
      ...outcome,
      milliseconds: performance.now() - startedAt,
    });
    try {
      const answer = await fetch(`${url}${path}`, {
        ...rest,
        headers: { ...headers, cookie: member.cookie },
        signal: AbortSignal.timeout(answeredWithinMilliseconds),
      });
      const body = Buffer.from(await answer.arrayBuffer());
      const { status } = answer;
      return ended({
        status,
        saysWhen: answer.headers.has('retry-after'),
        isRight: answer.ok && isRight(answer, body),
      });
    } catch {
      return ended({ status: undefined, saysWhen: false, isRight: false });
    }
  };

  const underWay = new Set<Promise<Outcome>>();
  const work = async (turns: readonly Kind[], worker: number) => {
    for (let turn = worker; !stopping.signal.aborted; turn += 1) {
      const member = present(members[(turn * workers.length + worker) % members.length]);
      const made = make(present(turns[turn % turns.length]), member);
      underWay.add(made);
      outcomes.push(await made);
      underWay.delete(made);
      await wait(pauseMilliseconds * (0.5 + Math.random()));
    }
  };
  const working = Promise.all(workers.map(work));
  return {
    acknowledged,
    async take() {
      await Promise.all(underWay);
      const taken = outcomes;
      outcomes = [];
      return taken;
    },
    async stop() {
      stopping.abort();
      await working;
    },
  };
}

const jsonType = { 'content-type': 'application/json' };
const json = (body: object) => ({ method: 'POST', body: JSON.stringify(body) }) as const;
