import { z } from 'zod';
import { id, multiLine, timestamp } from './common.schemas.ts';
import { contributionLimits } from './contributions.ts';
import { memberSummary } from './members.schemas.ts';

/** What the viewer may do with what a member wrote; buttons follow it, the server decides again on each call. */
export const permissions = z.object({ edit: z.boolean(), delete: z.boolean() });

/** What a comment is, whatever it is on; each kind of contribution adds the name of its own. */
export const commentView = z.object({
  id,
  authorId: id,
  author: memberSummary,
  content: z.string(),
  createdAt: timestamp,
  editedAt: timestamp.nullable(),
  isAwaitingReview: z.boolean(),
  can: permissions,
});
export type Comment = z.infer<typeof commentView>;

export const commentInput = z.strictObject({ content: multiLine(contributionLimits.commentCharacters) });
