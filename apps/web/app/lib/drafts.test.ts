import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  clearDraft,
  clearDraftsOf,
  clearSentDraft,
  draftKey,
  draftKeysOf,
  hasDrafts,
  idempotencyKeyOf,
  storeDraft,
  readDraft,
  writeDraft,
} from './drafts.ts';

const memoryStorage = (): Storage => {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
  };
};

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a draft is kept until it is cleared', () => {
  const key = draftKey('ana', 'post');
  writeDraft(key, ' half a thought\n');
  expect(readDraft(key)).toBe(' half a thought\n');
  clearDraft(key);
  expect(readDraft(key)).toBeNull();
});

test('a blank text is not stored', () => {
  const key = draftKey('ana', 'post');
  writeDraft(key, 'x');
  writeDraft(key, '  \n');
  expect(readDraft(key)).toBeNull();
});

test('members who share a browser do not see each other’s drafts', () => {
  writeDraft(draftKey('ana', 'post'), 'of Ana');
  expect(readDraft(draftKey('ben', 'post'))).toBeNull();
});

test('signing out clears the drafts of that member only', () => {
  writeDraft(draftKey('ana', 'post'), 'of Ana');
  writeDraft(draftKey('ana', 'comment:1'), 'of Ana');
  writeDraft(draftKey('anabel', 'post'), 'of Anabel');
  localStorage.setItem('theme', 'dark');
  clearDraftsOf('ana');
  expect(readDraft(draftKey('ana', 'post'))).toBeNull();
  expect(readDraft(draftKey('ana', 'comment:1'))).toBeNull();
  expect(readDraft(draftKey('anabel', 'post'))).toBe('of Anabel');
  expect(localStorage.getItem('theme')).toBe('dark');
});

test('retries of the same text use the same key until it is sent or changed', () => {
  const key = draftKey('ana', 'post');
  const first = idempotencyKeyOf(key, 'Hello');
  expect(idempotencyKeyOf(key, 'Hello')).toBe(first);
  expect(idempotencyKeyOf(draftKey('ana', 'comment:1'), 'Hello')).not.toBe(first);
  const changed = idempotencyKeyOf(key, 'Hello!');
  expect(changed).not.toBe(first);
  clearDraft(key);
  expect(idempotencyKeyOf(key, 'Hello!')).not.toBe(changed);
});

test('sending clears the draft, unless another tab has continued it', () => {
  const key = draftKey('ana', 'post');
  writeDraft(key, 'Hello ');
  const first = idempotencyKeyOf(key, 'Hello');
  clearSentDraft(key, 'Hello');
  expect(readDraft(key)).toBeNull();

  writeDraft(key, 'Hello');
  localStorage.setItem(key, 'Hello, and one thing more');
  clearSentDraft(key, 'Hello');
  expect(readDraft(key)).toBe('Hello, and one thing more');
  expect(idempotencyKeyOf(key, 'Hello')).not.toBe(first);
  clearDraft(key);
});

test('the idempotency key survives a reload', async () => {
  const key = draftKey('ana', 'post');
  const first = idempotencyKeyOf(key, 'Hello');
  vi.resetModules();
  const reloaded = await import('./drafts.ts');
  expect(reloaded.idempotencyKeyOf(key, 'Hello')).toBe(first);
});

test('without storage a draft lasts until the page unloads', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('denied', 'SecurityError');
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  expect(() => writeDraft('draft:a:b', 'text')).not.toThrow();
  expect(readDraft('draft:a:b')).toBe('text');
  clearDraft('draft:a:b');
  expect(readDraft('draft:a:b')).toBeNull();
});

test('a member has drafts until they are sent or discarded', () => {
  const key = draftKey('ana', 'post');
  expect(hasDrafts('ana')).toBe(false);
  writeDraft(key, ' ');
  idempotencyKeyOf(key, 'Hello');
  expect(hasDrafts('ana')).toBe(false);
  writeDraft(key, 'Hello');
  localStorage.setItem(draftKey('ana', 'outbox:1'), '{}');
  expect([hasDrafts('ana'), hasDrafts('ben')]).toEqual([true, false]);
  clearDraft(key);
  expect(hasDrafts('ana')).toBe(true);
  clearDraftsOf('ana');
  expect(hasDrafts('ana')).toBe(false);
});

test('a text that does not fit into storage is kept in memory until sign-out', () => {
  const key = draftKey('ana', 'journal:1');
  expect(storeDraft(key, 'One')).toBe(true);
  const full = {
    ...memoryStorage(),
    getItem: () => 'One',
    setItem: () => {
      throw new Error('QuotaExceededError');
    },
  };
  vi.stubGlobal('localStorage', full);
  expect(storeDraft(key, 'One, two')).toBe(false);
  expect([readDraft(key), draftKeysOf('ana', 'journal:')]).toEqual(['One, two', [key]]);
  vi.stubGlobal('localStorage', memoryStorage());
  expect(hasDrafts('ana')).toBe(true);
  clearDraftsOf('ana');
  expect(readDraft(key)).toBeNull();
});
