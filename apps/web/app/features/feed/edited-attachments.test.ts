import type { PostImage } from '@commons/contract/feed';
import { expect, test } from 'vitest';
import {
  changedAttachments,
  type AttachmentChanges,
  withChanges,
  withPicture,
  withWarning,
} from './edited-attachments.ts';

const image = (given: Partial<PostImage> = {}): PostImage => ({
  url: '/media/one-full.webp',
  width: 4,
  height: 3,
  alt: 'A lake',
  isBlurred: false,
  ...given,
});
const post = (contentWarning: string | null, ...images: PostImage[]) => ({ contentWarning, images });
const nothing: AttachmentChanges = { pictures: {} };
const one = '/media/one-full.webp';
const two = '/media/two-full.webp';

test("sends only the author's changes, even if other values have changed elsewhere", () => {
  expect(changedAttachments(post('Grief', image({ isBlurred: true })), nothing)).toEqual({});
  const opened = post(null, image(), image({ url: two, alt: null }));
  const changes = withPicture(opened, nothing, one, { alt: ' A lake at dusk ' });
  const now = post('Grief', image({ isBlurred: true }), image({ url: two, alt: 'A hill' }));
  expect(changedAttachments(now, changes)).toEqual({
    images: [{ url: one, alt: 'A lake at dusk' }, { url: two }],
  });
});

test('sends an added, changed or removed warning', () => {
  const after = (before: string | null, now: string | null) =>
    changedAttachments(post(before), withWarning(post(before), nothing, now));
  expect(after(null, ' Grief ')).toEqual({ contentWarning: 'Grief' });
  expect(after('Grief', 'Loss')).toEqual({ contentWarning: 'Loss' });
  expect(after('Grief', ' ')).toEqual({ contentWarning: null });
  expect(after('Grief', null)).toEqual({ contentWarning: null });
  expect(withWarning(post(null), withWarning(post(null), nothing, 'Gr'), null)).toEqual(nothing);
});

test('an empty new warning does not remove one set elsewhere, but the author can remove that one', () => {
  const opened = withWarning(post(null), nothing, '');
  expect(withChanges(post(null), opened).warning).toBe('');
  expect(withChanges(post('Grief'), opened).warning).toBe('Grief');
  expect(changedAttachments(post('Grief'), opened)).toEqual({});
  expect(changedAttachments(post('Grief'), withWarning(post('Grief'), opened, null))).toEqual({ contentWarning: null });
});

test('restoring the original warning sends it if it has changed elsewhere', () => {
  const worded = withWarning(post('Grief'), nothing, 'Loss');
  expect(changedAttachments(post(null), withWarning(post(null), worded, 'Grief'))).toEqual({ contentWarning: 'Grief' });
  const other = withWarning(post(null), nothing, 'Loss');
  expect(withChanges(post('Grief'), withWarning(post('Grief'), other, null)).warning).toBe('Grief');
  const written = withWarning(post(null), nothing, 'Grief');
  const takenAway = withWarning(post('Grief'), written, null);
  expect(withChanges(post('Grief'), takenAway).warning).toBeNull();
  expect(changedAttachments(post('Grief'), takenAway)).toEqual({ contentWarning: null });
});

test('reverting a change sends nothing', () => {
  const before = post(null, image());
  const changed = withPicture(before, withPicture(before, nothing, one, { isPlain: true }), one, { isBlurred: true });
  expect(changedAttachments(before, changed)).toEqual({ images: [{ url: one, alt: null, isBlurred: true }] });
  const back = withPicture(before, withPicture(before, changed, one, { isPlain: false }), one, { isBlurred: false });
  expect(back).toEqual(nothing);
});

test('ignores changes to a picture that is no longer there', () => {
  const before = post(null, image(), image({ url: two }));
  const changes = withPicture(before, withPicture(before, nothing, one, { alt: 'Mine' }), two, null);
  expect(changedAttachments(before, changes)).toEqual({ images: [{ url: one, alt: 'Mine' }] });
  expect(changedAttachments(post(null, image({ url: two })), changes)).toEqual({ images: [] });
  expect(changedAttachments(post(null), changes)).toEqual({});
});
