import type { ReportInput } from '@commons/contract/reports';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { preparedOnce, type Transaction } from '../../platform/database/database.ts';
import type { Viewer } from '../../platform/sessions/viewer.ts';
import { postComments, posts } from '../feed/posts.tables.ts';
import { isVisible, memberColumns, toMemberSummary, visibilityParameters } from '../members/index.ts';
import { users } from '../members/users.tables.ts';
import { messages } from '../messages/messages.tables.ts';
import type { Evidence, SharedMessage } from './reports.tables.ts';

/** Whom a report is about, and what they had written. */
export type ReportSubject = { reportedId: string; evidence: Evidence; photoIds: string[] };

/** What a member wants to report, as it is now; undefined when there is no such thing that they may know of. */
export function findSubject(tx: Transaction, viewer: Viewer, given: ReportInput): Promise<ReportSubject | undefined> {
  switch (given.subjectType) {
    case 'post':
      return findPost(tx, viewer, given.subjectId);
    case 'comment':
      return findComment(tx, viewer, given.subjectId);
    case 'message':
      return findMessage(tx, viewer, given.subjectId);
    case 'member':
      return findMember(tx, viewer, given.subjectId, given.messageIds ?? []);
  }
}

const visiblePost = preparedOnce((db) =>
  db
    .select({ authorId: posts.authorId, content: posts.content, createdAt: posts.createdAt })
    .from(posts)
    .where(and(eq(posts.id, sql.placeholder('postId')), isVisible(posts)))
    .prepare('reported_post'),
);

const visibleComment = preparedOnce((db) =>
  db
    .select({
      authorId: postComments.authorId,
      content: postComments.content,
      createdAt: postComments.createdAt,
    })
    .from(postComments)
    .innerJoin(posts, eq(posts.id, postComments.postId))
    .where(and(eq(postComments.id, sql.placeholder('commentId')), isVisible(postComments), isVisible(posts)))
    .prepare('reported_comment'),
);

async function findPost(tx: Transaction, viewer: Viewer, postId: string) {
  const [row] = await visiblePost(tx).execute({ ...visibilityParameters(viewer), postId });
  return row && toSubject(row);
}

async function findComment(tx: Transaction, viewer: Viewer, commentId: string) {
  const [row] = await visibleComment(tx).execute({ ...visibilityParameters(viewer), commentId });
  return row && toSubject(row);
}

type WrittenRow = { authorId: string; content: string; createdAt: Date };

const toSubject = ({ authorId, content, createdAt }: WrittenRow): ReportSubject => ({
  reportedId: authorId,
  evidence: { content, createdAt: createdAt.toISOString() },
  photoIds: [],
});

async function findMessage(tx: Transaction, viewer: Viewer, messageId: string): Promise<ReportSubject | undefined> {
  const [row] = await findReceived(tx, viewer.id, [messageId]);
  if (!row) return undefined;
  const shared = [toShared(row)];
  return { reportedId: row.senderId, evidence: { messages: shared }, photoIds: photosOf(shared) };
}

/** Also somebody whom a block hides: blocking comes first for many, and who blocks does not escape a report by it. */
async function findMember(
  tx: Transaction,
  viewer: Viewer,
  memberId: string,
  messageIds: string[],
): Promise<ReportSubject | undefined> {
  const [row] = await tx
    .select({ ...memberColumns, bio: users.bio })
    .from(users)
    .where(eq(users.id, memberId));
  if (!row) return undefined;
  const received = messageIds.length === 0 ? [] : await findReceived(tx, viewer.id, messageIds);
  // Left out is what was taken back meanwhile: the report is sent all the same.
  const shared = received.filter(({ senderId }) => senderId === memberId).map(toShared);
  const { displayName, title } = toMemberSummary(row);
  return {
    reportedId: memberId,
    evidence: { displayName, title, bio: row.bio, messages: shared },
    photoIds: photosOf(shared),
  };
}

/** Messages that a member received, held so that none is taken back between being read and being kept. */
const findReceived = (tx: Transaction, receiverId: string, messageIds: string[]) =>
  tx
    .select({
      id: messages.id,
      senderId: messages.senderId,
      content: messages.content,
      photoId: messages.photoId,
      createdAt: messages.createdAt,
    })
    .from(messages)
    .where(
      and(
        inArray(messages.id, messageIds),
        eq(messages.receiverId, receiverId),
        eq(messages.isWithheld, false),
        isNull(messages.removedAt),
      ),
    )
    .orderBy(asc(messages.position))
    .for('share');

const toShared = ({ id, content, photoId, createdAt }: Omit<SharedMessage, 'createdAt'> & { createdAt: Date }) => ({
  id,
  content,
  photoId,
  createdAt: createdAt.toISOString(),
});

const photosOf = (shared: SharedMessage[]): string[] => shared.flatMap(({ photoId }) => photoId ?? []);
