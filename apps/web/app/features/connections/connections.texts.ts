import { plural } from '../../lib/locale.ts';

export const connectionRequests = (count: number): string =>
  plural(count, { one: '# connection request', other: '# connection requests' });
/** For a badge. */
export const wantToConnect = (count: number): string =>
  count > 99 ? '99+ want to connect' : plural(count, { one: '# wants to connect', other: '# want to connect' });
/** Where there is room. */
export const wouldLikeToConnect = (count: number): string =>
  count > 99
    ? 'More than 99 people would like to connect with you'
    : plural(count, {
        one: 'One person would like to connect with you',
        other: '# people would like to connect with you',
      });
export const sharedConnections = (count: number): string =>
  plural(count, { one: '# shared connection', other: '# shared connections' });
