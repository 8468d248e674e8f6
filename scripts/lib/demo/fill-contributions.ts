import { eq, sql } from 'drizzle-orm';
import type {
  CommentsTable,
  ReactionsTable,
} from '../../../apps/server/src/community/contributions/contributions.tables.ts';
import type { ContributionKind } from '../../../apps/server/src/community/feature.ts';
import { postKind } from '../../../apps/server/src/features/feed/feed.contributions.ts';
import { postComments, postLikes, posts } from '../../../apps/server/src/features/feed/posts.tables.ts';
import { notes } from '../../../apps/server/src/features/gratitude/gratitude.tables.ts';
import { noteKind } from '../../../apps/server/src/features/gratitude/index.ts';
import { comments as meditationCommentKind } from '../../../apps/server/src/features/meditations/meditations.contributions.ts';
import { meditationComments, meditations } from '../../../apps/server/src/features/meditations/meditations.tables.ts';
import {
  recommendationLikes,
  recommendations,
} from '../../../apps/server/src/features/recommendations/recommendations.tables.ts';
import { winKind } from '../../../apps/server/src/features/wins/index.ts';
import { winCheers, wins } from '../../../apps/server/src/features/wins/wins.tables.ts';
import { newIdAt } from '../../../apps/server/src/platform/database/columns.ts';
import { type FillContext, insertAll } from './fill-context.ts';
import { fillPolls } from './fill-polls.ts';
import { addDates, day } from './planned-times.ts';
import { SeededRandom } from './seeded-random.ts';

type Subject = { id: string; by: string; at: Date; content: string };

/** Adds posts, wins, notes and recommendations with their comments, reactions and awards. */
export async function fillContributions(context: FillContext): Promise<void> {
  const { tx, moments, idOf, pictures } = context;

  const datedPosts = moments.posts.map((post) => ({ ...post, id: newIdAt(post.at) }));
  const likes = reactionsTo(context, datedPosts, 26);
  const rows = datedPosts.map(({ id, by, at, content, contentWarning, images, comments }) => {
    const postPictures = images.flatMap((name) => pictures.photos.get(name) ?? []);
    return {
      id,
      authorId: idOf(by),
      content,
      contentWarning,
      images: postPictures.map(({ url, alt, width, height }) => ({ url, alt, width, height, isBlurred: false })),
      likesCount: likes.get(id)?.length ?? 0,
      commentsCount: comments.length,
      createdAt: at,
    };
  });
  await insertAll(tx, posts, rows);
  await fillReactions(context, postLikes, likes);
  await fillComments(
    context,
    postComments,
    postKind.comments.kind,
    datedPosts.flatMap(({ id, comments }) => comments.map((comment) => ({ ...comment, subjectId: id }))),
  );
  addAwards(context, postKind.kind, datedPosts);
  await fillPolls(context, datedPosts);

  const datedWins = moments.wins.map((win) => ({ ...win, id: newIdAt(win.at) }));
  const cheers = reactionsTo(context, datedWins, 18);
  await insertAll(
    tx,
    wins,
    datedWins.map(({ id, by, at, title, content, category }) => {
      return {
        id,
        authorId: idOf(by),
        title,
        content,
        category,
        likesCount: cheers.get(id)?.length ?? 0,
        createdAt: at,
      };
    }),
  );
  await fillReactions(context, winCheers, cheers);
  addAwards(context, winKind.kind, datedWins);

  const datedNotes = moments.notes.map((note) => ({ ...note, id: newIdAt(note.at) }));
  await insertAll(
    tx,
    notes,
    datedNotes.map(({ by, at, ...note }) => ({ ...note, authorId: idOf(by), createdAt: at })),
  );
  addAwards(context, noteKind.kind, datedNotes);

  const datedRecommendations = moments.recommendations.map((one) => ({ ...one, id: newIdAt(one.at) }));
  const recommendationReactions = reactionsTo(context, datedRecommendations, 14);
  await insertAll(
    tx,
    recommendations,
    datedRecommendations.map(({ by, at, ...one }) => {
      const likesCount = recommendationReactions.get(one.id)?.length ?? 0;
      return { ...one, authorId: idOf(by), likesCount, createdAt: at };
    }),
  );
  await fillReactions(context, recommendationLikes, recommendationReactions);
}

type Reactions = Map<string, { memberId: string; at: Date }[]>;

/** Chooses reactions: many contributions have a few, a few have many, and new ones have fewer. */
function reactionsTo({ demo, now, idOf }: FillContext, subjects: readonly Subject[], maxCount: number): Reactions {
  return new Map(
    subjects.map(({ id, by, at, content }) => {
      const random = new SeededRandom(`reactions ${content}`);
      const age = now.getTime() - at.getTime();
      const count = Math.floor((1 + random.next() ** 1.8 * maxCount) * Math.min(1, 0.12 + age / day));
      const others = demo.members.filter(({ handle }) => handle !== by);
      const reactions = random
        .shuffled(others)
        .slice(0, count)
        .map(({ handle }) => ({
          memberId: idOf(handle),
          at: new Date(at.getTime() + random.next() ** 2 * Math.min(age, 3 * day)),
        }));
      return [id, reactions];
    }),
  );
}

async function fillReactions(context: FillContext, table: ReactionsTable, reactions: Reactions): Promise<void> {
  const rows = [...reactions].flatMap(([subjectId, ofSubject]) =>
    ofSubject.map(({ memberId, at }) => ({ subjectId, memberId, createdAt: at })),
  );
  await insertAll(context.tx, table, rows);
  context.supportGiven += rows.length;
}

type Comment = { subjectId: string; by: string; at: Date; content: string };

async function fillComments(
  context: FillContext,
  table: CommentsTable,
  kind: ContributionKind,
  written: Comment[],
): Promise<void> {
  const comments = written.map((comment) => ({ ...comment, id: newIdAt(comment.at) }));
  await insertAll(
    context.tx,
    table,
    comments.map(({ id, subjectId, by, content, at }) => {
      return { id, subjectId, authorId: context.idOf(by), content, createdAt: at };
    }),
  );
  addAwards(context, kind, comments);
  context.supportGiven += comments.length;
}

function addAwards(
  { awards, idOf }: FillContext,
  kind: ContributionKind,
  contributions: readonly { id: string; by: string; at: Date }[],
): void {
  for (const { id, by, at } of contributions)
    awards.push({ memberId: idOf(by), kind: kind.name, occasion: id, points: kind.points, at });
}

/** Adds teachers and comments to the meditations that ship with the product. */
export async function fillMeditationComments(context: FillContext): Promise<void> {
  const { tx, demo, now } = context;
  const shippedMeditations = await tx.select({ id: meditations.id, title: meditations.title }).from(meditations);
  for (const [index, { title, teacher, comments }] of demo.meditations.entries()) {
    const meditation = shippedMeditations.find((one) => one.title === title);
    if (!meditation) throw new Error(`There is no meditation with the title ${title}.`);
    const from = new Date(now.getTime() - (6 + index * 3) * day);
    const datedComments = addDates(comments, from, now).map((comment) => ({ ...comment, subjectId: meditation.id }));
    await fillComments(context, meditationComments, meditationCommentKind.kind, datedComments);
    await tx
      .update(meditations)
      .set({ teacher, commentsCount: sql`${meditations.commentsCount} + ${datedComments.length}` })
      .where(eq(meditations.id, meditation.id));
  }
}
