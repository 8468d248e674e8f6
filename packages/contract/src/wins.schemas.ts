import { z } from 'zod';
import { id, idParams, pageQuery, seenLine, seenText, timestamp } from './common.schemas.ts';
import { permissions } from './contributions.schemas.ts';
import { endpoint } from './endpoint.ts';
import { likeStatusView } from './feed.schemas.ts';
import { memberSummary } from './members.schemas.ts';
import { winCategories, type WinCategory, winErrors, winLimits, winPaths } from './wins.ts';

export const winCategory = z.enum(Object.keys(winCategories) as [WinCategory, ...WinCategory[]], {
  error: 'Please choose a category',
});

/** How many cheer, with a revision that grows with each change: of two, a client keeps the higher. */
const cheerCounts = { likesCount: z.int(), countsRevision: z.int() };

export const winView = z
  .object({
    id,
    authorId: id,
    author: memberSummary,
    title: z.string(),
    content: z.string(),
    category: winCategory,
    createdAt: timestamp,
    editedAt: timestamp.nullable(),
    ...cheerCounts,
    isLiked: z.boolean(),
    isAwaitingReview: z.boolean(),
    can: permissions,
  })
  .meta({ id: 'WellnessWin' });
export type Win = z.infer<typeof winView>;

export const winInput = z.strictObject({
  title: seenLine(winLimits.titleCharacters).min(1, 'Please give your win a title'),
  content: seenText(winLimits.detailsCharacters).min(1, 'Please tell us about your win'),
  category: winCategory,
});
export type WinInput = z.infer<typeof winInput>;

export const listWins = endpoint({
  ...winPaths.listWins,
  summary: 'Wellness wins, newest first: all, or those of a category',
  query: pageQuery.extend({ category: winCategory.optional() }),
  replies: { 200: z.array(winView) },
  paged: true,
});

export const getWin = endpoint({
  ...winPaths.getWin,
  summary: 'One win, as in the list',
  params: idParams,
  replies: { 200: winView },
  errors: winErrors,
});

export const createWin = endpoint({
  ...winPaths.createWin,
  summary: 'Share a win',
  body: winInput,
  replies: { 201: winView },
});

export const updateWin = endpoint({
  ...winPaths.updateWin,
  summary: 'Change one’s own win, or another’s as a moderator',
  params: idParams,
  body: winInput,
  replies: { 200: winView },
  errors: winErrors,
});

export const deleteWin = endpoint({
  ...winPaths.deleteWin,
  summary: 'Delete one’s own win, or another’s as a moderator',
  params: idParams,
  replies: { 204: null },
  errors: winErrors,
});

export const toggleCheer = endpoint({
  ...winPaths.toggleCheer,
  summary: 'Cheer for a win, or take the cheer back',
  params: idParams,
  replies: { 200: likeStatusView },
  errors: winErrors,
});

/** The category comes along, so that whoever looks at another one is told of nothing. */
export const winEvents = {
  'win.created': z.object({ type: z.literal('win.created'), winId: id, authorId: id, category: winCategory }),
  'win.updated': z.object({ type: z.literal('win.updated'), winId: id }),
  'win.deleted': z.object({ type: z.literal('win.deleted'), winId: id }),
  'cheer.changed': z.object({ type: z.literal('cheer.changed'), winId: id, ...cheerCounts }),
};
