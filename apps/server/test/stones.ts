import { randomUUIDv7 } from 'node:crypto';
import { defineErrors } from '@commons/contract/problem';
import { sql } from 'drizzle-orm';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { commentsTable, reactionsTable, subjectColumns } from '../src/community/contributions/contributions.tables.ts';
import { commentsOn, reactionsTo, subjectKind } from '../src/community/contributions/index.ts';
import type { Database } from '../src/platform/database/database.ts';
import { errorsOf } from '../src/platform/errors.ts';

/** A kind of content that exists only in tests: stones, with comments and with reactions named "smiles". */
export const stones = pgTable('stones', {
  ...subjectColumns(),
  content: text().notNull(),
});
const stoneComments = commentsTable('stone', () => stones.id);
export const stoneReactionsTable = reactionsTable('stone', 'smiles', () => stones.id);

const quote = ({ content }: { content?: unknown }) => ({ content: String(content) });

const stoneError = errorsOf(
  defineErrors({
    'stones.not_found': { status: 404, title: 'Stone not found', detail: 'This stone is not here any more.' },
    'stones.no_comment': { status: 404, title: 'Comment not found', detail: 'This comment is not here any more.' },
    'stones.not_yours': { status: 403, title: 'Not yours', detail: 'Only the author can edit a comment.' },
    'stones.cannot_delete': { status: 403, title: 'Not allowed', detail: 'Only the author can delete a comment.' },
  }),
);

export const stone = subjectKind({
  name: 'stone',
  table: stones,
  notFound: () => stoneError('stones.not_found'),
  quote,
});

export const stoneReactions = reactionsTo(stone, {
  name: 'smile',
  table: stoneReactionsTable,
  frame: (postId, counts) => ({ type: 'like.changed', postId, ...counts }),
});

const commentsNamed = (name: string, subjects: typeof stone) =>
  commentsOn(subjects, {
    name,
    table: stoneComments,
    toView: ({ subjectId, ...comment }) => ({ ...comment, stoneId: subjectId }),
    errors: {
      notFound: () => stoneError('stones.no_comment'),
      notYours: () => stoneError('stones.not_yours'),
      cannotDelete: () => stoneError('stones.cannot_delete'),
    },
    frames: {
      created: (postId, commentId, counts) => ({ type: 'comment.created', postId, commentId, ...counts }),
      updated: (postId, commentId, counts) => ({ type: 'comment.updated', postId, commentId, ...counts }),
      deleted: (postId, commentId, counts) => ({ type: 'comment.deleted', postId, commentId, ...counts }),
    },
  });

export const comments = commentsNamed('stone_comment', stone);

/** Comments on the same stones, declared as a kind that every member can see. */
export const openComments = commentsNamed(
  'open_stone_comment',
  subjectKind({
    name: 'open_stone',
    table: stones,
    isVisible: sql`true`,
    notFound: () => stoneError('stones.not_found'),
    quote,
  }),
);

/** Creates the tables, with the columns of the posts tables. */
export const createStones = (db: Database) =>
  db.execute(sql`
    CREATE TABLE stones (LIKE posts INCLUDING ALL);
    CREATE TABLE stone_comments (LIKE post_comments INCLUDING ALL);
    CREATE TABLE stone_smiles (LIKE post_likes INCLUDING ALL);
    ALTER TABLE stone_comments RENAME post_id TO stone_id;
    ALTER TABLE stone_smiles RENAME post_id TO stone_id;
    ALTER TABLE stone_comments ADD FOREIGN KEY (stone_id) REFERENCES stones ON DELETE CASCADE;
    ALTER TABLE stone_smiles ADD FOREIGN KEY (stone_id) REFERENCES stones ON DELETE CASCADE`);

export async function createStone(db: Database, authorId: string): Promise<string> {
  const id = randomUUIDv7();
  await db.insert(stones).values({ id, authorId, content: 'Carried up here', createdAt: new Date() });
  return id;
}
