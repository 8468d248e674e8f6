import type { JournalEntry } from '@commons/contract/journal';
import { describe, expect, test } from 'vitest';
import { createWriting, type Outcome, type Page } from './writing.ts';

const blank: Page = {
  promptId: 'prompt',
  prompt: 'What now?',
  entryId: null,
  revision: null,
  saved: '',
  text: '',
  typedAt: 0,
  attempt: null,
};

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

/** A server that keeps one entry as ours does: creating by key once, changing by revision. */
const createServer = () => {
  const keys = new Map<string, JournalEntry>();
  const entries: JournalEntry[] = [];
  const entryOf = (content: string, revision: number, id = `entry ${entries.length + 1}`): JournalEntry => ({
    id,
    promptId: 'prompt',
    prompt: 'What now?',
    content,
    createdAt: '2026-01-01T00:00:00.000Z',
    revision,
  });
  return {
    entries,
    take: ({ entryId, revision }: Page, attempt: { text: string; idempotencyKey: string }): Outcome => {
      if (entryId === null) {
        const entry = keys.getOrInsertComputed(attempt.idempotencyKey, () => {
          const created = entryOf(attempt.text, 1);
          entries.push(created);
          return created;
        });
        return { kind: 'saved', entry };
      }
      const index = entries.findIndex(({ id }) => id === entryId);
      const known = entries[index];
      if (!known) return { kind: 'gone' };
      if (revision !== null && known.revision !== revision && known.content !== attempt.text)
        return { kind: 'changed' };
      const entry = entryOf(attempt.text, known.revision + 1, entryId);
      entries[index] = entry;
      return { kind: 'saved', entry };
    },
  };
};

const nameOf = ({ entryId }: Page) => entryId ?? 'new';

type Sent = { page: Page; attempt: { text: string; idempotencyKey: string }; answer: (outcome: Outcome) => void };

/** A page whose saves are answered by the test, and whose timers are run by it. */
const setUp = (page = blank, device = new Map<string, string>(), server = createServer(), isFull = false) => {
  const sent: Sent[] = [];
  const timers = new Set<() => void>();
  const writing = createWriting({
    page,
    keep: (kept, underNameOf = kept) => {
      device.set(nameOf(underNameOf), JSON.stringify(kept));
      return !isFull;
    },
    letGo: (kept) => void device.delete(nameOf(kept)),
    readKept: (kept) => JSON.parse(device.get(nameOf(kept)) ?? 'null') as Page | null,
    send: (sending, attempt) => new Promise((answer) => sent.push({ page: sending, attempt, answer })),
    onSaved: () => {},
    later: (run) => {
      timers.add(run);
      return () => void timers.delete(run);
    },
  });
  const passTime = () => {
    for (const run of [...timers]) {
      timers.delete(run);
      run();
    }
  };
  const answer = async (outcome?: Outcome) => {
    const first = sent.shift();
    if (!first) throw new Error('Nothing was sent');
    first.answer(outcome ?? server.take(first.page, first.attempt));
    await settled();
  };
  /** It arrives, and its answer does not. */
  const lose = () => {
    server.take(sent[0]!.page, sent[0]!.attempt);
    return answer({ kind: 'unknown', retryAfterSeconds: null });
  };
  const status = () => writing.state().status.kind;
  return { writing, sent, timers, device, server, passTime, answer, lose, status };
};

const contents = ({ entries }: ReturnType<typeof createServer>) => entries.map(({ content }) => content);

