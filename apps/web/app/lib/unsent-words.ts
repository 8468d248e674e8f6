import { hasDrafts } from './drafts.ts';

/** Said before a sign-out that takes words along which were not sent. */
export const unsentWords =
  'Something you wrote here has not been sent yet. Signing out takes it off this device for good, so that nobody else finds it.';

/** What a question says that leads to a sign-out. To be looked up when it is asked: another tab may have begun something. */
export const withUnsentWords = (text: string, memberId: string | undefined): string =>
  memberId !== undefined && hasDrafts(memberId) ? `${text} ${unsentWords}` : text;
