import type { Role } from '@commons/contract/members/schemas';
import { describe, expect, test } from 'vitest';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { canDelete, canEdit, startsInReview } from './contributions.policy.ts';

const viewer = (id: string, role: Role = 'user', isFlagged = false): Viewer => ({
  id,
  role,
  isFlagged,
  sessionId: 'session',
  summary: { id, displayName: id, firstName: id, lastName: '', profileImageUrl: null, title: null },
});

describe('permissions on a post or comment', () => {
  const post = { authorId: 'ana' };

  test('only the author can edit, regardless of role', () => {
    expect(canEdit(viewer('ana'), post)).toBe(true);
    expect(canEdit(viewer('ben'), post)).toBe(false);
    expect(canEdit(viewer('cleo', 'admin'), post)).toBe(false);
  });

  test('the author and moderators can delete', () => {
    expect(canDelete(viewer('ana'), post)).toBe(true);
    expect(canDelete(viewer('ben'), post)).toBe(false);
    expect(canDelete(viewer('cleo', 'manager'), post)).toBe(true);
    expect(canDelete(viewer('cleo', 'admin'), post)).toBe(true);
  });

  test('content of a flagged member starts in review', () => {
    expect(startsInReview(viewer('ana'))).toBe(false);
    expect(startsInReview(viewer('ana', 'user', true))).toBe(true);
  });
});
