import type { JournalEntry } from '@commons/contract/journal/schemas';
import { describe, expect, test } from 'vitest';
import { createWriting, type Outcome, type Page } from './writing.ts';

const blankPage: Page = {
  promptId: 'prompt',
  prompt: 'What now?',
  entryId: null,
  revision: null,
  saved: '',
  text: '',
  typedAt: 0,
  attempt: null,
};

const waitForPromises = () => new Promise<void>((resolve) => setTimeout(resolve));

/** A fake server. It creates one entry per idempotency key, and checks the revision of changes. */
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
    save: ({ entryId, revision }: Page, attempt: { text: string; idempotencyKey: string }): Outcome => {
      if (entryId === null) {
        const entry = keys.getOrInsertComputed(attempt.idempotencyKey, () => {
          const created = entryOf(attempt.text, 1);
          entries.push(created);
          return created;
        });
        return { kind: 'saved', entry };
      }
      const index = entries.findIndex(({ id }) => id === entryId);
      const existing = entries[index];
      if (!existing) return { kind: 'gone' };
      if (revision !== null && existing.revision !== revision && existing.content !== attempt.text)
        return { kind: 'changed' };
      const entry = entryOf(attempt.text, existing.revision + 1, entryId);
      entries[index] = entry;
      return { kind: 'saved', entry };
    },
  };
};

const draftName = ({ entryId }: Page) => entryId ?? 'new';

type SentSave = { page: Page; attempt: { text: string; idempotencyKey: string }; answer: (outcome: Outcome) => void };

