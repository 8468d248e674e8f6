import { postInput } from '@commons/contract/feed/schemas';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftKey, readDraft } from '../../lib/drafts.ts';
import { partsKey, readKeptParts } from './kept-parts.ts';
import { changeParts, openTask, type Parts, type PartPicture } from './post-parts.ts';

const memberId = '01a1f8b0-1842-784d-8a93-e722f3082526';
const key = draftKey(memberId, partsKey);

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  });
  changeParts(memberId, () => ({ contentWarning: null, pictures: [], poll: null, event: null }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const uploaded = { url: '/media/01a1f8b0-1842-484d-8a93-e722f3082526-full.webp', width: 4, height: 3 };
const picture = (given: Partial<PartPicture> = {}): PartPicture => ({
  key: 'one',
  uploaded,
  alt: '',
  isPlain: false,
  isBlurred: false,
  ...given,
});
const parts = (given: Partial<Parts>): Parts => ({
  contentWarning: null,
  pictures: [],
  poll: null,
  event: null,
  ...given,
});

test('what is left to do before a post can be shared is said one thing at a time', () => {
  expect(openTask(parts({}))).toBeNull();
  expect(openTask(parts({ pictures: [picture({ uploaded: null, alt: 'A lake' })] }))).toContain('not been uploaded');
  expect(openTask(parts({ pictures: [picture({ alt: '  ' })] }))).toContain('describe each picture');
  expect(openTask(parts({ pictures: [picture({ isPlain: true })] }))).toBeNull();
  expect(openTask(parts({ pictures: [picture({ alt: 'A lake' })] }))).toBeNull();
  expect(openTask(parts({ poll: { options: ['Tea', ' '], days: 1 } }))).toContain('every poll option');
  expect(openTask(parts({ poll: { options: ['Tea', ' TEA '], days: 1 } }))).toContain('are the same');
  expect(openTask(parts({ poll: { options: ['Tea', 'Coffee'], days: 1 } }))).toBeNull();
});

test('what is kept is what the server takes, and nothing is kept where nothing is', () => {
  changeParts(memberId, () => ({
    contentWarning: ' Grief ',
    pictures: [picture({ alt: ' A lake ' })],
    poll: { options: [' Tea', 'Coffee '], days: 3 },
    event: { id: memberId, title: 'A walk', eventDate: '2027-03-01T12:00:00.000Z' },
  }));
  const { body, isReady } = readKeptParts(readDraft(key) ?? '');
  expect(isReady).toBe(true);
  expect(postInput.parse({ ...body, content: 'Hello' })).toMatchObject({
    contentWarning: 'Grief',
    images: [{ url: uploaded.url, alt: 'A lake', isBlurred: false }],
    poll: { options: ['Tea', 'Coffee'], days: 3 },
    eventId: memberId,
  });
  changeParts(memberId, () => ({ contentWarning: null, pictures: [], poll: null, event: null }));
  expect(readDraft(key)).toBeNull();
  expect(readKeptParts('')).toEqual({ body: {}, isReady: true });
});

test('two tabs add to the same parts, and what was shared in one is no draft in the other', async () => {
  vi.resetModules();
  const there = { ...(await import('../../lib/drafts.ts')), ...(await import('./post-parts.ts')) };
  changeParts(memberId, () => ({ poll: { options: ['Tea', 'Coffee'], days: 1 } }));
  there.changeParts(memberId, ({ pictures }) => ({ pictures: [...pictures, picture({ alt: 'A lake' })] }));
  changeParts(memberId, () => ({ contentWarning: 'Grief' }));
  const kept = JSON.parse(there.readDraft(key) ?? '{}') as { parts: Parts };
  expect(kept.parts).toMatchObject({ contentWarning: 'Grief', pictures: [{ alt: 'A lake' }], poll: { days: 1 } });
  expect(readDraft(key)).toBe(there.readDraft(key));
  there.clearDraft(key);
  expect(readDraft(key)).toBeNull();
});
