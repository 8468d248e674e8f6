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

/** A fake server with one entry. It creates once per idempotency key, and checks the revision of changes. */
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

/** A page whose save responses and timers are controlled by the test. */
const setUp = (page = blank, device = new Map<string, string>(), server = createServer(), isFull = false) => {
  const sent: Sent[] = [];
  const timers = new Set<() => void>();
  const writing = createWriting({
    page,
    keep: (kept, underNameOf = kept) => {
      device.set(nameOf(underNameOf), JSON.stringify(kept));
      return !isFull;
    },
    discardDraft: (kept) => void device.delete(nameOf(kept)),
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
  /** The request arrives, but its response is lost. */
  const loseResponse = () => {
    server.take(sent[0]!.page, sent[0]!.attempt);
    return answer({ kind: 'unknown', retryAfterSeconds: null });
  };
  const status = () => writing.state().status.kind;
  return { writing, sent, timers, device, server, passTime, answer, loseResponse, status };
};

const contents = ({ entries }: ReturnType<typeof createServer>) => entries.map(({ content }) => content);

describe('a page', () => {
  test('is saved when the writer pauses and after later changes, and its draft is then removed', async () => {
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

  test('is saved again if it changes during a save, one save at a time', async () => {
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

  test('without text is not saved, and emptying a saved page keeps the entry and no draft', async () => {
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

  test('that is emptied during a save keeps the saved text, and no draft', async () => {
    const { writing, sent, device, server, passTime, answer } = setUp();
    writing.type('Words');
    passTime();
    writing.type('');
    expect(device.size).toBe(1);
    writing.dispose();
    await answer();
    expect([sent.length, device.size, contents(server)]).toEqual([0, 0, ['Words']]);
  });

  test('becomes one entry, even if responses are lost and it changes in the meantime', async () => {
    const { writing, server, passTime, answer, loseResponse, status } = setUp();
    writing.type('One');
    passTime();
    await loseResponse();
    expect(status()).toBe('kept');
    writing.type('One, two');
    passTime();
    await loseResponse();
    passTime();
    await answer();
    passTime();
    await loseResponse();
    writing.type('One, two, three');
    passTime();
    await answer();
    passTime();
    await answer();
    expect([status(), contents(server)]).toEqual(['saved', ['One, two, three']]);
  });

  test('continues after a reload, including an unconfirmed save', async () => {
    const first = setUp();
    first.writing.type('One');
    first.passTime();
    await first.loseResponse();
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

  test('is saved on leaving, and stays on the device if that fails', async () => {
    const { writing, timers, device, answer, status } = setUp();
    writing.type('Good night');
    writing.dispose();
    await answer({ kind: 'unknown', retryAfterSeconds: null });
    expect([status(), timers.size, device.size]).toEqual(['kept', 0, 1]);
  });

  test('that a sign-out removed from the device is neither sent nor stored again', async () => {
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

  test('that does not fit into storage is saved to the server and marked as not on the device', async () => {
    const { writing, server, passTime, answer, status } = setUp(blank, new Map(), createServer(), true);
    expect(writing.state().isOnDevice).toBe(true);
    writing.type('Words');
    expect([status(), writing.state().isOnDevice]).toEqual(['waiting', false]);
    passTime();
    await answer();
    expect([status(), contents(server)]).toEqual(['saved', ['Words']]);
  });

  test('is retried after the longer of the backoff and Retry-After', async () => {
    const waits: number[] = [];
    const writing = createWriting({
      page: { ...blank, text: 'Words' },
      keep: () => true,
      discardDraft: () => {},
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

  test('that is refused reports the reason, and is retried after a change', async () => {
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

describe('an entry that was', () => {
  test('changed elsewhere is not overwritten until the writer confirms', async () => {
    const { writing, server, sent, device, passTime, answer, status } = await openSaved();
    server.entries[0] = { ...server.entries[0]!, content: 'Theirs', revision: 7 };
    writing.type('Mine again');
    passTime();
    await answer();
    expect([status(), contents(server), device.size]).toEqual(['changed', ['Theirs'], 1]);
    writing.type('Mine, and more');
    passTime();
    expect(sent.length).toBe(0);
    writing.overwrite();
    await answer();
    expect([status(), contents(server), device.size]).toEqual(['saved', ['Mine, and more'], 0]);
  });

  test('changed elsewhere is replaced by that version if the writer chooses so', async () => {
    const { writing, server, device, passTime, answer, status } = await openSaved();
    server.entries[0] = { ...server.entries[0]!, content: 'Theirs', revision: 7 };
    writing.type('Mine again');
    passTime();
    await answer();
    writing.replaceWith(server.entries[0]);
    expect([status(), writing.state().page.text, device.size]).toEqual(['saved', 'Theirs', 0]);
    writing.type('Theirs and mine');
    passTime();
    await answer();
    expect(contents(server)).toEqual(['Theirs and mine']);
  });

  test('deleted elsewhere becomes a new entry if the writer keeps the text', async () => {
    const { writing, server, device, passTime, answer, status } = await openSaved();
    server.entries.length = 0;
    writing.type('Mine again');
    passTime();
    await answer();
    expect(status()).toBe('gone');
    writing.overwrite();
    await answer();
    expect([status(), contents(server), device.size]).toEqual(['saved', ['Mine again'], 0]);
  });
});

describe('two tabs of one device', () => {
  test('show the same text and create one entry', async () => {
    const server = createServer();
    const device = new Map<string, string>();
    const [one, two] = [setUp(blank, device, server), setUp(blank, device, server)];
    const readStored = (name: string) => JSON.parse(device.get(name) ?? 'null') as Page;
    one.writing.type('Dear diary');
    two.writing.syncFrom(readStored('new'));
    expect(two.writing.state().page.text).toBe('Dear diary');
    expect(two.timers.size).toBe(0);
    two.writing.type('Dear diary, hello');
    one.writing.syncFrom(readStored('new'));
    two.passTime();
    one.writing.syncFrom(readStored('new'));
    one.writing.flush();
    await two.answer();
    await one.answer();
    expect(contents(server)).toEqual(['Dear diary, hello']);
  });

  test('a response in one tab keeps newer text of the other tab in the draft', async () => {
    const server = createServer();
    const device = new Map<string, string>();
    const one = setUp(blank, device, server);
    one.writing.type('Dear diary');
    const two = setUp(JSON.parse(device.get('new')!) as Page, device, server);
    two.writing.flush();
    one.writing.syncFrom(JSON.parse(device.get('new')!) as Page);
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

  test('closing one tab while the other saves the same page creates no second entry', async () => {
    const server = createServer();
    const device = new Map<string, string>();
    const one = setUp(blank, device, server);
    one.writing.type('Dear diary');
    const two = setUp(JSON.parse(device.get('new')!) as Page, device, server);
    two.writing.flush();
    // This tab has not received the storage event yet.
    one.writing.flush({ isLeaving: true });
    await one.answer();
    await two.answer();
    expect([contents(server), two.status(), device.size]).toEqual([['Dear diary'], 'saved', 0]);
  });

  test('a late save in one tab does not discard newer text in the other', async () => {
    const { writing, passTime, answer, server } = setUp();
    writing.type('One');
    const early = writing.state().page;
    writing.type('One, two');
    const entry = { ...server.take(early, { text: 'One', idempotencyKey: 'theirs' }) };
    expect(entry.kind).toBe('saved');
    writing.syncFrom({ ...early, entryId: 'entry 1', revision: 1, saved: 'One', typedAt: early.typedAt - 1 });
    expect(writing.state().page.text).toBe('One, two');
    passTime();
    await answer();
    expect(contents(server)).toEqual(['One, two']);
  });
});
