import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { changedTexts, contractSchema, readTypedFields } from './contract-form.ts';
import { clearDraft, writeDraft } from './drafts.ts';

const storedValues = new Map<string, string>();

beforeEach(() => {
  vi.useFakeTimers();
  storedValues.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => void storedValues.set(key, value),
    removeItem: (key: string) => void storedValues.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const original = { title: 'as it was', bio: 'as it was', count: 1 };

test('returns only changed texts, including cleared ones', () => {
  expect(changedTexts({ ...original, bio: 'new', count: 2 }, original)).toEqual({ bio: 'new' });
  expect(changedTexts({ bio: 'as it was' }, original)).toEqual({ title: '' });
});

test('restores typed texts', () => {
  writeDraft('draft:ana:profile', JSON.stringify({ bio: 'half a sentence', title: '' }));
  expect(readTypedFields('draft:ana:profile', original)).toEqual({ title: '', bio: 'half a sentence', count: 1 });
  expect(readTypedFields('draft:ben:profile', original)).toBe(original);
  clearDraft('draft:ana:profile');
  expect(readTypedFields('draft:ana:profile', original)).toBe(original);
});

test.each(['not json', '[1]', '{"role":"admin","bio":7}', 'null'])(
  'ignores a stored draft with an unexpected shape: %s',
  (text) => {
    storedValues.set('draft:ana:profile', text);
    expect(readTypedFields('draft:ana:profile', original)).toBe(original);
  },
);

test('a form is sent unchecked if its schema does not load within ten seconds', async () => {
  const schema = contractSchema<{ title: string }>(() => new Promise(() => undefined));
  const send = vi.fn<(checked: unknown) => void>();
  const checking = schema.resolver({ title: 'As it is' }, undefined, { fields: {}, shouldUseNativeValidation: false });
  void Promise.resolve(checking).then(send);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(send).toHaveBeenCalledWith({ values: { title: 'As it is' }, errors: {} });
});