/** A page whose save responses and timers are controlled by the test. */
const setUp = (page = blankPage, device = new Map<string, string>(), server = createServer(), isFull = false) => {
  const sentSaves: SentSave[] = [];
  const timers = new Set<() => void>();
  const writing = createWriting({
    page,
    storeDraft: (storedPage, keyPage = storedPage) => {
      device.set(draftName(keyPage), JSON.stringify(storedPage));
      return !isFull;
    },
    discardDraft: (keyPage) => void device.delete(draftName(keyPage)),
    readDraft: (keyPage) => JSON.parse(device.get(draftName(keyPage)) ?? 'null') as Page | null,
    send: (sentPage, attempt) => new Promise((answer) => sentSaves.push({ page: sentPage, attempt, answer })),
    onSaved: () => {},
    setTimer: (run) => {
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
    const save = sentSaves.shift();
    if (!save) throw new Error('Nothing was sent');
    save.answer(outcome ?? server.save(save.page, save.attempt));
    await waitForPromises();
  };
  /** The server saves the entry, but its response is lost. */
  const loseResponse = () => {
    server.save(sentSaves[0]!.page, sentSaves[0]!.attempt);
    return answer({ kind: 'unknown', retryAfterSeconds: null });
  };
  const status = () => writing.state().status.kind;
  return { writing, sentSaves, timers, device, server, passTime, answer, loseResponse, status };
};

const contentsOf = ({ entries }: ReturnType<typeof createServer>) => entries.map(({ content }) => content);

describe('a journal page', () => {
  test('is saved when the writer pauses and after later changes, which removes its draft', async () => {
    const { writing, sentSaves, device, server, passTime, answer, status } = setUp();
    expect(status()).toBe('saved');
    writing.type('I');
    writing.type('I am');
    expect([status(), sentSaves.length, device.size]).toEqual(['waiting', 0, 1]);
    passTime();
    expect([status(), sentSaves.length]).toEqual(['saving', 1]);
    await answer();
    expect([status(), device.size, contentsOf(server)]).toEqual(['saved', 0, ['I am']]);
    writing.type('I am here');
    passTime();
    await answer();
    expect([status(), device.size, contentsOf(server)]).toEqual(['saved', 0, ['I am here']]);
  });

  test('that changes during a save is saved again afterwards', async () => {
    const { writing, sentSaves, server, passTime, answer, status } = setUp();
    writing.type('One');
    passTime();
    writing.type('One, two');
    passTime();
    expect(sentSaves.length).toBe(1);
    await answer();
    expect(status()).toBe('waiting');
    passTime();
    await answer();
    expect([status(), contentsOf(server)]).toEqual(['saved', ['One, two']]);
  });

  test('is not saved without text, and emptying a saved page keeps the entry but no draft', async () => {
    const { writing, sentSaves, device, server, passTime, answer } = setUp();
    writing.type(' \n');
    passTime();
    expect([sentSaves.length, device.size]).toEqual([0, 0]);
    writing.type('Words');
    passTime();
    await answer();
    writing.type('');
    expect(device.size).toBe(0);
    passTime();
    writing.dispose();
    expect([sentSaves.length, device.size, contentsOf(server)]).toEqual([0, 0, ['Words']]);
  });

  test('that is emptied during a save keeps the saved text, but no draft', async () => {
    const { writing, sentSaves, device, server, passTime, answer } = setUp();
    writing.type('Words');
    passTime();
    writing.type('');
    expect(device.size).toBe(1);
    writing.dispose();
    await answer();
    expect([sentSaves.length, device.size, contentsOf(server)]).toEqual([0, 0, ['Words']]);
  });

  test('becomes only one entry, even if responses are lost and the text changes in between', async () => {
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
    expect([status(), contentsOf(server)]).toEqual(['saved', ['One, two, three']]);
  });

  test('continues after a reload, including an unconfirmed save', async () => {
    const first = setUp();
    first.writing.type('One');
    first.passTime();
    await first.loseResponse();
    first.writing.type('One, two');
    const draft = JSON.parse(first.device.get('new') ?? 'null') as Page;
    const second = setUp(draft, first.device, first.server);
    expect(second.writing.state().page.text).toBe('One, two');
    second.writing.flush();
    await second.answer();
    second.passTime();
    await second.answer();
    expect([contentsOf(second.server), second.device.size]).toEqual([['One, two'], 0]);
  });

  test('is saved when the writer leaves, and stays on the device if that fails', async () => {
    const { writing, timers, device, answer, status } = setUp();
    writing.type('Good night');
    writing.dispose();
    await answer({ kind: 'unknown', retryAfterSeconds: null });
    expect([status(), timers.size, device.size]).toEqual(['kept', 0, 1]);
  });

  test('that a sign-out removed from the device is neither sent nor stored again', async () => {
    const { writing, sentSaves, device, passTime, answer } = setUp();
    writing.type('For nobody else');
    passTime();
    await answer({ kind: 'unknown', retryAfterSeconds: null });
    device.clear();
    passTime();
    writing.flush({ isLeaving: true });
    writing.dispose();
    expect([sentSaves.length, device.size]).toEqual([0, 0]);
  });

  test('that does not fit into storage is saved to the server and marked as not on the device', async () => {
    const { writing, server, passTime, answer, status } = setUp(blankPage, new Map(), createServer(), true);
    expect(writing.state().isOnDevice).toBe(true);
    writing.type('Words');
    expect([status(), writing.state().isOnDevice]).toEqual(['waiting', false]);
    passTime();
    await answer();
    expect([status(), contentsOf(server)]).toEqual(['saved', ['Words']]);
  });

  test('is retried after the longer of the backoff and Retry-After', async () => {
    const waits: number[] = [];
    const writing = createWriting({
      page: { ...blankPage, text: 'Words' },
      storeDraft: () => true,
      discardDraft: () => {},
      readDraft: (page) => page,
      send: () => Promise.resolve({ kind: 'unknown', retryAfterSeconds: waits.length === 0 ? 0 : 30 }),
      onSaved: () => {},
      setTimer: (_, milliseconds) => {
        waits.push(milliseconds);
        return () => {};
      },
    });
    for (let attempt = 0; attempt < 2; attempt += 1) {
      writing.flush();
      await waitForPromises();
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
    expect([status(), contentsOf(server)]).toEqual(['saved', ['Words']]);
  });
});

const setUpSavedEntry = async () => {
  const page = setUp();
  page.writing.type('Mine');
  page.passTime();
  await page.answer();
  return page;
};

describe('an entry', () => {
  test('that was changed elsewhere is not overwritten until the writer confirms', async () => {
    const { writing, server, sentSaves, device, passTime, answer, status } = await setUpSavedEntry();
    server.entries[0] = { ...server.entries[0]!, content: 'Theirs', revision: 7 };
    writing.type('Mine again');
    passTime();
    await answer();
    expect([status(), contentsOf(server), device.size]).toEqual(['changed', ['Theirs'], 1]);
    writing.type('Mine, and more');
    passTime();
    expect(sentSaves.length).toBe(0);
    writing.overwrite();
    await answer();
    expect([status(), contentsOf(server), device.size]).toEqual(['saved', ['Mine, and more'], 0]);
  });

  test('that was changed elsewhere replaces the text if the writer chooses that version', async () => {
    const { writing, server, device, passTime, answer, status } = await setUpSavedEntry();
    server.entries[0] = { ...server.entries[0]!, content: 'Theirs', revision: 7 };
    writing.type('Mine again');
    passTime();
    await answer();
    writing.replaceWith(server.entries[0]);
    expect([status(), writing.state().page.text, device.size]).toEqual(['saved', 'Theirs', 0]);
    writing.type('Theirs and mine');
    passTime();
    await answer();
    expect(contentsOf(server)).toEqual(['Theirs and mine']);
  });

  test('that was deleted elsewhere becomes a new entry if the writer keeps the text', async () => {
    const { writing, server, device, passTime, answer, status } = await setUpSavedEntry();
    server.entries.length = 0;
    writing.type('Mine again');
    passTime();
    await answer();
    expect(status()).toBe('gone');
    writing.overwrite();
    await answer();
    expect([status(), contentsOf(server), device.size]).toEqual(['saved', ['Mine again'], 0]);
  });
});

describe('two tabs of one device', () => {
  test('show the same text and create one entry', async () => {
    const server = createServer();
    const device = new Map<string, string>();
    const [firstTab, secondTab] = [setUp(blankPage, device, server), setUp(blankPage, device, server)];
    const readStored = (name: string) => JSON.parse(device.get(name) ?? 'null') as Page;
    firstTab.writing.type('Dear diary');
    secondTab.writing.syncFrom(readStored('new'));
    expect(secondTab.writing.state().page.text).toBe('Dear diary');
    expect(secondTab.timers.size).toBe(0);
    secondTab.writing.type('Dear diary, hello');
    firstTab.writing.syncFrom(readStored('new'));
    secondTab.passTime();
    firstTab.writing.syncFrom(readStored('new'));
    firstTab.writing.flush();
    await secondTab.answer();
    await firstTab.answer();
    expect(contentsOf(server)).toEqual(['Dear diary, hello']);
  });

  test('a response in one tab keeps newer text of the other tab in the draft', async () => {
    const server = createServer();
    const device = new Map<string, string>();
    const firstTab = setUp(blankPage, device, server);
    firstTab.writing.type('Dear diary');
    const secondTab = setUp(JSON.parse(device.get('new')!) as Page, device, server);
    secondTab.writing.flush();
    firstTab.writing.syncFrom(JSON.parse(device.get('new')!) as Page);
    firstTab.writing.type('Dear diary, hello');
    firstTab.writing.flush();
    await secondTab.answer();
    expect([...device.values()].map((draft) => (JSON.parse(draft) as Page).text)).toEqual(['Dear diary, hello']);
    expect([secondTab.sentSaves.length, secondTab.timers.size]).toEqual([0, 0]);
    await firstTab.answer();
    firstTab.passTime();
    await firstTab.answer();
    expect([contentsOf(server), firstTab.status(), device.size]).toEqual([['Dear diary, hello'], 'saved', 0]);
  });

  test('closing one tab while the other saves the same page creates no second entry', async () => {
    const server = createServer();
    const device = new Map<string, string>();
    const firstTab = setUp(blankPage, device, server);
    firstTab.writing.type('Dear diary');
    const secondTab = setUp(JSON.parse(device.get('new')!) as Page, device, server);
    secondTab.writing.flush();
    // This tab has not received the storage event yet.
    firstTab.writing.flush({ isLeaving: true });
    await firstTab.answer();
    await secondTab.answer();
    expect([contentsOf(server), secondTab.status(), device.size]).toEqual([['Dear diary'], 'saved', 0]);
  });

  test('a late save in one tab does not discard newer text in the other', async () => {
    const { writing, passTime, answer, server } = setUp();
    writing.type('One');
    const earlierPage = writing.state().page;
    writing.type('One, two');
    const entry = { ...server.save(earlierPage, { text: 'One', idempotencyKey: 'theirs' }) };
    expect(entry.kind).toBe('saved');
    writing.syncFrom({
      ...earlierPage,
      entryId: 'entry 1',
      revision: 1,
      saved: 'One',
      typedAt: earlierPage.typedAt - 1,
    });
    expect(writing.state().page.text).toBe('One, two');
    passTime();
    await answer();
    expect(contentsOf(server)).toEqual(['One, two']);
  });
});
