import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  changesIn,
  clearProfileDraft,
  profileFields,
  type ProfileValues,
  readProfileDraft,
  writeProfileDraft,
} from './profile-draft.ts';

const storedValues = new Map<string, string>();

beforeEach(() => {
  storedValues.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storedValues.get(key) ?? null,
    setItem: (key: string, value: string) => void storedValues.set(key, value),
    removeItem: (key: string) => void storedValues.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const storedProfile = Object.fromEntries(profileFields.map((field) => [field, 'as it was'])) as ProfileValues;

test('returns only changed fields', () => {
  expect(changesIn({ ...storedProfile, bio: 'new', title: '' }, storedProfile)).toEqual({ bio: 'new', title: '' });
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
  expect(storedValues.size).toBe(0);
});

test.each(['not json', '[1]', '{"role":"admin","bio":7}', 'null'])(
  'ignores a stored draft with an unexpected shape: %s',
  (text) => {
    storedValues.set('draft:ana:profile', text);
    expect(readProfileDraft('ana')).toEqual({});
  },
);
