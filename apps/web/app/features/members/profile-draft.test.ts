import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  changesIn,
  clearProfileDraft,
  profileFields,
  type ProfileValues,
  readProfileDraft,
  writeProfileDraft,
} from './profile-draft.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const stored = Object.fromEntries(profileFields.map((field) => [field, 'as it was'])) as ProfileValues;

test('returns only changed fields', () => {
  expect(changesIn({ ...stored, bio: 'new', title: '' }, stored)).toEqual({ bio: 'new', title: '' });
});

test('restores typed values, including cleared fields', () => {
  writeProfileDraft('ana', { bio: 'half a sentence', title: '' });
  expect(readProfileDraft('ana')).toEqual({ bio: 'half a sentence', title: '' });
  expect(readProfileDraft('ben')).toEqual({});
  clearProfileDraft('ana');
  expect(readProfileDraft('ana')).toEqual({});
});

test('an unchanged form has no draft', () => {
  writeProfileDraft('ana', { bio: 'half a sentence' });
  writeProfileDraft('ana', {});
  expect(kept.size).toBe(0);
});

test.each(['not json', '[1]', '{"role":"admin","bio":7}', 'null'])(
  'a draft of another kind is no draft: %s',
  (text) => {
    kept.set('draft:ana:profile', text);
    expect(readProfileDraft('ana')).toEqual({});
  },
);
