import { excerptOf } from '../../lib/excerpt.ts';
import { plural } from '../../lib/locale.ts';

export const unreadConversations = (count: number): string =>
  plural(count, { one: '# unread conversation', other: '# unread conversations' });
export const unreadMessages = (count: number): string =>
  plural(count, { one: '# unread message', other: '# unread messages' });
export const newMessages = (count: number): string => plural(count, { one: '# new message', other: '# new messages' });

export const messageOptions = (content: string): string =>
  content === '' ? 'Message options: a photo' : `Message options: ${excerptOf(content, 40)}`;
