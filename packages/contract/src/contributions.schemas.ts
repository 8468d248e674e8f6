import { z } from 'zod';
import { id, multiLine, timestamp } from './common.schemas.ts';
import { contributionLimits } from './contributions.ts';
import { memberSummary } from './members.schemas.ts';

/** The viewer's permissions on a contribution, for the client's buttons. The server checks them again on each call. */
export const permissions = z.object({ edit: z.boolean(), delete: z.boolean() });

/** The fields of every comment. Each kind of contribution adds the id of its subject. */
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
