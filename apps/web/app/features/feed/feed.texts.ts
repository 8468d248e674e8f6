import { maxUnansweredCount } from '@commons/contract/feed';
import type { PostImage } from '@commons/contract/feed/schemas';
import { formatPercent, plural } from '../../lib/locale.ts';

export const newPosts = (count: number): string => plural(count, { one: '# new post', other: '# new posts' });

/** "28 posts await a first reply". */
export const awaitingReply = (count: number): string =>
  count < maxUnansweredCount
    ? plural(count, {
        none: 'Posts awaiting a first reply',
        one: '# post awaits a first reply',
        other: '# posts await a first reply',
      })
    : `${maxUnansweredCount - 1}+ posts await a first reply`;

export const pictureOf = (number: number, count: number): string =>
  count > 1 ? `Picture ${number} of ${count}` : 'Picture';
export const pictureDescription = ({ alt }: PostImage): string => alt ?? 'No description';

/** Alternative text of one of several pictures. */
export const pictureAlt = ({ alt }: PostImage, number: number, count: number): string => {
  const text = alt ?? 'Picture without a description';
  return count > 1 ? `${text}, ${number} of ${count}` : text;
};

export const voteCounted = 'Your vote is counted.';
export const voteCount = (votes: number): string => plural(votes, { one: '# vote', other: '# votes' });

/** Votes for an option: "60%, 3 votes". */
export const optionVotes = (votes: number, share: number): string => `${formatPercent(share)}, ${voteCount(votes)}`;

const remainingTimes = [
  { minutes: 24 * 60, one: '# day left', other: '# days left' },
  { minutes: 60, one: '# hour left', other: '# hours left' },
  { minutes: 1, one: '# minute left', other: '# minutes left' },
];

/** Formats the time until a poll closes, rounded down: "2 days left". */
export const timeLeft = (closesAt: string, now: Date): string => {
  const remaining = Math.floor((Date.parse(closesAt) - now.getTime()) / 60_000);
  const unit = remainingTimes.find(({ minutes }) => remaining >= minutes);
  return unit ? plural(Math.floor(remaining / unit.minutes), unit) : 'Closes in a moment';
};
