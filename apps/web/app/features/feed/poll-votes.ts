import { formatCount, plural } from '../../lib/locale.ts';

export const percentageOf = (votes: number, total: number): number =>
  total === 0 ? 0 : Math.round((votes / total) * 100);

/** Formats a number of votes: "3 votes". */
export const formatVoteCount = (votes: number): string =>
  `${formatCount(votes)} ${plural(votes, { one: 'vote', other: 'votes' })}`;

/** Formats the votes for an option: "60%, 3 votes". */
export const formatVotes = (votes: number, total: number): string =>
  `${percentageOf(votes, total)}%, ${formatVoteCount(votes)}`;
