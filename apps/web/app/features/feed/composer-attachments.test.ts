import { postInput } from '@commons/contract/feed/schemas';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftKey, readDraft } from '../../lib/drafts.ts';
import {
  type AttachedPicture,
  type Attachments,
  attachmentsDraftName,
  changeAttachments,
  nextTask,
  parseAttachments,
  toRequestBody,
} from './composer-attachments.ts';

const memberId = '01a1f8b0-1842-784d-8a93-e722f3082526';
const key = draftKey(memberId, attachmentsDraftName);

beforeEach(() => {
  const storage = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, text: string) => void storage.set(name, text),
    removeItem: (name: string) => void storage.delete(name),
  });
  changeAttachments(memberId, () => ({ contentWarning: null, pictures: [], poll: null, event: null }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const uploadedImage = { url: '/media/01a1f8b0-1842-484d-8a93-e722f3082526-full.webp', width: 4, height: 3 };
const picture = (changes: Partial<AttachedPicture> = {}): AttachedPicture => ({
  key: 'one',
  uploaded: uploadedImage,
  alt: '',
  isPlain: false,
  isBlurred: false,
  ...changes,
});
const attachments = (changes: Partial<Attachments>): Attachments => ({
  contentWarning: null,
  pictures: [],
  poll: null,
  event: null,
  ...changes,
});

test('reports one unfinished task at a time before a post can be shared', () => {
  expect(nextTask(attachments({}))).toBeNull();
  expect(nextTask(attachments({ pictures: [picture({ uploaded: null, alt: 'A lake' })] }))).toContain(
    'not been uploaded',
  );
  expect(nextTask(attachments({ pictures: [picture({ alt: '  ' })] }))).toContain('describe each picture');
  expect(nextTask(attachments({ pictures: [picture({ isPlain: true })] }))).toBeNull();
  expect(nextTask(attachments({ pictures: [picture({ alt: 'A lake' })] }))).toBeNull();
  expect(nextTask(attachments({ poll: { options: ['Tea', ' '], days: 1 } }))).toContain('every poll option');
  expect(nextTask(attachments({ poll: { options: ['Tea', ' TEA '], days: 1 } }))).toContain('are the same');
  expect(nextTask(attachments({ poll: { options: ['Tea', 'Coffee'], days: 1 } }))).toBeNull();
});

test('the draft contains a valid request body, and an empty draft is removed', () => {
  changeAttachments(memberId, () => ({
    contentWarning: ' Grief ',
    pictures: [picture({ alt: ' A lake ' })],
    poll: { options: [' Tea', 'Coffee '], days: 3 },
    event: { id: memberId, title: 'A walk', eventDate: '2027-03-01T12:00:00.000Z' },
  }));
  const stored = parseAttachments(readDraft(key) ?? '');
  expect(nextTask(stored)).toBeNull();
  const body = toRequestBody(stored);
  expect(postInput.parse({ ...body, content: 'Hello' })).toMatchObject({
    contentWarning: 'Grief',
    images: [{ url: uploadedImage.url, alt: 'A lake', isBlurred: false }],
    poll: { options: ['Tea', 'Coffee'], days: 3 },
    eventId: memberId,
  });
  changeAttachments(memberId, () => ({ contentWarning: null, pictures: [], poll: null, event: null }));
  expect(readDraft(key)).toBeNull();
  expect(toRequestBody(parseAttachments(''))).toEqual({});
});

test('two tabs edit the same attachments, and clearing the draft in one clears it in the other', async () => {
  vi.resetModules();
  const otherTab = { ...(await import('../../lib/drafts.ts')), ...(await import('./composer-attachments.ts')) };
  changeAttachments(memberId, () => ({ poll: { options: ['Tea', 'Coffee'], days: 1 } }));
  otherTab.changeAttachments(memberId, ({ pictures }) => ({ pictures: [...pictures, picture({ alt: 'A lake' })] }));
  changeAttachments(memberId, () => ({ contentWarning: 'Grief' }));
  const draft = JSON.parse(otherTab.readDraft(key) ?? '{}') as { parts: Attachments };
  expect(draft.parts).toMatchObject({ contentWarning: 'Grief', pictures: [{ alt: 'A lake' }], poll: { days: 1 } });
  expect(readDraft(key)).toBe(otherTab.readDraft(key));
  otherTab.clearDraft(key);
  expect(readDraft(key)).toBeNull();
});
