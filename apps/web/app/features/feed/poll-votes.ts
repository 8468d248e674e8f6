import { formatCount, plural } from '../../lib/locale.ts';

export const shareOf = (votes: number, total: number): number => (total === 0 ? 0 : Math.round((votes / total) * 100));

/** Example: "3 votes". */
export const countOfVotes = (votes: number): string =>
  `${formatCount(votes)} ${plural(votes, { one: 'vote', other: 'votes' })}`;

/** Example: "60%, 3 votes". */
export const votesOf = (votes: number, total: number): string => `${shareOf(votes, total)}%, ${countOfVotes(votes)}`;