describe('a page', () => {
  test('is saved when its writer pauses, then changed, and nothing of it stays on the device', async () => {
    const { writing, sent, device, server, passTime, answer, status } = setUp();
    expect(status()).toBe('saved');
    writing.type('I');
    writing.type('I am');
    expect([status(), sent.length, device.size]).toEqual(['waiting', 0, 1]);
    passTime();
    expect([status(), sent.length]).toEqual(['saving', 1]);
    await answer();
    expect([status(), device.size, contents(server)]).toEqual(['saved', 0, ['I am']]);
    writing.type('I am here');
    passTime();
    await answer();
    expect([status(), device.size, contents(server)]).toEqual(['saved', 0, ['I am here']]);
  });

  test('that is written on while it is saved is saved again, one after the other', async () => {
    const { writing, sent, server, passTime, answer, status } = setUp();
    writing.type('One');
    passTime();
    writing.type('One, two');
    passTime();
    expect(sent.length).toBe(1);
    await answer();
    expect(status()).toBe('waiting');
    passTime();
    await answer();
    expect([status(), contents(server)]).toEqual(['saved', ['One, two']]);
  });

  test('of blanks is no entry, and one that is emptied stays as it was, without a trace on the device', async () => {
    const { writing, sent, device, server, passTime, answer } = setUp();
    writing.type(' \n');
    passTime();
    expect([sent.length, device.size]).toEqual([0, 0]);
    writing.type('Words');
    passTime();
    await answer();
    writing.type('');
    expect(device.size).toBe(0);
    passTime();
    writing.dispose();
    expect([sent.length, device.size, contents(server)]).toEqual([0, 0, ['Words']]);
  });

  test('that is emptied while it is saved leaves the answered words, and none on the device', async () => {
    const { writing, sent, device, server, passTime, answer } = setUp();
    writing.type('Words');
    passTime();
    writing.type('');
    expect(device.size).toBe(1);
    writing.dispose();
    await answer();
    expect([sent.length, device.size, contents(server)]).toEqual([0, 0, ['Words']]);
  });

  test('is one entry, whichever answers are lost on the way and whatever is written meanwhile', async () => {
    const { writing, server, passTime, answer, lose, status } = setUp();
    writing.type('One');
    passTime();
    await lose();
    expect(status()).toBe('kept');
    writing.type('One, two');
    passTime();
    await lose();
    passTime();
    await answer();
    passTime();
    await lose();
    writing.type('One, two, three');
    passTime();
    await answer();
    passTime();
    await answer();
    expect([status(), contents(server)]).toEqual(['saved', ['One, two, three']]);
  });

  test('goes on after a reload where it was, with what was sent and not answered', async () => {
    const first = setUp();
    first.writing.type('One');
    first.passTime();
    await first.lose();
    first.writing.type('One, two');
    const kept = JSON.parse(first.device.get('new') ?? 'null') as Page;
    const second = setUp(kept, first.device, first.server);
    expect(second.writing.state().page.text).toBe('One, two');
    second.writing.flush();
    await second.answer();
    second.passTime();
    await second.answer();
    expect([contents(second.server), second.device.size]).toEqual([['One, two'], 0]);
  });

  test('that is left is saved once more, and stays on the device where that fails', async () => {
    const { writing, timers, device, answer, status } = setUp();
    writing.type('Good night');
    writing.dispose();
    await answer({ kind: 'unknown', retryAfterSeconds: null });
    expect([status(), timers.size, device.size]).toEqual(['kept', 0, 1]);
  });

  test('that a sign-out took off the device is neither sent nor kept again', async () => {
    const { writing, sent, device, passTime, answer } = setUp();
    writing.type('For nobody else');
    passTime();
    await answer({ kind: 'unknown', retryAfterSeconds: null });
    device.clear();
    passTime();
    writing.flush({ isLeaving: true });
    writing.dispose();
    expect([sent.length, device.size]).toEqual([0, 0]);
  });

  test('that the device has no room for is saved all the same, and known to be nowhere else until then', async () => {
    const { writing, server, passTime, answer, status } = setUp(blank, new Map(), createServer(), true);
    expect(writing.state().isOnDevice).toBe(true);
    writing.type('Words');
    expect([status(), writing.state().isOnDevice]).toEqual(['waiting', false]);
    passTime();
    await answer();
    expect([status(), contents(server)]).toEqual(['saved', ['Words']]);
  });

  test('is tried again no sooner than its failures and the server ask for', async () => {
    const waits: number[] = [];
    const writing = createWriting({
      page: { ...blank, text: 'Words' },
      keep: () => true,
      letGo: () => {},
      readKept: (kept) => kept,
      send: () => Promise.resolve({ kind: 'unknown', retryAfterSeconds: waits.length === 0 ? 0 : 30 }),
      onSaved: () => {},
      later: (_, milliseconds) => {
        waits.push(milliseconds);
        return () => {};
      },
    });
    for (let turn = 0; turn < 2; turn += 1) {
      writing.flush();
      await settled();
    }
    expect(waits).toEqual([2_000, 30_000]);
  });

  test('that is refused says why, and is tried again when it is changed', async () => {
    const { writing, server, passTime, answer, status } = setUp();
    writing.type('\0');
    passTime();
    await answer({ kind: 'refused', reason: 'This text has characters that cannot be stored' });
    expect(status()).toBe('refused');
    writing.type('Words');
    passTime();
    await answer();
    expect([status(), contents(server)]).toEqual(['saved', ['Words']]);
  });
});

const openSaved = async () => {
  const all = setUp();
  all.writing.type('Mine');
  all.passTime();
  await all.answer();
  return all;
};

