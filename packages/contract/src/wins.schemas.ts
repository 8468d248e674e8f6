import { z } from 'zod';
import { id, idParams, pageQuery, graphemeLine, graphemeText, timestamp } from './common.schemas.ts';
import { permissions } from './contributions.schemas.ts';
import { endpoint } from './endpoint.ts';
import { likeStatusView } from './feed.schemas.ts';
import { memberSummary } from './members.schemas.ts';
import { winCategories, type WinCategory, winErrors, winLimits, winPaths } from './wins.ts';

export const winCategory = z.enum(Object.keys(winCategories) as [WinCategory, ...WinCategory[]], {
  error: 'Please choose a category',
});

/** Number of cheers. A client keeps the count with the higher revision. */
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
  title: graphemeLine(winLimits.titleCharacters).min(1, 'Please give your win a title'),
  content: graphemeText(winLimits.detailsCharacters).min(1, 'Please tell us about your win'),
  category: winCategory,
});
export type WinInput = z.infer<typeof winInput>;

export const listWins = endpoint({
  ...winPaths.listWins,
  summary: 'List wellness wins, all or of one category, newest first',
  query: pageQuery.extend({ category: winCategory.optional() }),
  replies: { 200: z.array(winView) },
  paged: true,
});

export const getWin = endpoint({
  ...winPaths.getWin,
  summary: 'Get a win',
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
  summary: 'Change one’s own win, or any win as a moderator',
  params: idParams,
  body: winInput,
  replies: { 200: winView },
  errors: winErrors,
});

export const deleteWin = endpoint({
  ...winPaths.deleteWin,
  summary: 'Delete one’s own win, or any win as a moderator',
  params: idParams,
  replies: { 204: null },
  errors: winErrors,
});

export const toggleCheer = endpoint({
  ...winPaths.toggleCheer,
  summary: 'Cheer for a win, or remove the cheer',
  params: idParams,
  replies: { 200: likeStatusView },
  errors: winErrors,
});

/** `win.created` contains the category, so that clients ignore categories that they do not show. */
export const winEvents = {
  'win.created': z.object({ type: z.literal('win.created'), winId: id, authorId: id, category: winCategory }),
  'win.updated': z.object({ type: z.literal('win.updated'), winId: id }),
  'win.deleted': z.object({ type: z.literal('win.deleted'), winId: id }),
  'cheer.changed': z.object({ type: z.literal('cheer.changed'), winId: id, ...cheerCounts }),
};
