import type { PostImage } from '@commons/contract/feed/schemas';
import { expect, test } from 'vitest';
import {
  attachmentsRequest,
  type AttachmentChanges,
  withChanges,
  withPicture,
  withWarning,
} from './edited-attachments.ts';

const image = (changes: Partial<PostImage> = {}): PostImage => ({
  url: '/media/one-full.webp',
  width: 4,
  height: 3,
  alt: 'A lake',
  isBlurred: false,
  ...changes,
});
const post = (contentWarning: string | null, ...images: PostImage[]) => ({ contentWarning, images });
const noChanges: AttachmentChanges = { pictures: {} };
const firstUrl = '/media/one-full.webp';
const secondUrl = '/media/two-full.webp';

test("sends only the author's changes, even if other values have changed elsewhere", () => {
  expect(attachmentsRequest(post('Grief', image({ isBlurred: true })), noChanges)).toEqual({});
  const initialPost = post(null, image(), image({ url: secondUrl, alt: null }));
  const changes = withPicture(initialPost, noChanges, firstUrl, { alt: ' A lake at dusk ' });
  const currentPost = post('Grief', image({ isBlurred: true }), image({ url: secondUrl, alt: 'A hill' }));
  expect(attachmentsRequest(currentPost, changes)).toEqual({
    images: [{ url: firstUrl, alt: 'A lake at dusk' }, { url: secondUrl }],
  });
});

test('sends a warning that was added, changed or removed', () => {
  const requestFor = (before: string | null, now: string | null) =>
    attachmentsRequest(post(before), withWarning(post(before), noChanges, now));
  expect(requestFor(null, ' Grief ')).toEqual({ contentWarning: 'Grief' });
  expect(requestFor('Grief', 'Loss')).toEqual({ contentWarning: 'Loss' });
  expect(requestFor('Grief', ' ')).toEqual({ contentWarning: null });
  expect(requestFor('Grief', null)).toEqual({ contentWarning: null });
  expect(withWarning(post(null), withWarning(post(null), noChanges, 'Gr'), null)).toEqual(noChanges);
});

test('an empty new warning does not remove a warning set elsewhere, but the author can remove it', () => {
  const emptyWarning = withWarning(post(null), noChanges, '');
  expect(withChanges(post(null), emptyWarning).warning).toBe('');
  expect(withChanges(post('Grief'), emptyWarning).warning).toBe('Grief');
  expect(attachmentsRequest(post('Grief'), emptyWarning)).toEqual({});
  expect(attachmentsRequest(post('Grief'), withWarning(post('Grief'), emptyWarning, null))).toEqual({
    contentWarning: null,
  });
});

test('restoring the original warning sends it if another tab has changed it', () => {
  const rewordedWarning = withWarning(post('Grief'), noChanges, 'Loss');
  expect(attachmentsRequest(post(null), withWarning(post(null), rewordedWarning, 'Grief'))).toEqual({
    contentWarning: 'Grief',
  });
  const newWarning = withWarning(post(null), noChanges, 'Loss');
  expect(withChanges(post('Grief'), withWarning(post('Grief'), newWarning, null)).warning).toBe('Grief');
  const ownWarning = withWarning(post(null), noChanges, 'Grief');
  const removedWarning = withWarning(post('Grief'), ownWarning, null);
  expect(withChanges(post('Grief'), removedWarning).warning).toBeNull();
  expect(attachmentsRequest(post('Grief'), removedWarning)).toEqual({ contentWarning: null });
});

test('a reverted change is not sent', () => {
  const before = post(null, image());
  const changed = withPicture(before, withPicture(before, noChanges, firstUrl, { isPlain: true }), firstUrl, {
    isBlurred: true,
  });
  expect(attachmentsRequest(before, changed)).toEqual({ images: [{ url: firstUrl, alt: null, isBlurred: true }] });
  const reverted = withPicture(before, withPicture(before, changed, firstUrl, { isPlain: false }), firstUrl, {
    isBlurred: false,
  });
  expect(reverted).toEqual(noChanges);
});

test('ignores changes to a picture that has been removed', () => {
  const before = post(null, image(), image({ url: secondUrl }));
  const changes = withPicture(before, withPicture(before, noChanges, firstUrl, { alt: 'Mine' }), secondUrl, null);
  expect(attachmentsRequest(before, changes)).toEqual({ images: [{ url: firstUrl, alt: 'Mine' }] });
  expect(attachmentsRequest(post(null, image({ url: secondUrl })), changes)).toEqual({ images: [] });
  expect(attachmentsRequest(post(null), changes)).toEqual({});
});
