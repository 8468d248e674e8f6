import { plural } from '../../lib/locale.ts';

export const unreadNotifications = (count: number): string =>
  plural(count, { one: '# unread notification', other: '# unread notifications' });

/** Follows the name of the first actor. */
export const andOthers = (count: number): string =>
  count > 0 ? plural(count, { one: ' and one other', other: ' and # others' }) : '';

/** Continuations of the actors' names, by type of subject. */
export const likedTexts: Record<string, string> = {
  post: 'liked your post',
  win: 'cheered for your wellness win',
  recommendation: 'liked your recommendation',
  meditation: 'liked a meditation',
};
export const commentedTexts: Record<string, string> = {
  post: 'commented on your post',
  win: 'commented on your wellness win',
  recommendation: 'commented on your recommendation',
  meditation: 'commented on a meditation',
};
export const repliedTexts: Record<string, string> = {
  post: 'also commented on a post you commented on',
  meditation: 'also commented on a meditation you commented on',
};