describe('an entry that another place', () => {
  test('changed is not written over until its writer says so', async () => {
    const { writing, server, sent, device, passTime, answer, status } = await openSaved();
    server.entries[0] = { ...server.entries[0]!, content: 'Theirs', revision: 7 };
    writing.type('Mine again');
    passTime();
    await answer();
    expect([status(), contents(server), device.size]).toEqual(['changed', ['Theirs'], 1]);
    writing.type('Mine, and more');
    passTime();
    expect(sent.length).toBe(0);
    writing.insist();
    await answer();
    expect([status(), contents(server), device.size]).toEqual(['saved', ['Mine, and more'], 0]);
  });

  test('changed is taken as it is there when its writer prefers that', async () => {
    const { writing, server, device, passTime, answer, status } = await openSaved();
    server.entries[0] = { ...server.entries[0]!, content: 'Theirs', revision: 7 };
    writing.type('Mine again');
    passTime();
    await answer();
    writing.take(server.entries[0]);
    expect([status(), writing.state().page.text, device.size]).toEqual(['saved', 'Theirs', 0]);
    writing.type('Theirs and mine');
    passTime();
    await answer();
    expect(contents(server)).toEqual(['Theirs and mine']);
  });

  test('deleted becomes an entry again when its writer keeps the words', async () => {
    const { writing, server, device, passTime, answer, status } = await openSaved();
    server.entries.length = 0;
    writing.type('Mine again');
    passTime();
    await answer();
    expect(status()).toBe('gone');
    writing.insist();
    await answer();
    expect([status(), contents(server), device.size]).toEqual(['saved', ['Mine again'], 0]);
  });
});

describe('two tabs of one device', () => {
  test('show the same words, and make one entry of them', async () => {
    const server = createServer();
    const device = new Map<string, string>();
    const [one, two] = [setUp(blank, device, server), setUp(blank, device, server)];
    const tell = (name: string) => JSON.parse(device.get(name) ?? 'null') as Page;
    one.writing.type('Dear diary');
    two.writing.follow(tell('new'));
    expect(two.writing.state().page.text).toBe('Dear diary');
    expect(two.timers.size).toBe(0);
    two.writing.type('Dear diary, hello');
    one.writing.follow(tell('new'));
    two.passTime();
    one.writing.follow(tell('new'));
    one.writing.flush();
    await two.answer();
    await one.answer();
    expect(contents(server)).toEqual(['Dear diary, hello']);
  });

  test('an answer that comes to one of them leaves on the device what the other wrote on meanwhile', async () => {
    const server = createServer();
    const device = new Map<string, string>();
    const one = setUp(blank, device, server);
    one.writing.type('Dear diary');
    const two = setUp(JSON.parse(device.get('new')!) as Page, device, server);
    two.writing.flush();
    one.writing.follow(JSON.parse(device.get('new')!) as Page);
    one.writing.type('Dear diary, hello');
    one.writing.flush();
    await two.answer();
    expect([...device.values()].map((kept) => (JSON.parse(kept) as Page).text)).toEqual(['Dear diary, hello']);
    expect([two.sent.length, two.timers.size]).toEqual([0, 0]);
    await one.answer();
    one.passTime();
    await one.answer();
    expect([contents(server), one.status(), device.size]).toEqual([['Dear diary, hello'], 'saved', 0]);
  });

  test('closed while the other already saves its page, makes no second entry of it', async () => {
    const server = createServer();
    const device = new Map<string, string>();
    const one = setUp(blank, device, server);
    one.writing.type('Dear diary');
    const two = setUp(JSON.parse(device.get('new')!) as Page, device, server);
    two.writing.flush();
    // It has not heard of that yet.
    one.writing.flush({ isLeaving: true });
    await one.answer();
    await two.answer();
    expect([contents(server), two.status(), device.size]).toEqual([['Dear diary'], 'saved', 0]);
  });

  test('what one of them saved late takes no word from the other', async () => {
    const { writing, passTime, answer, server } = setUp();
    writing.type('One');
    const early = writing.state().page;
    writing.type('One, two');
    const entry = { ...server.take(early, { text: 'One', idempotencyKey: 'theirs' }) };
    expect(entry.kind).toBe('saved');
    writing.follow({ ...early, entryId: 'entry 1', revision: 1, saved: 'One', typedAt: early.typedAt - 1 });
    expect(writing.state().page.text).toBe('One, two');
    passTime();
    await answer();
    expect(contents(server)).toEqual(['One, two']);
  });
});
